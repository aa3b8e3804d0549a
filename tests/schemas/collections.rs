//! Maps, lists, sets, tuples, and values of any shape.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::case::Case;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Line {
    sku: String,
    quantity: u32,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::value::<BTreeMap<String, u32>>("map")
            .takes(json!({}))
            .takes(json!({ "a": 1, "": 4_294_967_295_u32, "a/b~": 0 }))
            .refuses(json!({ "a": "x" }))
            .refuses(json!([])),
        Case::value::<HashMap<String, Line>>("map_of_structs")
            .takes(json!({}))
            .takes(json!({ "a": { "sku": "x", "quantity": 1 } }))
            .refuses(json!({ "a": { "sku": "x" } }))
            .refuses(json!({ "a": ["x", 1] })),
        Case::value::<BTreeMap<Size, u8>>("map_by_enum")
            .takes(json!({}))
            .takes(json!({ "small": 1, "large": 2 }))
            .refuses(json!({ "medium": 1 }))
            .refuses(json!({ "small": -1 })),
        Case::value::<BTreeMap<String, BTreeMap<String, Vec<bool>>>>("map_of_maps")
            .takes(json!({ "a": {} }))
            .takes(json!({ "a": { "b": [true] } }))
            .refuses(json!({ "a": { "b": true } }))
            .refuses(json!({ "a": [] })),
        Case::value::<(u8, String, bool)>("tuple")
            .takes(json!([1, "a", true]))
            .takes(json!([255, "", false]))
            .refuses(json!([1, "a"]))
            .refuses(json!([1, "a", true, null]))
            .refuses(json!(["a", 1, true])),
        Case::value::<Vec<(String, f64)>>("list_of_tuples")
            .takes(json!([]))
            .takes(json!([["a", 1.5], ["b", -0.5]]))
            .refuses(json!([["a"]]))
            .refuses(json!([{ "0": "a", "1": 1.5 }])),
        Case::value::<[u8; 3]>("array")
            .takes(json!([0, 1, 255]))
            .takes(json!([0, 0, 0]))
            .refuses(json!([0, 1]))
            .refuses(json!([0, 1, 2, 3]))
            .refuses(json!([0, 1, 256])),
        Case::value::<Vec<Vec<Line>>>("list_of_lists")
            .takes(json!([]))
            .takes(json!([[], [{ "sku": "x", "quantity": 1 }]]))
            .refuses(json!([[["x", 1]]]))
            .refuses(json!([{}])),
        Case::value::<HashSet<String>>("hash_set")
            .takes(json!([]))
            .takes(json!(["a"]))
            .refuses(json!(["a", "a"]))
            .refuses(json!(["a", 1])),
        Case::value::<BTreeSet<u8>>("ordered_set")
            .takes(json!([1, 2]))
            .takes_as(json!([2, 1]), json!([1, 2]))
            .refuses(json!([1, 1]))
            .refuses(json!([256])),
        Case::value::<Vec<u8>>("bytes")
            .takes(json!([]))
            .takes(json!([0, 255]))
            .refuses(json!("AA=="))
            .refuses(json!([-1])),
        Case::value::<VecDeque<Option<Line>>>("queue")
            .takes(json!([null]))
            .takes(json!([{ "sku": "x", "quantity": 1 }, null]))
            .refuses(json!([0]))
            .refuses(json!(null)),
        Case::value::<Value>("any")
            .takes(json!("5"))
            .takes(json!({ "a": [1, 1.5, null, true, { "b": "" }] }))
            .takes(json!(u64::MAX))
            .takes(json!(null))
            .refuses_arguments(json!({}))
            .refuses_arguments(json!({ "value": 1, "more": 1 })),
        Case::value::<Map<String, Value>>("any_object")
            .takes(json!({}))
            .takes(json!({ "a": { "b": [null] }, "c": "1" }))
            .refuses(json!([]))
            .refuses(json!("x")),
        Case::value::<Option<Vec<Value>>>("any_list")
            .takes(json!([]))
            .takes(json!([1, "a", null, {}]))
            .refuses(json!({}))
            .refuses(json!(1)),
    ]
}

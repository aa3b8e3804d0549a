//! What serde's attributes make of a struct.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::case::Case;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Renamed {
    #[serde(rename = "orderId")]
    order: u64,
    #[serde(rename(serialize = "written", deserialize = "read"))]
    apart: String,
    r#type: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RenamedAll {
    first_name: String,
    #[serde(rename = "SURNAME")]
    last_name: String,
    page_2_of: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Defaults {
    required: u8,
    #[serde(default)]
    of_type: u8,
    #[serde(default = "ten")]
    of_function: u8,
    #[serde(default)]
    list: Vec<String>,
    #[serde(default)]
    optional: Option<u8>,
}

fn ten() -> u8 {
    10
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct ContainerDefault {
    limit: u32,
    order: String,
}

impl Default for ContainerDefault {
    fn default() -> Self {
        Self {
            limit: 20,
            order: "newest".into(),
        }
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Skipped {
    kept: u8,
    #[serde(skip)]
    #[expect(dead_code, reason = "it is neither read nor written")]
    never: u8,
    #[serde(skip_serializing)]
    #[expect(dead_code, reason = "it is not written")]
    only_read: String,
    #[serde(skip_deserializing)]
    only_written: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SkippedIf {
    id: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Alias {
    #[serde(alias = "qty")]
    quantity: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClosedAlias {
    #[serde(alias = "qty")]
    quantity: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    id: u8,
    inner: ClosedInner,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClosedInner {
    name: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flattened {
    id: u64,
    #[serde(flatten)]
    page: Paging,
}

/// Which part of a list is wanted.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Paging {
    offset: u32,
    limit: Option<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedMap {
    id: u8,
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::whole::<Renamed>("renamed")
            .takes_as(
                json!({ "orderId": 1, "read": "x", "type": true }),
                json!({ "orderId": 1, "written": "x", "type": true }),
            )
            .takes_as(
                json!({ "orderId": u64::MAX, "read": "", "type": false }),
                json!({ "orderId": u64::MAX, "written": "", "type": false }),
            )
            .refuses(json!({ "order": 1, "read": "x", "type": true }))
            .refuses(json!({ "orderId": 1, "written": "x", "type": true }))
            .refuses(json!({ "orderId": 1, "read": "x", "r#type": true })),
        Case::whole::<RenamedAll>("renamed_all")
            .takes(json!({ "firstName": "a", "SURNAME": "b", "page2Of": 1 }))
            .takes(json!({ "firstName": "", "SURNAME": "", "page2Of": 255 }))
            .refuses(json!({ "first_name": "a", "SURNAME": "b", "page2Of": 1 }))
            .refuses(json!({ "firstName": "a", "lastName": "b", "page2Of": 1 })),
        Case::whole::<Defaults>("defaults")
            .takes_as(
                json!({ "required": 1 }),
                json!({ "required": 1, "of_type": 0, "of_function": 10, "list": [], "optional": null }),
            )
            .takes(json!({ "required": 1, "of_type": 2, "of_function": 3, "list": ["a"], "optional": 4 }))
            // `null` and `""` for what may be left out.
            .repairs(
                json!({ "required": 1, "of_type": null, "of_function": "" }),
                json!({ "required": 1, "of_type": 0, "of_function": 10, "list": [], "optional": null }),
            )
            .refuses(json!({}))
            .refuses(json!({ "required": null }))
            .refuses(json!({ "required": 1, "of_type": 256 })),
        Case::whole::<ContainerDefault>("container_default")
            .takes_as(json!({}), json!({ "limit": 20, "order": "newest" }))
            .takes_as(json!({ "limit": 1 }), json!({ "limit": 1, "order": "newest" }))
            .refuses(json!({ "limit": -1 }))
            .refuses(json!({ "order": 1 })),
        Case::whole::<Skipped>("skipped")
            .takes_as(
                json!({ "kept": 1, "only_read": "x" }),
                json!({ "kept": 1, "only_written": 0 }),
            )
            .takes_as(
                json!({ "kept": 255, "only_read": "" }),
                json!({ "kept": 255, "only_written": 0 }),
            )
            .refuses(json!({ "kept": 1, "only_read": "x", "never": 1 }))
            .refuses(json!({ "kept": 1, "only_read": "x", "only_written": 1 }))
            .refuses(json!({ "kept": 1 })),
        Case::whole::<SkippedIf>("skipped_if")
            .takes(json!({ "id": 1 }))
            .takes(json!({ "id": 1, "note": "x", "tags": ["a"] }))
            .takes_as(json!({ "id": 1, "tags": [] }), json!({ "id": 1 }))
            .refuses(json!({ "id": 1, "note": 1 }))
            .refuses(json!({ "note": "x" })),
        Case::whole::<Alias>("alias")
            .takes(json!({ "quantity": 1 }))
            .takes(json!({ "quantity": 0 }))
            .refuses(json!({ "qty": 1 }))
            .refuses(json!({ "quantity": 1, "qty": 1 })),
        // Here the type closes itself, and would take the other name.
        Case::whole::<ClosedAlias>("alias_closed")
            .takes(json!({ "quantity": 1 }))
            .takes(json!({ "quantity": 0 }))
            .refuses(json!({ "qty": 1 }))
            .refuses(json!({ "quantity": 1, "qty": 1 })),
        Case::whole::<Closed>("closed")
            .takes(json!({ "id": 1, "inner": { "name": "x" } }))
            .takes_as(
                json!({ "id": 1, "inner": {} }),
                json!({ "id": 1, "inner": { "name": null } }),
            )
            .refuses(json!({ "id": 1, "inner": {}, "more": 1 }))
            .refuses(json!({ "id": 1, "inner": { "more": 1 } })),
        Case::whole::<Flattened>("flattened")
            .takes(json!({ "id": 1, "offset": 2, "limit": 3 }))
            .takes_as(
                json!({ "id": u64::MAX, "offset": 0 }),
                json!({ "id": u64::MAX, "offset": 0, "limit": null }),
            )
            .repairs(
                json!({ "id": 1, "offset": "2" }),
                json!({ "id": 1, "offset": 2, "limit": null }),
            )
            .refuses(json!({ "id": 1, "page": { "offset": 2 } }))
            .refuses(json!({ "id": 1, "offset": 2, "limit": 256 }))
            .refuses(json!({ "id": 1, "offset": 2, "more": 1 })),
        Case::whole::<FlattenedMap>("flattened_map")
            .takes(json!({ "id": 1 }))
            .takes(json!({ "id": 1, "more": { "a": [1, null] }, "": 0.5 }))
            .refuses(json!({ "more": 1 }))
            .refuses(json!({ "id": 256, "more": 1 })),
    ]
}

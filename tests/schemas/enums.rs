//! Enums in all their representations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::case::Case;

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Exact,
}

/// How careful the search is.
#[derive(Serialize, Deserialize, JsonSchema)]
enum Documented {
    Plain,
    /// Good enough.
    Fast,
    /// Right, however long it takes.
    Exact,
    #[serde(rename = "as-it-comes")]
    Other,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Single {
    Only,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Point,
    Circle(f64),
    Line(i8, i8),
    Rectangle { width: u16, height: Option<u16> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    Cash,
    /// By card.
    Card {
        number: String,
        cvc: Option<u16>,
    },
    Transfer(Account),
}

/// Where money goes.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Account {
    iban: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
enum Adjacent {
    NothingHappened,
    ItemsMoved(u32),
    ItemSold { price: f64 },
    ItemsSwapped(u8, u8),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    Account(Account),
    Pair(bool, bool),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "event",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase"
)]
enum Renamed {
    OrderPlaced { order_id: u64 },
    OrderLost {},
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Members {
    mode: Mode,
    fallback: Option<Documented>,
    shape: Option<External>,
    either: Option<Untagged>,
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::value::<Mode>("unit_enum")
            .takes(json!("fast"))
            .takes(json!("exact"))
            .refuses(json!("Fast"))
            .refuses(json!({ "fast": null }))
            .refuses(json!(0)),
        Case::value::<Documented>("unit_enum_documented")
            .takes(json!("Plain"))
            .takes(json!("Exact"))
            .takes(json!("as-it-comes"))
            .refuses(json!("Other"))
            .refuses(json!("")),
        Case::value::<Option<Single>>("unit_enum_optional")
            .takes(json!("Only"))
            .takes_as(json!("Only"), json!("Only"))
            .refuses(json!("only"))
            .refuses(json!(["Only"])),
        Case::value::<External>("externally_tagged")
            .takes(json!("Point"))
            .takes(json!({ "Circle": 1.5 }))
            .takes(json!({ "Line": [-1, 1] }))
            .takes_null(
                json!({ "Rectangle": { "width": 1, "height": null } }),
                json!({ "Rectangle": { "width": 1, "height": null } }),
            )
            .takes_as(
                json!({ "Rectangle": { "width": 1 } }),
                json!({ "Rectangle": { "width": 1, "height": null } }),
            )
            .refuses(json!("Circle"))
            .refuses(json!({ "Point": null }))
            .refuses(json!({ "Line": [1] }))
            .refuses(json!({ "Rectangle": [1, 2] }))
            .refuses(json!({ "Circle": 1.5, "Line": [1, 1] })),
        Case::value::<Internal>("internally_tagged")
            .takes(json!({ "kind": "Cash" }))
            .takes(json!({ "kind": "Card", "number": "4", "cvc": 1 }))
            .takes(json!({ "kind": "Transfer", "iban": "DE" }))
            .refuses(json!({ "kind": "Card" }))
            .refuses(json!({ "kind": "card", "number": "4" }))
            .refuses(json!({ "number": "4" }))
            .refuses(json!("Cash")),
        Case::value::<Adjacent>("adjacently_tagged")
            .takes(json!({ "type": "nothing_happened" }))
            .takes(json!({ "type": "items_moved", "data": 7 }))
            .takes(json!({ "type": "item_sold", "data": { "price": 0.5 } }))
            .takes(json!({ "type": "items_swapped", "data": [1, 2] }))
            .refuses(json!({ "type": "items_moved" }))
            .refuses(json!({ "type": "items_moved", "data": -7 }))
            .refuses(json!({ "data": 7 })),
        Case::value::<Untagged>("untagged")
            .takes(json!(i64::MIN))
            .takes(json!("5"))
            .takes(json!({ "iban": "DE" }))
            .takes(json!([true, false]))
            .refuses(json!(true))
            .refuses(json!([true]))
            .refuses(json!({ "bic": "x" })),
        Case::value::<Renamed>("enum_renamed")
            .takes(json!({ "event": "ORDER_PLACED", "orderId": 1 }))
            .takes(json!({ "event": "ORDER_LOST" }))
            .refuses(json!({ "event": "ORDER_PLACED", "order_id": 1 }))
            .refuses(json!({ "event": "OrderLost" })),
        Case::whole::<Members>("enum_members")
            .takes(json!({
                "mode": "fast", "fallback": "Plain", "shape": { "Circle": 1.0 }, "either": { "iban": "x" },
            }))
            .takes_as(
                json!({ "mode": "exact" }),
                json!({ "mode": "exact", "fallback": null, "shape": null, "either": null }),
            )
            .refuses(json!({ "mode": "fast", "fallback": "plain" }))
            .refuses(json!({ "mode": "fast", "shape": "Circle" }))
            .refuses(json!({ "mode": "fast", "either": false })),
    ]
}

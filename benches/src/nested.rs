//! 40 KB of nested arguments: an order of the kind that a shop's system sends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The arguments. What holds of the fields is in their types.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) id: u64,
    pub(crate) customer: Customer,
    pub(crate) lines: Vec<Line>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Customer {
    name: String,
    email: String,
    tags: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    sku: String,
    title: String,
    quantity: u32,
    price: f64,
    gift: bool,
    options: Vec<Choice>,
    note: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choice {
    name: String,
    value: String,
}

/// The same, with a schema that demands more than the types.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoundedOrder {
    #[schemars(range(min = 1))]
    pub(crate) id: u64,
    pub(crate) customer: Customer,
    #[schemars(length(min = 1, max = 1000))]
    pub(crate) lines: Vec<BoundedLine>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoundedLine {
    #[schemars(length(min = 5, max = 20))]
    sku: String,
    #[schemars(length(min = 1, max = 100))]
    title: String,
    #[schemars(range(min = 1, max = 1000))]
    quantity: u32,
    #[schemars(range(min = 0.0))]
    price: f64,
    gift: bool,
    #[schemars(length(max = 16))]
    options: Vec<Choice>,
    note: Option<String>,
}

/// Arguments of about 40 KB that both types take.
pub(crate) fn arguments() -> String {
    let line = |n: u32| Line {
        sku: format!("SKU-{n}"),
        title: format!("A thing of kind {n}, in a box of its own"),
        quantity: n % 7 + 1,
        price: f64::from(n) * 1.25,
        gift: n.is_multiple_of(3),
        options: ["colour", "size"]
            .map(|name| Choice {
                name: name.to_owned(),
                value: format!("value {n}"),
            })
            .into(),
        note: n
            .is_multiple_of(2)
            .then(|| format!("Line {n}: \"handle with care\"\n")),
    };
    let order = Order {
        id: 42,
        customer: Customer {
            name: "Zoë Example".to_owned(),
            email: "zoe@example.org".to_owned(),
            tags: (0..20).map(|n| format!("tag-{n}")).collect(),
        },
        lines: (1..=180).map(line).collect(),
    };
    serde_json::to_string(&order).expect("the order is JSON")
}

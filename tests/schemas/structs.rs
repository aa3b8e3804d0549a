//! Structs: nested, documented, optional, generic, boxed, recursive, constrained.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mcp_core::Structured;
use mcp_core::primitive::argument;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::case::Case;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flat {
    name: String,
    ready: bool,
    count: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Customer {
    name: String,
    address: Address,
    former: Vec<Address>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Address {
    street: String,
    geo: Geo,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Geo {
    latitude: f64,
    longitude: f64,
}

/// # An order
///
/// What a customer wants,
/// on two lines.
///
/// And in a second paragraph.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Documented {
    /// The number printed on the receipt.
    order_id: u64,
    /// # Note
    ///
    /// What the customer wrote.
    note: Option<String>,
    /// Where it goes.
    target: Target,
}

/// A place to send things to.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Target {
    /// As the post office knows it.
    code: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Options {
    text: Option<String>,
    number: Option<u32>,
    flag: Option<bool>,
    list: Option<Vec<String>>,
    geo: Option<Geo>,
    choice: Option<Choice>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Left,
    Right,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OptionPlaces {
    twice: Option<Option<u32>>,
    items: Vec<Option<u32>>,
    members: BTreeMap<String, Option<bool>>,
    pair: (Option<u8>, u8),
    within: Within,
    boxed: Box<Option<String>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Within {
    deep: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page<T> {
    items: Vec<T>,
    next: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Boxes {
    boxed: Box<Geo>,
    text: Box<str>,
    cow: Cow<'static, str>,
    slice: Box<[u16]>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Newtypes {
    id: OrderId,
    tags: Tags,
    place: Place,
}

/// The number printed on the receipt.
#[derive(Serialize, Deserialize, JsonSchema)]
struct OrderId(u64);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tags(Vec<String>);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Place(i16, i16);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent {
    inner: Flat,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    label: String,
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Chain {
    first: Link,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Link {
    number: u8,
    next: Option<Box<Link>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Expression {
    Number(i32),
    Sum(Vec<Expression>),
    Negated(Box<Expression>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Constrained {
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    #[schemars(range(min = 0.0))]
    price: f64,
    #[schemars(length(min = 2, max = 4))]
    code: String,
    #[schemars(regex(pattern = r"^[A-Z]{2}-\d+$"))]
    sku: String,
    #[schemars(length(min = 1), inner(length(min = 1)))]
    titles: Vec<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Mirrored {
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
    #[schemars(extend("x-mcp-header" = "Shard"))]
    shard: Option<u64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Hidden {
    #[schemars(extend("writeOnly" = true))]
    password: String,
    user: String,
}

#[derive(Serialize, JsonSchema)]
struct Search {
    query: String,
    limit: u32,
    tags: Vec<String>,
}

pub(crate) fn cases() -> Vec<Case> {
    let geo = || json!({ "latitude": 52.5, "longitude": -13.25 });
    let address = || json!({ "street": "Main Street 1", "geo": geo() });
    vec![
        Case::whole::<Flat>("flat")
            .takes(json!({ "name": "a", "ready": true, "count": 1 }))
            .takes(json!({ "name": "", "ready": false, "count": u32::MAX }))
            .repairs(
                json!({ "name": "a", "ready": "true", "count": "5" }),
                json!({ "name": "a", "ready": true, "count": 5 }),
            )
            .refuses(json!({ "name": "a", "ready": true }))
            .refuses(json!({ "name": "a", "ready": true, "count": 1, "extra": 1 }))
            .refuses(json!({ "name": "a", "ready": true, "count": 4_294_967_296_u64 })),
        Case::whole::<Customer>("nested")
            .takes(json!({ "name": "Ada", "address": address(), "former": [] }))
            .takes(json!({ "name": "Ada", "address": address(), "former": [address(), address()] }))
            .refuses(json!({ "name": "Ada", "address": { "street": "x" }, "former": [] }))
            .refuses(json!({ "name": "Ada", "address": address(), "former": [["x", geo()]] }))
            .refuses(json!({ "name": "Ada", "address": { "street": "x", "geo": [1, 2] }, "former": [] })),
        Case::whole::<Documented>("documented")
            .takes(json!({ "order_id": 1, "note": "Hurry.", "target": { "code": "10115" } }))
            .takes_as(
                json!({ "order_id": 1, "target": { "code": "10115" } }),
                json!({ "order_id": 1, "note": null, "target": { "code": "10115" } }),
            )
            .refuses(json!({ "order_id": -1, "target": { "code": "10115" } }))
            .refuses(json!({ "order_id": 1, "target": {} })),
        Case::whole::<Empty>("empty")
            .takes(json!({}))
            .refuses(json!({ "a": 1 }))
            .refuses(json!({ "": null })),
        Case::whole::<Options>("options")
            .takes_as(
                json!({}),
                json!({ "text": null, "number": null, "flag": null, "list": null, "geo": null, "choice": null }),
            )
            .takes(json!({
                "text": "a", "number": 1, "flag": false, "list": ["a"], "geo": geo(), "choice": "left",
            }))
            .refuses(json!({ "number": -1 }))
            .refuses(json!({ "list": [null] }))
            .refuses(json!({ "choice": "up" })),
        Case::whole::<OptionPlaces>("option_places")
            .takes(json!({
                "twice": 1, "items": [1, null], "members": { "a": true, "b": null }, "pair": [null, 1],
                "within": { "deep": "x" }, "boxed": "x",
            }))
            .takes_as(
                json!({ "items": [], "members": {}, "pair": [0, 1], "within": {} }),
                json!({
                    "twice": null, "items": [], "members": {}, "pair": [0, 1], "within": { "deep": null },
                    "boxed": null,
                }),
            )
            .takes_null(
                json!({
                    "twice": null, "items": [], "members": {}, "pair": [0, 1], "within": { "deep": null },
                    "boxed": null,
                }),
                json!({
                    "twice": null, "items": [], "members": {}, "pair": [0, 1], "within": { "deep": null },
                    "boxed": null,
                }),
            )
            .refuses(json!({ "items": ["a"], "members": {}, "pair": [0, 1], "within": {} }))
            .refuses(json!({ "items": [], "members": {}, "pair": [0, null], "within": {} })),
        Case::whole::<Page<Geo>>("generic")
            .takes(json!({ "items": [geo()], "next": "x" }))
            .takes_as(json!({ "items": [] }), json!({ "items": [], "next": null }))
            .refuses(json!({ "items": [{ "latitude": 1.0 }] }))
            .refuses(json!({ "next": "x" })),
        Case::whole::<Boxes>("boxes")
            .takes(json!({ "boxed": geo(), "text": "a", "cow": "b", "slice": [1, 65_535] }))
            .takes(json!({ "boxed": geo(), "text": "", "cow": "é\n", "slice": [] }))
            .refuses(json!({ "boxed": geo(), "text": "a", "cow": "b", "slice": [65_536] }))
            .refuses(json!({ "boxed": null, "text": "a", "cow": "b", "slice": [] })),
        Case::whole::<Newtypes>("newtypes")
            .takes(json!({ "id": u64::MAX, "tags": ["a"], "place": [-1, 1] }))
            .takes(json!({ "id": 0, "tags": [], "place": [0, 0] }))
            .refuses(json!({ "id": [1], "tags": [], "place": [0, 0] }))
            .refuses(json!({ "id": 0, "tags": [], "place": [0] }))
            .refuses(json!({ "id": 0, "tags": [], "place": [0, 0, 0] })),
        Case::whole::<Transparent>("transparent")
            .takes(json!({ "name": "a", "ready": true, "count": 1 }))
            .takes(json!({ "name": "b", "ready": true, "count": 0 }))
            .refuses(json!({ "inner": { "name": "a", "ready": true, "count": 1 } }))
            .refuses(json!({ "name": "a", "ready": 1, "count": 1 })),
        Case::whole::<Tree>("tree")
            .recursive()
            .takes(json!({ "label": "a", "children": [] }))
            .takes(json!({ "label": "a", "children": [{ "label": "b", "children": [] }] }))
            .refuses(json!({ "label": "a", "children": [{ "label": "b" }] }))
            .refuses(json!({ "label": "a", "children": {} })),
        Case::whole::<Chain>("chain")
            .recursive()
            .takes_null(
                json!({ "first": { "number": 1, "next": null } }),
                json!({ "first": { "number": 1, "next": null } }),
            )
            .takes_as(
                json!({ "first": { "number": 1, "next": { "number": 2 } } }),
                json!({ "first": { "number": 1, "next": { "number": 2, "next": null } } }),
            )
            .takes_as(
                json!({ "first": { "number": 1 } }),
                json!({ "first": { "number": 1, "next": null } }),
            )
            .refuses(json!({ "first": { "number": 1, "next": { "number": 256 } } }))
            .refuses(json!({ "first": { "number": 1, "next": 2 } })),
        Case::value::<Expression>("expression")
            .recursive()
            .takes(json!({ "number": -1 }))
            .takes(json!({ "sum": [{ "number": 1 }, { "negated": { "sum": [] } }] }))
            .refuses(json!({ "sum": [1] }))
            .refuses(json!({ "product": [] }))
            .refuses(json!({ "number": 1, "sum": [] })),
        Case::whole::<Constrained>("constrained")
            .takes(json!({ "limit": 1, "price": 0.0, "code": "ab", "sku": "AB-1", "titles": ["x"] }))
            .takes(json!({ "limit": 100, "price": 0.5, "code": "äöüß", "sku": "ZZ-123", "titles": ["x", "y"] }))
            .refuses(json!({ "limit": 0, "price": 0.0, "code": "ab", "sku": "AB-1", "titles": ["x"] }))
            .refuses(json!({ "limit": 101, "price": 0.0, "code": "ab", "sku": "AB-1", "titles": ["x"] }))
            .refuses(json!({ "limit": 1, "price": -0.5, "code": "ab", "sku": "AB-1", "titles": ["x"] }))
            .refuses(json!({ "limit": 1, "price": 0.0, "code": "abcde", "sku": "AB-1", "titles": ["x"] }))
            .refuses(json!({ "limit": 1, "price": 0.0, "code": "ab", "sku": "ab-1", "titles": ["x"] }))
            .refuses(json!({ "limit": 1, "price": 0.0, "code": "ab", "sku": "AB-1", "titles": [] }))
            .refuses(json!({ "limit": 1, "price": 0.0, "code": "ab", "sku": "AB-1", "titles": [""] })),
        Case::whole::<Mirrored>("mirrored")
            .takes(json!({ "region": "eu", "shard": 9_007_199_254_740_991_u64 }))
            .takes_as(json!({ "region": "" }), json!({ "region": "", "shard": null }))
            .refuses(json!({ "region": "eu", "shard": 9_007_199_254_740_992_u64 }))
            .refuses(json!({ "shard": 1 })),
        Case::whole::<Hidden>("hidden")
            .takes(json!({ "password": "p", "user": "u" }))
            .takes(json!({ "password": "", "user": "" }))
            .refuses(json!({ "password": 1, "user": "u" }))
            .refuses(json!({ "user": "u" })),
        parameters(),
    ]
}

/// Arguments one by one, with all that can be said of them.
fn parameters() -> Case {
    let case = Case::of("parameters", |builder| {
        builder.handler(
            (
                argument::<String>("query")
                    .description("What to look for.")
                    .min_length(1)
                    .max_length(20)
                    .pattern("^[a-z ]+$")
                    .example(&"red shoes"),
                argument::<Option<u32>>("limit")
                    .description("How many to return.")
                    .minimum(&1)
                    .maximum(&100)
                    .default(&10)
                    .header("Limit"),
                argument::<Option<Vec<String>>>("tags")
                    .min_length(1)
                    .max_length(2),
            ),
            (),
            |(query, limit, tags), ()| async move {
                Structured(Search {
                    query,
                    limit: limit.unwrap_or(10),
                    tags: tags.unwrap_or_default(),
                })
            },
        )
    });
    case.takes(json!({ "query": "red shoes", "limit": 100, "tags": ["a", "b"] }))
        .takes_as(
            json!({ "query": "a" }),
            json!({ "query": "a", "limit": 10, "tags": [] }),
        )
        .repairs(
            json!({ "query": "a", "limit": "5", "tags": "[\"x\"]" }),
            json!({ "query": "a", "limit": 5, "tags": ["x"] }),
        )
        .refuses(json!({ "query": "" }))
        .refuses(json!({ "query": "Red" }))
        .refuses(json!({ "query": "a", "limit": 0 }))
        .refuses(json!({ "query": "a", "limit": 101 }))
        .refuses(json!({ "query": "a", "tags": [] }))
        .refuses(json!({ "query": "a", "tags": ["a", "b", "c"] }))
}

//! The tools that are called. Each answers with what it was given, as JSON text.

use chrono::{DateTime, NaiveDate, Utc};
use mcp_core::primitive::{ToolBuilder, ToolDefinition, argument, arguments};
use mcp_core::{Args, McpResponse};
use mcp_runtime::Server;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

/// What a tool is called that takes its arguments exactly as they come.
pub(crate) const STRICT: &str = ".strict";

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Sort {
    Newest,
    Oldest,
    LowestPrice,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Customer {
    name: String,
    address: Address,
    #[serde(default)]
    contacts: Vec<Contact>,
    vip: Option<bool>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Address {
    street: String,
    #[schemars(regex(pattern = r"^\d{5}$"), example = "10115")]
    zip: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Contact {
    email: String,
    kind: Option<Kind>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Home,
    Work,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Method {
    Card { number: String, cvc: u16 },
    Transfer { iban: String },
    Cash,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Login {
    user: String,
    #[schemars(length(min = 8), extend("writeOnly" = true))]
    password: String,
    #[schemars(range(max = 9999), extend("writeOnly" = true))]
    pin: Option<u16>,
    #[schemars(extend("writeOnly" = true))]
    code: Option<i64>,
    #[schemars(extend("writeOnly" = true))]
    token: Option<NumberOrText>,
    backup: Option<Backup>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Backup {
    #[schemars(extend("writeOnly" = true))]
    answer: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum NumberOrText {
    Number(u64),
    Text(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum FlagOrNumber {
    Flag(bool),
    Number(i64),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Node {
    label: String,
    children: Option<Vec<Node>>,
}

fn said(value: Value) -> McpResponse {
    McpResponse::text(value.to_string())
}

/// Every tool, each defined with `tool`, which gives a builder by name.
fn define(tool: impl Fn(&str) -> ToolBuilder) -> Vec<ToolDefinition> {
    vec![
        tool("ping").handler((), (), |(), ()| async { said(json!({})) }),
        tool("order").handler(
            (
                argument::<u64>("order_id").description("The number printed on the receipt."),
                argument::<Option<String>>("note"),
            ),
            (),
            |(order_id, note), ()| async move { said(json!({ "order_id": order_id, "note": note })) },
        ),
        tool("search").handler(
            (
                argument::<String>("query").min_length(1).max_length(20),
                argument::<Option<u32>>("limit").minimum(&1).maximum(&100),
                argument::<Option<bool>>("exact"),
                argument::<Option<Vec<String>>>("tags").max_length(3),
                argument::<Option<Sort>>("sort"),
                argument::<Option<f64>>("price").minimum(&0),
            ),
            (),
            |(query, limit, exact, tags, sort, price), ()| async move {
                said(json!([query, limit, exact, tags, sort, price]))
            },
        ),
        // Nothing here goes beyond the types.
        tool("numbers").handler(
            (
                argument::<Option<i64>>("signed"),
                argument::<Option<u64>>("unsigned"),
                argument::<Option<i8>>("small"),
                argument::<Option<f64>>("float"),
            ),
            (),
            |(signed, unsigned, small, float), ()| async move {
                said(json!([signed, unsigned, small, float]))
            },
        ),
        // And here something does, so that the arguments are checked before they are decoded.
        tool("ranged").handler(
            (
                argument::<Option<i64>>("signed").minimum(&-10),
                argument::<Option<u64>>("unsigned").maximum(&u64::MAX),
                argument::<Option<i8>>("small").minimum(&0).maximum(&100),
                argument::<Option<f64>>("float").maximum(&1000),
            ),
            (),
            |(signed, unsigned, small, float), ()| async move {
                said(json!([signed, unsigned, small, float]))
            },
        ),
        tool("customer").handler(
            arguments::<Customer>(),
            (),
            |Args(customer), ()| async move { said(json!(customer)) },
        ),
        tool("pay").handler(
            (argument::<Method>("method"),),
            (),
            |(method,), ()| async move { said(json!(method)) },
        ),
        tool("login").handler(arguments::<Login>(), (), |Args(login), ()| async move {
            said(json!(login))
        }),
        tool("schedule").handler(
            (
                argument::<NaiveDate>("date").example(&"2026-07-28"),
                argument::<Option<DateTime<Utc>>>("at"),
                argument::<Option<Uuid>>("id"),
                argument::<Option<Decimal>>("amount"),
            ),
            (),
            |(date, at, id, amount), ()| async move { said(json!([date, at, id, amount])) },
        ),
        tool("either").handler(
            (
                argument::<Option<NumberOrText>>("value"),
                argument::<Option<FlagOrNumber>>("flag"),
            ),
            (),
            |(value, flag), ()| async move { said(json!([value, flag])) },
        ),
        tool("any").handler(
            (argument::<Value>("value"),),
            (),
            |(value,), ()| async move { said(value) },
        ),
        tool("tree").handler(
            (argument::<Node>("root"),),
            (),
            |(root,), ()| async move { said(json!(root)) },
        ),
        tool("code").handler(
            (argument::<String>("code").pattern(r"^[A-Z]{3}-\d{4}$"),),
            (),
            |(code,), ()| async move { said(json!(code)) },
        ),
        tool("sku").handler(
            (argument::<String>("sku")
                .pattern(r"^[A-Z]{3}-\d{4}$")
                .example(&"ABC-0001"),),
            (),
            |(sku,), ()| async move { said(json!(sku)) },
        ),
    ]
}

/// Every tool twice: as it is, and without repairs.
pub(crate) fn server() -> Server {
    let usual = define(|name| ToolBuilder::new(name));
    let strict = define(|name| ToolBuilder::new(format!("{name}{STRICT}")).strict(true));
    let builder = Server::builder("arguments", "1.0.0");
    usual
        .into_iter()
        .chain(strict)
        .fold(builder, |builder, tool| builder.add_tool(tool))
        .build()
        .expect("every tool can be served")
}

//! Tools whose schemas use every keyword that Rust types and constraints give.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use mcp_core::primitive::{ToolBuilder, ToolDefinition, argument, arguments};
use mcp_core::{Args, McpResponse};
use mcp_runtime::Server;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Order {
    id: u64,
    lines: Vec<Line>,
    customer: Customer,
    note: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Line {
    #[schemars(regex(pattern = r"^[A-Z]{3}-\d{4}$"))]
    sku: String,
    #[schemars(range(min = 1, max = 99))]
    quantity: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Customer {
    #[schemars(length(min = 1, max = 12))]
    name: String,
    tier: Option<Tier>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Tier {
    Basic,
    Gold,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Rectangle { width: u16, height: u16 },
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Step {
    Wait,
    Move(i8, i8),
    Say { text: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Number(i32),
    Flag(bool),
    Text(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Node {
    label: String,
    children: Vec<Node>,
}

fn said(value: Value) -> McpResponse {
    McpResponse::text(value.to_string())
}

pub(crate) fn tools() -> Vec<ToolDefinition> {
    vec![
        ToolBuilder::new("order").handler(arguments::<Order>(), (), |Args(order), ()| async move {
            said(json!(order))
        }),
        ToolBuilder::new("search").handler(
            (
                argument::<String>("query")
                    .min_length(1)
                    .max_length(10)
                    .pattern("^[a-z]+$"),
                argument::<Option<u32>>("limit").minimum(&1).maximum(&100),
                argument::<Option<BTreeSet<u8>>>("pages")
                    .min_length(1)
                    .max_length(4),
                argument::<Option<f64>>("price").minimum(&0).maximum(&1000),
            ),
            (),
            |(query, limit, pages, price), ()| async move { said(json!([query, limit, pages, price])) },
        ),
        ToolBuilder::new("scalars").handler(
            (
                argument::<bool>("bool"),
                argument::<i8>("i8"),
                argument::<i64>("i64"),
                argument::<u64>("u64"),
                argument::<f64>("f64"),
                argument::<char>("char"),
                argument::<String>("string"),
            ),
            (),
            |all, ()| async move { said(json!(all)) },
        ),
        ToolBuilder::new("shapes").handler(
            (
                argument::<Vec<Shape>>("shapes"),
                argument::<Option<Either>>("either"),
            ),
            (),
            |(shapes, either), ()| async move { said(json!([shapes, either])) },
        ),
        ToolBuilder::new("steps").handler(
            (argument::<Vec<Step>>("steps").max_length(5),),
            (),
            |(steps,), ()| async move { said(json!(steps)) },
        ),
        ToolBuilder::new("collections").handler(
            (
                argument::<BTreeMap<String, Vec<u16>>>("map"),
                argument::<(u8, String, bool)>("tuple"),
                argument::<[i16; 3]>("array"),
                argument::<Value>("any"),
            ),
            (),
            |all, ()| async move { said(json!(all)) },
        ),
        ToolBuilder::new("formats").handler(
            (argument::<NaiveDate>("date"), argument::<Option<Uuid>>("id")),
            (),
            |(date, id), ()| async move { said(json!([date, id])) },
        ),
        ToolBuilder::new("tree").handler((argument::<Node>("root"),), (), |(root,), ()| async move {
            said(json!(root))
        }),
    ]
}

pub(crate) fn server() -> Server {
    let builder = Server::builder("properties", "1.0.0");
    tools()
        .into_iter()
        .fold(builder, |builder, tool| builder.add_tool(tool))
        .build()
        .expect("every tool can be served")
}

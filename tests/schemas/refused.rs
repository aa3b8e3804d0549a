//! Types that no portable schema describes: refused when the server is built, or right in every
//! case. Nothing in between.

use std::collections::BTreeMap;

use mcp_core::primitive::{Argument, ToolBuilder, ToolDefinition, argument, arguments};
use mcp_core::schema::CompiledSchema;
use mcp_core::{Args, McpResponse, Structured};
use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Calls `tool` with each of `arguments`, and says where it does not do what its schema says. None
/// if the server is not built.
async fn disagreements(tool: ToolDefinition, calls: impl IntoIterator<Item = Value>) -> Vec<String> {
    let name = tool.descriptor.name.clone();
    let schema = tool.descriptor.input_schema.clone();
    let Ok(server) = Server::builder("refused", "1.0.0").add_tool(tool).build() else {
        return Vec::new();
    };
    let client = TestClient::new(&server);
    let schema = CompiledSchema::compile(&schema).unwrap();
    let mut found = Vec::new();
    for arguments in calls {
        let fits = schema.is_valid_json(&arguments.to_string()).unwrap();
        let result = client.call_tool(&name, arguments.clone()).await.unwrap();
        let accepted = result.is_error == Some(false);
        if fits != accepted {
            let text = result.content.last().and_then(|block| block.as_text());
            let text = text.unwrap_or_default();
            found.push(format!("{arguments} fits: {fits}, accepted: {accepted}: {text}"));
        }
    }
    found
}

/// What is wrong with a map by `K` as an argument.
async fn map_by<K>() -> Vec<String>
where
    K: 'static,
    BTreeMap<K, u8>: Argument,
{
    let tool = ToolBuilder::new("map").strict(true).handler(
        (argument::<BTreeMap<K, u8>>("value"),),
        (),
        |(_,), ()| async { McpResponse::text("read") },
    );
    let keys = [
        "0",
        "1",
        "-1",
        "007",
        "+7",
        "1.0",
        "",
        "x",
        "255",
        "256",
        "4294967296",
        "99999999999999999999",
        "true",
        "é",
        "ab",
    ];
    let calls = keys.map(|key| json!({ "value": { key: 1 } }));
    disagreements(tool, calls).await
}

#[tokio::test]
async fn maps_by_unsigned_numbers() {
    let found = map_by::<u32>().await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[tokio::test]
async fn maps_by_signed_numbers() {
    let found = map_by::<i8>().await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Keys that are letters or booleans have no form in the schema of a map, which takes any text: a key
/// that the type does not read is refused as an argument, and nothing worse.
async fn is_told<K>()
where
    K: 'static,
    BTreeMap<K, u8>: Argument,
{
    let found = map_by::<K>().await;
    assert!(!found.is_empty());
    for disagreement in found {
        assert!(
            disagreement.contains("fits: true, accepted: false"),
            "{disagreement}"
        );
        assert!(
            disagreement.contains("does not have the expected form"),
            "{disagreement}"
        );
    }
}

#[tokio::test]
async fn maps_by_characters() {
    is_told::<char>().await;
}

#[tokio::test]
async fn maps_by_booleans() {
    is_told::<bool>().await;
}

/// A result that is such a map: what declares itself to be served can be served.
#[tokio::test]
async fn results_that_are_maps_by_number() {
    let tool = ToolBuilder::new("map").handler((), (), |(), ()| async {
        Structured(BTreeMap::from([(1_u32, "one")]))
    });
    let found = disagreements(tool, [json!({})]).await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Order {
    id: u8,
    #[serde(flatten)]
    payment: Payment,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Payment {
    Card { number: String },
    Cash,
}

/// Alternatives at the root of the arguments, which weak clients refuse.
#[tokio::test]
async fn flattened_enums() {
    let tool = ToolBuilder::new("order").strict(true).handler(
        arguments::<Order>(),
        (),
        |Args(order), ()| async move { Structured(order) },
    );
    let good = [
        json!({ "id": 1, "kind": "card", "number": "4" }),
        json!({ "id": 1, "kind": "cash" }),
    ];
    let bad = [json!({ "id": 1 }), json!({ "id": 1, "kind": "card" }), json!({})];
    // A schema that nothing fits is no agreement.
    let schema = CompiledSchema::compile(&tool.descriptor.input_schema).unwrap();
    let takes_good = good
        .iter()
        .all(|call| schema.is_valid_json(&call.to_string()).unwrap());
    let is_refused = disagreements(tool, good.into_iter().chain(bad)).await;
    assert!(is_refused.is_empty(), "{}", is_refused.join("\n"));
    let tool = ToolBuilder::new("order").handler(arguments::<Order>(), (), |Args(order), ()| async move {
        Structured(order)
    });
    let built = Server::builder("refused", "1.0.0").add_tool(tool).build();
    assert!(takes_good || built.is_err(), "no call fits the schema");
}

/// An enum as all the arguments has no properties at its root.
#[tokio::test]
async fn enums_as_all_the_arguments_are_refused() {
    let tool = ToolBuilder::new("pay").handler(arguments::<Payment>(), (), |Args(payment), ()| async move {
        Structured(payment)
    });
    let refused = Server::builder("refused", "1.0.0").add_tool(tool).build();
    let problems = refused.expect_err("weak clients refuse it").to_string();
    assert!(problems.contains("take a struct"), "{problems}");
}

/// Lists and scalars as all the arguments.
#[tokio::test]
async fn what_is_no_object_is_refused_as_all_the_arguments() {
    let list = ToolBuilder::new("list").handler(arguments::<Vec<u8>>(), (), |Args(list), ()| async move {
        Structured(list)
    });
    let number = ToolBuilder::new("number").handler(arguments::<u8>(), (), |Args(number), ()| async move {
        Structured(number)
    });
    let refused = Server::builder("refused", "1.0.0")
        .add_tool(list)
        .add_tool(number)
        .build();
    let problems = refused.expect_err("arguments are an object").to_string();
    assert!(
        problems.contains("list") && problems.contains("number"),
        "{problems}"
    );
}

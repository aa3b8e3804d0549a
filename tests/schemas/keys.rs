//! Maps whose keys are no text: refused when the server is built, or right in every case.

use std::collections::BTreeMap;

use mcp_core::Structured;
use mcp_core::primitive::{Argument, ToolBuilder, argument};
use mcp_core::schema::CompiledSchema;
use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// What is wrong with a map by `K`, if it is served at all.
async fn disagreements<K>() -> Vec<String>
where
    K: Ord + Send + 'static,
    BTreeMap<K, u8>: Argument + Serialize + JsonSchema,
{
    let tool = ToolBuilder::new("map").strict(true).handler(
        (argument::<BTreeMap<K, u8>>("value"),),
        (),
        |(value,), ()| async move { Structured(value) },
    );
    let input = tool.descriptor.input_schema.clone();
    let Ok(server) = Server::builder("keys", "1.0.0").add_tool(tool).build() else {
        return Vec::new();
    };
    let (schema, client) = (CompiledSchema::compile(&input).unwrap(), TestClient::new(&server));
    let mut found = Vec::new();
    for key in [
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
    ] {
        let arguments = json!({ "value": { key: 1 } });
        let fits = schema.is_valid_json(&arguments.to_string()).unwrap();
        let result = client.call_tool("map", arguments).await.unwrap();
        let accepted = result.is_error == Some(false);
        if fits != accepted {
            found.push(format!("{key:?} is accepted: {accepted}, by the schema: {fits}"));
        }
        let read: Option<Value> = result.structured_content;
        if let Some(read) = read.filter(|read| *read != json!({ key: 1 })) {
            found.push(format!("{key:?} is read as {read}"));
        }
    }
    found
}

#[tokio::test]
async fn maps_by_number_are_refused_or_right() {
    let unsigned = disagreements::<u32>().await;
    assert!(unsigned.is_empty(), "BTreeMap<u32, _>: {unsigned:#?}");
    let signed = disagreements::<i8>().await;
    assert!(signed.is_empty(), "BTreeMap<i8, _>: {signed:#?}");
}

#[tokio::test]
async fn maps_by_character_or_bool_are_refused_or_right() {
    let by_char = disagreements::<char>().await;
    assert!(by_char.is_empty(), "BTreeMap<char, _>: {by_char:#?}");
    let by_bool = disagreements::<bool>().await;
    assert!(by_bool.is_empty(), "BTreeMap<bool, _>: {by_bool:#?}");
}

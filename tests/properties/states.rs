//! A state continues the call that it was made for, and no other, whatever its arguments are.

use mcp_core::primitive::{ToolBuilder, ToolDefinition, argument, context};
use mcp_core::{Context, McpResponse, ToolError};
use mcp_runtime::Server;
use mcp_runtime::testing::TestClient;
use mcp_tests::unopened_client;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};

use crate::generate::anything;
use crate::{block_on, check};

fn tool(name: &'static str) -> ToolDefinition {
    let parameters = (argument::<Value>("a"), argument::<Value>("b"));
    ToolBuilder::new(name).handler(parameters, (context::<Context>(),), |_, (ctx,)| async move {
        ctx.roots("roots").await?;
        Ok::<_, ToolError>(McpResponse::text("done"))
    })
}

fn client() -> TestClient {
    let server = Server::builder("states", "1.0.0");
    let server = server
        .add_tool(tool("one"))
        .add_tool(tool("two"))
        .build()
        .unwrap();
    unopened_client(&server).with_capabilities(json!({ "roots": {} }))
}

fn call(name: &str, a: &Value, b: &Value) -> Value {
    json!({ "name": name, "arguments": { "a": a, "b": b } })
}

fn state(client: &TestClient, call: &Value) -> String {
    let result = block_on(client.request("tools/call", call.clone())).unwrap();
    result["requestState"].as_str().unwrap().to_owned()
}

fn is_taken(client: &TestClient, call: &Value, state: &str) -> bool {
    let mut call = call.clone();
    call["requestState"] = state.into();
    call["inputResponses"] = json!({ "roots": { "roots": [] } });
    match block_on(client.request("tools/call", call)) {
        Ok(result) => result["resultType"] == "complete",
        Err(error) => {
            assert_eq!(error.rpc().unwrap().message, "Invalid request state");
            false
        }
    }
}

/// The same value with the members of every object turned round.
fn turned(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .rev()
            .map(|(name, member)| (name.clone(), turned(member)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(turned).collect(),
        scalar => scalar.clone(),
    }
}

#[test]
fn mrtr_11_only_the_same_arguments_continue() {
    let client = client();
    check(200, &(anything(), anything()), |(a, b)| {
        let begun = call("one", &a, &b);
        let state = state(&client, &begun);
        prop_assert!(is_taken(&client, &begun, &state));
        prop_assert!(is_taken(&client, &call("one", &turned(&a), &turned(&b)), &state));
        prop_assert!(!is_taken(&client, &call("two", &a, &b), &state));
        prop_assert_eq!(is_taken(&client, &call("one", &b, &a), &state), a == b);
        let wrapped = json!([a]);
        prop_assert!(!is_taken(&client, &call("one", &wrapped, &b), &state));
        Ok(())
    });
}

#[test]
fn mrtr_10_no_change_of_a_state_goes_unnoticed() {
    let client = client();
    let begun = call("one", &json!(1), &json!("x"));
    let state = state(&client, &begun);
    let strategy = (any::<Index>(), "[ -~]", any::<bool>());
    check(600, &strategy, |(index, replacement, is_cut)| {
        let at = index.index(state.len());
        let changed = match is_cut {
            true => format!("{}{}", &state[..at], &state[at + 1..]),
            false => format!("{}{replacement}{}", &state[..at], &state[at + 1..]),
        };
        prop_assert_eq!(is_taken(&client, &begun, &changed), changed == state, "{}", at);
        Ok(())
    });
}

#[test]
fn mrtr_10_anything_else_is_no_state() {
    let client = client();
    let begun = call("one", &json!(1), &json!("x"));
    check(400, &any::<String>(), |text| {
        prop_assert!(!is_taken(&client, &begun, &text));
        Ok(())
    });
}

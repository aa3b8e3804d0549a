//! What a state cannot be used for, and what it holds (`MRTR-10` to `MRTR-16`).

use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_runtime::testing::TestClient;
use mcp_runtime::{Limits, StateKeys};
use mcp_tests::unopened_client;
use serde_json::Value;

use crate::asking::{Confirm, accept};
use crate::servers::builder;

/// Asks first.
#[tool]
async fn one(a: Option<u64>, b: Option<String>, ctx: Context) -> Result<McpResponse, ToolError> {
    ctx.elicit::<Confirm>("confirm", "?").await?;
    Ok(McpResponse::text(format!("{a:?} {b:?}")))
}

/// Asks the same.
#[tool]
async fn two(a: Option<u64>, b: Option<String>, ctx: Context) -> Result<McpResponse, ToolError> {
    ctx.elicit::<Confirm>("confirm", "?").await?;
    Ok(McpResponse::text(format!("{a:?} {b:?}")))
}

/// Asks the same, of the same name.
#[prompt(name = "one")]
async fn prompt_one(ctx: Context) -> Result<McpResponse, PromptError> {
    ctx.elicit::<Confirm>("confirm", "?").await?;
    Ok(McpResponse::text("done"))
}

fn with(keys: StateKeys, lifetime: Duration) -> Server {
    builder()
        .state_keys(keys)
        .state_lifetime(lifetime)
        .tool::<one>()
        .tool::<two>()
        .prompt::<prompt_one>()
        .build()
        .unwrap()
}

const LONG: Duration = Duration::from_secs(300);

fn asked(server: &Server) -> TestClient {
    unopened_client(server).with_capabilities(json!({ "elicitation": {} }))
}

async fn state(server: &Server, method: &str, params: Value) -> Value {
    let result = asked(server).request(method, params).await.unwrap();
    result["requestState"].clone()
}

/// Whether a call with a state is taken; if it is not, it is refused as it should be.
async fn is_taken(server: &Server, method: &str, mut params: Value, state: Value) -> bool {
    params["requestState"] = state;
    params["inputResponses"] = json!({ "confirm": accept(json!({ "sure": true })) });
    match asked(server).request(method, params).await {
        Ok(result) => {
            assert_eq!(result["resultType"], "complete");
            true
        }
        Err(error) => {
            let error = error.rpc().unwrap();
            assert_eq!(
                (error.code.value(), &*error.message, &error.data),
                (-32602, "Invalid request state", &None)
            );
            false
        }
    }
}

#[tokio::test]
async fn mrtr_11_a_state_belongs_to_one_call() {
    let server = with(StateKeys::new([1; 32]), LONG);
    let call = json!({ "name": "one", "arguments": { "a": 1, "b": "x" } });
    let state = state(&server, "tools/call", call.clone()).await;
    assert!(is_taken(&server, "tools/call", call.clone(), state.clone()).await);
    let reordered: Value =
        serde_json::from_str(r#"{ "arguments": { "b": "x",  "a": 1 }, "name": "one" }"#).unwrap();
    assert!(is_taken(&server, "tools/call", reordered, state.clone()).await);
    for (method, params) in [
        (
            "tools/call",
            json!({ "name": "one", "arguments": { "a": 2, "b": "x" } }),
        ),
        ("tools/call", json!({ "name": "one", "arguments": { "a": 1 } })),
        ("tools/call", json!({ "name": "one" })),
        (
            "tools/call",
            json!({ "name": "two", "arguments": { "a": 1, "b": "x" } }),
        ),
        ("prompts/get", json!({ "name": "one" })),
    ] {
        assert!(
            !is_taken(&server, method, params.clone(), state.clone()).await,
            "{params}"
        );
    }
}

#[tokio::test]
async fn mrtr_11_a_state_belongs_to_one_caller() {
    let server = with(StateKeys::new([1; 32]), LONG);
    let callers = [None, Some("ada"), Some("bob"), Some("")];
    let client = |caller: Option<&'static str>| match caller {
        Some(caller) => asked(&server).with_principal(Principal::new(caller)),
        None => asked(&server),
    };
    for begins in callers {
        let result = client(begins)
            .request("tools/call", json!({ "name": "one" }))
            .await
            .unwrap();
        for continues in callers {
            let retry = json!({
                "name": "one",
                "requestState": result["requestState"],
                "inputResponses": { "confirm": accept(json!({ "sure": true })) },
            });
            let taken = client(continues).request("tools/call", retry).await;
            assert_eq!(taken.is_ok(), begins == continues, "{begins:?} {continues:?}");
        }
    }
}

#[tokio::test]
async fn mrtr_11_a_state_is_not_for_another_method() {
    let server = with(StateKeys::new([1; 32]), LONG);
    let call = json!({ "name": "one", "arguments": {} });
    let of_tool = state(&server, "tools/call", call.clone()).await;
    let of_prompt = state(&server, "prompts/get", call.clone()).await;
    assert!(!is_taken(&server, "prompts/get", call.clone(), of_tool.clone()).await);
    assert!(!is_taken(&server, "tools/call", call.clone(), of_prompt.clone()).await);
    assert!(is_taken(&server, "prompts/get", call.clone(), of_prompt).await);
    // Absent arguments are none.
    assert!(is_taken(&server, "tools/call", json!({ "name": "one" }), of_tool).await);
}

#[tokio::test]
async fn mrtr_10_what_was_changed_is_refused() {
    let server = with(StateKeys::new([1; 32]), LONG);
    let call = json!({ "name": "one" });
    let state = state(&server, "tools/call", call.clone()).await;
    let text = state.as_str().unwrap();
    for bad in [
        json!(format!("{text}-TAMPERED")),
        json!(""),
        json!("x"),
        json!(text[1..]),
        json!(7),
        json!({}),
        Value::Null,
    ] {
        assert!(
            !is_taken(&server, "tools/call", call.clone(), bad.clone()).await,
            "{bad}"
        );
    }
    for position in 0..text.len() {
        let mut changed = text.to_owned().into_bytes();
        changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
        let changed = json!(String::from_utf8(changed).unwrap());
        assert!(
            !is_taken(&server, "tools/call", call.clone(), changed).await,
            "{position}"
        );
    }
}

#[tokio::test]
async fn mrtr_11_a_state_expires() {
    let server = with(StateKeys::new([1; 32]), Duration::from_millis(30));
    let call = json!({ "name": "one" });
    let state = state(&server, "tools/call", call.clone()).await;
    tokio::time::sleep(Duration::from_millis(40)).await;
    assert!(!is_taken(&server, "tools/call", call, state).await);
}

#[tokio::test]
async fn mrtr_13_keys_are_rotated_and_retired() {
    let call = json!({ "name": "one" });
    let old = with(StateKeys::new([1; 32]), LONG);
    let rotated = with(StateKeys::new([2; 32]).also_open([1; 32]), LONG);
    let retired = with(StateKeys::new([2; 32]), LONG);
    let state = state(&old, "tools/call", call.clone()).await;
    assert!(is_taken(&rotated, "tools/call", call.clone(), state.clone()).await);
    assert!(!is_taken(&retired, "tools/call", call.clone(), state).await);
}

#[tokio::test]
async fn mrtr_11_a_state_is_not_for_another_server() {
    let call = json!({ "name": "one" });
    let server = with(StateKeys::new([1; 32]), LONG);
    let state = state(&server, "tools/call", call.clone()).await;
    let other = Server::builder("other", "1.0.0")
        .state_keys(StateKeys::new([1; 32]))
        .tool::<one>()
        .build()
        .unwrap();
    assert!(!is_taken(&other, "tools/call", call, state).await);
}

#[tokio::test]
async fn a_state_tells_nobody_what_it_holds() {
    let server = with(StateKeys::new([1; 32]), LONG);
    let state = state(&server, "tools/call", json!({ "name": "one" })).await;
    let text = state.as_str().unwrap();
    assert!(
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    );
    assert!(text.len() < 300, "{}", text.len());
}

/// A text that cannot be made smaller.
fn noise(length: usize) -> String {
    let mut number = 1_u64;
    let digits = std::iter::repeat_with(|| {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        char::from_digit((number >> 60) as u32, 16).unwrap()
    });
    digits.take(length).collect()
}

/// Keeps much that says little.
#[tool]
async fn keeper(ctx: Context) -> Result<McpResponse, ToolError> {
    let rows = ctx
        .step("rows", || async {
            Ok::<_, ToolError>(vec!["the same again and again".to_owned(); 5000])
        })
        .await?;
    ctx.elicit::<Confirm>("q", "Go on?").await?;
    Ok(McpResponse::text(rows.len().to_string()))
}

#[tokio::test]
async fn mrtr_13_a_large_result_is_made_smaller_for_its_way_through_the_client() {
    let server = builder().tool::<keeper>().build().unwrap();
    let client = asked(&server);
    let call = json!({ "name": "keeper" });
    let first = client.request("tools/call", call.clone()).await.unwrap();
    let state = first["requestState"].as_str().unwrap();
    assert!(state.len() < 4000, "{}", state.len());
    let answers = json!({ "q": accept(json!({ "sure": true })) });
    let mut retry = call;
    retry["inputResponses"] = answers;
    retry["requestState"] = first["requestState"].clone();
    let result = client.request("tools/call", retry).await.unwrap();
    assert_eq!(result["content"][0]["text"], "5000");
}

/// Never has enough.
#[tool]
async fn endless(ctx: Context) -> Result<McpResponse, ToolError> {
    for number in 0.. {
        ctx.elicit::<Confirm>(format!("q{number}"), "Again?").await?;
    }
    Ok(McpResponse::text("never"))
}

/// Keeps more than a state may hold.
#[tool]
async fn hoarder(ctx: Context) -> Result<McpResponse, ToolError> {
    ctx.step("much", || async { Ok::<_, ToolError>(noise(2000)) })
        .await?;
    ctx.elicit::<Confirm>("q", "Again?").await?;
    Ok(McpResponse::text("never"))
}

#[tokio::test]
async fn mrtr_16_rounds_and_states_are_bounded() {
    let server = builder()
        .limits(Limits {
            input_rounds: Some(3),
            request_state_size: Some(1000),
            ..Limits::default()
        })
        .tool::<endless>()
        .tool::<hoarder>()
        .build()
        .unwrap();
    let client = asked(&server);
    let call = json!({ "name": "endless" });
    let mut result = client.request("tools/call", call.clone()).await.unwrap();
    for number in 0..3 {
        assert_eq!(result["resultType"], "input_required");
        let answers = json!({ format!("q{number}"): accept(json!({ "sure": true })) });
        let mut retry = call.clone();
        retry["inputResponses"] = answers;
        retry["requestState"] = result["requestState"].clone();
        result = client.request("tools/call", retry).await.unwrap();
    }
    assert_eq!(result["isError"], true);
    let result = client
        .request("tools/call", json!({ "name": "hoarder" }))
        .await
        .unwrap();
    assert_eq!(result["content"][0]["text"], "Tool execution failed");
}

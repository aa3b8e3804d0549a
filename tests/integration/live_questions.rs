//! Questions over the connection of a client before 2026-07-28 (`LREQ-*`, `LERR-04`).

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_core::protocol::CreateMessageRequest;
use mcp_runtime::prelude::*;
use mcp_runtime::testing::TestClient;
use mcp_tests::unopened_client;
use serde_json::Value;

use crate::asking::{Confirm, accept, server, text};
use crate::servers::builder;

/// An old client that can be asked anything, with all that it was asked.
async fn old(server: &Server, version: &str, answer: Value) -> (TestClient, Arc<Mutex<Vec<Value>>>) {
    let asked = Arc::<Mutex<Vec<Value>>>::default();
    let seen = Arc::clone(&asked);
    let client = unopened_client(server)
        .on_question(move |question| {
            let params = question.params.clone();
            seen.lock().unwrap().push(params);
            (!answer.is_null()).then(|| answer.clone())
        })
        .handshake(version, json!({}))
        .await
        .unwrap();
    (client, asked)
}

fn deploying() -> Value {
    json!({ "env": "test" })
}

#[tokio::test]
async fn lreq_05_forms_by_revision() {
    let (server, _) = server();
    for (version, mode) in [("2025-06-18", Value::Null), ("2025-11-25", json!("form"))] {
        let (client, asked) = old(&server, version, accept(json!({ "sure": true }))).await;
        let result = client.call_tool("deploy", deploying()).await.unwrap();
        assert!(text(&result).starts_with("Deployed"), "{result:?}");
        let asked = asked.lock().unwrap();
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0]["mode"], mode);
        assert_eq!(asked[0]["requestedSchema"]["type"], "object");
    }
    for version in ["2024-11-05", "2025-03-26"] {
        let (client, asked) = old(&server, version, accept(json!({ "sure": true }))).await;
        let result = client.call_tool("deploy", deploying()).await.unwrap();
        assert_eq!(result.is_error, Some(true));
        assert!(
            text(&result).contains("does not have questions to the user"),
            "{result:?}"
        );
        assert!(asked.lock().unwrap().is_empty());
    }
}

#[tokio::test]
async fn lreq_06_pages_only_in_2025_11_25_with_an_id_of_their_own() {
    let (server, _) = server();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let (client, asked) = old(&server, "2025-11-25", json!({ "action": "accept" })).await;
        assert_eq!(
            text(&client.call_tool("sign-in", json!({})).await.unwrap()),
            "opened"
        );
        ids.push(
            asked.lock().unwrap()[0]["elicitationId"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    assert_ne!(ids[0], ids[1]);
    let (client, _) = old(&server, "2025-06-18", json!({ "action": "accept" })).await;
    let result = client.call_tool("sign-in", json!({})).await.unwrap();
    assert_eq!(result.is_error, Some(true));
}

#[tokio::test]
async fn lreq_02_what_was_not_declared_is_not_asked() {
    let (server, _) = server();
    let client = mcp_tests::client(&server, "2025-11-25").await;
    let result = client.call_tool("deploy", deploying()).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    assert_eq!(
        text(&result),
        r#"The client cannot be asked: it does not declare the capability {"elicitation":{"form":{}}}."#
    );
    let error = client.read_resource("reports://secret").await.unwrap_err();
    assert_eq!(error.rpc().unwrap().code.value(), -32603);
    let get = client
        .get_prompt("review", json!({ "topic": "x" }))
        .await
        .unwrap_err();
    assert_eq!(get.rpc().unwrap().code.value(), -32602);
}

#[tokio::test]
async fn lreq_02_nothing_is_asked_before_the_handshake_is_over() {
    let (server, _) = server();
    let client = unopened_client(&server);
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "x", "version": "1" },
    });
    let send = async |method: &str, params: Value| {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        client.exchange(&request).await.unwrap()
    };
    send("initialize", params).await;
    let call = json!({ "name": "deploy", "arguments": { "env": "x" } });
    let answer = send("tools/call", call).await;
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "This connection cannot be asked."
    );
}

#[tokio::test]
async fn lreq_04_an_error_of_the_client_is_a_failure_of_the_call() {
    let (server, _) = server();
    let (client, _) = old(&server, "2025-11-25", Value::Null).await;
    let result = client.call_tool("deploy", deploying()).await.unwrap();
    assert_eq!(
        (text(&result).as_str(), result.is_error),
        ("The client's user declined.", Some(true))
    );
}

#[tokio::test]
async fn elic_06_an_answer_that_does_not_fit_is_told() {
    let (server, _) = server();
    let (client, _) = old(&server, "2025-11-25", accept(json!({ "sure": "yes" }))).await;
    let result = client.call_tool("deploy", deploying()).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    assert!(text(&result).contains("`/sure`: expected"), "{result:?}");
    for malformed in [json!({}), json!([]), json!({ "action": "maybe" })] {
        let (client, _) = old(&server, "2025-11-25", malformed).await;
        let result = client.call_tool("deploy", deploying()).await.unwrap();
        assert_eq!(result.is_error, Some(true));
    }
}

/// Waits for an answer that it does not need.
#[tool]
async fn impatient(ctx: Context) -> Result<McpResponse, ToolError> {
    let asked = ctx.elicit::<Confirm>("confirm", "?");
    match tokio::time::timeout(Duration::from_millis(20), asked).await {
        Ok(answer) => Ok(McpResponse::text(format!("{:?}", answer?))),
        Err(_) => Ok(McpResponse::text("too late")),
    }
}

/// Asks for a while.
#[tool(timeout = "50ms")]
async fn patient(ctx: Context) -> Result<McpResponse, ToolError> {
    ctx.sample("s", CreateMessageRequest::new(1).user("?")).await?;
    Ok(McpResponse::text("answered"))
}

#[tokio::test]
async fn lreq_04_a_question_that_is_not_needed_any_more_is_taken_back() {
    let server = builder().tool::<impatient>().build().unwrap();
    let client = unopened_client(&server)
        .on_question(|_| None)
        .handshake("2025-11-25", json!({}))
        .await
        .unwrap();
    // Answered at once, so nothing is taken back.
    let result = client.call_tool("impatient", json!({})).await.unwrap();
    assert_eq!(text(&result), "The client's user declined.");
    assert!(client.take_notifications().is_empty());

    let all = json!({ "elicitation": {} });
    let silent = unopened_client(&server)
        .handshake("2025-11-25", all)
        .await
        .unwrap();
    let result = silent.call_tool("impatient", json!({})).await.unwrap();
    assert_eq!(text(&result), "too late");
    let cancelled = silent.take_notifications();
    assert_eq!(cancelled[0]["method"], "notifications/cancelled");
    assert!(
        cancelled[0]["params"]["requestId"]
            .as_str()
            .unwrap()
            .starts_with("s-")
    );
}

#[tokio::test]
async fn the_time_of_the_user_is_not_that_of_the_handler() {
    let server = builder().tool::<patient>().build().unwrap();
    let client = unopened_client(&server)
        .on_question(|_| {
            std::thread::sleep(Duration::from_millis(80));
            let content = json!({ "type": "text", "text": "!" });
            Some(json!({ "role": "assistant", "content": content, "model": "m" }))
        })
        .handshake("2025-11-25", json!({}))
        .await
        .unwrap();
    let result = client.call_tool("patient", json!({})).await.unwrap();
    assert_eq!(text(&result), "answered");
}

#[tokio::test]
async fn a_question_is_given_up_after_its_time() {
    let server = builder()
        .question_timeout(Duration::from_millis(20))
        .tool::<patient>()
        .build()
        .unwrap();
    let all = json!({ "sampling": {} });
    let silent = unopened_client(&server)
        .handshake("2025-11-25", all)
        .await
        .unwrap();
    let result = silent.call_tool("patient", json!({})).await.unwrap();
    assert_eq!(text(&result), "The question was not answered in time.");
    assert_eq!(silent.take_notifications().len(), 1, "it is taken back");
}

#[tokio::test]
async fn answers_to_nothing_are_dropped() {
    let (server, _) = server();
    let client = mcp_tests::client(&server, "2025-11-25").await;
    for id in [json!("s-1"), json!(1), json!("s-0-1"), Value::Null] {
        let response = json!({ "jsonrpc": "2.0", "id": id, "result": {} });
        assert_eq!(client.exchange(&response).await, None);
    }
}

//! Batches over HTTP, which 2025-03-26 has and no other revision (`BATCH-*`).

use serde_json::{Value, json};

use crate::client::{Call, Client};
use crate::servers::{server, with_gate};

fn batch(client: &Client, messages: &Value) -> Call {
    client.request("ping", json!({})).message(messages.clone())
}

fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

/// All answers to a batch, in whichever form they come.
async fn answers(call: Call) -> Vec<Value> {
    let reply = call.send().await.expect(200);
    if reply.header("content-type") == Some("application/json") {
        return reply.json().await.as_array().expect("BATCH-02: an array").clone();
    }
    let mut events = reply.events();
    let mut answers = Vec::new();
    while let Some(message) = events.next().await {
        match message {
            Value::Array(messages) => answers.extend(messages),
            message => answers.push(message),
        }
    }
    answers.retain(|message| message.get("method").is_none());
    answers
}

fn by_id<'a>(answers: &'a [Value], id: &Value) -> &'a Value {
    let mut found = answers.iter().filter(|answer| answer["id"] == *id);
    let first = found
        .next()
        .unwrap_or_else(|| panic!("no answer to {id} in {answers:?}"));
    assert_eq!(found.next(), None, "BATCH-02: one answer for a request");
    first
}

#[tokio::test]
async fn batch_01_batch_02_every_request_of_a_batch_is_answered_and_nothing_else() {
    let (server, gate) = with_gate();
    let client = Client::opened(&server, "2025-03-26").await;
    let messages = json!([
        request(1, "ping", json!({})),
        { "jsonrpc": "2.0", "method": "notifications/roots/list_changed" },
        request("two", "tools/call", json!({ "name": "echo", "arguments": { "text": "x" } })),
        request(3, "unknown/method", json!({})),
        request(4, "tools/call", json!({ "name": "unheard" })),
        { "jsonrpc": "2.0", "id": 9, "result": {} },
    ]);
    let answers = answers(batch(&client, &messages)).await;
    assert_eq!(answers.len(), 4, "{answers:?}");
    assert_eq!(by_id(&answers, &json!(1))["result"], json!({}));
    assert_eq!(
        by_id(&answers, &json!("two"))["result"]["content"][0]["text"],
        "x"
    );
    assert_eq!(by_id(&answers, &json!(3))["error"]["code"], -32601);
    assert_eq!(by_id(&answers, &json!(4))["error"]["code"], -32602);
    drop(gate);
}

#[tokio::test]
async fn batch_02_requests_of_a_batch_are_worked_on_together_and_a_slow_one_holds_up_no_other_client() {
    let (server, gate) = with_gate();
    let client = Client::opened(&server, "2025-03-26").await;
    let messages = json!([
        request(1, "tools/call", json!({ "name": "wait" })),
        request(2, "tools/call", json!({ "name": "wait" })),
        request(3, "ping", json!({})),
    ]);
    let sent = tokio::spawn(answers(batch(&client, &messages)));
    gate.reached().await;
    gate.reached().await;
    client.request("ping", json!({})).json().await;
    gate.pass();
    gate.pass();
    assert_eq!(sent.await.unwrap().len(), 3);
}

#[tokio::test]
async fn batch_02_a_batch_without_requests_is_taken_and_an_empty_one_is_no_message() {
    let server = server();
    let client = Client::opened(&server, "2025-03-26").await;
    for messages in [
        json!([{ "jsonrpc": "2.0", "method": "notifications/initialized" }]),
        json!([{ "jsonrpc": "2.0", "id": 1, "result": {} }, { "jsonrpc": "2.0", "id": 2, "result": {} }]),
    ] {
        batch(&client, &messages).accepted().await;
    }
    let answer = batch(&client, &json!([])).send().await;
    assert!([200, 400].contains(&answer.status()));
    assert_eq!(answer.error().await["code"], -32600);
}

#[tokio::test]
async fn batch_03_no_handshake_inside_a_batch() {
    let server = server();
    let client = Client::opened(&server, "2025-03-26").await;
    let hello = request(
        1,
        "initialize",
        json!({ "protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } }),
    );
    let answers = answers(batch(
        &client,
        &json!([hello.clone(), request(2, "ping", json!({}))]),
    ))
    .await;
    assert_eq!(by_id(&answers, &json!(1))["error"]["code"], -32600);
    assert_eq!(by_id(&answers, &json!(2))["result"], json!({}));
    // Nor as the first thing that is said.
    let nobody = batch(&client, &json!([hello]))
        .without("mcp-session-id")
        .without("mcp-protocol-version");
    nobody.refused(400, -32600).await;
}

#[tokio::test]
async fn batch_04_every_other_revision_refuses_batches_with_400() {
    let server = server();
    let messages = json!([request(1, "ping", json!({}))]);
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let client = Client::opened(&server, version).await;
        let answer = batch(&client, &messages).refused(400, -32600).await;
        assert_eq!(answer.get("id"), None, "{version}");
    }
    let client = Client::new(&server);
    batch(&client, &messages)
        .header("mcp-protocol-version", "2026-07-28")
        .refused(400, -32600)
        .await;
}

//! Event streams: when there is one, what is on it, and how it ends (`HTTP-03`, `HTTP-11` to
//! `HTTP-13`, `PROG-*`, `LOG-*`).

use serde_json::{Value, json};

use crate::client::{Client, QUIET};
use crate::reply::Reply;
use crate::servers::with_gate;

/// Calls `steps` with a progress token.
fn steps(client: &Client, count: u32, token: Value) -> crate::client::Call {
    client.request(
        "tools/call",
        json!({ "name": "steps", "arguments": { "count": count }, "_meta": { "progressToken": token } }),
    )
}

#[tokio::test]
async fn http_11_prog_05_notifications_come_at_once_and_before_the_answer() {
    let (server, gate) = with_gate();
    for client in [
        Client::new(&server),
        Client::opened(&server, "2025-06-18").await,
        Client::opened(&server, "2025-11-25").await,
    ] {
        for token in [
            json!("a token"),
            json!(7),
            json!("7"),
            json!(9_007_199_254_740_991_i64),
        ] {
            let mut events = steps(&client, 2, token.clone()).send().await.events();
            gate.reached().await;
            // Before the handler is done.
            for step in 1..=2 {
                let progress = next_of(&mut events, "notifications/progress").await;
                assert_eq!(progress["params"]["progressToken"], token, "PROG-01: as it came");
                assert_eq!(progress["params"]["progress"], f64::from(step));
                assert_eq!(progress["params"]["total"], 3.0);
            }
            gate.pass();
            let last = next_of(&mut events, "notifications/progress").await;
            assert_eq!(last["params"]["message"], "last");
            let answer = events.answer().await;
            assert_eq!(answer["result"]["content"][0]["text"], "stepped");
        }
    }
}

/// The next notification of a method; others may come before it.
async fn next_of(events: &mut crate::events::Events, method: &str) -> Value {
    loop {
        let message = events.message().await;
        assert!(message.get("method").is_some(), "an answer already: {message}");
        if message["method"] == method {
            return message;
        }
    }
}

#[tokio::test]
async fn log_02_log_03_messages_come_only_to_those_who_asked_and_on_their_stream() {
    let (server, gate) = with_gate();
    let client = Client::new(&server);
    for (level, count) in [
        (None, 0),
        (Some("debug"), 2),
        (Some("info"), 2),
        (Some("notice"), 0),
        (Some("emergency"), 0),
    ] {
        let mut params = json!({ "name": "steps", "arguments": { "count": 2 } });
        if let Some(level) = level {
            params["_meta"] = json!({ "io.modelcontextprotocol/logLevel": level });
        }
        let sent = tokio::spawn(client.request("tools/call", params).send());
        gate.reached().await;
        gate.pass();
        let (answer, notifications) = whole(sent.await.unwrap()).await;
        assert_eq!(answer["result"]["content"][0]["text"], "stepped");
        let logged = notifications
            .iter()
            .filter(|one| one["method"] == "notifications/message");
        assert_eq!(logged.count(), count, "{level:?}");
    }
}

/// The answer and what came before it.
async fn whole(reply: Reply) -> (Value, Vec<Value>) {
    match reply.header("content-type") {
        Some("application/json") => (reply.json().await, Vec::new()),
        _ => {
            let mut events = reply.events();
            let answer = events.answer_and_go_on().await;
            let notifications = std::mem::take(&mut events.notifications);
            events.end().await;
            (answer, notifications)
        }
    }
}

#[tokio::test]
async fn llog_01_a_level_is_set_for_a_session_and_for_no_other() {
    let (server, gate) = with_gate();
    let loud = Client::opened(&server, "2025-11-25").await;
    let quiet = Client::opened(&server, "2025-11-25").await;
    assert_eq!(
        loud.result("logging/setLevel", json!({ "level": "debug" })).await,
        json!({})
    );
    assert_eq!(
        quiet
            .result("logging/setLevel", json!({ "level": "error" }))
            .await,
        json!({})
    );
    quiet
        .request("logging/setLevel", json!({ "level": "loud" }))
        .refused(200, -32602)
        .await;
    for (client, count) in [(&loud, 2), (&quiet, 0)] {
        let sent = tokio::spawn(client.tool("steps", json!({ "count": 2 })).send());
        gate.reached().await;
        gate.pass();
        let (_, notifications) = whole(sent.await.unwrap()).await;
        assert_eq!(notifications.len(), count);
    }
}

#[tokio::test]
async fn http_12_text_with_line_ends_stays_one_event() {
    let (server, gate) = with_gate();
    let client = Client::new(&server);
    let text = "one\ntwo\r\nthree\rfour\u{2028}five\u{85}six\n\ndata: seven";
    // A stream, because it is the only form that is taken.
    let call = client
        .tool("echo", json!({ "text": text }))
        .header("accept", "text/event-stream");
    let answer = call.send().await.events().answer().await;
    assert_eq!(answer["result"]["content"][0]["text"], text);
    drop(gate);
}

#[tokio::test]
async fn http_11_an_error_after_the_head_is_the_last_event() {
    let (server, gate) = with_gate();
    let client = Client::new(&server);
    // The response is too large for its limit, which is found out after the head was sent.
    let call = client
        .tool("letters", json!({ "count": 5 << 20 }))
        .header("accept", "text/event-stream");
    let answer = call.send().await.events().answer().await;
    assert_eq!(answer["error"]["code"], -32603);
    drop(gate);
}

#[tokio::test]
async fn rpc_12_the_same_id_on_two_requests_at_a_time_is_fine() {
    let (server, gate) = with_gate();
    let client = Client::new(&server);
    let first = steps_as(&client, 1, "first").send().await.events();
    let second = steps_as(&client, 1, "second").send().await.events();
    gate.reached().await;
    gate.reached().await;
    gate.pass();
    gate.pass();
    for (mut events, token) in [(first, "first"), (second, "second")] {
        let answer = events.answer_and_go_on().await;
        assert_eq!(answer["id"], "one");
        assert!(
            events
                .notifications
                .iter()
                .all(|one| one["params"]["progressToken"] == token)
        );
        assert_eq!(events.notifications.len(), 2);
        events.end().await;
    }
}

fn steps_as(client: &Client, count: u32, token: &str) -> crate::client::Call {
    client.request_as(
        "one",
        "tools/call",
        json!({ "name": "steps", "arguments": { "count": count }, "_meta": { "progressToken": token } }),
    )
}

#[tokio::test]
async fn prog_06_without_a_token_there_is_no_stream() {
    let (server, gate) = with_gate();
    let client = Client::new(&server);
    let sent = tokio::spawn(client.tool("steps", json!({ "count": 3 })).send());
    gate.reached().await;
    tokio::time::sleep(QUIET).await;
    gate.pass();
    sent.await.unwrap().expect(200).json().await;
}

#[tokio::test]
async fn rpc_03_ids_of_every_form_come_back_as_they_were() {
    let (server, _) = with_gate();
    for client in [Client::new(&server), Client::opened(&server, "2025-11-25").await] {
        for id in [
            json!("7"),
            json!(7),
            json!(0),
            json!(-1),
            json!(""),
            json!("ñ\n"),
            json!(1_785_240_000_123_i64),
            json!(u64::MAX),
        ] {
            let call = client.request_as(id.clone(), "tools/list", json!({}));
            assert_eq!(call.answer().await["id"], id);
        }
    }
}

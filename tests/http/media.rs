//! What the client takes and what it sends: `Accept` and `Content-Type` (`HTTP-09`, `HTTP-10`).

use serde_json::json;

use crate::client::{Client, QUIET};
use crate::servers::{server, with_gate};

#[tokio::test]
async fn http_09_whoever_takes_json_gets_json() {
    let client = Client::new(&server());
    for accept in [
        "application/json",
        "application/json, text/event-stream",
        "text/event-stream,application/json;q=0.5",
        "*/*",
        "application/*",
        "text/html, application/json ; charset=utf-8 ; q=1.0",
        "APPLICATION/JSON",
    ] {
        let reply = client
            .request("tools/list", json!({}))
            .header("accept", accept)
            .send()
            .await;
        let answer = reply.expect(200).json().await;
        assert!(answer["result"]["tools"].is_array(), "{accept}");
    }
    // Without the header everything is acceptable, as RFC 9110 has it.
    client
        .request("tools/list", json!({}))
        .without("accept")
        .json()
        .await;
}

#[tokio::test]
async fn http_09_what_cannot_be_answered_acceptably_is_406() {
    let client = Client::new(&server());
    for accept in ["text/html", "image/*", "application/json;q=0, text/html"] {
        client
            .request("tools/list", json!({}))
            .header("accept", accept)
            .refused(406, -32600)
            .await;
    }
    // A subscription is a stream.
    for accept in [
        "application/json",
        "text/html",
        "text/event-stream;q=0, application/json",
    ] {
        let listen = client.request("subscriptions/listen", json!({ "notifications": {} }));
        listen.header("accept", accept).refused(406, -32600).await;
    }
}

#[tokio::test]
async fn http_09_whoever_takes_only_json_gets_no_notifications_but_an_answer() {
    let (server, gate) = with_gate();
    let params = json!({ "name": "steps", "arguments": { "count": 3 }, "_meta": { "progressToken": "t" } });
    for client in [
        Client::new(&server),
        Client::opened(&server, "2025-03-26").await,
        Client::opened(&server, "2025-11-25").await,
    ] {
        let call = client
            .request("tools/call", params.clone())
            .header("accept", "application/json");
        let sent = tokio::spawn(call.send());
        gate.reached().await;
        gate.pass();
        let answer = sent.await.unwrap().expect(200).json().await;
        assert_eq!(answer["result"]["content"][0]["text"], "stepped");
    }
}

#[tokio::test]
async fn http_09_whoever_takes_only_a_stream_gets_one() {
    let (server, _) = with_gate();
    for client in [Client::new(&server), Client::opened(&server, "2025-11-25").await] {
        let call = client
            .tool("echo", json!({ "text": "x" }))
            .header("accept", "text/event-stream");
        let answer = call.send().await.expect(200).events().answer().await;
        assert_eq!(answer["result"]["content"][0]["text"], "x");
    }
}

#[tokio::test]
async fn http_10_only_json_is_taken() {
    let client = Client::new(&server());
    for media in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/json-rpc",
        "nonsense",
        "",
    ] {
        let call = client
            .request("tools/list", json!({}))
            .header("content-type", media);
        call.refused(415, -32600).await;
    }
    let call = client.request("tools/list", json!({}));
    call.clone().without("content-type").refused(415, -32600).await;
    for media in [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json;charset=UTF-8",
    ] {
        call.clone().header("content-type", media).json().await;
    }
    // One browsers send without asking first, hidden behind the right one.
    let twice = call
        .header("content-type", "text/plain")
        .and_header("content-type", "application/json");
    twice.refused(415, -32600).await;
}

#[tokio::test]
async fn http_20_json_until_the_first_notification() {
    let (server, gate) = with_gate();
    let client = Client::new(&server);
    // Nobody asked for progress or logs, so nothing is sent, and the answer is JSON.
    let sent = tokio::spawn(client.tool("steps", json!({ "count": 3 })).send());
    gate.reached().await;
    tokio::time::sleep(QUIET).await;
    assert!(
        !sent.is_finished(),
        "ERR map: no head before there is a status to tell"
    );
    gate.pass();
    sent.await.unwrap().expect(200).json().await;
}

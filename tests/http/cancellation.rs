//! A client that is gone, and one that says that it changed its mind (`HTTP-14`, `CANC-*`,
//! `LHTTP-06`).

use serde_json::json;
use tokio::time::sleep;

use crate::client::{Call, Client, QUIET};
use crate::servers::{Gate, with_gate};

fn with_progress(client: &Client, name: &str) -> Call {
    let params = json!({ "name": name, "arguments": { "count": 1 }, "_meta": { "progressToken": 1 } });
    client.request_as("gone", "tools/call", params)
}

/// Sends a call and goes away before there is a head.
async fn go_before_the_head(call: Call, gate: &Gate) {
    let sent = tokio::spawn(call.send());
    gate.reached().await;
    sent.abort();
    assert!(sent.await.unwrap_err().is_cancelled());
}

#[tokio::test]
async fn canc_01_http_14_a_stateless_client_that_is_gone_cancels() {
    let (server, gate) = with_gate();
    let client = Client::new(&server);
    // While its stream is open.
    let events = with_progress(&client, "steps").send().await.events();
    gate.reached().await;
    drop(events);
    gate.dropped(1).await;
    // `CANC-07`: also before anything was sent.
    go_before_the_head(client.tool("wait", json!({})), &gate).await;
    gate.dropped(2).await;
    // What is left of it is nothing: the gate is shut, and a new call passes it alone.
    let sent = tokio::spawn(client.tool("wait", json!({})).send());
    gate.reached().await;
    gate.pass();
    sent.await.unwrap().expect(200).json().await;
    gate.finished(1).await;
}

#[tokio::test]
async fn canc_01_the_capacity_of_a_cancelled_request_is_free_again() {
    let (gate, limits) = (
        Gate::default(),
        mcp_runtime::Limits {
            concurrent_requests: Some(1),
            ..mcp_runtime::Limits::default()
        },
    );
    let client = Client::new(&crate::servers::builder(&gate).limits(limits).build().unwrap());
    for round in 1..=20 {
        go_before_the_head(client.tool("wait", json!({})), &gate).await;
        gate.dropped(round).await;
    }
    client.tool("echo", json!({ "text": "x" })).json().await;
}

#[tokio::test]
async fn lhttp_06_a_client_with_a_session_that_is_gone_cancels_nothing() {
    let (server, gate) = with_gate();
    for (round, version) in ["2025-03-26", "2025-06-18", "2025-11-25"].into_iter().enumerate() {
        let client = Client::opened(&server, version).await;
        let events = with_progress(&client, "steps").send().await.events();
        gate.reached().await;
        drop(events);
        go_before_the_head(
            client.request_as("also gone", "tools/call", json!({ "name": "wait" })),
            &gate,
        )
        .await;
        sleep(QUIET).await;
        assert_eq!(gate.drops(), 0, "{version}");
        gate.pass();
        gate.pass();
        gate.finished(2 * (round + 1)).await;
        client.request("ping", json!({})).json().await;
    }
}

#[tokio::test]
async fn lmsg_05_a_client_with_a_session_cancels_by_a_notification() {
    let (server, gate) = with_gate();
    for (round, version) in ["2025-03-26", "2025-06-18", "2025-11-25"].into_iter().enumerate() {
        let client = Client::opened(&server, version).await;
        let other = Client::opened(&server, version).await;
        let mut events = with_progress(&client, "steps").send().await.events();
        gate.reached().await;
        while events.message().await["method"] != "notifications/progress" {}
        let cancel = |id: &str| json!({ "requestId": id, "reason": "no matter" });
        // Not the one that is meant, or not theirs to cancel (`CANC-04`).
        for (sender, params) in [
            (&client, cancel("unheard")),
            (&client, json!({})),
            (&client, json!({ "requestId": null })),
            (&other, cancel("gone")),
        ] {
            sender.notify("notifications/cancelled", params).accepted().await;
        }
        sleep(QUIET).await;
        assert_eq!(gate.drops(), round, "{version}");
        client
            .notify("notifications/cancelled", cancel("gone"))
            .accepted()
            .await;
        gate.dropped(round + 1).await;
        // `CANC-03`: nothing more comes for it, and the stream does not stay open for ever.
        while let Some(message) = events.next().await {
            assert_eq!(
                message["method"], "notifications/message",
                "{version}: sent before"
            );
        }
        client.request("ping", json!({})).json().await;
    }
}

#[tokio::test]
async fn canc_08_a_stateless_client_cancels_nothing_by_a_notification() {
    let (server, gate) = with_gate();
    let client = Client::new(&server);
    let mut events = with_progress(&client, "steps").send().await.events();
    gate.reached().await;
    let cancel = client.notify("notifications/cancelled", json!({ "requestId": "gone" }));
    cancel.accepted().await;
    sleep(QUIET).await;
    assert_eq!(gate.drops(), 0, "RPC-12: another client may use the same id");
    gate.pass();
    events.answer_and_go_on().await;
    events.end().await;
}

#[tokio::test]
async fn canc_07_a_client_that_is_gone_before_its_handler_ran_is_no_trouble() {
    let (server, gate) = with_gate();
    for client in [Client::new(&server), Client::opened(&server, "2025-11-25").await] {
        for steps in 0..8 {
            // Polled so many times, then dropped.
            let mut sent = Box::pin(client.tool("wait", json!({})).send());
            for _ in 0..steps {
                let polled = futures_util::future::poll_immediate(&mut sent).await;
                assert!(polled.is_none());
                tokio::task::yield_now().await;
            }
        }
    }
    drop(gate);
    let client = Client::new(&server);
    client.tool("echo", json!({ "text": "x" })).json().await;
}

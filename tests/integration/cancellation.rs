//! Requests in flight: cancelling them, their ids and how many there may be (`CANC-*`, `RPC-13`).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::Limits;
use mcp_runtime::prelude::*;
use mcp_runtime::testing::TestClient;
use mcp_tests::{in_every_revision, message};
use serde_json::Value;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::servers::{builder, tool};

/// How many handlers wait and how many were dropped while they did.
#[derive(Clone, Default)]
struct Waiting {
    now: Arc<AtomicUsize>,
    dropped: Arc<AtomicUsize>,
}

impl Waiting {
    async fn until(&self, count: usize) {
        let reached = async {
            while self.now.load(Ordering::SeqCst) != count {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(Duration::from_secs(10), reached)
            .await
            .expect("the handlers come and go");
    }
}

/// Counts a handler for as long as its future lives.
struct Alive(Waiting);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, Ordering::SeqCst);
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// Waits for ever.
#[tool]
async fn wait(State(waiting): State<Waiting>) -> McpResponse {
    waiting.now.fetch_add(1, Ordering::SeqCst);
    let _alive = Alive(waiting);
    std::future::pending().await
}

fn server(concurrent_requests: Option<usize>) -> (Server, Waiting) {
    let waiting = Waiting::default();
    let server = builder()
        .limits(Limits {
            concurrent_requests,
            ..Limits::default()
        })
        .tool::<wait>()
        .add_tool(tool("quick", || McpResponse::text("quick")))
        .state(waiting.clone())
        .build()
        .unwrap();
    (server, waiting)
}

fn call(client: &TestClient, id: impl Into<Value>, name: &str) -> JoinHandle<Option<Value>> {
    let (client, message) = (
        client.clone(),
        message(client, id, "tools/call", json!({ "name": name })),
    );
    tokio::spawn(async move { client.exchange(&message).await })
}

async fn cancel(client: &TestClient, params: Value) {
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
    assert_eq!(client.exchange(&notification).await, None);
}

async fn ended(call: JoinHandle<Option<Value>>) -> Option<Value> {
    timeout(Duration::from_secs(10), call)
        .await
        .expect("the call ends")
        .unwrap()
}

#[tokio::test]
async fn canc_02_canc_03_a_cancelled_call_is_dropped_and_never_answered() {
    let (server, waiting) = server(None);
    in_every_revision(&server, async |client| {
        for id in [json!(7), json!("7")] {
            let waits = call(&client, id.clone(), "wait");
            waiting.until(1).await;
            cancel(&client, json!({ "requestId": id, "reason": "enough" })).await;
            assert_eq!(ended(waits).await, None);
            waiting.until(0).await;
            // The id is free again (`RPC-12`).
            let answer = ended(call(&client, id.clone(), "quick")).await.unwrap();
            assert_eq!(
                (&answer["id"], &answer["result"]["isError"]),
                (&id, &json!(false))
            );
        }
    })
    .await;
    assert_eq!(waiting.dropped.load(Ordering::SeqCst), 10);
}

#[tokio::test]
async fn canc_04_cancelling_what_is_unknown_finished_or_malformed_is_harmless() {
    let (server, waiting) = server(None);
    in_every_revision(&server, async |client| {
        let waits = call(&client, 7, "wait");
        waiting.until(1).await;
        ended(call(&client, 1, "quick")).await.unwrap();
        for params in [
            json!({ "requestId": 1 }),
            json!({ "requestId": 99 }),
            json!({ "requestId": "7" }),
            json!({ "requestId": null }),
            json!({ "requestId": 7.5 }),
            json!({ "requestId": { "a": 7 } }),
            json!({}),
            json!(null),
            json!([7]),
        ] {
            cancel(&client, params).await;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert_eq!(
            waiting.now.load(Ordering::SeqCst),
            1,
            "`7` and `\"7\"` are two ids"
        );
        cancel(&client, json!({ "requestId": 7 })).await;
        assert_eq!(ended(waits).await, None);
        waiting.until(0).await;
    })
    .await;
}

#[tokio::test]
async fn rpc_13_an_id_in_flight_is_refused_and_the_first_request_stays() {
    let (server, waiting) = server(None);
    in_every_revision(&server, async |client| {
        let waits = call(&client, 7, "wait");
        waiting.until(1).await;
        for (method, params) in [
            ("tools/call", json!({ "name": "quick" })),
            ("tools/call", json!({ "name": "wait" })),
            ("tools/list", json!({})),
        ] {
            let answer = client
                .exchange(&message(&client, 7, method, params))
                .await
                .unwrap();
            assert_eq!(answer["error"]["code"], -32600);
            assert_eq!(answer["error"]["message"], "Duplicate active request ID");
        }
        let other = client
            .exchange(&message(&client, "7", "tools/list", json!({})))
            .await
            .unwrap();
        assert!(other.get("result").is_some());
        assert_eq!(waiting.now.load(Ordering::SeqCst), 1);
        cancel(&client, json!({ "requestId": 7 })).await;
        assert_eq!(ended(waits).await, None);
        waiting.until(0).await;
    })
    .await;
}

#[tokio::test]
async fn sec_06_beyond_the_capacity_requests_are_refused_until_one_ends() {
    let (server, waiting) = server(Some(1));
    in_every_revision(&server, async |client| {
        let waits = call(&client, "first", "wait");
        waiting.until(1).await;
        let refused = ended(call(&client, "second", "wait")).await.unwrap();
        assert_eq!(
            (&refused["id"], &refused["error"]["code"]),
            (&json!("second"), &json!(-32603))
        );
        assert_eq!(refused["error"]["message"], "Request capacity unavailable");
        // What no handler works on is answered all the same.
        assert!(client.request("tools/list", json!({})).await.is_ok());
        cancel(&client, json!({ "requestId": "first" })).await;
        assert_eq!(ended(waits).await, None);
        waiting.until(0).await;
        assert!(client.call_tool("quick", json!({})).await.is_ok());
    })
    .await;
}

#[tokio::test]
async fn sec_06_all_clients_share_the_capacity_and_no_ids() {
    let (server, waiting) = server(Some(2));
    let first = mcp_tests::client(&server, "2026-07-28").await;
    let second = mcp_tests::client(&server, "2025-06-18").await;
    let calls = [call(&first, 1, "wait"), call(&second, 1, "wait")];
    waiting.until(2).await;
    let refused = ended(call(&second, 2, "wait")).await.unwrap();
    assert_eq!(refused["error"]["message"], "Request capacity unavailable");
    // One client's cancellation does not reach the other's request of the same id (`RPC-12`).
    cancel(&first, json!({ "requestId": 1 })).await;
    waiting.until(1).await;
    cancel(&second, json!({ "requestId": 1 })).await;
    waiting.until(0).await;
    for call in calls {
        assert_eq!(ended(call).await, None);
    }
}

#[tokio::test]
async fn state_02_many_calls_at_once_are_each_answered_once() {
    #[tool]
    async fn echo(number: u32) -> McpResponse {
        tokio::time::sleep(Duration::from_millis(u64::from(number % 7))).await;
        McpResponse::text(number.to_string())
    }
    let server = builder().tool::<echo>().build().unwrap();
    in_every_revision(&server, async |client| {
        let calls = (0..500_u32).map(|number| {
            let client = client.clone();
            async move {
                (
                    number,
                    client
                        .call_tool("echo", json!({ "number": number }))
                        .await
                        .unwrap(),
                )
            }
        });
        for (number, result) in futures_util::future::join_all(calls).await {
            assert_eq!(result.content[0].as_text(), Some(number.to_string().as_str()));
        }
    })
    .await;
}

/// Asks its context until it is told to stop; a handler that would not notice otherwise.
#[tool]
fn busy(ctx: Context, State(waiting): State<Waiting>) -> McpResponse {
    waiting.now.fetch_add(1, Ordering::SeqCst);
    let _alive = Alive(waiting);
    while !ctx.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
    McpResponse::text("never sent")
}

#[tokio::test]
async fn canc_07_a_function_that_blocks_is_told_and_its_answer_thrown_away() {
    let waiting = Waiting::default();
    let server = builder().tool::<busy>().state(waiting.clone()).build().unwrap();
    in_every_revision(&server, async |client| {
        let call = call(&client, 7, "busy");
        waiting.until(1).await;
        cancel(&client, json!({ "requestId": 7 })).await;
        assert_eq!(ended(call).await, None);
        waiting.until(0).await;
    })
    .await;
}

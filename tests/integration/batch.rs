//! Batches: 2025-03-26 has them, no other revision does (`BATCH-*`, `RPC-11`).

use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision, unopened_client};

use crate::servers::{builder, orders};

/// Answers late, the later the smaller the number.
#[tool]
async fn late(number: u64) -> McpResponse {
    tokio::time::sleep(Duration::from_millis(30 - 10 * number)).await;
    McpResponse::text(number.to_string())
}

#[tokio::test]
async fn batch_01_batch_02_one_answer_for_each_request_and_none_for_notifications() {
    let client = client(&orders().await, "2025-03-26").await;
    let answer = client
        .exchange(&json!([
            { "jsonrpc": "2.0", "id": 3, "method": "ping" },
            { "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 2 } },
            { "jsonrpc": "2.0", "id": "four", "method": "unknown" },
            { "jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": { "name": "explicit-result" } },
        ]))
        .await
        .unwrap();
    let answers = answer.as_array().unwrap();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0], json!({ "jsonrpc": "2.0", "id": 3, "result": {} }));
    assert_eq!(
        (&answers[1]["id"], &answers[1]["error"]["code"]),
        (&json!("four"), &json!(-32601))
    );
    assert_eq!(
        (&answers[2]["id"], &answers[2]["result"]["isError"]),
        (&json!(5), &json!(false))
    );
}

#[tokio::test]
async fn batch_02_answers_keep_the_order_of_the_requests() {
    let server = builder().tool::<late>().build().unwrap();
    let client = client(&server, "2025-03-26").await;
    let batch: Vec<_> = (0..3)
        .map(|number| {
            let params = json!({ "name": "late", "arguments": { "number": number } });
            json!({ "jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params })
        })
        .collect();
    let answer = client.exchange(&json!(batch)).await.unwrap();
    let ids: Vec<_> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, [0, 1, 2]);
}

#[tokio::test]
async fn batch_02_only_notifications_are_not_answered_and_nothing_is_refused() {
    let client = client(&orders().await, "2025-03-26").await;
    let silent = json!([
        { "jsonrpc": "2.0", "method": "notifications/unknown" },
        { "jsonrpc": "2.0", "id": 1, "result": {} },
    ]);
    assert_eq!(client.exchange(&silent).await, None);
    let empty = client.exchange(&json!([])).await.unwrap();
    assert_eq!(empty["error"]["code"], -32600);
    assert!(empty.get("id").is_none());
}

#[tokio::test]
async fn batch_02_elements_that_are_no_messages_are_answered_one_by_one() {
    let client = client(&orders().await, "2025-03-26").await;
    let batch =
        json!([1, {}, [], { "jsonrpc": "2.0", "id": 1, "method": "ping" }, { "jsonrpc": "1.0", "id": 2 }]);
    let answer = client.exchange(&batch).await.unwrap();
    let codes: Vec<_> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["error"]["code"].as_i64())
        .collect();
    assert_eq!(
        codes,
        [Some(-32600), Some(-32600), Some(-32600), None, Some(-32600)]
    );
    assert_eq!((&answer[3]["id"], &answer[4]["id"]), (&json!(1), &json!(2)));
    let broken = client
        .send(br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},"#)
        .await
        .unwrap();
    assert_eq!(broken["error"]["code"], -32700);
}

#[tokio::test]
async fn batch_03_init_08_no_handshake_inside_a_batch() {
    let client = client(&orders().await, "2025-03-26").await;
    let answer = client
        .exchange(&json!([{ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} }]))
        .await
        .unwrap();
    assert_eq!(
        (&answer[0]["id"], &answer[0]["error"]["code"]),
        (&json!(1), &json!(-32600))
    );
}

#[tokio::test]
async fn batch_04_rpc_11_every_other_revision_refuses_a_batch_as_a_whole() {
    let server = orders().await;
    let batch = json!([{ "jsonrpc": "2.0", "id": 1, "method": "ping" }]);
    in_every_revision(&server, async |client| {
        if client.version().as_str() == "2025-03-26" {
            return;
        }
        let answer = client.exchange(&batch).await.unwrap();
        assert_eq!(answer["error"]["code"], -32600);
        assert!(answer.get("id").is_none());
    })
    .await;
    let answer = unopened_client(&server).exchange(&batch).await.unwrap();
    assert_eq!(answer["error"]["code"], -32600);
}

#[tokio::test]
async fn batch_01_a_cancelled_element_has_no_answer() {
    #[tool]
    async fn wait() -> McpResponse {
        std::future::pending().await
    }
    let server = builder().tool::<wait>().build().unwrap();
    let client = client(&server, "2025-03-26").await;
    let wait = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "wait" } });
    let ping = json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" });
    let cancel =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
    let batch = json!([wait, ping, cancel]);
    let answer = tokio::time::timeout(Duration::from_secs(10), client.exchange(&batch))
        .await
        .expect("it ends");
    assert_eq!(answer, Some(json!([{ "jsonrpc": "2.0", "id": 2, "result": {} }])));
}

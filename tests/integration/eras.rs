//! Telling old clients from new ones, message by message (`ERA-*`, `META-*`, `VER-*`).

use mcp_runtime::prelude::*;
use mcp_runtime::testing::TestClient;
use mcp_tests::{ALL_REVISIONS, NEWEST, in_every_revision, unopened_client};
use serde_json::Value;

use crate::servers::orders;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const INFO: &str = "io.modelcontextprotocol/clientInfo";

/// Sends a request exactly as it is.
async fn send(client: &TestClient, method: &str, params: Value) -> Value {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    client.exchange(&request).await.unwrap()
}

fn marked(mut params: Value) -> Value {
    params["_meta"] = json!({ VERSION: NEWEST, CAPABILITIES: {} });
    params
}

fn handshake(version: &str) -> Value {
    // Python clients send an empty `_meta` here; it is no marker (`ERA-02`).
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": { "name": "x", "version": "1" },
        "_meta": {},
    })
}

#[tokio::test]
async fn era_03_with_the_marker_old_methods_are_unknown() {
    let server = orders().await;
    for client in [
        unopened_client(&server),
        mcp_tests::client(&server, "2025-06-18").await,
    ] {
        for method in [
            "initialize",
            "ping",
            "logging/setLevel",
            "resources/subscribe",
            "tasks/get",
        ] {
            let answer = send(&client, method, marked(handshake("2025-06-18"))).await;
            assert_eq!(answer["error"]["code"], -32601, "{method}");
        }
    }
}

#[tokio::test]
async fn era_04_before_a_handshake_only_ping_and_initialize_need_no_marker() {
    let client = unopened_client(&orders().await);
    assert_eq!(send(&client, "ping", json!({})).await["result"], json!({}));
    for method in [
        "tools/list",
        "tools/call",
        "resources/read",
        "logging/setLevel",
        "server/discover",
        "unknown",
    ] {
        let answer = send(&client, method, json!({ "name": "store-hours" })).await;
        let error = &answer["error"];
        assert_eq!(error["code"], -32602, "{method}");
        let newest_first: Vec<_> = ALL_REVISIONS.into_iter().rev().collect();
        assert_eq!(error["data"]["supported"], json!(newest_first));
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains(VERSION) && message.contains(CAPABILITIES),
            "{message}"
        );
        assert_eq!(
            message.contains("initialize"),
            method != "server/discover",
            "both ways in: {message}"
        );
    }
    assert_eq!(
        send(&client, "initialize", handshake("2025-03-26")).await["result"]["protocolVersion"],
        "2025-03-26"
    );
}

#[tokio::test]
async fn era_01_era_05_both_eras_on_one_connection() {
    let client = unopened_client(&orders().await);
    assert_eq!(
        send(&client, "server/discover", marked(json!({}))).await["result"]["resultType"],
        "complete"
    );
    let answer = send(&client, "initialize", handshake("2025-06-18")).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
    for _ in 0..2 {
        let old = send(&client, "tools/list", json!({ "_meta": {} })).await;
        assert_eq!(old["result"].get("resultType"), None);
        let new = send(&client, "tools/list", marked(json!({}))).await;
        assert_eq!(new["result"]["resultType"], "complete");
    }
    // The old method stays unknown to marked requests, and the new one to unmarked ones.
    assert_eq!(
        send(&client, "server/discover", json!({})).await["error"]["code"],
        -32601
    );
}

#[tokio::test]
async fn era_02_half_a_marker_is_a_marker() {
    let server = orders().await;
    for client in [
        unopened_client(&server),
        mcp_tests::client(&server, "2025-06-18").await,
    ] {
        for meta in [json!({ VERSION: NEWEST }), json!({ CAPABILITIES: {} })] {
            let answer = send(&client, "tools/list", json!({ "_meta": meta })).await;
            assert_eq!(answer["error"]["code"], -32602, "META-02: both are needed");
        }
        // These are no markers, so the request is an old client's or nobody's.
        for meta in [
            json!({}),
            json!({ "progressToken": 1 }),
            json!({ INFO: { "name": "x", "version": "1" } }),
        ] {
            let answer = send(&client, "tools/list", json!({ "_meta": meta })).await;
            assert_eq!(answer.get("result").is_some(), client.version().has_handshake());
        }
    }
}

#[tokio::test]
async fn meta_02_meta_09_values_of_the_wrong_type_are_refused() {
    let client = unopened_client(&orders().await);
    for meta in [
        json!({ VERSION: 1, CAPABILITIES: {} }),
        json!({ VERSION: null, CAPABILITIES: {} }),
        json!({ VERSION: NEWEST, CAPABILITIES: null }),
        json!({ VERSION: NEWEST, CAPABILITIES: "x" }),
        json!({ VERSION: NEWEST, CAPABILITIES: {}, INFO: "me" }),
        json!({ VERSION: NEWEST, CAPABILITIES: {}, INFO: { "name": "x" } }),
        json!({ VERSION: NEWEST, CAPABILITIES: {}, "io.modelcontextprotocol/logLevel": "loud" }),
        json!({ VERSION: NEWEST, CAPABILITIES: {}, "io.modelcontextprotocol/logLevel": 3 }),
    ] {
        let answer = send(&client, "tools/list", json!({ "_meta": meta })).await;
        assert_eq!(answer["error"]["code"], -32602, "{meta}");
    }
}

#[tokio::test]
async fn meta_02_meta_13_an_array_in_the_place_of_an_object_is_refused() {
    let server = orders().await;
    let client = unopened_client(&server);
    let mut accepted = Vec::new();
    for meta in [
        json!({ VERSION: NEWEST, CAPABILITIES: [] }),
        json!({ VERSION: NEWEST, CAPABILITIES: { "elicitation": [] } }),
        json!({ VERSION: NEWEST, CAPABILITIES: {}, INFO: ["x", null, "1", null, null, []] }),
    ] {
        let answer = send(&client, "tools/list", json!({ "_meta": meta })).await;
        accepted.extend((answer["error"]["code"] != -32602).then_some(meta));
    }
    let reference = json!({ "type": "ref/resource", "uri": "orders://{id}" });
    for params in [
        json!({ "ref": reference, "argument": ["id", "4"] }),
        json!({ "ref": reference, "argument": { "name": "id", "value": "4" }, "context": [] }),
        json!({ "ref": ["ref/resource", "orders://{id}"], "argument": { "name": "id", "value": "4" } }),
    ] {
        let answer = send(&client, "completion/complete", marked(params.clone())).await;
        accepted.extend((answer["error"]["code"] != -32602).then_some(params));
    }
    for capabilities in [json!([]), json!({ "sampling": [] })] {
        let mut params = handshake("2025-06-18");
        params["capabilities"] = capabilities;
        let answer = send(&unopened_client(&server), "initialize", params.clone()).await;
        accepted.extend((answer["error"]["code"] != -32602).then_some(params));
    }
    assert!(accepted.is_empty(), "accepted: {accepted:#?}");
}

#[tokio::test]
async fn meta_03_meta_13_rpc_15_what_is_optional_or_unknown_is_no_reason_to_refuse() {
    let client = unopened_client(&orders().await);
    for meta in [
        json!({ VERSION: NEWEST, CAPABILITIES: {} }),
        json!({ VERSION: NEWEST, CAPABILITIES: { "elicitation": { "form": {}, "url": {} }, "sampling": { "tools": {} } } }),
        json!({ VERSION: NEWEST, CAPABILITIES: { "roots": {}, "extensions": { "x/y": { "a": 1 } }, "unheard": [1] } }),
        json!({ VERSION: NEWEST, CAPABILITIES: {}, INFO: { "name": "x", "version": "1", "unheard": 1 } }),
        json!({ VERSION: NEWEST, CAPABILITIES: {}, "io.modelcontextprotocol/unheard": 1, "a/b": [] }),
    ] {
        let answer = send(&client, "tools/list", json!({ "_meta": meta, "unheard": {} })).await;
        assert!(answer["result"]["tools"].is_array(), "{meta}: {answer}");
    }
}

#[tokio::test]
async fn ver_01_ver_02_ver_03_versions_are_matched_exactly() {
    let client = unopened_client(&orders().await);
    let supported =
        send(&client, "server/discover", marked(json!({}))).await["result"]["supportedVersions"].take();
    // A revision with a handshake cannot be spoken without one (`AMB-07`).
    for version in [
        "2025-11-25",
        "2024-11-05",
        "2027-03-01",
        "2000-01-01",
        "2026-07-28 ",
        "latest",
        "",
    ] {
        for method in ["tools/list", "server/discover", "unknown"] {
            let params = json!({ "_meta": { VERSION: version, CAPABILITIES: {} } });
            let error = send(&client, method, params).await["error"].take();
            assert_eq!(error["code"], -32022, "{version}");
            assert_eq!(
                error["data"],
                json!({ "supported": supported, "requested": version })
            );
        }
    }
}

#[tokio::test]
async fn meta_06_every_result_names_the_server() {
    let client = unopened_client(&orders().await);
    for (method, params) in [
        ("server/discover", json!({})),
        ("tools/list", json!({})),
        ("tools/call", json!({ "name": "explicit-result" })),
        (
            "tools/call",
            json!({ "name": "find-order", "arguments": { "order_id": "?" } }),
        ),
        ("prompts/list", json!({})),
    ] {
        let result = client.request(method, params).await.unwrap();
        assert_eq!(
            result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
            "orders"
        );
    }
}

#[tokio::test]
async fn state_01_nothing_is_remembered_between_connections() {
    in_every_revision(&orders().await, async |client| {
        // Each revision's handshake was made on this very server; a new connection knows none.
        let fresh = unopened_client(&orders().await);
        assert_eq!(
            send(&fresh, "tools/list", json!({})).await["error"]["code"],
            -32602
        );
        assert!(client.request("tools/list", json!({})).await.is_ok());
    })
    .await;
}

//! Every example and every assertion of the seed document, in its order, against the shop.

use std::path::Path;

use mcp_core::protocol::Blob;
use mcp_core::{ContentAnnotations, McpResponse, Role};
use mcp_runtime::prelude::Structured;
use mcp_tests::{client, in_every_revision};
use serde::Serialize;
use serde_json::{Value, json};

use crate::process;
use crate::servers::{orders, texts};

/// What every result of the shop ends with.
const SERVER_INFO: &str = r#","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"orders","version":"0.1.0","title":"Orders"}}}"#;

#[tokio::test]
async fn text_and_several_blocks_report_summary() {
    let result = client(&orders().await, "2026-07-28")
        .await
        .request("tools/call", json!({ "name": "report-summary" }))
        .await
        .unwrap();
    let expected = json!([
        { "type": "text", "text": "The latest report contains 3 orders." },
        {
            "type": "resource_link",
            "uri": "reports://latest",
            "name": "latest-report",
            "title": "Latest report",
            "description": "Read the complete report.",
            "mimeType": "application/json",
        },
    ]);
    assert_eq!(
        (&result["content"], &result["isError"]),
        (&expected, &json!(false))
    );
}

#[tokio::test]
async fn a_link_registers_nothing_but_the_shop_declares_its_target_too() {
    in_every_revision(&orders().await, async |client| {
        let result = client
            .request("resources/read", json!({ "uri": "reports://latest" }))
            .await
            .unwrap();
        assert_eq!(result["contents"][0]["mimeType"], "application/json");
        let report: Value = serde_json::from_str(result["contents"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(report["orders"], 3);
    })
    .await;
}

/// The document's JSON byte by byte, members in its order, as a program would get it.
#[test]
fn json_and_output_schemas_order_42_is_exactly_the_documents() {
    let output = process::orders(&["call", "order-summary", r#"{"order_id":42}"#], b"");
    let document = concat!(
        r#"{"resultType":"complete","#,
        r#""content":[{"type":"text","text":"{\"order_id\":42,\"status\":\"ready\",\"total\":42.5}"}],"#,
        r#""structuredContent":{"order_id":42,"status":"ready","total":42.5},"#,
        r#""isError":false"#
    );
    assert_eq!(output.text(), format!("{document}{SERVER_INFO}\n"));
}

#[tokio::test]
async fn json_and_output_schemas_both_schemas_are_published() {
    let client = client(&orders().await, "2026-07-28").await;
    let tools = client.request("tools/list", json!({})).await.unwrap()["tools"].take();
    let tool = tools
        .as_array()
        .unwrap()
        .iter()
        .find(|tool| tool["name"] == "order-summary")
        .unwrap();
    assert_eq!(tool["description"], "Return a typed order summary.");
    assert_eq!(tool["inputSchema"]["properties"]["order_id"]["type"], "integer");
    assert_eq!(tool["inputSchema"]["required"], json!(["order_id"]));
    assert_eq!(
        tool["outputSchema"]["required"],
        json!(["order_id", "status", "total"])
    );
    assert_eq!(tool["outputSchema"]["properties"]["total"]["type"], "number");
}

#[tokio::test]
async fn images_and_audio_are_the_bytes_of_the_files_encoded_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/orders/brand");
    let encoded = |name| Blob::from(std::fs::read(folder.join(name)).unwrap()).to_base64();
    let result = client(&orders().await, "2026-07-28")
        .await
        .request("tools/call", json!({ "name": "brand-assets" }))
        .await
        .unwrap();
    let expected = json!([
        { "type": "image", "data": encoded("logo.png"), "mimeType": "image/png" },
        { "type": "audio", "data": encoded("welcome.wav"), "mimeType": "audio/wav" },
    ]);
    assert_eq!(result["content"], expected);
}

#[test]
fn text_json_and_binary_resources_the_documents_assertions_hold() {
    #[derive(Serialize)]
    struct Status {
        ready: bool,
        count: u32,
    }
    let value = || {
        Structured(Status {
            ready: true,
            count: 2,
        })
    };
    let uri = "reports://status";
    let json = McpResponse::resource(uri, value(), "application/json").unwrap();
    let packed = McpResponse::resource(uri, value(), "application/msgpack").unwrap();
    let csv = McpResponse::resource("reports://orders.csv", "id,status\n42,ready\n", "text/csv").unwrap();

    let contents = |response: &McpResponse| response.content()[0].as_resource().unwrap().clone();
    let text = contents(&json).text().unwrap().to_owned();
    assert_eq!(text, r#"{"ready":true,"count":2}"#);
    // A map of two: "ready" true, "count" 2.
    assert_eq!(
        contents(&packed).blob().unwrap(),
        b"\x82\xa5ready\xc3\xa5count\x02"
    );
    assert!(contents(&csv).text().unwrap().starts_with("id,status"));
}

#[tokio::test]
async fn text_json_and_binary_resources_of_the_shop() {
    in_every_revision(&orders().await, async |client| {
        let read = async |uri| {
            let result = client
                .request("resources/read", json!({ "uri": uri }))
                .await
                .unwrap();
            result["contents"][0].clone()
        };
        let csv = read("reports://orders.csv").await;
        assert_eq!(csv["mimeType"], "text/csv");
        assert_eq!(csv["text"], "id,status\n42,ready\n43,shipped\n57,open\n");
        let order = read("orders://57").await;
        assert_eq!(
            order["text"],
            r#"{"id":57,"status":"open","customer":"Alan","lines":[]}"#
        );
        let packed = client.read_resource("orders://57/packed").await.unwrap();
        assert_eq!(packed.contents[0].mime_type(), Some("application/msgpack"));
        let expected = b"\x84\xa2id\x39\xa6status\xa4open\xa8customer\xa4Alan\xa5lines\x90";
        assert_eq!(packed.contents[0].blob().unwrap(), expected);
    })
    .await;
}

#[tokio::test]
async fn prompt_messages_review_order() {
    in_every_revision(&orders().await, async |client| {
        let arguments = json!({ "summary": "Two books." });
        let params = json!({ "name": "review-order", "arguments": arguments });
        let result = client.request("prompts/get", params).await.unwrap();
        let message = |role, text| json!({ "role": role, "content": { "type": "text", "text": text } });
        let expected = json!([
            message("user", "Summarize the order and identify missing data."),
            message("assistant", "I will check totals, status and delivery details."),
            message("user", "Two books."),
        ]);
        assert_eq!(result["messages"], expected);
        let missing = client
            .request("prompts/get", json!({ "name": "review-order" }))
            .await
            .unwrap_err();
        assert_eq!(missing.rpc().unwrap().code.value(), -32602);
    })
    .await;
}

#[tokio::test]
async fn expected_errors_are_results_find_order() {
    in_every_revision(&orders().await, async |client| {
        let find = async |order_id| {
            let params = json!({ "name": "find-order", "arguments": { "order_id": order_id } });
            client.request("tools/call", params).await.unwrap()
        };
        let missing = find(json!(7)).await;
        assert_eq!(
            (texts(&missing), &missing["isError"]),
            (vec!["Order not found."], &json!(true))
        );
        assert!(missing.get("structuredContent").is_none());
        let found = find(json!(42)).await;
        assert_eq!(found["isError"], false);
        assert_eq!(texts(&found), [r#"{"order_id":42,"status":"ready"}"#]);
        let invalid = find(json!("x")).await;
        assert_eq!(
            (texts(&invalid)[0], &invalid["isError"]),
            ("Invalid tool arguments", &json!(true))
        );
    })
    .await;
}

#[test]
fn metadata_and_annotations_the_documents_assertions_hold() {
    let original = McpResponse::structured(json!({ "order_id": 42, "status": "ready" })).unwrap();
    let annotations = ContentAnnotations::new()
        .with_audience([Role::Assistant])
        .with_priority(0.8)
        .unwrap()
        .with_last_modified("2026-10-21T12:00:00Z")
        .unwrap();
    let annotated = original
        .clone()
        .with_meta("example.org/trace", "order-42")
        .unwrap()
        .with_content_meta("example.org/source", "orders")
        .unwrap()
        .with_annotations(annotations.clone());

    assert!(original.meta().is_empty());
    assert_eq!(annotated.meta().get("example.org/trace").unwrap(), "order-42");
    assert_eq!(
        annotated.content()[0].meta().get("example.org/source").unwrap(),
        "orders"
    );
    assert_eq!(annotated.content()[0].annotations(), Some(&annotations));
}

#[tokio::test]
async fn tool_annotations_icons_and_cache_store_hours_and_public_catalog() {
    let client = client(&orders().await, "2026-07-28").await;
    let tools = client.request("tools/list", json!({})).await.unwrap()["tools"].take();
    let hours = tools
        .as_array()
        .unwrap()
        .iter()
        .find(|tool| tool["name"] == "store-hours")
        .unwrap();
    let hints = json!({
        "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
    });
    assert_eq!(hours["annotations"], hints);
    let result = client
        .request("tools/call", json!({ "name": "store-hours" }))
        .await
        .unwrap();
    assert_eq!(texts(&result), ["Monday to Friday, 09:00–17:00 UTC."]);

    let list = client.request("resources/list", json!({})).await.unwrap();
    let catalog = list["resources"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["uri"] == "catalog://public");
    let icons = json!([{ "src": "https://example.org/catalog.svg", "mimeType": "image/svg+xml" }]);
    assert_eq!(catalog.unwrap()["name"], "public-catalog");
    assert_eq!(catalog.unwrap()["icons"], icons);
    assert_eq!(
        (&list["ttlMs"], &list["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    let read = client
        .request("resources/read", json!({ "uri": "catalog://public" }))
        .await
        .unwrap();
    assert_eq!(
        (&read["ttlMs"], &read["cacheScope"]),
        (&json!(30_000), &json!("public"))
    );
    assert_eq!(read["contents"][0]["text"], r#"{"categories":["books","music"]}"#);
}

#[test]
fn explicit_protocol_results_explicit_result() {
    let output = process::orders(&["call", "explicit-result"], b"");
    let start = concat!(
        r#"{"resultType":"complete","content":[{"type":"text","text":"Ready"}],"#,
        r#""structuredContent":{"ready":true},"isError":false,"_meta":{"example.org/source":"integration","#
    );
    assert!(output.text().starts_with(start), "{}", output.text());
}

//! Bad input: what the client gets wrong, and that it is told so (`RPC-*`, `ERR-*`, `TOOL-17`…`19`).

use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision, message, unopened_client};
use serde_json::Value;

use crate::servers::{Reports, builder, error_text, orders, texts, tool, with_tool};

/// The code and id of an error.
#[track_caller]
fn error(answer: Option<Value>) -> (i64, Option<Value>) {
    let answer = answer.expect("an error is an answer");
    let code = answer["error"]["code"]
        .as_i64()
        .unwrap_or_else(|| panic!("no error: {answer}"));
    (code, answer.get("id").cloned())
}

#[tokio::test]
async fn err_01_malformed_messages_and_the_id_where_it_can_be_read() {
    in_every_revision(&orders().await, async |client| {
        for (bytes, code, id) in [
            (b"{".as_slice(), -32700, None),
            (b"nonsense", -32700, None),
            (b"\xff\xfe{}", -32700, None),
            (b"\xef\xbb\xbf{}", -32700, None),
            (
                br#"{"jsonrpc":"2.0","id":5,"method":"ping""#,
                -32700,
                Some(json!(5)),
            ),
            (
                br#"{"jsonrpc":"2.0","id":5,"method":"ping"} {}"#,
                -32700,
                Some(json!(5)),
            ),
            (b"42", -32600, None),
            (b"\"ping\"", -32600, None),
            (b"null", -32600, None),
            (b"{}", -32600, None),
            (
                br#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
                -32600,
                Some(json!("a")),
            ),
            (br#"{"id":6,"method":"ping"}"#, -32600, Some(json!(6))),
            (br#"{"jsonrpc":"2.0","id":7}"#, -32600, Some(json!(7))),
            (br#"{"jsonrpc":"2.0","id":8,"method":9}"#, -32600, Some(json!(8))),
        ] {
            let answer = client.send(bytes).await;
            assert_eq!(error(answer), (code, id), "{}", String::from_utf8_lossy(bytes));
        }
        assert!(client.request("tools/list", json!({})).await.is_ok());
    })
    .await;
}

#[tokio::test]
async fn rpc_02_rpc_04_bad_ids_are_refused_without_an_id() {
    in_every_revision(&orders().await, async |client| {
        for id in ["null", "1.5", "true", "[1]", "{}", "1e3"] {
            let text = message(&client, 0, "tools/list", json!({}))
                .to_string()
                .replace("\"id\":0", &format!("\"id\":{id}"));
            assert_eq!(error(client.send(text.as_bytes()).await), (-32600, None), "{id}");
        }
        let long = message(&client, "x".repeat(300), "tools/list", json!({}));
        assert_eq!(error(client.exchange(&long).await), (-32600, None));
    })
    .await;
}

#[tokio::test]
async fn rpc_03_ids_come_back_as_they_were() {
    in_every_revision(&orders().await, async |client| {
        for id in [
            json!(7),
            json!("7"),
            json!(-1),
            json!(0),
            json!(""),
            json!(u64::MAX),
            json!("é \"quoted\" \n"),
        ] {
            let answer = client
                .exchange(&message(&client, id.clone(), "tools/list", json!({})))
                .await
                .unwrap();
            assert_eq!(answer["id"], id);
        }
    })
    .await;
}

#[tokio::test]
async fn rpc_08_rpc_10_notifications_and_responses_are_never_answered() {
    in_every_revision(&orders().await, async |client| {
        for silent in [
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            json!({ "jsonrpc": "2.0", "method": "notifications/unknown", "params": { "a": 1 } }),
            json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": [1] }),
            json!({ "jsonrpc": "2.0", "method": "tools/call", "params": { "name": 1 } }),
            json!({ "jsonrpc": "2.0", "id": 1, "result": {} }),
            json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": 1, "message": "x" } }),
        ] {
            assert_eq!(client.exchange(&silent).await, None, "{silent}");
        }
    })
    .await;
}

#[tokio::test]
async fn rpc_14_params_are_an_object() {
    in_every_revision(&orders().await, async |client| {
        for params in [json!([]), json!(null), json!("x"), json!(1)] {
            let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params });
            assert_eq!(error(client.exchange(&request).await), (-32602, Some(json!(1))));
            let request =
                json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": params } });
            assert_eq!(error(client.exchange(&request).await), (-32602, Some(json!(1))));
        }
    })
    .await;
}

#[tokio::test]
async fn lmsg_03_params_may_be_absent_before_2026_07_28_and_not_after() {
    in_every_revision(&orders().await, async |client| {
        let answer = client
            .exchange(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }))
            .await
            .unwrap();
        match client.version().has_handshake() {
            true => assert!(answer["result"]["tools"].is_array()),
            false => assert_eq!(answer["error"]["code"], -32602),
        }
    })
    .await;
}

#[tokio::test]
async fn tool_18_calls_that_are_no_calls() {
    in_every_revision(&orders().await, async |client| {
        for (params, message) in [
            (json!({}), "Invalid params: `name` must be a string"),
            (json!({ "name": 1 }), "Invalid params: `name` must be a string"),
            (json!({ "name": null }), "Invalid params: `name` must be a string"),
            (
                json!({ "name": "store-hours", "arguments": [] }),
                "Invalid params: `arguments` must be an object",
            ),
            (
                json!({ "name": "store-hours", "arguments": "{}" }),
                "Invalid params: `arguments` must be an object",
            ),
        ] {
            let error = client.request("tools/call", params).await.unwrap_err();
            let error = error.rpc().unwrap();
            assert_eq!((error.code.value(), error.message.as_ref()), (-32602, message));
        }
    })
    .await;
}

#[tokio::test]
async fn tool_14_absent_and_null_arguments_are_none() {
    in_every_revision(&orders().await, async |client| {
        for params in [
            json!({ "name": "store-hours" }),
            json!({ "name": "store-hours", "arguments": null }),
        ] {
            let result = client.request("tools/call", params).await.unwrap();
            assert_eq!(result["isError"], false);
        }
    })
    .await;
}

#[tokio::test]
async fn tool_17_lerr_03_unknown_names_are_told_with_the_nearest_one() {
    in_every_revision(&orders().await, async |client| {
        for (name, message) in [
            ("find-ordr", "Unknown tool: find-ordr; did you mean `find-order`?"),
            (
                "FIND_ORDER",
                "Unknown tool: FIND_ORDER; did you mean `find-order`?",
            ),
            ("weather", "Unknown tool: weather"),
            ("", "Unknown tool: "),
        ] {
            let error = client.call_tool(name, json!({})).await.unwrap_err();
            let error = error.rpc().unwrap();
            assert_eq!((error.code.value(), error.message.as_ref()), (-32602, message));
        }
        let endless = client
            .call_tool(&"x".repeat(100_000), json!({}))
            .await
            .unwrap_err();
        assert!(
            endless.rpc().unwrap().message.len() < 200,
            "a name of any length is told shortly"
        );
        let error = client.get_prompt("review_ordr", json!({})).await.unwrap_err();
        let message = "Unknown prompt: review_ordr; did you mean `review-order`?";
        assert_eq!(
            (
                error.rpc().unwrap().code.value(),
                error.rpc().unwrap().message.as_ref()
            ),
            (-32602, message)
        );
    })
    .await;
}

#[tokio::test]
async fn rpc_17_unknown_methods() {
    in_every_revision(&orders().await, async |client| {
        for method in [
            "tools/cal",
            "",
            "resources/subscribe",
            "tasks/list",
            "rpc.discover",
        ] {
            let error = client.request(method, json!({})).await.unwrap_err();
            let error = error.rpc().unwrap();
            assert_eq!(error.code.value(), -32601);
            assert_eq!(error.message, format!("Method not found: {method}"));
        }
    })
    .await;
}

#[tokio::test]
async fn tool_19_every_problem_of_the_arguments_in_one_reply() {
    in_every_revision(&orders().await, async |client| {
        let params = json!({ "name": "order-summary", "arguments": { "order_ids": 42, "extra": 1 } });
        let result = client.request("tools/call", params).await.unwrap();
        assert_eq!(error_text(&result), "Invalid tool arguments");
        let help = texts(&result)[1];
        assert!(
            help.contains("order_ids") && help.contains("did you mean `order_id`"),
            "{help}"
        );
        assert!(help.contains("extra"), "{help}");
        assert!(help.contains(r#"A minimal valid call: {"order_id":"#), "{help}");
        let problems = result["_meta"]["mcp-runtime/problems"].as_array().unwrap();
        assert!(problems.len() >= 2, "{problems:?}");
    })
    .await;
}

#[tokio::test]
async fn deep_nesting_and_doubled_keys_are_refused_and_harm_nothing() {
    #[tool]
    async fn anything(
        #[expect(unused_variables, reason = "it is never called")] value: serde_json::Value,
    ) -> McpResponse {
        McpResponse::text("x")
    }
    let server = builder().tool::<anything>().build().unwrap();
    in_every_revision(&server, async |client| {
        let template = message(
            &client,
            1,
            "tools/call",
            json!({ "name": "anything", "arguments": "ARGUMENTS" }),
        );
        let deep = format!("{{\"value\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        for arguments in [deep.as_str(), r#"{"value":1,"value":2}"#, r#"{"value":"\ud800"}"#] {
            let request = template.to_string().replace("\"ARGUMENTS\"", arguments);
            let answer = client.send(request.as_bytes()).await.unwrap();
            let refused = answer["error"]["code"] == -32602 || answer["result"]["isError"] == true;
            assert!(refused && answer["id"] == 1, "{answer}");
        }
    })
    .await;
}

#[tokio::test]
async fn prog_01_a_progress_token_is_a_string_or_an_integer() {
    in_every_revision(&orders().await, async |client| {
        for token in [json!(1.5), json!(null), json!({}), json!(true)] {
            let params = json!({ "name": "store-hours", "_meta": { "progressToken": token } });
            let error = client.request("tools/call", params).await.unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32602);
        }
    })
    .await;
}

#[tokio::test]
async fn the_clients_mistakes_are_no_reports() {
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .add_tool(tool("t", || McpResponse::error("No.")))
        .build()
        .unwrap();
    let client = client(&server, "2026-07-28").await;
    let _ = client.call_tool("unknown", json!({})).await;
    let _ = client.call_tool("t", json!({ "unknown": 1 })).await;
    let _ = client.call_tool("t", json!({})).await;
    let _ = client.send(b"{").await;
    assert!(reports.is_empty());
}

#[tokio::test]
async fn a_server_of_nothing_still_answers_everything() {
    let server = builder().build().unwrap();
    in_every_revision(&server, async |client| {
        for method in [
            "tools/list",
            "tools/call",
            "resources/read",
            "prompts/get",
            "completion/complete",
        ] {
            let error = client.request(method, json!({})).await.unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32601);
        }
    })
    .await;
    let unopened = unopened_client(&with_tool(tool("t", || McpResponse::text("x"))));
    let answer = unopened
        .send(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        .await;
    assert_eq!(error(answer), (-32602, Some(json!(1))));
}

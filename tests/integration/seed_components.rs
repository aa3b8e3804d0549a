//! The seed's binding list, `B13` to `B25`: components, errors, metadata and hints. One test each;
//! the beginning is in [`seed_responses`](crate::seed_responses).
//!
//! What Rust or this framework cannot express:
//! - `B23`: a time to live below zero is no `u64`.
//! - `B24`: another method's result type does not compile (compile-fail tests).

use mcp_core::protocol::Meta;
use mcp_core::{
    CallToolResult, ContentBlock, GetPromptResult, PromptMessage, ReadResourceResult, ResourceContents,
};
use mcp_runtime::Limits;
use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision};

use crate::servers::{
    Reports, builder, call, error_text, orders, prompt, resource, small, texts, tool, with_tool,
};

#[tokio::test]
async fn b13_a_resources_mime_type_applies_to_text_and_structured() {
    let data = || McpResponse::structured(json!({ "a": 1 }));
    let server = builder()
        .add_resource(resource("x://json", "application/json", data))
        .add_resource(resource("x://packed", "application/msgpack", data))
        .add_resource(resource("x://packed-text", "application/msgpack", || {
            McpResponse::text("hi")
        }))
        .add_resource(resource("x://markdown", "text/markdown", || {
            McpResponse::text("# hi")
        }))
        .add_resource(resource("x://own", "text/plain", || {
            McpResponse::resource("x://other", "hi", "text/csv")
        }))
        .add_resource(resource("x://csv", "text/csv", data))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for (uri, expected) in [
            (
                "x://json",
                json!({ "uri": "x://json", "mimeType": "application/json", "text": "{\"a\":1}" }),
            ),
            (
                "x://packed",
                json!({ "uri": "x://packed", "mimeType": "application/msgpack", "blob": "gaFhAQ==" }),
            ),
            (
                "x://packed-text",
                json!({ "uri": "x://packed-text", "mimeType": "application/msgpack", "blob": "omhp" }),
            ),
            (
                "x://markdown",
                json!({ "uri": "x://markdown", "mimeType": "text/markdown", "text": "# hi" }),
            ),
            (
                "x://own",
                json!({ "uri": "x://other", "mimeType": "text/csv", "text": "hi" }),
            ),
        ] {
            let result = client
                .request("resources/read", json!({ "uri": uri }))
                .await
                .unwrap();
            assert_eq!(result["contents"], json!([expected]));
        }
        let refused = client
            .request("resources/read", json!({ "uri": "x://csv" }))
            .await
            .unwrap_err();
        assert_eq!(refused.rpc().unwrap().code.value(), -32603);
    })
    .await;
}

#[tokio::test]
async fn b14_prompt_arguments_bind_by_name_and_the_default_role_is_user() {
    #[prompt(name = "p")]
    async fn two_words(b: Option<String>, a: String) -> McpResponse {
        McpResponse::text(format!("{a} {}", b.unwrap_or_default()))
    }
    let server = builder().prompt::<two_words>().build().unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .get_prompt("p", json!({ "a": "one", "b": "two" }))
            .await
            .unwrap();
        assert_eq!(
            result.messages,
            [PromptMessage {
                role: Role::User,
                content: ContentBlock::text("one two")
            }]
        );
        let list = client.request("prompts/list", json!({})).await.unwrap();
        let arguments = json!([{ "name": "b", "required": false }, { "name": "a", "required": true }]);
        assert_eq!(list["prompts"][0]["arguments"], arguments);
    })
    .await;
}

#[tokio::test]
async fn b15_an_error_is_a_result() {
    let server = builder()
        .add_tool(tool("response", || McpResponse::error("No.")))
        .add_tool(tool("expected", || {
            Err::<McpResponse, _>(ToolError::expected("No."))
        }))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for name in ["response", "expected"] {
            let result = client
                .request("tools/call", json!({ "name": name }))
                .await
                .unwrap();
            assert_eq!((texts(&result), &result["isError"]), (vec!["No."], &json!(true)));
        }
    })
    .await;
}

#[tokio::test]
async fn b16_invalid_arguments_are_a_result_with_the_seeds_text_first() {
    in_every_revision(&orders().await, async |client| {
        for arguments in [
            json!({}),
            json!({ "order_id": -1 }),
            json!({ "order_id": 1, "x": 2 }),
        ] {
            let params = json!({ "name": "order-summary", "arguments": arguments });
            let result = client.request("tools/call", params).await.unwrap();
            assert_eq!(error_text(&result), "Invalid tool arguments");
        }
    })
    .await;
}

#[tokio::test]
async fn b17_unexpected_failures_are_reported_and_masked() {
    let failing = || Err::<McpResponse, _>(std::io::Error::other("password 1234"));
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .add_tool(tool("t", failing))
        .add_resource(resource("x://y", "text/plain", failing))
        .add_prompt(prompt("p", failing))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .request("tools/call", json!({ "name": "t" }))
            .await
            .unwrap();
        assert_eq!(error_text(&result), "Tool execution failed");
        let report = reports.take_one();
        assert_eq!(
            (report.kind.as_str(), report.failure.as_str()),
            ("tool", "password 1234")
        );
        for (method, params, kind) in [
            ("resources/read", json!({ "uri": "x://y" }), "resource"),
            ("prompts/get", json!({ "name": "p" }), "prompt"),
        ] {
            let error = client.request(method, params).await.unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32603);
            assert_eq!(reports.take_one().kind, kind);
        }
    })
    .await;
}

fn hinted() -> McpResponse {
    let hints = ContentAnnotations::new()
        .with_audience([Role::Assistant])
        .with_priority(0.8)
        .and_then(|hints| hints.with_last_modified("2026-10-21T12:00:00Z"))
        .unwrap();
    let response = McpResponse::structured(json!({ "order_id": 42 })).unwrap();
    let response = response.with_meta("example.org/trace", "order-42").unwrap();
    response
        .with_content_meta("example.org/source", "orders")
        .unwrap()
        .with_annotations(hints)
}

#[tokio::test]
async fn b18_metadata_and_annotations_reach_the_wire() {
    let result = call(&with_tool(tool("t", hinted)), "t").await;
    assert_eq!(result["_meta"]["example.org/trace"], "order-42");
    let block = &result["content"][0];
    assert_eq!(block["_meta"], json!({ "example.org/source": "orders" }));
    let hints = json!({ "audience": ["assistant"], "priority": 0.8, "lastModified": "2026-10-21T12:00:00Z" });
    assert_eq!(block["annotations"], hints);
}

#[tokio::test]
async fn b19_metadata_of_several_responses_merges_or_conflicts() {
    let with = |key: &str, value: u32| McpResponse::text("x").with_meta(key, value).unwrap();
    let server = builder()
        .add_tool(tool("merged", move || {
            [with("a/x", 1), with("a/x", 1), with("a/y", 2)]
        }))
        .add_tool(tool("clash", move || [with("a/x", 1), with("a/x", 2)]))
        .build()
        .unwrap();
    let meta = call(&server, "merged").await["_meta"].take();
    assert_eq!((&meta["a/x"], &meta["a/y"]), (&json!(1), &json!(2)));
    assert_eq!(error_text(&call(&server, "clash").await), "Tool execution failed");
    assert!(
        McpResponse::text("x")
            .with_meta("io.modelcontextprotocol/serverInfo", 1)
            .is_err()
    );
}

#[tokio::test]
async fn b20_limits_of_metadata_and_of_the_whole_response() {
    let limits = Limits {
        metadata_size: Some(300),
        response_size: Some(2_000),
        ..Limits::default()
    };
    let long = |size| "x".repeat(size);
    let server = builder()
        .limits(limits)
        .add_tool(tool("fits", move || {
            McpResponse::text(long(1_000)).with_meta("a/x", long(200))
        }))
        .add_tool(tool("metadata", move || {
            McpResponse::text("x").with_meta("a/x", long(400))
        }))
        .add_tool(tool("whole", move || McpResponse::text(long(2_000))))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        assert!(client.call_tool("fits", json!({})).await.is_ok());
        for (name, message) in [("metadata", "Internal error"), ("whole", "Response too large")] {
            let error = client.call_tool(name, json!({})).await.unwrap_err();
            let error = error.rpc().unwrap();
            assert_eq!((error.code.value(), error.message.as_ref()), (-32603, message));
        }
    })
    .await;
}

#[tokio::test]
async fn b21_hints_are_shown_and_change_nothing() {
    #[tool(name = "t", read_only, destructive = false, idempotent, open_world = false)]
    async fn hinted() -> McpResponse {
        McpResponse::text("Deleted everything.")
    }
    let server = builder().tool::<hinted>().build().unwrap();
    let client = client(&server, "2026-07-28").await;
    let list = client.request("tools/list", json!({})).await.unwrap();
    let hints = json!({
        "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
    });
    assert_eq!(list["tools"][0]["annotations"], hints);
    assert_eq!(texts(&call(&server, "t").await), ["Deleted everything."]);
}

#[test]
fn b22_icons_are_https_or_data() {
    for src in [
        "https://example.org/a.png",
        "data:image/png;base64,AAE=",
        "HTTPS://example.org/a.png",
    ] {
        assert!(Icon::new(src).is_ok(), "{src}");
    }
    for src in [
        "http://example.org/a.png",
        "file:///a.png",
        "a.png",
        "",
        "javascript:x",
    ] {
        assert!(Icon::new(src).is_err(), "{src}");
    }
}

#[tokio::test]
async fn b23_reads_that_continue_an_exchange_are_never_kept() {
    let client = client(&orders().await, "2026-07-28").await;
    let read = async |params| {
        let result = client.request("resources/read", params).await.unwrap();
        (result["ttlMs"].clone(), result["cacheScope"].clone())
    };
    let uri = "catalog://public";
    assert_eq!(
        read(json!({ "uri": uri })).await,
        (json!(30_000), json!("public"))
    );
    for continued in [
        json!({ "uri": uri, "inputResponses": {} }),
        json!({ "uri": uri, "inputResponses": { "unknown": 1 } }),
    ] {
        assert_eq!(read(continued).await, (json!(0), json!("private")));
    }
}

#[tokio::test]
async fn b24_explicit_results_are_checked_like_any_other() {
    let reserved: Meta = serde_json::from_value(json!({ "io.mcp/x": 1 })).unwrap();
    let text = || CallToolResult::new([ContentBlock::text("Ready")]);
    let server = builder()
        .add_tool(tool("plain", text))
        .add_tool(tool("reserved", move || text().with_meta(reserved.clone())))
        .add_resource(resource("x://y", "text/plain", || {
            let contents: ResourceContents =
                serde_json::from_value(json!({ "uri": "x://z", "text": "x" })).unwrap();
            ReadResourceResult::new([contents])
        }))
        .add_prompt(prompt("p", || {
            GetPromptResult::new([PromptMessage {
                role: Role::Assistant,
                content: ContentBlock::text("x"),
            }])
        }))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .request("tools/call", json!({ "name": "plain" }))
            .await
            .unwrap();
        assert_eq!((texts(&result), result.get("isError")), (vec!["Ready"], None));
        let result = client
            .request("tools/call", json!({ "name": "reserved" }))
            .await
            .unwrap();
        assert_eq!(error_text(&result), "Tool execution failed");
        assert_eq!(
            client.read_resource("x://y").await.unwrap().contents[0].uri(),
            "x://z"
        );
        assert_eq!(
            client.get_prompt("p", json!({})).await.unwrap().messages[0].role,
            Role::Assistant
        );
    })
    .await;
    assert_eq!(
        error_text(&call(&small(text), "t").await),
        "Tool execution failed"
    );
    let valid = small(move || text().with_structured_content(json!({ "number": 7 })));
    assert_eq!(
        call(&valid, "t").await["structuredContent"],
        json!({ "number": 7 })
    );
}

#[test]
fn b25_the_seeds_names_are_at_the_root_and_content_can_be_looked_into() {
    #[expect(unused_imports, reason = "that they can be imported is the test")]
    use mcp_runtime::{
        CacheHint, ContentAnnotations, Icon, McpResponse, Prompt, PromptArgument, Resource, Server, Tool,
        ToolAnnotations,
    };
    let text = McpResponse::resource("x://y", "hi", "text/plain")
        .unwrap()
        .with_meta("a/x", 1)
        .unwrap();
    assert_eq!(text.meta().get("a/x"), Some(&json!(1)));
    assert!(text.content()[0].meta().is_empty());
    assert_eq!(text.content()[0].as_resource().unwrap().text(), Some("hi"));
    let blob = McpResponse::resource("x://y", b"hi".to_vec(), None).unwrap();
    assert_eq!(
        blob.content()[0].as_resource().unwrap().blob(),
        Some(b"hi".as_slice())
    );
}

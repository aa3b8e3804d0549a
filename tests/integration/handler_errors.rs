//! What handlers get wrong: panics, failures and results that cannot be sent (`B8`, `B9`, `B17`).

use mcp_core::context::FromContext;
use mcp_core::{McpError, ToolError};
use mcp_runtime::prelude::*;
use mcp_tests::{client, in_every_revision};
use serde_json::Value;

use crate::servers::{Reports, builder, error_text, prompt, resource, tool, tool_with_output};

/// What must not be told to any client.
const SECRET: &str = "postgres://admin:hunter2@db/orders";

/// Checks that a tool's failure was masked and reported, and is told with the report's number.
#[track_caller]
fn assert_masked(result: &Value, reports: &Reports) {
    assert_eq!(error_text(result), "Tool execution failed");
    let report = reports.take_one();
    assert_eq!(
        result["_meta"]["mcp-runtime/correlationId"],
        report.correlation_id.as_str()
    );
    assert_eq!(
        result["content"][1]["text"],
        format!("Correlation id: {}", report.correlation_id)
    );
    assert!(result.get("structuredContent").is_none());
    assert!(report.failure.contains(SECRET), "{}", report.failure);
    assert!(!result.to_string().contains("hunter2"), "{result}");
}

#[tool]
fn sync_panic() -> McpResponse {
    panic!("{SECRET}")
}

#[tool]
async fn async_panic() -> McpResponse {
    panic!("{SECRET}")
}

#[tool]
async fn late_panic() -> McpResponse {
    tokio::task::yield_now().await;
    panic!("{SECRET}")
}

#[tool]
async fn stream_panic() -> ResponseStream {
    let items = [1, 2].map(|step| -> fn() -> McpResponse {
        match step {
            1 => || McpResponse::text("first"),
            _ => || panic!("{SECRET}"),
        }
    });
    let items = items.into_iter().map(|item| Ok::<_, ToolError>(item()));
    ResponseStream::new(futures_util::stream::iter(items))
}

#[tool]
async fn unexpected_error() -> Result<McpResponse, ToolError> {
    Err(std::io::Error::other(SECRET))?
}

#[tool]
async fn late_error() -> Result<McpResponse, ToolError> {
    tokio::task::yield_now().await;
    Err(ToolError::unexpected(SECRET))
}

#[tokio::test]
async fn b17_tool_20_panics_and_errors_are_masked_wherever_they_happen() {
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .tool::<sync_panic>()
        .tool::<async_panic>()
        .tool::<late_panic>()
        .tool::<stream_panic>()
        .tool::<unexpected_error>()
        .tool::<late_error>()
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for name in [
            "sync-panic",
            "async-panic",
            "late-panic",
            "stream-panic",
            "unexpected-error",
            "late-error",
        ] {
            let result = client
                .request("tools/call", json!({ "name": name }))
                .await
                .unwrap();
            assert_masked(&result, &reports);
        }
    })
    .await;
}

/// A context parameter that cannot be had.
struct Broken;

impl FromContext for Broken {
    fn from_context(_: &Context) -> Result<Self, McpError> {
        panic!("{SECRET}")
    }
}

#[tool]
async fn broken_context(#[from_context] _context: Broken) -> McpResponse {
    McpResponse::text("x")
}

#[resource(uri = "x://broken")]
async fn broken_resource(#[from_context] _context: Broken) -> McpResponse {
    McpResponse::text("x")
}

#[prompt]
async fn broken_prompt(#[from_context] _context: Broken) -> McpResponse {
    McpResponse::text("x")
}

#[tokio::test]
async fn b17_a_panic_in_a_context_parameter_is_masked_like_any_other() {
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .tool::<broken_context>()
        .resource::<broken_resource>()
        .prompt::<broken_prompt>()
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let result = client
            .request("tools/call", json!({ "name": "broken-context" }))
            .await
            .unwrap();
        assert_masked(&result, &reports);
        for (method, params) in [
            ("resources/read", json!({ "uri": "x://broken" })),
            ("prompts/get", json!({ "name": "broken-prompt" })),
        ] {
            let error = client.request(method, params).await.unwrap_err();
            assert_eq!(error.rpc().unwrap().code.value(), -32603);
            reports.take_one();
        }
    })
    .await;
}

/// An argument whose reading panics.
#[derive(JsonSchema)]
struct Explosive {}

impl<'de> Deserialize<'de> for Explosive {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("{SECRET}")
    }
}

#[tokio::test]
async fn b17_a_panic_while_arguments_are_read_is_masked_like_any_other() {
    #[tool]
    async fn explosive(Args(_input): Args<Explosive>) -> McpResponse {
        McpResponse::text("x")
    }
    let (builder, reports) = Reports::of(builder());
    let server = builder.tool::<explosive>().build().unwrap();
    let client = client(&server, "2026-07-28").await;
    let result = client
        .request("tools/call", json!({ "name": "explosive", "arguments": {} }))
        .await
        .unwrap();
    assert_masked(&result, &reports);
}

#[tokio::test]
async fn b17_err_09_resources_and_prompts_are_masked_with_the_reports_number() {
    let panics = || -> McpResponse { panic!("{SECRET}") };
    let fails = || Err::<McpResponse, _>(std::io::Error::other(SECRET));
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .add_resource(resource("x://panics", "text/plain", panics))
        .add_resource(resource("x://fails", "text/plain", fails))
        .add_prompt(prompt("panics", panics))
        .add_prompt(prompt("fails", fails))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for (method, params, name) in [
            ("resources/read", json!({ "uri": "x://panics" }), "x://panics"),
            ("resources/read", json!({ "uri": "x://fails" }), "x://fails"),
            ("prompts/get", json!({ "name": "panics" }), "panics"),
            ("prompts/get", json!({ "name": "fails" }), "fails"),
        ] {
            let error = client.request(method, params).await.unwrap_err();
            let error = error.rpc().unwrap();
            let report = reports.take_one();
            assert_eq!(
                (error.code.value(), error.message.as_ref()),
                (-32603, "Internal error")
            );
            assert_eq!(
                error.data,
                Some(json!({ "correlationId": report.correlation_id }))
            );
            assert_eq!(report.name, name);
            assert!(report.failure.contains(SECRET));
        }
    })
    .await;
}

#[tokio::test]
async fn b17_a_hook_that_panics_does_not_fail_the_answer() {
    let server = builder()
        .on_failure(|_| panic!("{SECRET}"))
        .tool::<async_panic>()
        .build()
        .unwrap();
    let result = client(&server, "2026-07-28")
        .await
        .call_tool("async-panic", json!({}))
        .await
        .unwrap();
    assert_eq!(result.is_error, Some(true));
}

#[tokio::test]
async fn b17_every_failure_has_a_number_of_its_own() {
    let (builder, reports) = Reports::of(builder());
    let server = builder.tool::<async_panic>().build().unwrap();
    let client = client(&server, "2026-07-28").await;
    let mut numbers = std::collections::BTreeSet::new();
    for _ in 0..100 {
        client.call_tool("async-panic", json!({})).await.unwrap();
        numbers.insert(reports.take_one().correlation_id);
    }
    assert_eq!(numbers.len(), 100);
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema matters")]
struct Sum {
    sum: i64,
}

#[tokio::test]
async fn b9_tool_10_results_that_break_their_schema_are_reported_with_the_reason() {
    let structured = |value: Value| McpResponse::structured(value).unwrap();
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .add_tool(tool_with_output::<Sum, _>("broken", move || {
            structured(json!({ "sum": SECRET }))
        }))
        .add_tool(tool_with_output::<Sum, _>("missing", || {
            McpResponse::text("no sum")
        }))
        .add_tool(tool("twice", move || {
            [structured(json!(1)), structured(json!(2))]
        }))
        .add_tool(tool_with_output::<Sum, _>("flagged", || {
            McpResponse::error("Not today.")
        }))
        .add_tool(tool_with_output::<Sum, _>("expected", || {
            Err::<McpResponse, _>(ToolError::expected("Not today."))
        }))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for (name, reason) in [
            ("broken", "breaks the output schema"),
            ("missing", "no structured content"),
            ("twice", "only one structured value"),
        ] {
            let result = client
                .request("tools/call", json!({ "name": name }))
                .await
                .unwrap();
            assert_eq!(error_text(&result), "Tool execution failed");
            assert!(!result.to_string().contains("hunter2"));
            let failure = reports.take_one().failure;
            assert!(failure.contains(reason), "{failure}");
        }
        for name in ["flagged", "expected"] {
            let result = client
                .request("tools/call", json!({ "name": name }))
                .await
                .unwrap();
            assert_eq!(error_text(&result), "Not today.");
            assert!(reports.is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn b4_progress_outside_a_stream_is_a_failure() {
    let progress = || McpResponse::progress(1.0, None, None).unwrap();
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .add_tool(tool("one", progress))
        .add_tool(tool("several", move || [McpResponse::text("x"), progress()]))
        .build()
        .unwrap();
    let client = client(&server, "2026-07-28").await;
    for name in ["one", "several"] {
        let result = client
            .request("tools/call", json!({ "name": name }))
            .await
            .unwrap();
        assert_eq!(error_text(&result), "Tool execution failed");
        assert!(reports.take_one().failure.contains("ResponseStream"));
    }
}

#[tokio::test]
async fn b17_b20_a_result_with_too_much_metadata_is_told_with_the_reports_number() {
    let large = || McpResponse::text("x").with_meta("example.org/x", "x".repeat(100_000));
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .add_tool(tool("t", large))
        .add_prompt(prompt("p", large))
        .add_resource(resource("x://y", "text/plain", large))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for (method, params) in [
            ("resources/read", json!({ "uri": "x://y" })),
            ("prompts/get", json!({ "name": "p" })),
            ("tools/call", json!({ "name": "t" })),
        ] {
            let error = client.request(method, params).await.unwrap_err();
            let error = error.rpc().unwrap();
            let number = reports.take_one().correlation_id;
            assert_eq!(
                (error.code.value(), error.message.as_ref()),
                (-32603, "Internal error")
            );
            assert_eq!(error.data, Some(json!({ "correlationId": number })), "{method}");
        }
    })
    .await;
}

#[tokio::test]
async fn err_05_application_codes_pass_and_reserved_ones_do_not() {
    let server = builder()
        .add_tool(tool("own", || {
            Err::<McpResponse, _>(ToolError::application(7, "Closed."))
        }))
        .add_tool(tool("reserved", || {
            Err::<McpResponse, _>(ToolError::application(-32001, "Closed."))
        }))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        for (name, code) in [("own", 7), ("reserved", -32603)] {
            let error = client.call_tool(name, json!({})).await.unwrap_err();
            assert_eq!(
                (
                    error.rpc().unwrap().code.value(),
                    error.rpc().unwrap().message.as_ref()
                ),
                (code, "Closed.")
            );
        }
    })
    .await;
}

//! Answers in several steps: progress, then content (`PROG-*`, `B4`).

use futures_util::stream::{self, StreamExt};
use mcp_runtime::Limits;
use mcp_runtime::prelude::*;
use mcp_runtime::testing::TestClient;
use mcp_tests::in_every_revision;
use serde_json::Value;

use crate::servers::{Reports, builder, error_text, orders, prompt, resource, texts, tool, with_tool};

/// A stream of these items.
fn stream_of<const N: usize>(items: [Result<McpResponse, ToolError>; N]) -> ResponseStream {
    ResponseStream::new(stream::iter(items))
}

fn progress(current: f64) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::progress(current, Some(3.0), Some("working"))?)
}

fn text(text: &str) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::text(text))
}

/// Calls a tool with a progress token; gives the result and what came before it.
async fn call(client: &TestClient, name: &str, token: Value) -> (Value, Vec<Value>) {
    let params = json!({ "name": name, "_meta": { "progressToken": token } });
    let result = client.request("tools/call", params).await.unwrap();
    let notifications = client.take_notifications();
    let params = notifications.into_iter().map(|mut notification| {
        assert_eq!(notification["method"], "notifications/progress");
        assert_eq!(notification["jsonrpc"], "2.0");
        notification["params"].take()
    });
    (result, params.collect())
}

#[tokio::test]
async fn prog_01_progress_comes_before_the_answer_with_the_requests_token() {
    let server = with_tool(tool("t", || {
        stream_of([progress(1.0), progress(2.5), text("a"), progress(3.0), text("b")])
    }));
    in_every_revision(&server, async |client| {
        for token in [json!("token"), json!(7), json!("7"), json!(0), json!("")] {
            let (result, sent) = call(&client, "t", token.clone()).await;
            assert_eq!(
                (texts(&result), &result["isError"]),
                (vec!["a", "b"], &json!(false))
            );
            let expected = [1.0, 2.5, 3.0].map(|current| {
                json!({ "progressToken": token, "progress": current, "total": 3.0, "message": "working" })
            });
            assert_eq!(sent, expected);
        }
    })
    .await;
}

#[tokio::test]
async fn prog_06_without_a_token_nothing_is_sent() {
    let server = with_tool(tool("t", || stream_of([progress(1.0), text("a"), progress(0.0)])));
    in_every_revision(&server, async |client| {
        let result = client
            .request("tools/call", json!({ "name": "t" }))
            .await
            .unwrap();
        assert_eq!(texts(&result), ["a"]);
        assert!(client.take_notifications().is_empty());
    })
    .await;
}

#[tokio::test]
async fn prog_03_what_does_not_grow_is_not_sent() {
    let steps = || stream_of([2.0, 1.0, 2.0, -5.0, 2.25, 2.25, 3.0].map(progress));
    let server = with_tool(tool("t", steps));
    in_every_revision(&server, async |client| {
        let (result, sent) = call(&client, "t", json!(1)).await;
        assert_eq!(result["content"], json!([]));
        let sent: Vec<_> = sent
            .iter()
            .map(|params| params["progress"].as_f64().unwrap())
            .collect();
        assert_eq!(sent, [2.0, 2.25, 3.0]);
    })
    .await;
}

#[tokio::test]
async fn b17_an_error_after_progress_is_the_only_answer() {
    let (builder, reports) = Reports::of(builder());
    let server = builder
        .add_tool(tool("masked", || {
            stream_of([
                progress(1.0),
                text("partial"),
                Err(ToolError::unexpected("hunter2")),
            ])
        }))
        .add_tool(tool("told", || {
            stream_of([
                progress(1.0),
                text("partial"),
                Err(ToolError::expected("Too dark.")),
            ])
        }))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let (result, sent) = call(&client, "masked", json!(1)).await;
        assert_eq!((error_text(&result), sent.len()), ("Tool execution failed", 1));
        assert!(!result.to_string().contains("partial"));
        assert_eq!(reports.take_one().failure, "hunter2");
        let (result, sent) = call(&client, "told", json!(1)).await;
        assert_eq!((texts(&result), sent.len()), (vec!["Too dark."], 1));
        assert!(reports.is_empty());
    })
    .await;
}

#[tokio::test]
async fn b5_streams_serve_resources_and_prompts_too() {
    let server = builder()
        .add_resource(resource("x://y", "text/plain", || {
            stream_of([progress(1.0), text("a"), text("b")])
        }))
        .add_prompt(prompt("p", || stream_of([progress(1.0), text("a"), text("b")])))
        .build()
        .unwrap();
    in_every_revision(&server, async |client| {
        let meta = json!({ "progressToken": 1 });
        let read = client
            .request("resources/read", json!({ "uri": "x://y", "_meta": meta }))
            .await
            .unwrap();
        assert_eq!(read["contents"].as_array().unwrap().len(), 2);
        let got = client
            .request("prompts/get", json!({ "name": "p", "_meta": meta }))
            .await
            .unwrap();
        assert_eq!(got["messages"].as_array().unwrap().len(), 2);
        assert_eq!(client.take_notifications().len(), 2);
    })
    .await;
}

#[tokio::test]
async fn b9_a_stream_is_held_to_the_rules_of_any_result() {
    let structured = || Ok(McpResponse::structured(1)?);
    let server = with_tool(tool("t", move || stream_of([structured(), structured()])));
    in_every_revision(&server, async |client| {
        let (result, _) = call(&client, "t", json!(1)).await;
        assert_eq!(error_text(&result), "Tool execution failed");
    })
    .await;
}

#[tokio::test]
async fn b20_a_stream_over_the_limit_is_stopped() {
    let endless = || {
        let item = stream::repeat_with(|| text(&"x".repeat(1_000)));
        ResponseStream::new(item)
    };
    let limits = Limits {
        response_size: Some(50_000),
        ..Limits::default()
    };
    let (builder, reports) = Reports::of(builder().limits(limits));
    let server = builder.add_tool(tool("endless", endless)).build().unwrap();
    in_every_revision(&server, async |client| {
        let (result, _) = call(&client, "endless", json!(1)).await;
        assert_eq!(error_text(&result), "Tool execution failed");
        assert!(reports.take_one().failure.contains("limit"));
    })
    .await;
}

/// A task that goes on reporting after its call was answered.
#[tool]
async fn leaves_a_task(ctx: Context) -> McpResponse {
    ctx.progress(1.0, None, None);
    let late = ctx.clone();
    tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        late.progress(2.0, None, None);
        late.log(LogLevel::Emergency, None, "late").unwrap();
    });
    McpResponse::text("answered")
}

#[tokio::test]
async fn prog_02_stdio_07_nothing_comes_after_the_answer() {
    let server = builder().tool::<leaves_a_task>().build().unwrap();
    in_every_revision(&server, async |client| {
        let (result, sent) = call(&client, "leaves-a-task", json!(1)).await;
        assert_eq!((texts(&result), sent.len()), (vec!["answered"], 1));
        tokio::time::sleep(std::time::Duration::from_millis(60)).await;
        // An exchange gathers whatever came in the meantime.
        client
            .exchange(&json!({ "jsonrpc": "2.0", "id": "p", "method": "ping" }))
            .await;
        assert!(client.take_notifications().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_stream_that_waits_is_waited_for() {
    let slow = || {
        let items = stream::iter([progress(1.0), text("a"), progress(2.0), text("b")]);
        ResponseStream::new(items.then(|item| async {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            item
        }))
    };
    let server = with_tool(tool("t", slow));
    in_every_revision(&server, async |client| {
        let (result, sent) = call(&client, "t", json!(1)).await;
        assert_eq!((texts(&result), sent.len()), (vec!["a", "b"], 2));
    })
    .await;
}

#[tokio::test]
async fn the_shop_reports_each_order_that_it_audits() {
    in_every_revision(&orders().await, async |client| {
        let (result, sent) = call(&client, "audit-orders", json!("audit")).await;
        assert_eq!(texts(&result), ["3 orders checked, 1 without lines."]);
        let messages: Vec<_> = sent
            .iter()
            .map(|params| params["message"].as_str().unwrap())
            .collect();
        assert_eq!(messages, ["order 42", "order 43", "order 57"]);
    })
    .await;
}

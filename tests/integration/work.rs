//! How handlers are run: timeouts, turns, the blocking pool, and what is learnt of slow ones
//! (`CANC-06`, `SEC-06`).

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use mcp_core::primitive::{PromptBuilder, ResourceBuilder, ToolBuilder, context};
use mcp_runtime::prelude::*;
use mcp_tests::{NEWEST, client};
use serde_json::json;

use crate::servers::{builder, with_tool};

const SHORT: Duration = Duration::from_millis(30);

#[tokio::test]
async fn canc_06_a_call_that_takes_too_long_is_stopped_and_told_so() {
    let dropped = Arc::new(AtomicBool::new(false));
    struct Alive(Arc<AtomicBool>);
    impl Drop for Alive {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let seen = Arc::clone(&dropped);
    let forever = move || {
        let alive = Alive(Arc::clone(&seen));
        async move {
            let _alive = alive;
            std::future::pending::<McpResponse>().await
        }
    };
    let (tool, resource, prompt) = (forever.clone(), forever.clone(), forever);
    let server = builder()
        .add_tool(
            ToolBuilder::new("slow")
                .timeout(SHORT)
                .handler((), (), move |(), ()| tool()),
        )
        .add_resource(ResourceBuilder::new("slow", "slow://it").timeout(SHORT).handler(
            (),
            (),
            move |(), ()| resource(),
        ))
        .add_prompt(
            PromptBuilder::new("slow")
                .timeout(SHORT)
                .handler((), (), move |(), ()| prompt()),
        )
        .build()
        .unwrap();
    let client = client(&server, NEWEST).await;
    let result = client.call_tool("slow", json!({})).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    assert_eq!(
        result.content[0].as_text(),
        Some("The call took longer than 30ms and was stopped.")
    );
    assert!(dropped.load(Ordering::SeqCst), "the handler's future is dropped");
    for error in [
        client.read_resource("slow://it").await.unwrap_err(),
        client.get_prompt("slow", json!({})).await.unwrap_err(),
    ] {
        let error = error.rpc().unwrap();
        assert_eq!(error.code.value(), -32603);
        assert_eq!(error.message, "The call took longer than 30ms and was stopped.");
    }
}

#[tokio::test]
async fn canc_06_a_blocking_handler_is_told_that_its_time_is_over() {
    let told = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&told);
    let tool = ToolBuilder::new("loop").timeout(SHORT).blocking_handler(
        (),
        (context::<Context>(),),
        move |(), (ctx,)| {
            let began = Instant::now();
            while !ctx.is_cancelled() && began.elapsed() < Duration::from_secs(10) {
                thread::sleep(Duration::from_millis(1));
            }
            seen.store(ctx.is_cancelled(), Ordering::SeqCst);
            McpResponse::text("never seen")
        },
    );
    let server = with_tool(tool);
    let result = client(&server, NEWEST)
        .await
        .call_tool("loop", json!({}))
        .await
        .unwrap();
    assert_eq!(result.is_error, Some(true));
    for _ in 0..1000 {
        if told.load(Ordering::SeqCst) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the handler was never told");
}

#[tokio::test]
async fn sec_06_no_more_calls_run_at_a_time_than_the_tool_allows() {
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (now, peak) = (Arc::clone(&running), Arc::clone(&most));
    let tool = ToolBuilder::new("two")
        .concurrency(2)
        .handler((), (), move |(), ()| {
            let (now, peak) = (Arc::clone(&now), Arc::clone(&peak));
            async move {
                peak.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(5)).await;
                now.fetch_sub(1, Ordering::SeqCst);
                McpResponse::text("done")
            }
        });
    let server = with_tool(tool);
    let client = client(&server, NEWEST).await;
    let results = join_all((0..10).map(|_| client.call_tool("two", json!({})))).await;
    assert!(
        results
            .into_iter()
            .all(|result| result.unwrap().is_error == Some(false))
    );
    assert_eq!(most.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_concurrency_of_zero_is_a_mistake() {
    let tool = ToolBuilder::new("none")
        .concurrency(0)
        .handler((), (), |(), ()| async { McpResponse::text("") });
    let errors = builder().add_tool(tool).build().unwrap_err();
    assert!(
        errors
            .to_string()
            .contains("tool `none`: its concurrency must be at least 1"),
        "{errors}"
    );
}

#[tokio::test]
async fn rivals_e_34_a_sync_handler_runs_beside_the_thread_that_reads() {
    let threads = Arc::new(Mutex::new(Vec::<ThreadId>::new()));
    let seen = Arc::clone(&threads);
    let tool = ToolBuilder::new("sync").blocking_handler((), (), move |(), ()| {
        seen.lock().unwrap().push(thread::current().id());
        McpResponse::text("done")
    });
    let server = with_tool(tool);
    client(&server, NEWEST)
        .await
        .call_tool("sync", json!({}))
        .await
        .unwrap();
    assert_ne!(threads.lock().unwrap()[0], thread::current().id());
}

/// Waits for ever.
#[tool(timeout = "20ms", concurrency = 1)]
async fn stuck() -> McpResponse {
    std::future::pending().await
}

#[tokio::test]
async fn canc_06_the_attributes_say_the_same() {
    let server = builder().tool::<stuck>().build().unwrap();
    let client = client(&server, NEWEST).await;
    let results = join_all((0..3).map(|_| client.call_tool("stuck", json!({})))).await;
    for result in results {
        let result = result.unwrap();
        assert_eq!(
            result.content[0].as_text(),
            Some("The call took longer than 20ms and was stopped.")
        );
    }
}

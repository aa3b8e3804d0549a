//! The server that most tests speak to, and the gate that its slow tools wait at.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use mcp_runtime::ServerBuilder;
use mcp_runtime::prelude::*;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::client::PATIENCE;

/// Where slow handlers wait, so that a test decides what happens when.
#[derive(Clone)]
pub(crate) struct Gate(Arc<Counts>);

struct Counts {
    started: Semaphore,
    open: Semaphore,
    /// Handlers that ran to their end.
    finished: AtomicUsize,
    /// Handlers that were dropped before it.
    dropped: AtomicUsize,
}

impl Default for Gate {
    fn default() -> Self {
        Self(Arc::new(Counts {
            started: Semaphore::new(0),
            open: Semaphore::new(0),
            finished: AtomicUsize::new(0),
            dropped: AtomicUsize::new(0),
        }))
    }
}

impl Gate {
    /// Waits until one more handler is at the gate.
    pub(crate) async fn reached(&self) {
        let reached = timeout(PATIENCE, self.0.started.acquire()).await;
        reached.expect("a handler at the gate in time").unwrap().forget();
    }

    /// Lets one handler pass.
    pub(crate) fn pass(&self) {
        self.0.open.add_permits(1);
    }

    /// Waits until so many handlers were dropped before their end.
    pub(crate) async fn dropped(&self, count: usize) {
        self.counted(&self.0.dropped, count, "dropped").await;
    }

    /// Waits until so many handlers ran to their end.
    pub(crate) async fn finished(&self, count: usize) {
        self.counted(&self.0.finished, count, "finished").await;
    }

    /// How many were dropped so far.
    pub(crate) fn drops(&self) -> usize {
        self.0.dropped.load(Ordering::SeqCst)
    }

    async fn counted(&self, counter: &AtomicUsize, count: usize, what: &str) {
        let began = Instant::now();
        while counter.load(Ordering::SeqCst) < count {
            assert!(
                began.elapsed() < PATIENCE,
                "{count} handlers were not {what} in time"
            );
            sleep(std::time::Duration::from_millis(1)).await;
        }
    }

    /// A handler's wait.
    async fn wait(&self) {
        let stay = Stay(Some(&self.0));
        self.0.started.add_permits(1);
        self.0.open.acquire().await.unwrap().forget();
        stay.leave();
    }
}

/// Notices when a handler is dropped while it waits.
struct Stay<'g>(Option<&'g Counts>);

impl Stay<'_> {
    fn leave(mut self) {
        if let Some(counts) = self.0.take() {
            counts.finished.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Drop for Stay<'_> {
    fn drop(&mut self) {
        if let Some(counts) = self.0 {
            counts.dropped.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// Answer with a text.
#[tool(read_only)]
async fn echo(text: String) -> McpResponse {
    McpResponse::text(text)
}

/// Answer with so many letters.
#[tool(read_only)]
async fn letters(count: usize) -> McpResponse {
    McpResponse::text("x".repeat(count))
}

/// Wait at the gate.
#[tool(read_only)]
async fn wait(State(gate): State<Gate>) -> McpResponse {
    gate.wait().await;
    McpResponse::text("waited")
}

/// Report progress, wait at the gate, report again.
#[tool(read_only)]
async fn steps(
    /// How many reports come before the gate.
    count: u32,
    ctx: Context,
    State(gate): State<Gate>,
) -> Result<McpResponse, ToolError> {
    for step in 1..=count {
        ctx.progress(f64::from(step), Some(f64::from(count + 1)), None);
        ctx.log(LogLevel::Info, Some("steps"), format!("step {step}"))?;
    }
    gate.wait().await;
    ctx.progress(f64::from(count + 1), Some(f64::from(count + 1)), Some("last"));
    Ok(McpResponse::text("stepped"))
}

/// Give the response stream up, wait at the gate, answer.
#[tool(read_only)]
async fn release(ctx: Context, State(gate): State<Gate>) -> McpResponse {
    let released = ctx.release_stream();
    gate.wait().await;
    McpResponse::text(format!("released: {released}"))
}

/// Fail in a way that nobody outside may see.
#[tool(read_only)]
async fn fail() -> Result<McpResponse, ToolError> {
    Err(ToolError::unexpected("the password is 1234"))
}

/// Panic.
#[tool(read_only)]
async fn panics() -> McpResponse {
    panic!("the password is 1234")
}

/// Answer with what headers mirror.
#[tool(read_only)]
async fn mirrored(
    #[arg(header = "Region")] region: Option<String>,
    #[arg(header = "Count")] count: Option<i64>,
    #[arg(header = "Sure")] sure: Option<bool>,
    note: Option<String>,
) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::structured(
        json!({ "region": region, "count": count, "sure": sure, "note": note }),
    )?)
}

/// A note that stays.
#[resource(uri = "note://one", mime_type = "text/plain")]
async fn note_one() -> McpResponse {
    McpResponse::text("the first note")
}

/// A note by number.
#[resource(uri = "note://numbered/{number}", mime_type = "text/plain")]
async fn numbered_note(#[arg(complete = numbers)] number: u32) -> McpResponse {
    McpResponse::text(format!("note {number}"))
}

async fn numbers(request: CompletionRequest) -> Vec<String> {
    let numbers = (1..=12).map(|number: u32| number.to_string());
    numbers
        .filter(|number| number.starts_with(&request.value))
        .collect()
}

/// Greet somebody.
#[prompt]
async fn greet(name: String) -> McpResponse {
    McpResponse::text(format!("Greet {name}."))
}

/// The beginning of the usual server.
pub(crate) fn builder(gate: &Gate) -> ServerBuilder {
    Server::builder("http-tests", "1.0.0")
        .list_changed(true)
        .resource_subscriptions(true)
        .tool::<echo>()
        .tool::<letters>()
        .tool::<wait>()
        .tool::<steps>()
        .tool::<release>()
        .tool::<fail>()
        .tool::<panics>()
        .tool::<mirrored>()
        .resource::<note_one>()
        .resource::<numbered_note>()
        .prompt::<greet>()
        .state(gate.clone())
}

/// The usual server.
pub(crate) fn server() -> Server {
    with_gate().0
}

/// The usual server, and its gate.
pub(crate) fn with_gate() -> (Server, Gate) {
    let gate = Gate::default();
    (builder(&gate).build().unwrap(), gate)
}

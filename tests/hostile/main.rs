//! A server whose handlers do everything that a handler should not; `torture` runs it.

#![allow(clippy::panic, reason = "panicking is what some of these handlers are for")]

use std::any::Any;
use std::fs::OpenOptions;
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::panic::panic_any;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mcp_runtime::Changes;
use mcp_runtime::prelude::*;
use mcp_runtime::primitive::{ToolBuilder, ToolDefinition};

/// What a careless author would not want a client to read.
const SECRET: &str = "postgres://admin:hunter2@db.internal/orders";

/// How many `never` handlers are alive.
#[derive(Clone, Default)]
struct Alive(Arc<AtomicUsize>);

/// Counts a handler for as long as its future lives.
struct Counted(Alive);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Answer at once.
#[tool(read_only)]
async fn echo(text: String) -> McpResponse {
    McpResponse::text(text)
}

/// Answer after a while.
#[tool(read_only)]
async fn sleep(ms: u64) -> McpResponse {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    McpResponse::text("slept")
}

/// Never answer.
#[tool(read_only)]
async fn never(State(alive): State<Alive>) -> McpResponse {
    alive.0.fetch_add(1, Ordering::SeqCst);
    let _counted = Counted(alive);
    std::future::pending().await
}

/// Tell how many calls of `never` are alive.
#[tool(read_only)]
async fn alive(State(alive): State<Alive>) -> McpResponse {
    McpResponse::text(alive.0.load(Ordering::SeqCst).to_string())
}

/// Panic before anything else.
#[tool]
async fn panic() -> McpResponse {
    panic!("{SECRET}")
}

/// Panic after an await.
#[tool]
async fn panic_later() -> McpResponse {
    tokio::time::sleep(Duration::from_millis(5)).await;
    panic!("{SECRET}")
}

/// Panic on the blocking pool.
#[tool]
fn panic_blocking() -> McpResponse {
    panic!("{SECRET}")
}

/// A value whose end is a panic, too.
struct PanicsWhenDropped;

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        if !thread::panicking() {
            panic!("{SECRET}");
        }
    }
}

/// Panic with a payload that panics when it is dropped.
#[tool]
async fn panic_payload(later: bool) -> McpResponse {
    if later {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic_any(Box::new(PanicsWhenDropped) as Box<dyn Any + Send>)
}

/// Wait for ever, with something that panics when the future is dropped.
fn panic_on_drop() -> ToolDefinition {
    ToolBuilder::new("panic-on-drop")
        .timeout(Duration::from_millis(100))
        .handler((), (), |(), ()| async {
            let _bomb = PanicsWhenDropped;
            std::future::pending::<McpResponse>().await
        })
}

/// Fail with a secret in the error.
#[tool]
async fn fail() -> Result<McpResponse, ToolError> {
    Err(ToolError::from(io::Error::other(SECRET)))
}

/// Block a thread.
#[tool]
fn block(ms: u64) -> McpResponse {
    thread::sleep(Duration::from_millis(ms));
    McpResponse::text("blocked")
}

/// Compute without ever awaiting.
#[tool]
async fn burn(ms: u64) -> McpResponse {
    let (began, mut turns) = (Instant::now(), 0_u64);
    while began.elapsed() < Duration::from_millis(ms) {
        turns = black_box(turns + 1);
    }
    McpResponse::text("burnt")
}

/// Print on standard output.
#[tool]
async fn print(text: String) -> McpResponse {
    println!("{text}");
    McpResponse::text("printed")
}

/// Block a thread, then print.
#[tool]
fn print_late(ms: u64, text: String) -> McpResponse {
    thread::sleep(Duration::from_millis(ms));
    println!("{text}");
    McpResponse::text("printed")
}

/// Run a child process that prints.
#[tool]
fn print_child(text: String) -> io::Result<McpResponse> {
    let script = "echo \"$0\"";
    Command::new("sh").args(["-c", script, &text]).status()?;
    Ok(McpResponse::text("printed"))
}

/// Write to the descriptor of standard output past the library, as C code does.
#[tool]
async fn print_fd(text: String) -> io::Result<McpResponse> {
    let mut stdout = OpenOptions::new().write(true).open("/proc/self/fd/1")?;
    stdout.write_all(format!("{text}\n").as_bytes())?;
    Ok(McpResponse::text("printed"))
}

/// Read standard input to its end.
#[tool]
fn read_stdin() -> io::Result<McpResponse> {
    let mut stolen = String::new();
    io::stdin().read_to_string(&mut stolen)?;
    Ok(McpResponse::text(stolen))
}

/// Run a child process that reads standard input to its end.
#[tool]
fn read_stdin_child() -> io::Result<McpResponse> {
    // Its output is captured, its input inherited.
    let mut cat = Command::new("cat");
    let stolen = cat.stdin(std::process::Stdio::inherit()).output()?.stdout;
    Ok(McpResponse::text(String::from_utf8_lossy(&stolen)))
}

/// Report progress as fast as it goes.
#[tool]
async fn flood(n: u32, ctx: Context) -> McpResponse {
    let mut sent = 0_u32;
    for step in 0..n {
        sent += u32::from(ctx.progress(f64::from(step), Some(f64::from(n)), Some("on and on")));
        if step % 16 == 0 {
            tokio::task::yield_now().await;
        }
    }
    McpResponse::text(sent.to_string())
}

/// Answer with a text of a size.
#[tool(read_only)]
async fn big(bytes: usize) -> McpResponse {
    McpResponse::text("x".repeat(bytes))
}

/// Answer with an image of a size.
#[tool(read_only)]
async fn image(bytes: usize) -> Result<McpResponse, ResponseError> {
    McpResponse::image(vec![0x5a; bytes], "image/png")
}

/// Say that a resource was updated, and that the tools have changed.
#[tool]
async fn touch(uri: String, #[from_context] changes: Changes) -> McpResponse {
    changes.resource_updated(&uri);
    changes.tools();
    McpResponse::text("touched")
}

/// Everything that can be touched.
#[resource(uri = "item://all")]
async fn all_items() -> McpResponse {
    McpResponse::text("items")
}

#[tokio::main]
async fn main() -> Result<(), mcp_runtime::Error> {
    Server::builder("hostile", "6.6.6")
        .state(Alive::default())
        .tool::<echo>()
        .tool::<sleep>()
        .tool::<never>()
        .tool::<alive>()
        .tool::<panic>()
        .tool::<panic_later>()
        .tool::<panic_blocking>()
        .tool::<panic_payload>()
        .add_tool(panic_on_drop())
        .tool::<fail>()
        .tool::<block>()
        .tool::<burn>()
        .tool::<print>()
        .tool::<print_late>()
        .tool::<print_child>()
        .tool::<print_fd>()
        .tool::<read_stdin>()
        .tool::<read_stdin_child>()
        .tool::<flood>()
        .tool::<big>()
        .tool::<image>()
        .tool::<touch>()
        .resource::<all_items>()
        .list_changed(true)
        .resource_subscriptions(true)
        .build()?
        .run()
        .await
}

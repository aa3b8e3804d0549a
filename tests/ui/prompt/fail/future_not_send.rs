//! A call may move to another thread; the error names the value.

use mcp_runtime::prelude::*;

#[prompt]
async fn wrong() -> McpResponse {
    let held = std::cell::Cell::new(5);
    let shared = &held;
    std::future::ready(()).await;
    McpResponse::text(shared.get().to_string())
}

/// What stands beside a mistake is not reported.
#[prompt]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").prompt::<wrong>().prompt::<fine>();
}

//! A prompt is one function.

use mcp_runtime::prelude::*;

#[prompt]
async fn wrong<T>() -> McpResponse {
    McpResponse::text("done")
}

/// What stands beside a mistake is not reported.
#[prompt]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").prompt::<fine>();
}

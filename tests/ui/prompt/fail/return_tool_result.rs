//! Each kind has its own explicit result.

use mcp_runtime::prelude::*;

#[prompt]
async fn wrong() -> CallToolResult {
    CallToolResult::default()
}

/// What stands beside a mistake is not reported.
#[prompt]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").prompt::<wrong>().prompt::<fine>();
}

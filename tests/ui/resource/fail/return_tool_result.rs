//! Each kind has its own explicit result.

use mcp_runtime::prelude::*;

#[resource(uri = "orders://recent")]
async fn wrong() -> CallToolResult {
    CallToolResult::default()
}

/// What stands beside a mistake is not reported.
#[resource(uri = "fine://{id}")]
async fn fine(id: u64) -> McpResponse {
    McpResponse::text(id.to_string())
}

fn main() {
    let _ = Server::builder("test", "1").resource::<wrong>().resource::<fine>();
}

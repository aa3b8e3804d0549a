//! A priority is a part of one.

use mcp_runtime::prelude::*;

#[resource(uri = "orders://recent", annotations(priority = 1.5))]
async fn wrong() -> McpResponse {
    McpResponse::text("done")
}

/// What stands beside a mistake is not reported.
#[resource(uri = "fine://{id}")]
async fn fine(id: u64) -> McpResponse {
    McpResponse::text(id.to_string())
}

fn main() {
    let _ = Server::builder("test", "1").resource::<wrong>().resource::<fine>();
}

//! A variable is read from text.

use mcp_runtime::prelude::*;

struct Number(u64);

#[resource(uri = "orders://{id}")]
async fn wrong(id: Number) -> McpResponse {
    let _ = id;
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

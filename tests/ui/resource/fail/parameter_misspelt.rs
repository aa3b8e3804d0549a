//! A slip is pointed out.

use mcp_runtime::prelude::*;

#[resource(uri = "orders://{order_id}")]
async fn wrong(oder_id: u64) -> McpResponse {
    let _ = oder_id;
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

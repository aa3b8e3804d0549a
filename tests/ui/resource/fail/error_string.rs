//! An error is an error type.

use mcp_runtime::prelude::*;

#[resource(uri = "orders://recent")]
fn wrong() -> Result<McpResponse, String> {
    Err("broken".to_owned())
}

/// What stands beside a mistake is not reported.
#[resource(uri = "fine://{id}")]
async fn fine(id: u64) -> McpResponse {
    McpResponse::text(id.to_string())
}

fn main() {
    let _ = Server::builder("test", "1").resource::<wrong>().resource::<fine>();
}

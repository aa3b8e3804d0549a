//! A resource is a function outside of any `impl`.

use mcp_runtime::prelude::*;

struct Orders;

impl Orders {
    #[resource(uri = "orders://recent")]
    async fn wrong(self) -> McpResponse {
        McpResponse::text("done")
    }
}

/// What stands beside a mistake is not reported.
#[resource(uri = "fine://{id}")]
async fn fine(id: u64) -> McpResponse {
    McpResponse::text(id.to_string())
}

fn main() {
    let _ = Server::builder("test", "1").resource::<fine>();
}

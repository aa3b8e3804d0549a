//! A tool is a function outside of any `impl`.

use mcp_runtime::prelude::*;

struct Orders;

impl Orders {
    #[tool]
    async fn wrong(&self) -> McpResponse {
        McpResponse::text("done")
    }
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<fine>();
}

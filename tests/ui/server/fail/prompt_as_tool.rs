//! Each kind has its own method.

use mcp_runtime::prelude::*;

#[prompt]
async fn review() -> McpResponse {
    McpResponse::text("done")
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine() -> McpResponse {
    McpResponse::text("done")
}

fn main() {
    let _ = Server::builder("test", "1").tool::<review>().tool::<fine>();
}

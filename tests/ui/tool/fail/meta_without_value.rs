//! A key of `_meta` has a value.

use mcp_runtime::prelude::*;

#[tool(meta("example.org/key"))]
async fn wrong() -> McpResponse {
    McpResponse::text("done")
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

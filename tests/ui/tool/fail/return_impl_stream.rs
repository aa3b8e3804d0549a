//! A stream of responses has a type of its own.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong() -> impl Iterator<Item = McpResponse> {
    std::iter::once(McpResponse::text("done"))
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

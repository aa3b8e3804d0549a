//! Text is wrapped, borrowed text too.

use mcp_runtime::prelude::*;

#[tool]
fn wrong() -> &'static str {
    "sunny"
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

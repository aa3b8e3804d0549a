//! A range stands in parentheses.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong(
    #[arg(range = 1..=100)] a: u64,
) -> McpResponse {
    let _ = a;
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

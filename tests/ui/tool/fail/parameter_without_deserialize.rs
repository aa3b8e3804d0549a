//! An argument is read from JSON.

use mcp_runtime::prelude::*;

#[derive(JsonSchema)]
struct Order {
    id: u64,
}

#[tool]
async fn wrong(a: Order) -> McpResponse {
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

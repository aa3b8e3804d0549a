//! An argument describes itself.

use mcp_runtime::prelude::*;

#[derive(Deserialize)]
struct Order {
    id: u64,
}

#[tool]
async fn wrong(count: u64, a: Vec<Order>) -> McpResponse {
    let _ = (count, a);
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

//! Structured data is serialized.

use mcp_runtime::prelude::*;

#[derive(JsonSchema)]
struct Order {
    id: u64,
}

#[tool]
async fn wrong() -> Structured<Order> {
    Structured(Order { id: 42 })
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

//! A struct is wrapped, also if it could be the data of a response.

use mcp_runtime::prelude::*;

#[derive(Serialize, JsonSchema)]
struct Order {
    id: u64,
}

#[tool]
async fn wrong() -> Order {
    Order { id: 42 }
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

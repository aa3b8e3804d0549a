//! Structured data describes itself.

use mcp_runtime::prelude::*;

#[derive(Serialize)]
struct Order {
    id: u64,
}

#[tool]
async fn wrong() -> Result<Structured<Order>, ToolError> {
    Ok(Structured(Order { id: 42 }))
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

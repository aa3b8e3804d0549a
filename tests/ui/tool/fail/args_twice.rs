//! There is one struct of arguments.

use mcp_runtime::prelude::*;

#[derive(Deserialize, JsonSchema)]
struct Order {
    id: u64,
}

#[tool]
async fn wrong(Args(a): Args<Order>, Args(b): Args<Order>) -> McpResponse {
    let _ = (a.id, b.id);
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

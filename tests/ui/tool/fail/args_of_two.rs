//! `Args` has one struct.

use mcp_runtime::prelude::*;

#[derive(Deserialize, JsonSchema)]
struct Order {
    id: u64,
}

struct Args<A, B>(A, B);

#[tool]
async fn wrong(a: Args<Order, Order>) -> McpResponse {
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

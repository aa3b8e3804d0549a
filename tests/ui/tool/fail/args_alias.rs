//! An alias of `Args` would lose the schema, so it is refused.

use mcp_runtime::prelude::*;

#[derive(Deserialize, JsonSchema)]
struct Order {
    id: u64,
}

type Input = Args<Order>;

#[tool]
async fn wrong(a: Input) -> McpResponse {
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

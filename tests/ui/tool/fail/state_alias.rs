//! An alias of `State` is marked.

use mcp_runtime::prelude::*;

type Orders = State<u64>;

#[tool]
async fn wrong(a: Orders) -> McpResponse {
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

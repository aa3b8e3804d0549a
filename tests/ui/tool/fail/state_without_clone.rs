//! Each call gets its own clone of the state.

use mcp_runtime::prelude::*;

struct Orders;

#[tool]
async fn wrong(a: State<Orders>) -> McpResponse {
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

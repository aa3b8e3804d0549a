//! Each call gets its own clone of the state.

use mcp_runtime::prelude::*;

struct Orders;

#[prompt]
async fn wrong(State(orders): State<Orders>) -> McpResponse {
    let _ = orders;
    McpResponse::text("done")
}

/// What stands beside a mistake is not reported.
#[prompt]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").prompt::<wrong>().prompt::<fine>();
}

//! What an array holds is wrapped.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong() -> [u64; 2] {
    [1, 2]
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

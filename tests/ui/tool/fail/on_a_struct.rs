//! A tool is a function.

use mcp_runtime::prelude::*;

#[tool]
struct Wrong {
    id: u64,
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<fine>();
}

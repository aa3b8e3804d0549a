//! A tool is one function.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong<T: ToString>(a: T) -> McpResponse {
    McpResponse::text(a.to_string())
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

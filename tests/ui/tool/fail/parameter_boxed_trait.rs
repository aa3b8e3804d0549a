//! A trait object cannot be read from JSON.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong(a: Box<dyn std::fmt::Display + Send>) -> McpResponse {
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

//! A boxed error is no `std::error::Error` itself.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong() -> Result<McpResponse, Box<dyn std::error::Error>> {
    Err("broken".into())
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

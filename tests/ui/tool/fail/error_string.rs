//! An error is an error type.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong() -> Result<McpResponse, String> {
    Err("broken".to_owned())
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

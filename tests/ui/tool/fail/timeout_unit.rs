//! A setting of how calls are run that cannot be.

use mcp_runtime::prelude::*;

#[tool(timeout = "30 sec")]
async fn wrong() -> McpResponse {
    McpResponse::text("")
}

/// What stands beside a mistake is not reported.
#[tool(timeout = "30s", concurrency = 4)]
async fn fine() -> McpResponse {
    McpResponse::text("")
}

fn main() {
    let _ = Server::builder("ui", "1.0.0").tool::<wrong>().tool::<fine>();
}

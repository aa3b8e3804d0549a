//! A tool is named in angle brackets.

use mcp_runtime::prelude::*;

/// What stands beside a mistake is not reported.
#[tool]
async fn fine() -> McpResponse {
    McpResponse::text("done")
}

fn main() {
    let _ = Server::builder("test", "1").tool(fine);
}

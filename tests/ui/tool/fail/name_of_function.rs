//! The name of a function is not always one of a tool.

use mcp_runtime::prelude::*;

#[tool]
async fn größe() -> McpResponse {
    McpResponse::text("done")
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<größe>().tool::<fine>();
}

//! The settings of an icon are known.

use mcp_runtime::prelude::*;

#[tool(icon(source = "https://example.org/a.png", src = "https://example.org/a.png"))]
async fn wrong() -> McpResponse {
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

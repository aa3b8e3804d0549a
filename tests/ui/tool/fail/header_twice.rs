//! A header mirrors one argument.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong(
    #[arg(header = "Region")] a: String,
    #[arg(header = "region")] b: String,
) -> McpResponse {
    let _ = (a, b);
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

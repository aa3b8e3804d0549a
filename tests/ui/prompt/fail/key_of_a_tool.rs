//! Each kind has its own settings.

use mcp_runtime::prelude::*;

#[prompt(read_only)]
async fn wrong() -> McpResponse {
    McpResponse::text("done")
}

/// What stands beside a mistake is not reported.
#[prompt]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").prompt::<wrong>().prompt::<fine>();
}

//! A message is wrapped.

use mcp_runtime::prelude::*;

#[prompt]
async fn wrong() -> String {
    String::new()
}

/// What stands beside a mistake is not reported.
#[prompt]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").prompt::<wrong>().prompt::<fine>();
}

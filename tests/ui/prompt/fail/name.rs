//! A name has the letters of the protocol.

use mcp_runtime::prelude::*;

#[prompt(name = "review/order")]
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

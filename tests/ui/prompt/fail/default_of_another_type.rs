//! The default is of the argument's type.

use mcp_runtime::prelude::*;

#[prompt]
async fn wrong(#[arg(default = "five")] a: u64) -> McpResponse {
    let _ = a;
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

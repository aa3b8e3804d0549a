//! A completer returns suggestions.

use mcp_runtime::prelude::*;

fn suggest(_: CompletionRequest) -> u64 {
    5
}

#[prompt]
async fn wrong(#[arg(complete = suggest)] a: String) -> McpResponse {
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

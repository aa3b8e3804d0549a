//! Every part of a tuple is wrapped.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong() -> (McpResponse, String) {
    (McpResponse::text("sunny"), "rainy".to_owned())
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

//! Arguments are owned, also inside of other types.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong(a: Option<&str>) -> McpResponse {
    let _ = a;
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

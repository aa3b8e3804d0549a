//! Arguments have no lifetimes.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong(a: std::borrow::Cow<'static, str>) -> McpResponse {
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

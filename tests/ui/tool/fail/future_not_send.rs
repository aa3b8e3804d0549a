//! A call may move to another thread; the error names the value.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong() -> McpResponse {
    let held = std::rc::Rc::new("sunny");
    std::future::ready(()).await;
    McpResponse::text(*held)
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

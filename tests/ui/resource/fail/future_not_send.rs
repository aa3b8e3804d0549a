//! A call may move to another thread; the error names the value.

use mcp_runtime::prelude::*;

#[resource(uri = "orders://recent")]
async fn wrong() -> McpResponse {
    let held = std::rc::Rc::new("sunny");
    std::future::ready(()).await;
    McpResponse::text(*held)
}

/// What stands beside a mistake is not reported.
#[resource(uri = "fine://{id}")]
async fn fine(id: u64) -> McpResponse {
    McpResponse::text(id.to_string())
}

fn main() {
    let _ = Server::builder("test", "1").resource::<wrong>().resource::<fine>();
}

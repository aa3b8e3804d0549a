//! A function that is not `async` runs where it may block.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[tool]
fn blocking(a: u64, b: Option<u64>) -> Result<McpResponse, ToolError> {
    let held = std::rc::Rc::new(a + b.unwrap_or(1));
    Ok(McpResponse::text(held.to_string()))
}

#[tool]
async fn waiting(a: u64) -> McpResponse {
    McpResponse::text(a.to_string())
}

fn main() {
    assert!(blocking::define().work.blocking);
    assert!(!waiting::define().work.blocking);
}

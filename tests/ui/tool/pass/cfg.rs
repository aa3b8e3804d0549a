//! What is switched off is gone, with its tool.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[tool]
#[cfg(not(any()))]
#[cfg_attr(not(any()), doc = "Added.")]
#[cfg_attr(any(), doc = "Not added.")]
fn there() -> McpResponse {
    McpResponse::text("done")
}

#[tool]
#[cfg(any())]
fn gone(a: Nowhere) -> Nothing {}

#[cfg(any())]
#[tool(oops)]
fn gone_too() {}

#[cfg_attr(not(any()), tool(name = "switched"))]
fn switched() -> McpResponse {
    McpResponse::text("done")
}

fn main() {
    assert_eq!(there::define().descriptor.description.as_deref(), Some("Added."));
    assert_eq!(switched::define().descriptor.name, "switched");
}

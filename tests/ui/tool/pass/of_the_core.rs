//! The macros of `mcp-core` need nothing of the runtime.

use mcp_core::{Context, McpResponse, Prompt, Resource, State, Tool, prompt, resource, tool};

#[tool]
async fn add(a: i64, #[arg(default = 1)] b: i64, ctx: Context, State(c): State<i64>) -> McpResponse {
    drop(ctx);
    McpResponse::text((a + b + c).to_string())
}

#[resource(uri = "sums://{a}")]
fn sum(a: i64) -> McpResponse {
    McpResponse::text(a.to_string())
}

#[prompt]
fn explain(a: i64) -> McpResponse {
    McpResponse::text(a.to_string())
}

fn main() {
    assert_eq!(add::define().descriptor.name, "add");
    assert!(sum::define().problems.is_empty());
    assert_eq!(explain::define().descriptor.name, "explain");
}

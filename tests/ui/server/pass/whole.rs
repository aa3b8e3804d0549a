//! A server of every kind of primitive builds.

use mcp_runtime::prelude::*;

#[tool]
async fn add(a: i64, b: i64, State(base): State<i64>) -> Structured<i64> {
    Structured(a + b + base)
}

#[resource(uri = "sums://{id}")]
fn sum(id: u64) -> McpResponse {
    McpResponse::text(id.to_string())
}

#[prompt]
async fn explain(sum: String) -> Vec<McpResponse> {
    vec![McpResponse::text(sum)]
}

fn server() -> Result<Server, mcp_runtime::BuildErrors> {
    Server::builder("test", "1")
        .tool::<add>()
        .resource::<sum>()
        .prompt::<explain>()
        .state(5_i64)
        .build()
}

fn main() {
    assert!(server().is_ok());
}

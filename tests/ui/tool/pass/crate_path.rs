//! `crate = path` says where the framework is, for crates that re-export it.

mod framework {
    pub use mcp_runtime as served;
}

mod mcp_core {}

use framework::served::prelude::*;

#[tool(crate = crate::framework::served)]
async fn absolute(#[arg(default = 5)] a: u8, State(state): State<u64>) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::text(format!("{a} {state}")))
}

#[resource(uri = "a://{id}", crate = framework::served)]
async fn relative(id: u64) -> McpResponse {
    McpResponse::text(id.to_string())
}

#[prompt(crate = framework::served)]
async fn asked(about: String) -> McpResponse {
    McpResponse::text(about)
}

fn main() {
    use framework::served::{Prompt, Resource, Tool};
    assert!(absolute::define().problems.is_empty());
    assert!(relative::define().problems.is_empty());
    assert!(asked::define().problems.is_empty());
}

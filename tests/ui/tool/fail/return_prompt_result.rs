//! Each kind has its own explicit result.

use mcp_runtime::prelude::*;

#[tool]
async fn wrong() -> Result<GetPromptResult, ToolError> {
    Err(ToolError::expected("none"))
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

//! Building can fail.

use mcp_runtime::prelude::*;

/// What stands beside a mistake is not reported.
#[tool]
async fn fine() -> McpResponse {
    McpResponse::text("done")
}

fn main() -> Result<(), mcp_runtime::Error> {
    Server::builder("test", "1").tool::<fine>().build().run();
    Ok(())
}

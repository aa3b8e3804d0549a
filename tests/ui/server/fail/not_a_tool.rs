//! A tool is made by its macro.

use mcp_runtime::prelude::*;

struct Orders;

/// What stands beside a mistake is not reported.
#[tool]
async fn fine() -> McpResponse {
    McpResponse::text("done")
}

fn main() {
    let _ = Server::builder("test", "1").tool::<Orders>().tool::<fine>();
}

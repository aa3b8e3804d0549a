//! An own error implements `std::error::Error`.

use mcp_runtime::prelude::*;

#[derive(Debug)]
struct Broken;

#[tool]
async fn wrong() -> Result<Vec<McpResponse>, Broken> {
    Err(Broken)
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

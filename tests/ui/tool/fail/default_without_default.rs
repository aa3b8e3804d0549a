//! `default` alone is that of the type.

use mcp_runtime::prelude::*;

#[derive(Serialize, Deserialize, JsonSchema)]
enum Level {
    High,
    Low,
}

#[tool]
async fn wrong(
    #[arg(default)] a: Level,
) -> McpResponse {
    let _ = a;
    McpResponse::text("done")
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

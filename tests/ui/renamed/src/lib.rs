//! Tools for other crates to serve, made with a dependency of another name.

use served::prelude::*;

/// Add.
#[tool(crate = served)]
pub async fn add(a: i64, #[arg(default = 1, range(0..=9))] b: i64, State(c): State<i64>) -> McpResponse {
    McpResponse::text((a + b + c).to_string())
}

/// A sum.
#[resource(uri = "sums://{a}{?b}", crate = ::served)]
pub fn sum(a: i64, b: Option<i64>) -> Result<McpResponse, ResourceError> {
    Ok(McpResponse::text(format!("{a} {b:?}")))
}

/// Ask.
#[prompt(crate = served)]
pub fn ask(#[arg(default = "kind")] tone: String) -> Vec<McpResponse> {
    vec![McpResponse::text(tone)]
}

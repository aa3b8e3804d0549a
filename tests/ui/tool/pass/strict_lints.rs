//! The output is silent under the lints that authors switch on.

#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub, unused_qualifications)]
#![deny(single_use_lifetimes, let_underscore_drop, unused_results, non_ascii_idents, unsafe_code)]

use mcp_runtime::prelude::*;
use mcp_runtime::{Prompt, Resource, Tool};

/// Add.
#[tool(read_only)]
pub async fn add(
    /// The first.
    #[arg(range(0..=9), example = 1)] a: i64,
    #[arg(default = 1)] b: i64,
    State(c): State<i64>,
) -> Result<McpResponse, ToolError> {
    Ok(McpResponse::text((a + b + c).to_string()))
}

/// An old one.
#[deprecated]
#[tool]
pub fn old() -> McpResponse {
    McpResponse::text("done")
}

/// Sums.
#[resource(uri = "sums://{a}{?b}")]
pub fn sums(a: i64, b: Option<i64>) -> McpResponse {
    McpResponse::text(format!("{a} {b:?}"))
}

/// Asks.
#[prompt]
pub fn ask(a: String, #[arg(default = "x")] b: String) -> Vec<McpResponse> {
    vec![McpResponse::text(a + &b)]
}

fn main() {
    assert!(add::define().problems.is_empty());
    assert!(old::define().problems.is_empty());
    assert!(sums::define().problems.is_empty());
    assert!(ask::define().problems.is_empty());
}

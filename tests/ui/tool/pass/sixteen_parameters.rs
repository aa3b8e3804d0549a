//! The most parameters that a tool has, beside what comes from the request.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[tool]
async fn sum(
    ctx: Context,
    a0: u8,
    a1: u8,
    a2: u8,
    a3: u8,
    a4: u8,
    a5: u8,
    a6: u8,
    a7: u8,
    a8: u8,
    a9: u8,
    a10: u8,
    a11: u8,
    a12: u8,
    a13: u8,
    a14: u8,
    a15: u8,
    State(base): State<u8>,
) -> McpResponse {
    drop(ctx);
    let all = [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15];
    McpResponse::text((all.iter().sum::<u8>() + base).to_string())
}

fn main() {
    let schema = serde_json::to_value(&sum::define().descriptor.input_schema).unwrap();
    assert_eq!(schema["required"].as_array().unwrap().len(), 16);
}

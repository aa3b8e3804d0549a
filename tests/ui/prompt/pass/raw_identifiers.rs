//! Raw identifiers and arguments that are named as the output's own things.

use mcp_runtime::prelude::*;
use mcp_runtime::Prompt;

#[prompt]
async fn r#move(r#type: String, text: String, values: Option<String>, context: Option<String>) -> McpResponse {
    McpResponse::text(format!("{}{text}{values:?}{context:?}", r#type))
}

fn main() {
    let shown = serde_json::to_value(&r#move::define().descriptor).unwrap();
    assert_eq!(shown["name"], "move");
    assert_eq!(shown["arguments"][0]["name"], "type");
}

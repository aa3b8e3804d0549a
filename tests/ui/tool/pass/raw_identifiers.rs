//! Raw identifiers lose their prefix on the wire.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[tool]
async fn r#loop(r#type: String, r#match: Option<u8>) -> McpResponse {
    McpResponse::text(format!("{} {:?}", r#type, r#match))
}

fn main() {
    let tool = r#loop::define().descriptor;
    assert_eq!(tool.name, "loop");
    let schema = serde_json::to_value(&tool.input_schema).unwrap();
    assert_eq!(schema["required"], json!(["type"]));
    assert!(schema["properties"]["match"].is_object());
}

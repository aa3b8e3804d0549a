//! What `#[arg(…)]` says stands in the schema.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[tool]
async fn search(
    #[arg(range(1..=100), default = 10, example = 20, example = 30)] limit: u32,
    #[arg(range(-0.5..))] least: f64,
    #[arg(range(..=18_446_744_073_709_551_615))] most: u64,
    #[arg(length(1..=8), pattern = "^[A-Z]+$", header = "Region", example = "EU")] region: Option<String>,
    #[arg(length(..=3))] tags: Vec<String>,
) -> McpResponse {
    McpResponse::text(format!("{limit} {least} {most} {region:?} {tags:?}"))
}

fn main() {
    let tool = search::define();
    assert!(tool.problems.is_empty(), "{:?}", tool.problems);
    let schema = serde_json::to_value(&tool.descriptor.input_schema).unwrap();
    let of = |name: &str| schema["properties"][name].clone();
    assert_eq!((&of("limit")["minimum"], &of("limit")["maximum"]), (&json!(1), &json!(100)));
    assert_eq!((&of("limit")["default"], &of("limit")["examples"]), (&json!(10), &json!([20, 30])));
    assert_eq!(of("least")["minimum"], json!(-0.5));
    assert_eq!(of("most")["maximum"], json!(u64::MAX));
    assert_eq!((&of("region")["minLength"], &of("region")["maxLength"]), (&json!(1), &json!(8)));
    assert_eq!(of("region")["pattern"], "^[A-Z]+$");
    assert_eq!(of("region")["x-mcp-header"], "Region");
    assert_eq!(of("tags")["maxItems"], 3);
}

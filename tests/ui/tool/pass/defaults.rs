//! Defaults of every form: of the type, a literal, text for a `String`, a computed value.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[derive(Serialize, Deserialize, JsonSchema, Default, PartialEq, Debug)]
enum Level {
    #[default]
    Low,
    High,
}

const LIMIT: u32 = 5;

#[tool]
fn list(
    #[arg(default)] level: Level,
    #[arg(default = Level::High)] most: Level,
    #[arg(default = -1)] offset: i64,
    #[arg(default = "en")] language: String,
    #[arg(default = LIMIT * 2)] limit: u32,
    #[arg(default = vec!["a".to_owned()])] tags: Vec<String>,
    #[arg(default)] sure: bool,
) -> McpResponse {
    McpResponse::text(format!("{level:?} {most:?} {offset} {language} {limit} {tags:?} {sure}"))
}

fn main() {
    let tool = list::define();
    assert!(tool.problems.is_empty(), "{:?}", tool.problems);
    let schema = serde_json::to_value(&tool.descriptor.input_schema).unwrap();
    let default = |name: &str| schema["properties"][name]["default"].clone();
    assert_eq!(default("level"), "Low");
    assert_eq!(default("most"), "High");
    assert_eq!(default("offset"), -1);
    assert_eq!(default("language"), "en");
    assert_eq!(default("limit"), 10);
    assert_eq!(default("tags"), json!(["a"]));
    assert_eq!(default("sure"), false);
    assert!(schema.get("required").is_none_or(|names| names.as_array().unwrap().is_empty()));
}

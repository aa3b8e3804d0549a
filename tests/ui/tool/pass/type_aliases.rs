//! Aliases of results, wrappers and arguments mean what they stand for.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[derive(Serialize, JsonSchema)]
struct Order {
    id: u64,
}

type Outcome<T> = Result<T, ToolError>;
type Answer = Outcome<Data>;
type Data = Structured<Order>;
type Words = McpResponse;
type Text = String;
type Maybe = Option<u8>;
type Many = Vec<McpResponse>;

#[tool]
async fn answer(text: Text, maybe: Maybe) -> Answer {
    let _ = (text, maybe);
    Ok(Structured(Order { id: 1 }))
}

#[tool]
async fn outcome() -> Outcome<Words> {
    Ok(McpResponse::text("done"))
}

#[tool]
async fn many() -> Many {
    vec![]
}

fn main() {
    let tool = answer::define();
    let schema = serde_json::to_value(&tool.descriptor.input_schema).unwrap();
    assert_eq!(schema["required"], json!(["text"]));
    assert!(tool.output.is_some());
    assert!(outcome::define().output.is_none());
    assert!(many::define().output.is_none());
}

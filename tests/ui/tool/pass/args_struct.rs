//! One struct as all the arguments, taken apart or not.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[derive(Deserialize, JsonSchema)]
struct Sum {
    a: i64,
    #[serde(default)]
    b: i64,
}

#[tool]
async fn add(ctx: Context, Args(Sum { a, b }): Args<Sum>, State(base): State<i64>) -> McpResponse {
    drop(ctx);
    McpResponse::text((a + b + base).to_string())
}

#[tool]
fn sub(input: mcp_runtime::Args<Sum>) -> McpResponse {
    McpResponse::text((input.0.a - input.0.b).to_string())
}

fn main() {
    for tool in [add::define(), sub::define()] {
        let schema = serde_json::to_value(&tool.descriptor.input_schema).unwrap();
        assert_eq!(schema["required"], json!(["a"]));
        assert_eq!(schema["properties"].as_object().unwrap().len(), 2);
    }
}

//! What comes from the request is no argument, wherever it stands.

use mcp_runtime::prelude::*;
use mcp_runtime::{FromContext, McpError, Tool};

struct Revision(String);

impl FromContext for Revision {
    fn from_context(ctx: &Context) -> Result<Self, McpError> {
        Ok(Self(ctx.version().to_string()))
    }
}

type Orders = State<u64>;

#[tool]
async fn look(
    first: u8,
    ctx: mcp_runtime::Context,
    State(names): State<std::sync::Arc<Vec<String>>>,
    second: u8,
    #[from_context] Revision(revision): Revision,
    #[from_context] orders: Orders,
) -> McpResponse {
    McpResponse::text(format!("{first} {second} {} {names:?} {revision} {}", ctx.version(), orders.0))
}

fn main() {
    let tool = look::define();
    let schema = serde_json::to_value(&tool.descriptor.input_schema).unwrap();
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["first", "second"]);
    assert_eq!(tool.needs.states().count(), 2);
}

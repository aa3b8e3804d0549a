//! Everything that a tool may return.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

#[derive(Serialize, JsonSchema)]
struct Order {
    id: u64,
}

#[derive(Debug)]
struct Broken;

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("broken")
    }
}

impl std::error::Error for Broken {}

macro_rules! returning {
    ($($name:ident: $ty:ty = $value:expr;)+) => {
        $(
            #[tool]
            async fn $name() -> $ty {
                $value
            }
        )+

        fn all() -> Vec<mcp_runtime::primitive::ToolDefinition> {
            vec![$($name::define()),+]
        }
    };
}

returning! {
    one: McpResponse = McpResponse::text("a");
    list: Vec<McpResponse> = vec![McpResponse::text("a")];
    array: [McpResponse; 2] = [McpResponse::text("a"), McpResponse::text("b")];
    tuple: (McpResponse, Structured<Order>) = (McpResponse::text("a"), Structured(Order { id: 1 }));
    nested: Vec<(McpResponse, [McpResponse; 1])> = vec![];
    structured: Structured<Order> = Structured(Order { id: 1 });
    explicit: CallToolResult = CallToolResult::default();
    own_error: Result<McpResponse, ToolError> = Ok(McpResponse::text("a"));
    response_error: Result<McpResponse, ResponseError> = McpResponse::structured(json!({}));
    any_error: Result<Structured<Order>, Broken> = Err(Broken);
    io_error: std::io::Result<McpResponse> = Ok(McpResponse::text("a"));
    nested_result: Result<Result<Vec<McpResponse>, Broken>, ToolError> = Ok(Err(Broken));
    stream: Result<ResponseStream, ToolError> = Err(ToolError::expected("none"));
    boxed_future_error: core::result::Result<McpResponse, mcp_runtime::McpError> = Ok(McpResponse::text("a"));
}

fn main() {
    let with_schema: Vec<String> = all()
        .into_iter()
        .inspect(|tool| assert!(tool.problems.is_empty(), "{:?}", tool.problems))
        .filter(|tool| tool.output.is_some())
        .map(|tool| tool.descriptor.name)
        .collect();
    assert_eq!(with_schema, ["tuple", "structured", "any-error"]);
}

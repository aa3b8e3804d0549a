//! Everything that a prompt may return.

use mcp_runtime::prelude::*;
use mcp_runtime::Prompt;

macro_rules! returning {
    ($($name:ident: $ty:ty = $value:expr;)+) => {
        $(
            #[prompt]
            async fn $name() -> $ty {
                $value
            }
        )+

        fn main() {
            $(assert!($name::define().problems.is_empty());)+
        }
    };
}

returning! {
    one: McpResponse = McpResponse::text("a");
    list: Vec<McpResponse> = vec![McpResponse::text("a").as_user(), McpResponse::text("b").as_assistant()];
    array: [McpResponse; 1] = [McpResponse::text("a")];
    tuple: (McpResponse, McpResponse) = (McpResponse::text("a"), McpResponse::text("b"));
    own_error: Result<Vec<McpResponse>, PromptError> = Err(PromptError::expected("none"));
    any_error: Result<McpResponse, std::fmt::Error> = Ok(McpResponse::text("a"));
    explicit: Result<GetPromptResult, PromptError> = Err(PromptError::expected("none"));
}

//! A tool in a function's body, with the types that are there.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

fn main() {
    #[derive(Deserialize, JsonSchema)]
    struct Local {
        id: u64,
    }

    /// Inside.
    #[tool]
    async fn inner(local: Local, #[arg(default = 2)] more: u8) -> McpResponse {
        McpResponse::text(format!("{} {more}", local.id))
    }

    let tool = inner::define();
    assert_eq!(tool.descriptor.description.as_deref(), Some("Inside."));
    let built = (|| {
        #[tool]
        fn innermost() -> McpResponse {
            McpResponse::text("done")
        }
        Server::builder("test", "1").tool::<innermost>()
    })();
    assert!(built.tool::<inner>().build().is_ok());
}

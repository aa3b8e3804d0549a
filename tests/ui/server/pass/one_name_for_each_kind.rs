//! Functions of one name in modules of their own, and tools beside ordinary items of their names.

use mcp_runtime::prelude::*;

mod tools {
    #[mcp_runtime::tool]
    pub fn order() -> mcp_runtime::McpResponse {
        mcp_runtime::McpResponse::text("tool")
    }
}

mod resources {
    #[mcp_runtime::resource(uri = "orders://recent")]
    pub fn order() -> mcp_runtime::McpResponse {
        mcp_runtime::McpResponse::text("resource")
    }
}

mod prompts {
    #[mcp_runtime::prompt]
    pub fn order() -> mcp_runtime::McpResponse {
        mcp_runtime::McpResponse::text("prompt")
    }
}

fn main() {
    let server = Server::builder("test", "1")
        .tool::<tools::order>()
        .resource::<resources::order>()
        .prompt::<prompts::order>()
        .build();
    assert!(server.is_ok());
}

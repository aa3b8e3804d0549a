//! Tools in modules, as visible as their functions, under one name each.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

pub mod orders {
    use mcp_runtime::prelude::*;

    pub mod deep {
        #[mcp_runtime::tool(name = "deep")]
        pub(in super::super) fn find(id: u64) -> mcp_runtime::McpResponse {
            mcp_runtime::McpResponse::text(id.to_string())
        }
    }

    /// Find one.
    #[tool]
    pub(crate) async fn find(id: super::Id) -> McpResponse {
        McpResponse::text(id.0.to_string())
    }
}

#[derive(Deserialize, JsonSchema)]
pub struct Id(u64);

fn main() {
    assert_eq!(orders::find::define().descriptor.name, "find");
    assert_eq!(orders::deep::find::define().descriptor.name, "deep");
    let server = Server::builder("test", "1").tool::<orders::find>().tool::<orders::deep::find>().build();
    assert!(server.is_ok());
}

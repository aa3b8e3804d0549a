//! A response of HTTP is no response of a tool.

use mcp_runtime::prelude::*;

mod http {
    pub struct Response<B>(pub B);
}

#[tool]
async fn wrong() -> http::Response<String> {
    http::Response("sunny".to_owned())
}

/// What stands beside a mistake is not reported.
#[tool]
async fn fine(name: String) -> McpResponse {
    McpResponse::text(name)
}

fn main() {
    let _ = Server::builder("test", "1").tool::<wrong>().tool::<fine>();
}

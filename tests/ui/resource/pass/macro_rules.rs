//! A resource that another macro makes, with the URI as a fragment.

use mcp_runtime::prelude::*;
use mcp_runtime::Resource;

macro_rules! by_id {
    ($name:ident, $uri:literal, $ty:ty) => {
        #[resource(uri = $uri, mime_type = "text/plain")]
        async fn $name(id: $ty, page: Option<$ty>) -> McpResponse {
            McpResponse::text(format!("{id} {page:?}"))
        }
    };
}

by_id!(order, "orders://{id}{?page}", u64);
by_id!(customer, "customers://{id}{?page}", String);

fn main() {
    let server = Server::builder("test", "1").resource::<order>().resource::<customer>().build();
    assert!(server.is_ok());
    assert!(order::define().problems.is_empty());
}

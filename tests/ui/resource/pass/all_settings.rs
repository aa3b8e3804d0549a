//! Every setting at once, and what the client sees of them.

use mcp_runtime::primitive::ResourceTarget;
use mcp_runtime::prelude::*;
use mcp_runtime::Resource;

/// The catalog.
#[resource(
    uri = "catalog://public",
    name = "catalog",
    title = "Catalog",
    description = "What is sold.",
    mime_type = "application/json; charset=utf-8",
    size = 1024,
    cache(ttl_ms = 30_000, scope = "public"),
    annotations(audience = ["user", "assistant"], priority = 0.8, last_modified = "2026-10-21T12:00:00Z"),
    icon(src = "https://example.org/a.svg", mime_type = "image/svg+xml"),
    meta("example.org/key" = 1),
    crate = mcp_runtime,
)]
async fn catalog() -> Result<McpResponse, ResponseError> {
    McpResponse::structured(json!({ "categories": ["books"] }))
}

fn main() {
    let resource = catalog::define();
    assert!(resource.problems.is_empty(), "{:?}", resource.problems);
    let ResourceTarget::Fixed(shown) = &resource.target else {
        panic!("a template");
    };
    let shown = serde_json::to_value(shown).unwrap();
    assert_eq!(shown["uri"], "catalog://public");
    assert_eq!(shown["size"], 1024);
    assert_eq!(shown["annotations"]["priority"], 0.8);
    assert_eq!(shown["description"], "What is sold.");
}

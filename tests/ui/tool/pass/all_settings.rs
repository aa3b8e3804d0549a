//! Every setting at once, and what the client sees of them.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

const TITLE: &str = "Find orders";

#[derive(Serialize, JsonSchema)]
struct Found {
    ids: Vec<u64>,
}

#[tool(
    name = "find.orders",
    title = TITLE,
    description = concat!("Find", " orders."),
    read_only,
    destructive = false,
    idempotent = true,
    open_world = false,
    strict,
    output = Found,
    icon(src = "https://example.org/a.svg", mime_type = "image/svg+xml", sizes = ["any"], theme = "dark"),
    icon(src = "data:image/png;base64,AA=="),
    meta("example.org/limits" = { "most": [1, null, limit()] }, "example.org/next" = limit() + 1),
    meta("example.org/none" = null),
    crate = mcp_runtime,
)]
async fn find_orders() -> McpResponse {
    McpResponse::text("none")
}

fn limit() -> u32 {
    5
}

fn main() {
    let tool = find_orders::define();
    assert!(tool.problems.is_empty(), "{:?}", tool.problems);
    let shown = serde_json::to_value(&tool.descriptor).unwrap();
    assert_eq!(shown["name"], "find.orders");
    assert_eq!(shown["title"], "Find orders");
    assert_eq!(shown["description"], "Find orders.");
    assert_eq!(
        shown["annotations"],
        json!({ "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false })
    );
    assert_eq!(shown["icons"].as_array().unwrap().len(), 2);
    assert_eq!(shown["_meta"]["example.org/limits"], json!({ "most": [1, null, 5] }));
    assert_eq!(shown["_meta"]["example.org/next"], 6);
    assert!(shown["outputSchema"]["properties"]["ids"].is_object());
    assert_eq!(tool.strict, Some(true));
}

//! Doc comments above and below other attributes, in blocks and in attributes, are the description.

use mcp_runtime::Tool;
use mcp_runtime::prelude::*;

/// Find orders.
#[allow(clippy::too_many_arguments)]
///
///   - also old ones
#[tool]
#[inline]
#[doc = "Last words."]
async fn find(
    /// Who bought.
    #[allow(unused_variables)]
    /// In full.
    customer: String,
    /** How many
     * at most. */
    limit: u32,
    #[doc = concat!("Com", "puted.")] computed: bool,
    #[arg(description = "Explicit.")]
    /// Not this.
    explicit: bool,
    plain: bool,
) -> McpResponse {
    McpResponse::text(format!("{limit}{computed}{explicit}{plain}"))
}

/** In a block. */
#[tool]
async fn block() -> McpResponse {
    McpResponse::text("done")
}

#[tool]
async fn undocumented() -> McpResponse {
    McpResponse::text("done")
}

fn main() {
    let tool = find::define().descriptor;
    assert_eq!(tool.description.as_deref(), Some("Find orders.\n\n  - also old ones\nLast words."));
    let schema = serde_json::to_value(&tool.input_schema).unwrap();
    let of = |name: &str| schema["properties"][name]["description"].clone();
    assert_eq!(of("customer"), "Who bought.\nIn full.");
    assert_eq!(of("limit"), "How many\nat most.");
    assert!(of("computed").as_str().unwrap().starts_with("Computed."));
    assert_eq!(of("explicit"), "Explicit.");
    assert_eq!(of("plain"), json!(null));
    assert_eq!(block::define().descriptor.description.as_deref(), Some("In a block."));
    assert_eq!(undocumented::define().descriptor.description, None);
}

//! Every setting at once, and what the client sees of them.

use mcp_runtime::prelude::*;
use mcp_runtime::Prompt;

async fn tones(_: CompletionRequest) -> Vec<&'static str> {
    vec!["kind", "strict"]
}

/// Ask for a review.
#[prompt(
    name = "review.order",
    title = "Review",
    icon(src = "https://example.org/a.png"),
    meta("example.org/key" = ["a", "b"]),
    crate = mcp_runtime,
)]
async fn review(
    /// What was bought.
    #[arg(title = "Summary")] summary: String,
    #[arg(default = "kind", complete = tones, description = "How to say it.")] tone: String,
    #[arg(rename = "maxWords")] words: Option<u32>,
    State(state): State<u64>,
) -> Vec<McpResponse> {
    vec![
        McpResponse::text(summary + &tone),
        McpResponse::text(format!("{words:?} {state}")).as_assistant(),
    ]
}

fn main() {
    let prompt = review::define();
    assert!(prompt.problems.is_empty(), "{:?}", prompt.problems);
    let shown = serde_json::to_value(&prompt.descriptor).unwrap();
    assert_eq!(shown["name"], "review.order");
    assert_eq!(shown["description"], "Ask for a review.");
    let arguments = &shown["arguments"];
    assert_eq!(arguments[0]["title"], "Summary");
    assert_eq!(arguments[0]["description"], "What was bought.");
    assert_eq!(arguments[0]["required"], true);
    assert_eq!(arguments[1]["description"], "How to say it.");
    assert_ne!(arguments[1]["required"], true);
    assert_eq!(arguments[2]["name"], "maxWords");
}

//! Arguments are text on the wire and types in the function.

use mcp_runtime::prelude::*;
use mcp_runtime::Prompt;

#[prompt]
fn plan(
    days: u8,
    budget: f64,
    sure: bool,
    letter: char,
    address: std::net::IpAddr,
    people: Option<u32>,
    #[arg(default)] note: String,
) -> McpResponse {
    McpResponse::text(format!("{days} {budget} {sure} {letter} {address} {people:?} {note}"))
}

fn main() {
    let shown = serde_json::to_value(&plan::define().descriptor).unwrap();
    let required: Vec<bool> =
        shown["arguments"].as_array().unwrap().iter().map(|argument| argument["required"] == true).collect();
    assert_eq!(required, [true, true, true, true, true, false, false]);
}

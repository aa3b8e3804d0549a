//! Arguments that do not fit: repaired where they can only mean one thing, and otherwise answered
//! with everything that is wrong, so that a model can mend them in one step (`B16`, `TOOL-19`).

use mcp_core::Context;
use mcp_core::primitive::RawArguments;
use mcp_core::protocol::{ContentBlock, Meta};
use mcp_core::schema::{Problem, Tape, explain, minimal_example, repair};

use super::tools::ToolResult;
use crate::registry::ToolEntry;

/// The key of the problems for programs, in the result's `_meta`.
const PROBLEMS: &str = "mcp-runtime/problems";

/// The arguments with every value repaired that can be read in one way only, if there is one.
#[cold]
pub(super) fn repaired(entry: &ToolEntry, arguments: &str) -> Option<String> {
    let mut value = Tape::parse(arguments).ok()?.root().to_value();
    let repairs = repair(&entry.descriptor.input_schema, &mut value);
    if repairs.is_empty() {
        return None;
    }
    tracing::info!(
        tool = entry.descriptor.name,
        count = repairs.len(),
        "arguments repaired"
    );
    for repair in repairs.iter().take(16) {
        tracing::debug!(tool = entry.descriptor.name, %repair, "argument repaired");
    }
    Some(value.to_string())
}

/// All that is wrong with the arguments.
#[cold]
pub(super) fn problems(entry: &ToolEntry, ctx: &Context, arguments: &str) -> Vec<Problem> {
    let Ok(tape) = Tape::parse(arguments) else {
        return vec![Problem::new(
            "",
            "cannot be read: it is not valid JSON, repeats a key, or nests too deeply",
        )];
    };
    let problems = match &entry.input_checker {
        Some(checker) => checker.problems(&tape),
        None => explain(&entry.input, &tape.root().to_value()),
    };
    if !problems.is_empty() {
        return problems;
    }
    // Only the type itself knows what is wrong, such as the format of a date.
    match entry.handler.call(ctx, RawArguments::Tape(&tape)) {
        Err(invalid) => vec![Problem::new(invalid.pointer, for_clients(&invalid.message))],
        Ok(_) => vec![Problem::new("", "does not have the expected form")],
    }
}

/// A type's own words, unless they are serde's, which speak of Rust.
fn for_clients(message: &str) -> &str {
    const SERDE: [&str; 6] = [
        "invalid value",
        "invalid type",
        "invalid length",
        "unknown ",
        "missing field",
        "data did not match",
    ];
    const RUST: [&str; 4] = ["struct ", "enum ", "::", "at line "];
    let is_internal = SERDE.iter().any(|start| message.starts_with(start))
        || RUST.iter().any(|word| message.contains(word));
    if is_internal {
        "does not have the expected form"
    } else {
        message
    }
}

/// The reply to arguments that do not fit. The problems for programs are left out where they are
/// larger than metadata may be.
#[cold]
pub(super) fn result(entry: &ToolEntry, problems: &[Problem], metadata_size: usize) -> ToolResult {
    let mut text: Vec<String> = problems.iter().map(|problem| format!("- {problem}")).collect();
    if let Some(example) = minimal_example(&entry.descriptor.input_schema) {
        text.push(format!("A minimal valid call: {example}"));
    }
    let mut result = ToolResult::error([
        ContentBlock::text("Invalid tool arguments"),
        ContentBlock::text(text.join("\n")),
    ]);
    // The key is the framework's own, and problems are plain text: always accepted.
    let _ = result.meta.insert(PROBLEMS, problems);
    if serde_json::to_vec(&result.meta).is_ok_and(|json| json.len() > metadata_size) {
        result.meta = Meta::default();
    }
    result
}

//! The reply to arguments that do not fit: everything that is wrong, so that a model can mend it
//! in one step (`B16`, `TOOL-19`).

use mcp_core::primitive::InvalidArguments;
use mcp_core::protocol::ContentBlock;
use mcp_core::schema::{Problem, Tape, explain, minimal_example};

use super::tools::ToolResult;
use crate::registry::ToolEntry;

/// The key of the problems for programs, in the result's `_meta`.
const PROBLEMS: &str = "mcp-runtime/problems";

#[cold]
pub(super) fn result(entry: &ToolEntry, arguments: &str, invalid: &InvalidArguments) -> ToolResult {
    let problems = problems(entry, arguments, invalid);
    let mut text: Vec<String> = problems.iter().map(|problem| format!("- {problem}")).collect();
    if let Some(example) = minimal_example(&entry.descriptor.input_schema) {
        text.push(format!("A minimal valid call: {example}"));
    }
    let mut result = ToolResult::error([
        ContentBlock::text("Invalid tool arguments"),
        ContentBlock::text(text.join("\n")),
    ]);
    // The key is the framework's own, and problems are plain text: always accepted.
    let _ = result.meta.insert(PROBLEMS, &problems);
    result
}

fn problems(entry: &ToolEntry, arguments: &str, invalid: &InvalidArguments) -> Vec<Problem> {
    let Ok(tape) = Tape::parse(arguments) else {
        return vec![Problem::new(
            "",
            "the arguments cannot be read: an argument is given twice, or the JSON is too deep",
        )];
    };
    let problems = match &entry.input_checker {
        Some(checker) => checker.problems(&tape),
        None => explain(&entry.input, &tape.root().to_value()),
    };
    match problems.is_empty() {
        false => problems,
        // Only the type itself knows what is wrong, such as the format of a date.
        true => vec![Problem::new("", invalid.message.as_str())],
    }
}

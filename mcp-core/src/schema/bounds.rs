//! What a schema must keep to before it is compiled or served.
//!
//! Compiling and checking both recurse along a schema and its references, so a schema that is deep
//! or entangled enough can exhaust the stack or run for ever. The walk here is iterative: whatever
//! it is given, it ends with an answer.

mod cost;
mod graph;

use serde_json::Value;

use super::error::{SchemaError, SchemaErrorReason};
use graph::Graph;

/// Subschemas inside one another, as written.
const MAX_DEPTH: usize = 64;
/// Plain JSON inside one another, in parts that are no schemas (`default`, `const`, …), too. The
/// limit of `serde_json`'s own reader.
const MAX_VALUE_DEPTH: usize = 128;
/// Subschemas altogether.
const MAX_SUBSCHEMAS: usize = 4096;
/// Subschemas altogether if every reference were replaced by its target; recursion counts once.
const MAX_EXPANSION: u64 = 100_000;
/// Subschemas from the root to the innermost one, references followed.
const MAX_CHAIN: usize = 256;
/// Bytes of one regular expression.
const MAX_PATTERN: usize = 1024;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Checks that `schema` is bounded, self-contained and in the supported dialect.
///
/// # Errors
///
/// The first rule that is broken, with its place.
pub(crate) fn check(schema: &Value) -> Result<(), SchemaError> {
    check_value_depth(schema)?;
    let graph = Graph::new(schema)?;
    cost::check(&graph)
}

fn check_value_depth(schema: &Value) -> Result<(), SchemaError> {
    let mut open = vec![(schema, 0)];
    while let Some((value, depth)) = open.pop() {
        if depth > MAX_VALUE_DEPTH {
            let reason = SchemaErrorReason::TooDeep {
                limit: MAX_VALUE_DEPTH,
            };
            // The place would be as long as the schema is deep.
            return Err(SchemaError::new("", reason));
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => {
                open.extend(members.values().map(|member| (member, depth + 1)));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

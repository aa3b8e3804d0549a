//! What is wrong with a value, in words a model can act on.
//!
//! A validator answers *whether* a value is right, fast. This walk is for the other case, in which
//! time no longer matters: it goes on after the first problem, picks the alternative that was most
//! likely meant, and says for each place what belongs there and which name was probably misspelt.
//!
//! It never reports what might be right. Keywords it does not decide (`not`, `if` and their like,
//! `pattern` without the feature `validate`, and whether more than one branch of `oneOf` fits) are left to the validator, so an
//! empty list does not prove a value valid. The one exception is a value that is too large to be
//! walked through: where nothing else is wrong, that is reported, so that it does not pass for
//! checked.

mod constraint;
mod describe;
pub(super) mod number;
mod path;
pub(super) mod reference;
mod secret;
mod union;
mod walk;

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// No more problems than this are listed: what helps is the first handful.
const MAX_PROBLEMS: usize = 32;

/// One thing that is wrong with a value.
///
/// Its text is one line for a person or a model to read:
///
/// ```
/// use mcp_core::schema::explain;
/// use serde_json::json;
///
/// let schema = json!({
///     "type": "object",
///     "properties": { "order_id": { "type": "integer", "minimum": 0 }, "limit": { "type": "integer" } },
///     "required": ["order_id"],
///     "additionalProperties": false,
/// });
/// let problems = explain(&schema, &json!({ "order_id": "abc", "limt": 5 }));
/// let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
/// assert_eq!(lines, [
///     "`/order_id`: expected an integer of at least 0, got \"abc\"",
///     "`/limt`: unknown argument; did you mean `limit`?",
/// ]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The place as a JSON pointer (RFC 6901), empty for the whole value.
    pub pointer: String,
    /// What belongs there, or, where nothing was received, what is wrong.
    pub expected: String,
    /// What was there instead, as compact JSON of at most 60 characters. Absent if a member is
    /// missing or unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<String>,
    /// The known name or value that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

impl Problem {
    /// A problem that `what` says all about: nothing was received that could be shown.
    #[must_use]
    pub fn new(pointer: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            expected: what.into(),
            received: None,
            suggestion: None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => f.write_str("the whole value: ")?,
            pointer => write!(f, "`{pointer}`: ")?,
        }
        match &self.received {
            Some(received) => write!(f, "expected {}, got {received}", self.expected)?,
            None => f.write_str(&self.expected)?,
        }
        match &self.suggestion {
            Some(suggestion) => write!(f, "; did you mean `{suggestion}`?"),
            None => Ok(()),
        }
    }
}

/// Lists what is wrong with `instance` by `schema`, at most 32 problems in the order of the schema.
///
/// `5.0` counts as an integer, as JSON Schema has it. References are followed within `schema` only.
/// The work is bounded whatever the two contain. If the bound is met before any problem is found,
/// the one problem is that the value could not be checked.
#[must_use]
pub fn explain(schema: &Value, instance: &Value) -> Vec<Problem> {
    walk::Walk::new(schema).run(instance)
}

#[cfg(test)]
mod tests;

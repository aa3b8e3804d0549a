//! A schema made ready to check many values, and what it finds.
//!
//! This file and `tape_json` are the only ones that know the validator. It is generic over the
//! representation of values, and each use with another one would build all of it again; here it is
//! built once, for the tape, behind functions that are not generic.

use std::fmt;

use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::Value;

use super::{
    bounds,
    error::{SchemaError, SchemaErrorReason},
    tape::Tape,
    tape_json::TapeJson,
};

/// No more violations than this are listed for one value.
const MAX_VIOLATIONS: usize = 16;

/// A JSON Schema (2020-12), compiled once and then used to check any number of values.
///
/// Nothing is ever fetched: a reference that leaves the schema is an error when it is compiled.
/// Patterns are matched in linear time; look-around and back-references are refused. `format` is an
/// annotation, as 2020-12 has it, and is not checked. A number written with a fraction or exponent
/// counts as an integer if it is whole and less than 2^53, up to which it is exact.
///
/// ```
/// use mcp_core::schema::{CompiledSchema, Tape};
/// use serde_json::json;
///
/// let schema = CompiledSchema::compile(&json!({ "type": "integer", "maximum": 10 }))?;
/// assert!(schema.is_valid(&Tape::parse("7")?));
///
/// let violations = schema.violations(&Tape::parse("9999")?);
/// assert_eq!(violations[0].message, "value is greater than the maximum of 10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CompiledSchema {
    validator: Validator<TapeJson>,
}

impl CompiledSchema {
    /// Checks that `schema` is within bounds and compiles it.
    ///
    /// # Errors
    ///
    /// If `schema` breaks the rules of JSON Schema 2020-12, refers to something outside itself, or
    /// is so large or entangled that checking against it would be a risk.
    #[inline(never)]
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        bounds::check(schema)?;
        let validator = jsonschema::options_for::<TapeJson>()
            .with_draft(Draft::Draft202012)
            .with_pattern_options(PatternOptions::regex())
            .offline()
            .build(schema)
            .map_err(|error| {
                // Found by checking the schema as a value, so its place is that of the value.
                let pointer = error.instance_path().as_str();
                SchemaError::new(pointer, SchemaErrorReason::Invalid(error.to_string()))
            })?;
        Ok(Self { validator })
    }

    /// Whether the value on `tape` is valid. It stops at the first violation.
    #[must_use]
    #[inline(never)]
    pub fn is_valid(&self, tape: &Tape<'_>) -> bool {
        self.validator.is_valid(tape.root())
    }

    /// The first violations of the value on `tape`, at most 16; none if it is valid.
    #[must_use]
    #[inline(never)]
    pub fn violations(&self, tape: &Tape<'_>) -> Vec<Violation> {
        let errors = self.validator.iter_errors(tape.root());
        errors
            .take(MAX_VIOLATIONS)
            .map(|error| Violation::new(&error))
            .collect()
    }

    /// As [`Self::is_valid`], for a value that is not on a tape yet.
    ///
    /// # Errors
    ///
    /// If `json` cannot be read; see [`Tape::parse`].
    pub fn is_valid_json(&self, json: &str) -> serde_json::Result<bool> {
        Ok(self.is_valid(&Tape::parse(json)?))
    }

    /// As [`Self::violations`], for a value that is not on a tape yet.
    ///
    /// # Errors
    ///
    /// If `json` cannot be read; see [`Tape::parse`].
    pub fn violations_json(&self, json: &str) -> serde_json::Result<Vec<Violation>> {
        Ok(self.violations(&Tape::parse(json)?))
    }
}

impl fmt::Debug for CompiledSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledSchema").finish_non_exhaustive()
    }
}

/// A place at which a value breaks its schema.
///
/// The message says which rule was broken. It repeats names of members but no values, so it can be
/// logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The place as a JSON pointer (RFC 6901), empty for the whole value.
    pub pointer: String,
    /// The rule that was broken.
    pub message: String,
}

impl Violation {
    fn new(error: &ValidationError<'_>) -> Self {
        Self {
            pointer: error.instance_path().as_str().to_owned(),
            message: error.masked().to_string(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => write!(f, "the whole value: {}", self.message),
            pointer => write!(f, "`{pointer}`: {}", self.message),
        }
    }
}

#[cfg(test)]
mod tests;

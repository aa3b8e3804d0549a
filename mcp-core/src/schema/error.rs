//! Why a schema cannot be served.

use std::fmt;

/// A schema that this library refuses to check values against, and the place that makes it so.
///
/// The schema comes from the server's author, so this is found when the server is built and never
/// while a request is served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", At(.pointer))]
pub struct SchemaError {
    pointer: String,
    reason: SchemaErrorReason,
}

impl SchemaError {
    pub(crate) fn new(pointer: impl Into<String>, reason: SchemaErrorReason) -> Self {
        Self {
            pointer: pointer.into(),
            reason,
        }
    }

    /// The place inside the schema as a JSON pointer (RFC 6901), empty for the schema as a whole.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What is wrong there.
    #[must_use]
    pub fn reason(&self) -> &SchemaErrorReason {
        &self.reason
    }
}

/// What is wrong with a schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaErrorReason {
    /// Something that is neither an object nor a boolean stands where a schema belongs.
    #[error("a schema is an object or a boolean")]
    NotASchema,
    /// Subschemas, or plain values inside the schema, are nested too deeply.
    #[error("the schema is nested deeper than {limit} levels")]
    TooDeep {
        /// The deepest nesting that is served.
        limit: usize,
    },
    /// The schema has too many subschemas.
    #[error("the schema has more than {limit} subschemas")]
    TooManySubschemas {
        /// The largest number that is served.
        limit: usize,
    },
    /// Following every reference would visit too many subschemas: a small schema can do
    /// exponential work.
    #[error("its references expand to more than {limit} subschemas")]
    TooExpensive {
        /// The largest expansion that is served.
        limit: u64,
    },
    /// References lead from one to the next too many times.
    #[error("its references form a chain of more than {limit} subschemas")]
    ChainTooLong {
        /// The longest chain that is served.
        limit: usize,
    },
    /// A regular expression is too long.
    #[error("the pattern is longer than {limit} bytes")]
    PatternTooLong {
        /// The longest pattern that is served.
        limit: usize,
    },
    /// A reference leaves the document. Nothing is ever fetched.
    #[error("the reference `{0}` leaves the schema; only references that start with `#` are followed")]
    ForeignReference(String),
    /// A reference points at nothing.
    #[error("the reference `{0}` points at nothing")]
    UnresolvedReference(String),
    /// A subschema has an `$id`, which would make it a document of its own.
    #[error("only the root of a schema may have an `$id`")]
    NestedId,
    /// `$schema` names another dialect than JSON Schema 2020-12.
    #[error("the dialect `{0}` is not supported; omit `$schema` or name JSON Schema 2020-12")]
    UnsupportedDialect(String),
    /// The schema breaks the rules of JSON Schema in another way.
    #[error("{0}")]
    Invalid(String),
}

/// The place in front of a message.
struct At<'a>(&'a str);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => Ok(()),
            pointer => write!(f, "`{pointer}`: "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_names_the_place_unless_it_is_the_whole_schema() {
        let reason = SchemaErrorReason::NestedId;
        let nested = SchemaError::new("/properties/a", reason.clone());
        assert_eq!(
            nested.to_string(),
            "`/properties/a`: only the root of a schema may have an `$id`"
        );
        assert_eq!(
            SchemaError::new("", reason).to_string(),
            "only the root of a schema may have an `$id`"
        );
    }
}

//! What was refused, and where.

use std::{
    cell::{Cell, RefCell},
    fmt,
};

use serde::ser;

/// A value that JSON cannot carry, and its place in what was to be encoded.
///
/// It is the author's mistake and not the client's, so its text is meant for a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrictJsonError {
    pointer: String,
    reason: StrictJsonReason,
}

impl StrictJsonError {
    /// The place of the refused value as a JSON pointer (RFC 6901), empty for the whole value.
    ///
    /// A map key that is no string has no pointer of its own; the pointer is then that of its map.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Why the value was refused.
    #[must_use]
    pub fn reason(&self) -> &StrictJsonReason {
        &self.reason
    }
}

impl fmt::Display for StrictJsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => write!(f, "the whole value: {}", self.reason),
            pointer => write!(f, "`{pointer}`: {}", self.reason),
        }
    }
}

impl std::error::Error for StrictJsonError {}

/// Why a value is not JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrictJsonReason {
    /// A NaN or an infinite number.
    #[error("JSON has no NaN or infinity")]
    NonFiniteNumber,
    /// A map key that is neither a string, a `char`, a unit variant nor a newtype of one of them.
    #[error("JSON object keys are strings")]
    NonStringKey,
    /// Raw bytes, which JSON has no form for.
    #[error("JSON carries no binary data; encode it as text, or return it as a blob")]
    Binary,
    /// More than 128 objects and lists inside one another.
    #[error("nested deeper than 128 levels")]
    TooDeep,
    /// The value's own `Serialize` implementation failed with this message.
    #[error("{0}")]
    Unsupported(String),
}

/// Collects the reason and the place of the first failure while it travels outwards.
#[derive(Default)]
pub(super) struct Context {
    reason: Cell<Option<StrictJsonReason>>,
    /// Innermost segment first, already escaped.
    segments: RefCell<Vec<String>>,
}

impl Context {
    /// Notes `reason`, and makes the error that stops the serializer.
    #[cold]
    pub(super) fn refuse<E: ser::Error>(&self, reason: StrictJsonReason) -> E {
        let error = E::custom(&reason);
        self.reason.set(Some(reason));
        error
    }

    /// Notes that the failure came from the member or item called `segment`.
    #[cold]
    pub(super) fn enclose(&self, segment: &dyn fmt::Display) {
        let escaped = segment.to_string().replace('~', "~0").replace('/', "~1");
        self.segments.borrow_mut().push(escaped);
    }

    /// The error to report for `error`, which is the one that stopped the serializer.
    pub(super) fn into_error(self, error: &serde_json::Error) -> StrictJsonError {
        let mut pointer = String::new();
        for segment in self.segments.into_inner().iter().rev() {
            pointer.push('/');
            pointer.push_str(segment);
        }
        let reason = self
            .reason
            .into_inner()
            .unwrap_or_else(|| StrictJsonReason::Unsupported(error.to_string()));
        StrictJsonError { pointer, reason }
    }
}

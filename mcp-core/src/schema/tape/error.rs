//! A value that did not fit the type it was decoded into.

use std::fmt;

use serde::de;

/// Why a value of a [`Tape`](super::Tape) does not fit a type, and where.
///
/// The message may name Rust types; it is meant for a log. What a client is told comes from
/// [`explain`](crate::schema::explain()).
#[derive(Debug)]
pub struct TapeError(Box<Refusal>);

// Boxed, so that every result that carries it stays small.
#[derive(Debug)]
struct Refusal {
    message: String,
    /// Innermost segment first, already escaped.
    segments: Vec<String>,
}

impl TapeError {
    /// The place of the value as a JSON pointer (RFC 6901), empty for the whole.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for segment in self.0.segments.iter().rev() {
            pointer.push('/');
            pointer.push_str(segment);
        }
        pointer
    }

    /// What is wrong there.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    #[cold]
    pub(super) fn within(mut self, segment: &dyn fmt::Display) -> Self {
        let escaped = segment.to_string().replace('~', "~0").replace('/', "~1");
        self.0.segments.push(escaped);
        self
    }
}

impl fmt::Display for TapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer().as_str() {
            "" => f.write_str(&self.0.message),
            pointer => write!(f, "`{pointer}`: {}", self.0.message),
        }
    }
}

impl std::error::Error for TapeError {}

impl de::Error for TapeError {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(Box::new(Refusal {
            message: message.to_string(),
            segments: Vec::new(),
        }))
    }
}

//! A JSON text read once into a flat list of tokens, to be checked and decoded without a tree.
//!
//! Checking arguments needs them in a form that can be walked more than once, and decoding needs
//! them once more. A tree of values would cost more than both together. The tape is one vector whose
//! strings borrow from the text; a container knows where it ends, so skipping it is one step.
//!
//! ```text
//! {"a":[1,2],"b":null}   →   Object{2, end 7} "a" Array{2, end 5} 1 2 "b" Null
//! ```

mod build;
mod decode;
mod error;

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Map, Number, Value};

pub use error::TapeError;

/// One value, one object key, or the head of a container.
#[derive(Debug, Clone)]
pub(super) enum Token<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    /// Always negative; all others are `Unsigned`.
    Signed(i64),
    Float(f64),
    String(Cow<'a, str>),
    /// `len` items follow; `end` is the index behind the last of them.
    Array {
        len: u32,
        end: u32,
    },
    /// `len` pairs of a string and a value follow; `end` is the index behind the last of them.
    Object {
        len: u32,
        end: u32,
    },
}

/// A JSON text, read and found to be well formed and free of duplicate keys.
///
/// ```
/// use mcp_core::schema::Tape;
///
/// #[derive(serde::Deserialize)]
/// struct Page { offset: u64, limit: Option<u8> }
///
/// let tape = Tape::parse(r#"{"offset": 5.0, "limit": null}"#)?;
/// let page: Page = tape.decode()?;
/// assert_eq!((page.offset, page.limit), (5, None));
/// assert!(Tape::parse(r#"{"limit": 1, "limit": 2}"#).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tape<'a> {
    /// Never empty, and every `len` and `end` agrees with what follows: only `build` makes it.
    tokens: Vec<Token<'a>>,
}

impl<'a> Tape<'a> {
    /// Reads `json`.
    ///
    /// # Errors
    ///
    /// If `json` is not JSON, repeats a key within an object, or nests deeper than 127 levels.
    pub fn parse(json: &'a str) -> serde_json::Result<Self> {
        /// Text rarely has more tokens than one in so many bytes.
        const BYTES_PER_TOKEN: usize = 6;
        let mut tokens = Vec::with_capacity(json.len() / BYTES_PER_TOKEN + 4);
        build::read(json, &mut tokens)?;
        Ok(Self { tokens })
    }

    /// The outermost value.
    #[must_use]
    pub fn root(&self) -> TapeNode<'_> {
        TapeNode::new(&self.tokens, 0)
    }

    /// Decodes the outermost value. Numbers such as `5.0` decode to integer types, too.
    ///
    /// # Errors
    ///
    /// If the value does not fit `T`, with the place that does not.
    pub fn decode<'t, T: Deserialize<'t>>(&'t self) -> Result<T, TapeError> {
        T::deserialize(self.root())
    }
}

/// One value of a [`Tape`]; also its [`Deserializer`](serde::Deserializer).
#[derive(Debug, Clone, Copy)]
pub struct TapeNode<'t> {
    tokens: &'t [Token<'t>],
    index: usize,
}

impl<'t> TapeNode<'t> {
    /// The value whose first token is at `index`, which must be within `tokens`.
    #[inline]
    pub(super) fn new(tokens: &'t [Token<'t>], index: usize) -> Self {
        Self { tokens, index }
    }

    #[inline]
    pub(super) fn token(self) -> &'t Token<'t> {
        &self.tokens[self.index]
    }

    /// The items, if this is an array.
    #[inline]
    pub(super) fn elements(self) -> Option<Elements<'t>> {
        match *self.token() {
            Token::Array { len, .. } => Some(Elements(self.cursor(len))),
            _ => None,
        }
    }

    /// Keys and values, if this is an object.
    #[inline]
    pub(super) fn members(self) -> Option<Members<'t>> {
        match *self.token() {
            Token::Object { len, .. } => Some(Members(self.cursor(len))),
            _ => None,
        }
    }

    fn cursor(self, remaining: u32) -> Cursor<'t> {
        Cursor {
            tokens: self.tokens,
            next: self.index + 1,
            remaining,
        }
    }

    /// A copy as a tree, for the places that need one: explanations, repairs, untyped arguments.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self.token() {
            Token::Null => Value::Null,
            Token::Bool(value) => Value::Bool(*value),
            Token::Unsigned(value) => Value::Number((*value).into()),
            Token::Signed(value) => Value::Number((*value).into()),
            Token::Float(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
            Token::String(value) => Value::String(value.as_ref().to_owned()),
            Token::Array { .. } => {
                let elements = self.elements().into_iter().flatten();
                Value::Array(elements.map(TapeNode::to_value).collect())
            }
            Token::Object { .. } => {
                let members = self.members().into_iter().flatten();
                let owned = members.map(|(key, value)| (key.to_owned(), value.to_value()));
                Value::Object(owned.collect::<Map<_, _>>())
            }
        }
    }
}

/// The index behind the value that starts at `index`.
#[inline]
fn skip(tokens: &[Token<'_>], index: usize) -> usize {
    match tokens[index] {
        Token::Array { end, .. } | Token::Object { end, .. } => end as usize,
        _ => index + 1,
    }
}

/// A walk through the parts of one container.
#[derive(Debug, Clone)]
struct Cursor<'t> {
    tokens: &'t [Token<'t>],
    next: usize,
    remaining: u32,
}

impl<'t> Cursor<'t> {
    #[inline]
    fn advance(&mut self) -> TapeNode<'t> {
        let node = TapeNode::new(self.tokens, self.next);
        self.next = skip(self.tokens, self.next);
        node
    }
}

/// The items of an array.
#[derive(Debug, Clone)]
pub(super) struct Elements<'t>(Cursor<'t>);

impl<'t> Iterator for Elements<'t> {
    type Item = TapeNode<'t>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.remaining = self.0.remaining.checked_sub(1)?;
        Some(self.0.advance())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.remaining as usize, Some(self.0.remaining as usize))
    }
}

/// The members of an object.
#[derive(Debug, Clone)]
pub(super) struct Members<'t>(Cursor<'t>);

impl<'t> Iterator for Members<'t> {
    type Item = (&'t str, TapeNode<'t>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.remaining = self.0.remaining.checked_sub(1)?;
        let key = match self.0.advance().token() {
            Token::String(key) => key.as_ref(),
            _ => "",
        };
        Some((key, self.0.advance()))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.remaining as usize, Some(self.0.remaining as usize))
    }
}

impl ExactSizeIterator for Elements<'_> {}
impl ExactSizeIterator for Members<'_> {}

/// The integer that `value` stands for, if there is no doubt about it.
///
/// JSON Schema counts `5.0` as an integer. From 2^53 on, neighbouring integers share one float, and
/// a guess would break the promise that integers are exact.
pub(super) fn integral(value: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[expect(clippy::cast_possible_truncation, reason = "checked: whole, and within ±2^53")]
    (value.fract() == 0.0 && value.abs() < EXACT).then_some(value as i64)
}

#[cfg(test)]
mod tests;

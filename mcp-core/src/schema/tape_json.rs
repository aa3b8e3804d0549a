//! The tape as a representation that `jsonschema` can check.

use std::borrow::Cow;

use jsonschema::{
    JsonType,
    json::{Array, Json, JsonNumber, Node, NodeIdentity, Object, cmp},
};
use serde_json::{Number, Value};

use super::tape::{Elements, Members, TapeNode, Token, integral};

/// Names the representation; never made.
pub(super) struct TapeJson;

impl Json for TapeJson {
    type Node<'a> = TapeNode<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = ();

    /// Looking up one member walks through all, so walking once for several is the better choice.
    const KEYS_PER_LOOKUP: usize = 8;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>((): &mut (), string: &str, check: impl FnOnce(TapeNode<'_>) -> T) -> T {
        let tokens = [Token::String(Cow::Borrowed(string))];
        check(TapeNode::new(&tokens, 0))
    }
}

impl<'a> Node<'a, TapeJson> for TapeNode<'a> {
    type Object = TapeObject<'a>;
    type Array = TapeArray<'a>;
    type Number = TapeNumber;

    fn as_object(&self) -> Option<TapeObject<'a>> {
        self.members().map(TapeObject)
    }

    fn as_array(&self) -> Option<TapeArray<'a>> {
        self.elements().map(TapeArray)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        match self.token() {
            Token::String(text) => Some(Cow::Borrowed(text)),
            _ => None,
        }
    }

    fn as_number(&self) -> Option<TapeNumber> {
        match *self.token() {
            Token::Unsigned(number) => Some(TapeNumber::Unsigned(number)),
            Token::Signed(number) => Some(TapeNumber::Signed(number)),
            Token::Float(number) => Some(TapeNumber::Float(number)),
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        match *self.token() {
            Token::Bool(value) => Some(value),
            _ => None,
        }
    }

    fn is_null(&self) -> bool {
        matches!(self.token(), Token::Null)
    }

    fn json_type(&self) -> JsonType {
        match self.token() {
            Token::Null => JsonType::Null,
            Token::Bool(_) => JsonType::Boolean,
            Token::Unsigned(_) | Token::Signed(_) | Token::Float(_) => JsonType::Number,
            Token::String(_) => JsonType::String,
            Token::Array { .. } => JsonType::Array,
            Token::Object { .. } => JsonType::Object,
        }
    }

    fn equals_value(&self, expected: &Value) -> bool {
        match (self.token(), expected) {
            // By far the most frequent: a variant's name.
            (Token::String(text), Value::String(expected)) => text == expected,
            (Token::String(_), _) | (_, Value::String(_)) => false,
            _ => cmp::equal(&TapeNode::to_value(*self), expected),
        }
    }

    fn to_value(&self) -> Cow<'a, Value> {
        Cow::Owned(TapeNode::to_value(*self))
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(NodeIdentity::new(std::ptr::from_ref(self.token()).addr()))
    }
}

/// A number as it was read.
pub(super) enum TapeNumber {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl TapeNumber {
    fn number(&self) -> Number {
        match *self {
            Self::Unsigned(number) => number.into(),
            Self::Signed(number) => number.into(),
            // Never the fallback: JSON text has no way to write what is not finite.
            Self::Float(number) => Number::from_f64(number).unwrap_or_else(|| 0.into()),
        }
    }
}

impl JsonNumber for TapeNumber {
    fn as_u64(&self) -> Option<u64> {
        match *self {
            Self::Unsigned(number) => Some(number),
            _ => None,
        }
    }

    fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::Unsigned(number) => i64::try_from(number).ok(),
            Self::Signed(number) => Some(number),
            Self::Float(_) => None,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "what the trait asks for")]
    fn as_f64(&self) -> Option<f64> {
        Some(match *self {
            Self::Unsigned(number) => number as f64,
            Self::Signed(number) => number as f64,
            Self::Float(number) => number,
        })
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Owned(self.number().to_string())
    }

    fn to_number(&self) -> Cow<'_, Number> {
        Cow::Owned(self.number())
    }

    /// Exactly the numbers that [`TapeNode`] decodes to integer types, so that what is found valid
    /// can also be decoded.
    fn is_integer(&self) -> bool {
        match *self {
            Self::Unsigned(_) | Self::Signed(_) => true,
            Self::Float(number) => integral(number).is_some(),
        }
    }

    fn is_written_as_integer(&self) -> bool {
        !matches!(self, Self::Float(_))
    }
}

/// The members of one object.
pub(super) struct TapeObject<'a>(Members<'a>);

impl<'a> Object<'a, TapeJson> for TapeObject<'a> {
    type Node = TapeNode<'a>;
    type MemberName = &'a str;
    type MembersIter = Members<'a>;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, key: &Box<str>) -> Option<TapeNode<'a>> {
        let mut members = self.members();
        members.find(|(name, _)| *name == &**key).map(|(_, value)| value)
    }

    fn members(&self) -> Members<'a> {
        self.0.clone()
    }
}

/// The items of one array.
pub(super) struct TapeArray<'a>(Elements<'a>);

impl<'a> Array<'a, TapeJson> for TapeArray<'a> {
    type Node = TapeNode<'a>;
    type ElementsIter = Elements<'a>;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn elements(&self) -> Elements<'a> {
        self.0.clone()
    }
}

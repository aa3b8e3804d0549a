//! JSON text → tokens.

use std::{borrow::Cow, fmt};

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Token, skip};

/// Up to this many keys are compared pair by pair; more are sorted.
const FEW: usize = 16;

/// The one key of the object that stands for a number when `serde_json` is built with
/// `arbitrary_precision`.
const ARBITRARY_NUMBER: &str = "$serde_json::private::Number";

/// Fills `tokens`, which must be empty, from `json`.
pub(super) fn read<'a>(json: &'a str, tokens: &mut Vec<Token<'a>>) -> serde_json::Result<()> {
    if u32::try_from(json.len()).is_err() {
        return Err(de::Error::custom("more than 4 GiB of JSON"));
    }
    let mut text = serde_json::Deserializer::from_str(json);
    ValueSeed { tokens }.deserialize(&mut text)?;
    text.end()
}

/// An index or count as stored; it fits, for there are no more tokens than bytes.
#[expect(clippy::cast_possible_truncation, reason = "`read` bounds the text")]
fn stored(index: usize) -> u32 {
    index as u32
}

struct ValueSeed<'v, 'a> {
    tokens: &'v mut Vec<Token<'a>>,
}

impl<'a> ValueSeed<'_, 'a> {
    #[inline]
    fn push<E>(self, token: Token<'a>) -> Result<(), E> {
        self.tokens.push(token);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_, 'de> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    #[inline]
    fn visit_unit<E>(self) -> Result<(), E> {
        self.push(Token::Null)
    }

    #[inline]
    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.push(Token::Bool(value))
    }

    #[inline]
    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.push(Token::Unsigned(value))
    }

    #[inline]
    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.push(Token::Signed(value))
    }

    #[inline]
    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.push(Token::Float(value))
    }

    #[inline]
    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<(), E> {
        self.push(Token::String(Cow::Borrowed(value)))
    }

    #[inline]
    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.push(Token::String(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let tokens = self.tokens;
        let head = tokens.len();
        tokens.push(Token::Null);
        let mut len = 0;
        while elements.next_element_seed(ValueSeed { tokens })?.is_some() {
            len += 1;
        }
        tokens[head] = Token::Array {
            len,
            end: stored(tokens.len()),
        };
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let tokens = self.tokens;
        let head = tokens.len();
        tokens.push(Token::Null);
        let mut len = 0;
        while members.next_key_seed(KeySeed { tokens })?.is_some() {
            if len == 0 && is_arbitrary_number(tokens) {
                return Err(de::Error::custom(
                    "numbers of arbitrary precision are not supported (is the feature \
                     `arbitrary_precision` of serde_json on?)",
                ));
            }
            members.next_value_seed(ValueSeed { tokens })?;
            len += 1;
        }
        tokens[head] = Token::Object {
            len,
            end: stored(tokens.len()),
        };
        match duplicate_key(tokens, head + 1, len as usize) {
            Some(_) => Err(de::Error::custom("duplicate key")),
            None => Ok(()),
        }
    }
}

fn is_arbitrary_number(tokens: &[Token<'_>]) -> bool {
    matches!(tokens.last(), Some(Token::String(key)) if key == ARBITRARY_NUMBER)
}

/// A key that occurs twice among the `len` members that start at `first`.
fn duplicate_key<'k>(tokens: &'k [Token<'_>], first: usize, len: usize) -> Option<&'k str> {
    let mut next = first;
    let mut keys = (0..len).map(move |_| {
        let key = match &tokens[next] {
            Token::String(key) => key.as_ref(),
            _ => "",
        };
        next = skip(tokens, next + 1);
        key
    });
    if len <= FEW {
        let mut seen = [""; FEW];
        for (count, key) in keys.enumerate() {
            if seen[..count].contains(&key) {
                return Some(key);
            }
            seen[count] = key;
        }
        return None;
    }
    // Pair by pair would be quadratic, and the client chooses how many keys there are.
    let mut sorted: Vec<&str> = keys.by_ref().collect();
    sorted.sort_unstable();
    sorted
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
}

struct KeySeed<'v, 'a> {
    tokens: &'v mut Vec<Token<'a>>,
}

impl<'de> DeserializeSeed<'de> for KeySeed<'_, 'de> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object key")
    }

    #[inline]
    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<(), E> {
        self.tokens.push(Token::String(Cow::Borrowed(key)));
        Ok(())
    }

    #[inline]
    fn visit_str<E>(self, key: &str) -> Result<(), E> {
        self.tokens.push(Token::String(Cow::Owned(key.to_owned())));
        Ok(())
    }
}

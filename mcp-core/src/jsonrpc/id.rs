use std::borrow::Cow;
use std::fmt;

/// The longest id that is accepted, in bytes of its JSON text.
const MAX_LENGTH: usize = 256;

/// The id of a request: a string or an integer, never `null` (`RPC-02`).
///
/// It is kept as JSON text, so that a response echoes exactly what was sent: `"7"` and `7` stay
/// different, and an integer beyond 64 bits keeps all of its digits (`RPC-03`).
///
/// ```
/// use mcp_core::jsonrpc::RequestId;
///
/// let id = RequestId::from_json("42")?;
/// assert_eq!(id.as_json(), "42");
/// assert_ne!(id, RequestId::from_json("\"42\"")?);
/// assert!(RequestId::from_json("null").is_err());
/// assert!(RequestId::from_json("1.5").is_err());
/// # Ok::<(), mcp_core::jsonrpc::InvalidRequestId>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestId(Box<str>);

/// What was sent as an id is neither a string nor an integer, or is longer than 256 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a request id is a string or an integer of at most 256 bytes")]
pub struct InvalidRequestId;

impl RequestId {
    /// Reads an id from its JSON text, which must be valid JSON.
    ///
    /// # Errors
    ///
    /// [`InvalidRequestId`] for `null`, fractions, exponents, booleans, arrays, objects, and for
    /// texts over 256 bytes.
    pub fn from_json(json: &str) -> Result<Self, InvalidRequestId> {
        Self::canonical(json).map(|text| Self(text.into()))
    }

    /// The form under which two spellings of one id compare equal; borrowed in the usual case.
    ///
    /// # Errors
    ///
    /// As [`RequestId::from_json`].
    pub fn canonical(json: &str) -> Result<Cow<'_, str>, InvalidRequestId> {
        if json.len() > MAX_LENGTH {
            return Err(InvalidRequestId);
        }
        if json.starts_with('"') {
            if !json.contains('\\') {
                return Ok(Cow::Borrowed(json));
            }
            let text: String = serde_json::from_str(json).map_err(|_| InvalidRequestId)?;
            return serde_json::to_string(&text)
                .map(Cow::Owned)
                .map_err(|_| InvalidRequestId);
        }
        let digits = json.strip_prefix('-').unwrap_or(json);
        match !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => Ok(Cow::Borrowed(json)),
            false => Err(InvalidRequestId),
        }
    }

    /// The JSON text, as it stands in a message.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rpc_03_two_spellings_of_one_string_are_one_id() {
        let plain = RequestId::from_json(r#""a""#).unwrap();
        let escaped = RequestId::from_json(r#""\u0061""#).unwrap();
        assert_eq!(plain, escaped);
    }

    #[test]
    fn rpc_03_huge_integers_keep_their_digits() {
        let digits = "123456789012345678901234567890";
        assert_eq!(RequestId::from_json(digits).unwrap().as_json(), digits);
        assert_eq!(RequestId::from_json("-1").unwrap().as_json(), "-1");
    }

    #[test]
    fn rpc_02_what_is_no_string_or_integer_is_refused() {
        for json in ["null", "true", "1.0", "1e3", "-", "[1]", "{}"] {
            assert_eq!(RequestId::from_json(json), Err(InvalidRequestId), "{json}");
        }
        assert!(RequestId::from_json(&format!("\"{}\"", "x".repeat(300))).is_err());
    }
}

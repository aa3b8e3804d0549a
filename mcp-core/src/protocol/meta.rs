use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The reserved keys of `_meta` that the framework reads or writes (`META-10`).
pub mod key {
    /// The revision of a stateless request.
    pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    /// The capabilities of the client that sent a stateless request.
    pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    /// The client's name and version.
    pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
    /// The server's name and version.
    pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
    /// The least severe log message that the client wants with this request.
    pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
    /// The listen request to which a notification belongs.
    pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
    /// The token under which progress is reported.
    pub const PROGRESS_TOKEN: &str = "progressToken";
}

/// The `_meta` of a result or of a content block: data beside the content, by namespaced key.
///
/// Keys follow the protocol's grammar `[prefix/]name` (`META-07`), and those that the protocol
/// reserves are refused (`META-08`, `B19`).
///
/// ```
/// use mcp_core::protocol::Meta;
///
/// let mut meta = Meta::default();
/// meta.insert("example.org/trace", "order-42")?;
/// assert_eq!(meta.get("example.org/trace").unwrap(), "order-42");
/// assert!(meta.insert("io.modelcontextprotocol/serverInfo", "forged").is_err());
/// # Ok::<(), mcp_core::protocol::MetaError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Meta(Map<String, Value>);

/// Why a `_meta` entry was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MetaError {
    /// The key breaks the grammar.
    #[error("`{0}` is not a metadata key: write `prefix/name`, such as `example.org/trace`")]
    InvalidKey(String),
    /// The key belongs to the protocol.
    #[error("`{0}` is reserved by the protocol: use a prefix of your own, such as `example.org/`")]
    ReservedKey(String),
    /// The value of `traceparent`, `tracestate` or `baggage` breaks the W3C format.
    #[error("the value of `{0}` is not in the format of W3C Trace Context")]
    InvalidTrace(&'static str),
    /// The value is not JSON.
    #[error("the value of `{key}` cannot be JSON: {reason}")]
    InvalidValue {
        /// The key it was meant for.
        key: String,
        /// What JSON cannot express, and where.
        reason: crate::StrictJsonError,
    },
    /// Two combined responses give one key two values.
    #[error("two responses set the metadata key `{0}` to different values")]
    Conflict(String),
}

impl Meta {
    /// Sets a key.
    ///
    /// # Errors
    ///
    /// [`MetaError`] when the key or the value is refused; nothing is changed then.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Serialize) -> Result<(), MetaError> {
        let key = key.into();
        check_key(&key)?;
        let value = crate::strict_json::to_value(&value).map_err(|reason| MetaError::InvalidValue {
            key: key.clone(),
            reason,
        })?;
        check_trace(&key, &value)?;
        self.0.insert(key, value);
        Ok(())
    }

    /// Takes over every entry of `other`.
    ///
    /// # Errors
    ///
    /// [`MetaError::Conflict`] when a key stands in both with different values (`B19`).
    pub fn merge(&mut self, other: &Self) -> Result<(), MetaError> {
        for (key, value) in &other.0 {
            match self.0.get(key) {
                Some(present) if present != value => return Err(MetaError::Conflict(key.clone())),
                Some(_) => {}
                None => {
                    self.0.insert(key.clone(), value.clone());
                }
            }
        }
        Ok(())
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Checks what came from a hand-built protocol result.
    ///
    /// # Errors
    ///
    /// [`MetaError`] for the first refused entry.
    pub fn check(&self) -> Result<(), MetaError> {
        self.0.iter().try_for_each(|(key, value)| {
            check_key(key)?;
            check_trace(key, value)
        })
    }
}

fn check_key(key: &str) -> Result<(), MetaError> {
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let labels_hold = prefix.is_none_or(|prefix| prefix.split('.').all(is_label));
    if !labels_hold || !is_name(name) {
        return Err(MetaError::InvalidKey(key.to_owned()));
    }
    let second = prefix.and_then(|prefix| prefix.split('.').nth(1));
    match second {
        Some("modelcontextprotocol" | "mcp") => Err(MetaError::ReservedKey(key.to_owned())),
        _ if key == self::key::PROGRESS_TOKEN => Err(MetaError::ReservedKey(key.to_owned())),
        _ => Ok(()),
    }
}

/// A label starts with a letter and ends with a letter or digit; hyphens stand inside.
fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// A name is empty, or starts and ends alphanumeric with `-`, `_` and `.` inside.
fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.is_empty()
        || (bytes.first().is_some_and(u8::is_ascii_alphanumeric)
            && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
            && bytes
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte)))
}

fn check_trace(key: &str, value: &Value) -> Result<(), MetaError> {
    let (key, valid): (_, fn(&str) -> bool) = match key {
        "traceparent" => ("traceparent", is_traceparent),
        "tracestate" => ("tracestate", is_tracestate),
        "baggage" => ("baggage", is_baggage),
        _ => return Ok(()),
    };
    match value.as_str().is_some_and(valid) {
        true => Ok(()),
        false => Err(MetaError::InvalidTrace(key)),
    }
}

fn is_traceparent(value: &str) -> bool {
    let parts: Vec<&str> = value.split('-').collect();
    let hex = |part: &str, length| {
        part.len() == length
            && part
                .bytes()
                .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let set = |part: &str| part.bytes().any(|byte| byte != b'0');
    match parts.as_slice() {
        [version, trace, parent, flags, rest @ ..] => {
            hex(version, 2)
                && *version != "ff"
                && (rest.is_empty() || *version != "00")
                && hex(trace, 32)
                && set(trace)
                && hex(parent, 16)
                && set(parent)
                && hex(flags, 2)
        }
        _ => false,
    }
}

fn is_tracestate(value: &str) -> bool {
    let mut seen = Vec::new();
    value.split(',').map(str::trim).all(|member| {
        let Some((key, text)) = member.split_once('=') else {
            return false;
        };
        let fresh = !key.is_empty() && !seen.contains(&key);
        seen.push(key);
        fresh && seen.len() <= 32 && !text.is_empty() && text.len() <= 256 && !text.contains('=')
    })
}

fn is_baggage(value: &str) -> bool {
    value.len() <= 8192
        && value.split(',').map(str::trim).all(|member| {
            member
                .split_once('=')
                .is_some_and(|(key, _)| !key.trim().is_empty())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meta_07_the_key_grammar_is_that_of_the_seed() {
        for key in [
            "example.org/a",
            "a",
            "",
            "a/",
            "a.b/c",
            "mcp/x",
            "com.example.mcp/x",
            "modelcontextprotocol/x",
        ] {
            assert_eq!(check_key(key), Ok(()), "{key}");
        }
        for key in ["-a/b", "a b", "é/x", "a..b/c", "1a/x", "x/-"] {
            assert!(matches!(check_key(key), Err(MetaError::InvalidKey(_))), "{key}");
        }
    }

    #[test]
    fn meta_08_b19_reserved_prefixes_are_refused() {
        for key in [
            "io.mcp/x",
            "io.modelcontextprotocol/x",
            "dev.mcp/",
            "com.mcp.tools/y",
            "progressToken",
        ] {
            assert!(matches!(check_key(key), Err(MetaError::ReservedKey(_))), "{key}");
        }
    }

    #[test]
    fn trace_01_w3c_values_are_checked() {
        let mut meta = Meta::default();
        let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assert_eq!(meta.insert("traceparent", good), Ok(()));
        for bad in [
            "",
            "00-0-0-01",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        ] {
            assert_eq!(
                meta.insert("traceparent", bad),
                Err(MetaError::InvalidTrace("traceparent"))
            );
        }
        assert!(meta.insert("tracestate", "a=1,a=2").is_err());
        assert!(meta.insert("tracestate", "a=1, b=2").is_ok());
    }

    #[test]
    fn b19_equal_values_merge_and_different_ones_conflict() {
        let mut one = Meta::default();
        one.insert("example.org/a", 1).unwrap();
        let mut two = Meta::default();
        two.insert("example.org/a", 1).unwrap();
        two.insert("example.org/b", 2).unwrap();
        one.merge(&two).unwrap();
        assert_eq!(one.get("example.org/b").unwrap(), 2);
        two.insert("example.org/a", 3).unwrap();
        assert_eq!(one.merge(&two), Err(MetaError::Conflict("example.org/a".into())));
    }

    #[test]
    fn b10_values_that_json_lacks_are_refused() {
        let refused = Meta::default().insert("example.org/a", f64::NAN);
        assert!(matches!(refused, Err(MetaError::InvalidValue { .. })));
    }
}

//! The HTTP headers that repeat parts of a 2026-07-28 request, so that what stands between can route
//! it without reading the body (`HDR-*`). The body is the truth: a header that differs is refused.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcp_core::jsonrpc::{ErrorCode, ErrorObject};
use mcp_core::schema::{MirroredArgument, Tape};
use serde_json::{Number, Value};

/// The headers of a request.
pub(crate) trait Headers {
    /// The value of one that every request has, if it stands there exactly once.
    fn standard(&self, header: Standard) -> Option<&[u8]>;

    /// The value of a header, by its lower-case name, if it stands there exactly once.
    fn only(&self, name: &str) -> Option<&[u8]>;

    /// Whether the header stands there at all.
    fn has(&self, name: &str) -> bool;
}

/// The headers that requests have whatever they call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Standard {
    /// Says which revision a request is of.
    Version,
    /// Repeats the method.
    Method,
    /// Repeats what is called, read or got.
    Name,
}

impl Standard {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Version => "mcp-protocol-version",
            Self::Method => "mcp-method",
            Self::Name => "mcp-name",
        }
    }
}

/// The greatest integer that every client can say exactly (`HDR-09`).
const SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// Checks the headers that every request has (`HDR-02`, `HDR-03`).
pub(super) fn check_request(headers: &dyn Headers, version: &str, method: &str) -> Result<(), ErrorObject> {
    for (header, expected) in [(Standard::Version, version), (Standard::Method, method)] {
        let said = headers.standard(header);
        // What is not legal in a header is no known version or method either.
        if said != Some(expected.as_bytes()) && said.and_then(plain) != Some(expected) {
            return Err(mismatch(header.name()));
        }
    }
    Ok(())
}

/// Checks the header that repeats what is called, read or got.
pub(super) fn check_name(headers: &dyn Headers, name: &str) -> Result<(), ErrorObject> {
    match headers.standard(Standard::Name).and_then(decoded) {
        Some(value) if value == name => Ok(()),
        _ => Err(mismatch(Standard::Name.name())),
    }
}

/// Checks the headers that repeat arguments (`HDR-10`, `HDR-11`).
pub(super) fn check_arguments(
    headers: &dyn Headers,
    mirrored: &[MirroredArgument],
    arguments: &str,
) -> Result<(), ErrorObject> {
    if mirrored.is_empty() {
        return Ok(());
    }
    // What is no JSON is told of by the arguments' own check.
    let Ok(tape) = Tape::parse(arguments) else {
        return Ok(());
    };
    for argument in mirrored {
        let header = argument.header();
        let agrees = match argument.value(&tape) {
            None => !headers.has(header),
            Some(value) => headers
                .only(header)
                .and_then(decoded)
                .is_some_and(|text| says(&text, &value)),
        };
        if !agrees {
            return Err(mismatch(header));
        }
    }
    Ok(())
}

/// Whether the text of a header says a value. Lists and objects are never mirrored.
fn says(text: &str, value: &Value) -> bool {
    match value {
        Value::String(value) => text == value,
        Value::Bool(value) => text == if *value { "true" } else { "false" },
        // Numerically: `42`, `42.0` and `4.2e1` are one integer.
        Value::Number(value) => match (serde_json::from_str::<Number>(text), value.as_f64()) {
            (Ok(said), Some(value)) => value.abs() <= SAFE_INTEGER && said.as_f64() == Some(value),
            _ => false,
        },
        _ => false,
    }
}

/// A header's value as it stands there.
fn plain(value: &[u8]) -> Option<&str> {
    let value = std::str::from_utf8(value).ok()?;
    let value = value.trim_matches([' ', '\t']);
    let is_legal = |byte: u8| byte == b'\t' || (0x20..0x7f).contains(&byte);
    value.bytes().all(is_legal).then_some(value)
}

/// A header's value, decoded if it is marked as Base64 of UTF-8 (`HDR-04`, `HDR-05`).
fn decoded(value: &[u8]) -> Option<Cow<'_, str>> {
    let value = plain(value)?;
    let marked = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="));
    match marked {
        None => Some(Cow::Borrowed(value)),
        Some(encoded) => {
            let bytes = STANDARD.decode(encoded).ok()?;
            String::from_utf8(bytes).ok().map(Cow::Owned)
        }
    }
}

/// What was sent is not repeated: it may hold secrets.
pub(crate) fn mismatch(header: &str) -> ErrorObject {
    ErrorObject::new(ErrorCode::HEADER_MISMATCH, format!("Header mismatch: {header}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Sent(&'static [(&'static str, &'static str)]);

    const VERSION: &str = Standard::Version.name();
    const METHOD: &str = Standard::Method.name();
    const NAME: &str = Standard::Name.name();

    impl Headers for Sent {
        fn standard(&self, header: Standard) -> Option<&[u8]> {
            self.only(header.name())
        }

        fn only(&self, name: &str) -> Option<&[u8]> {
            let mut values = self.0.iter().filter(|(sent, _)| *sent == name);
            let (_, value) = values.next()?;
            values.next().is_none().then_some(value.as_bytes())
        }

        fn has(&self, name: &str) -> bool {
            self.0.iter().any(|(sent, _)| *sent == name)
        }
    }

    #[test]
    fn hdr_03_every_request_header_stands_there_once_and_agrees() {
        let good = Sent(&[(VERSION, "2026-07-28"), (METHOD, " tools/call ")]);
        assert!(check_request(&good, "2026-07-28", "tools/call").is_ok());
        for (sent, header) in [
            (&[(METHOD, "tools/call")][..], VERSION),
            (
                &[
                    (VERSION, "2026-07-28"),
                    (VERSION, "2026-07-28"),
                    (METHOD, "tools/call"),
                ],
                VERSION,
            ),
            (&[(VERSION, "2026-07-28")], METHOD),
            (&[(VERSION, "2026-07-28"), (METHOD, "TOOLS/CALL")], METHOD),
        ] {
            let error = check_request(&Sent(sent), "2026-07-28", "tools/call").unwrap_err();
            assert_eq!(error.message, format!("Header mismatch: {header}"));
            assert_eq!(error.code, ErrorCode::HEADER_MISMATCH);
        }
    }

    #[test]
    fn hdr_05_only_whole_and_strict_base64_is_decoded() {
        for (sent, name, agrees) in [
            ("tide_table", "tide_table", true),
            ("=?base64?SGVsbG8=?=", "Hello", true),
            ("=?base64?w7HDoQ==?=", "ñá", true),
            ("SGVsbG8=", "SGVsbG8=", true),
            ("=?base64?SGVsbG8=", "=?base64?SGVsbG8=", true),
            ("=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?=", true),
            ("=?base64?SGVsbG8?=", "Hello", false),
            ("=?base64?SGVs!!!bG8=?=", "Hello", false),
            ("=?base64?/w==?=", "\u{ff}", false),
            ("ñ", "ñ", false),
            ("=?base64?SGVsbG8=?=", "=?base64?SGVsbG8=?=", false),
        ] {
            let headers: &'static [_] = vec![(NAME, sent)].leak();
            assert_eq!(check_name(&Sent(headers), name).is_ok(), agrees, "{sent}");
        }
    }

    #[test]
    fn hdr_10_hdr_11_a_mirrored_argument_is_there_exactly_when_its_value_is() {
        let schema = json!({ "properties": {
            "n": { "type": "integer", "x-mcp-header": "N" },
            "b": { "type": "boolean", "x-mcp-header": "B" },
            "s": { "type": "string", "x-mcp-header": "S" },
        } });
        let mirrored = MirroredArgument::all_of(&schema);
        for (arguments, sent, agrees) in [
            (r#"{"n":42}"#, Some(("mcp-param-n", "42")), true),
            (r#"{"n":42}"#, Some(("mcp-param-n", "42.0")), true),
            (r#"{"n":42}"#, Some(("mcp-param-n", "4.2e1")), true),
            (r#"{"n":42.0}"#, Some(("mcp-param-n", "42")), true),
            (r#"{"n":0}"#, Some(("mcp-param-n", "-0")), true),
            (r#"{"n":42}"#, Some(("mcp-param-n", "042")), false),
            (r#"{"n":42}"#, Some(("mcp-param-n", "43")), false),
            (r#"{"n":42}"#, None, false),
            (
                r#"{"n":9007199254740992}"#,
                Some(("mcp-param-n", "9007199254740992")),
                false,
            ),
            (r#"{"n":true}"#, Some(("mcp-param-n", "1")), false),
            (r#"{}"#, Some(("mcp-param-n", "1")), false),
            (r#"{"n":null}"#, None, true),
            (r#"{"n":null}"#, Some(("mcp-param-n", "1")), false),
            (r#"{"b":true}"#, Some(("mcp-param-b", "true")), true),
            (r#"{"b":true}"#, Some(("mcp-param-b", "True")), false),
            (r#"{"s":"eu"}"#, Some(("mcp-param-s", "eu")), true),
            (r#"{"s":" eu"}"#, Some(("mcp-param-s", " eu")), false),
            (r#"{"s":""}"#, Some(("mcp-param-s", "")), true),
        ] {
            let headers: &'static [_] = sent.into_iter().collect::<Vec<_>>().leak();
            let checked = check_arguments(&Sent(headers), &mirrored, arguments);
            assert_eq!(checked.is_ok(), agrees, "{arguments} {sent:?}");
        }
    }
}

//! The seed system's recorded answers as tables: what its builders gave for each value.
//!
//! Rows that Rust cannot express:
//! - dates, UUIDs, decimals and durations are no types of the language: they are whatever their
//!   crate's `Serialize` says, usually the very text of the recording;
//! - complex numbers, plain objects and unset members have no `Serialize` and do not compile;
//! - a `str` holds no lone surrogate, a progress is no bool or text, a time to live no negative
//!   number and no bool, a cache scope one of two;
//! - a set has an order here, since only an ordered one gives the same JSON twice; `Vec<u8>` is a
//!   list of numbers to serde, and binary only where a type says so.
//!
//! The error texts are our own; the seed's say less.

use std::collections::{BTreeMap, BTreeSet};

use mcp_core::protocol::MetaError;
use mcp_core::{ContentAnnotations, Icon, McpResponse, ResponseError, StrictJsonReason};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// Binary data, said aloud.
struct Binary(&'static [u8]);

impl Serialize for Binary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Letter {
    A,
}

#[derive(Serialize)]
struct Point {
    x: i32,
    y: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    my_field: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<i32>,
}

#[test]
fn b7_b10_structured_normalisation() {
    let response = McpResponse::structured;
    let rows = [
        ("int", McpResponse::structured(1), "1"),
        ("str", McpResponse::structured("x"), r#""x""#),
        ("none", response(Value::Null), "null"),
        ("true", McpResponse::structured(true), "true"),
        ("float", McpResponse::structured(1.5), "1.5"),
        ("list", response(json!([1, "a"])), r#"[1,"a"]"#),
        ("tuple", McpResponse::structured((1, 2)), "[1,2]"),
        ("set", McpResponse::structured(BTreeSet::from([1])), "[1]"),
        ("enum", McpResponse::structured(Letter::A), r#""a""#),
        (
            "dataclass",
            McpResponse::structured(Point { x: 1, y: "z" }),
            r#"{"x":1,"y":"z"}"#,
        ),
        (
            "struct",
            McpResponse::structured(Renamed {
                my_field: 1,
                left_out: None,
            }),
            r#"{"myField":1}"#,
        ),
        (
            "bigint",
            McpResponse::structured(1_u128 << 70),
            "1180591620717411303424",
        ),
        (
            "unicode",
            McpResponse::structured("é\u{2028}😀"),
            "\"é\u{2028}😀\"",
        ),
        ("-0.0", McpResponse::structured(-0.0), "-0.0"),
        // The recording's `1e308`, the same number: the sign is the printer's choice.
        ("1e400 int float", McpResponse::structured(1e308), "1e+308"),
    ];
    for (name, response, expected) in rows {
        let response = response.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(response.content()[0].as_text(), Some(expected), "{name}");
        assert_eq!(
            response.structured_content().map(|json| json.get()),
            Some(expected),
            "{name}"
        );
    }
}

#[test]
fn b10_structured_normalisation_refusals() {
    use StrictJsonReason::{Binary as Bytes, NonFiniteNumber, NonStringKey};
    let rows = [
        ("nan", McpResponse::structured(f64::NAN), "", NonFiniteNumber),
        ("inf", McpResponse::structured(f32::INFINITY), "", NonFiniteNumber),
        (
            "nested nan",
            McpResponse::structured(BTreeMap::from([("a", [f64::NAN])])),
            "/a/0",
            NonFiniteNumber,
        ),
        ("bytes", McpResponse::structured(Binary(b"ab")), "", Bytes),
        (
            "nested bytes",
            McpResponse::structured(BTreeMap::from([("a", Binary(b"ab"))])),
            "/a",
            Bytes,
        ),
        (
            "int key",
            McpResponse::structured(BTreeMap::from([(1_u32, 2)])),
            "",
            NonStringKey,
        ),
    ];
    for (name, response, pointer, reason) in rows {
        let Err(ResponseError::NotJson(error)) = response else {
            panic!("{name} was accepted: {response:?}")
        };
        assert_eq!(error.reason(), &reason, "{name}");
        // The place of a key is the key itself or the object around it.
        assert!(
            name == "int key" || error.pointer() == pointer,
            "{name}: {}",
            error.pointer()
        );
    }
}

/// How a value is represented.
#[derive(Clone, Copy)]
enum As {
    Text(&'static str),
    Blob(&'static str),
    Refused,
}

#[test]
fn b12_resource_mime_matrix() {
    use As::{Blob, Refused, Text};
    const JSON: [As; 2] = [Text(r#"{"a":1}"#), Text("hi")];
    const PACKED: [As; 2] = [Blob("gaFhAQ=="), Blob("omhp")];
    const OTHER: [As; 2] = [Refused, Text("hi")];
    let rows = [
        (None, JSON),
        (Some("application/json"), JSON),
        (Some("Application/JSON; charset=utf-8"), JSON),
        (Some("application/vnd.api+json"), JSON),
        (Some("text/json"), OTHER),
        (Some("application/msgpack"), PACKED),
        (Some("application/x-msgpack"), PACKED),
        (Some("application/vnd.msgpack"), PACKED),
        (Some("application/foo+msgpack"), PACKED),
        (Some("text/csv"), OTHER),
        (Some("text/plain"), OTHER),
        (Some("image/svg+xml"), OTHER),
        (Some(""), OTHER),
    ];
    for (mime_type, [data, text]) in rows {
        let uri = "x://y";
        let default = mime_type.or(Some("application/json"));
        let given = McpResponse::resource(uri, json!({ "a": 1 }), mime_type);
        assert_represented("dict", given, data, default, mime_type);
        let given = McpResponse::resource(uri, "hi", mime_type);
        assert_represented("str", given, text, mime_type, mime_type);
        let given = McpResponse::resource(uri, &[0_u8, 1], mime_type);
        assert_represented("bytes", given, Blob("AAE="), mime_type, mime_type);
        let given = McpResponse::resource(uri, b"ab".to_vec(), mime_type);
        assert_represented("bytearray", given, Blob("YWI="), mime_type, mime_type);
    }
}

#[track_caller]
fn assert_represented(
    kind: &str,
    given: Result<McpResponse, ResponseError>,
    expected: As,
    sent: Option<&str>,
    row: Option<&str>,
) {
    let (member, value) = match (expected, given.as_ref()) {
        (As::Refused, Err(ResponseError::NoCodec { mime_type })) => {
            return assert_eq!(Some(mime_type.as_str()), row);
        }
        (As::Text(text), Ok(_)) => ("text", text),
        (As::Blob(blob), Ok(_)) => ("blob", blob),
        (_, given) => panic!("{row:?} {kind}: {given:?}"),
    };
    let mut wire = json!({ "uri": "x://y", member: value });
    if let Some(mime_type) = sent {
        wire["mimeType"] = mime_type.into();
    }
    let response = given.unwrap();
    let contents = response.content()[0].as_resource().unwrap();
    assert_eq!(serde_json::to_value(contents).unwrap(), wire, "{row:?} {kind}");
}

#[test]
fn b4_b22_misc_constructors() {
    assert_eq!(
        McpResponse::progress(f64::NAN, None, None).unwrap_err(),
        ResponseError::InvalidProgress
    );
    assert_eq!(
        McpResponse::progress(1.0, Some(f64::NEG_INFINITY), None).unwrap_err(),
        ResponseError::InvalidProgress
    );
    let negative = McpResponse::progress(-1.0, Some(2.0), None).unwrap();
    let progress = negative.as_progress().unwrap();
    assert_eq!(
        (progress.current, progress.total, &progress.message),
        (-1.0, Some(2.0), &None)
    );
    assert!(negative.content().is_empty());

    let src = "http://example.org/a.png".to_owned();
    assert_eq!(
        Icon::new(src.as_str()).unwrap_err(),
        ResponseError::InvalidIcon { src }
    );
    assert_eq!(
        serde_json::to_value(Icon::new("data:x").unwrap()).unwrap(),
        json!({ "src": "data:x" })
    );

    let refused = ContentAnnotations::new().with_priority(1.1).unwrap_err();
    assert_eq!(refused, ResponseError::InvalidPriority { priority: 1.1 });
}

#[test]
fn b18_b19_meta_07_meta_08_metadata_keys() {
    let with = |key: &str, value: Value| McpResponse::text("x").with_meta(key, value);
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
        let response = with(key, json!(1)).unwrap_or_else(|error| panic!("{key}: {error}"));
        assert_eq!(response.meta().iter().collect::<Vec<_>>(), [(key, &json!(1))]);
    }
    for key in ["io.mcp/x", "io.modelcontextprotocol/x"] {
        let error = ResponseError::Meta(MetaError::ReservedKey(key.to_owned()));
        assert_eq!(with(key, json!(1)).unwrap_err(), error);
    }
    for key in ["-a/b", "a b", "é/x", "a..b/c", "1a/x", "x/-"] {
        let error = ResponseError::Meta(MetaError::InvalidKey(key.to_owned()));
        assert_eq!(with(key, json!(1)).unwrap_err(), error);
    }
    let error = ResponseError::Meta(MetaError::InvalidTrace("traceparent"));
    assert_eq!(with("traceparent", json!(1)).unwrap_err(), error);
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let response = with("traceparent", json!(trace)).unwrap();
    assert_eq!(response.meta().get("traceparent"), Some(&json!(trace)));
    let refused = McpResponse::text("x")
        .with_meta("example.org/a", f64::NAN)
        .unwrap_err();
    assert!(
        matches!(refused, ResponseError::Meta(MetaError::InvalidValue { .. })),
        "{refused}"
    );
}

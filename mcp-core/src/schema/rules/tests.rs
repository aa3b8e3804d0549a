use serde_json::json;

use super::*;

fn decide(schema: &Value, json: &str) -> Option<bool> {
    Rules::of(schema)
        .expect("within what rules can say")
        .check(&Tape::parse(json).unwrap())
}

#[test]
fn what_types_give_rise_to_is_decided() {
    let schema = json!({
        "type": "object",
        "properties": {
            "id": { "type": "integer", "minimum": 1 },
            "kind": { "enum": ["a", "b"] },
            "size": { "oneOf": [{ "type": "integer" }, { "type": "number", "exclusiveMinimum": 9.5 }] },
            "tags": { "type": "array", "items": { "type": "string", "maxLength": 3 }, "uniqueItems": true },
            "pair": { "type": "array", "prefixItems": [{ "type": "null" }], "items": { "const": 1 } },
            "next": { "anyOf": [{ "$ref": "#" }, { "type": "null" }] },
        },
        "required": ["id", "other"],
        "additionalProperties": { "type": "boolean" },
    });
    for (json, is_valid) in [
        (r#"{"id":1,"other":true}"#, true),
        (r#"{"id":1.0,"other":true,"more":false}"#, true),
        (r#"{"id":1}"#, false),
        (r#"{"id":0,"other":true}"#, false),
        (r#"{"id":1.5,"other":true}"#, false),
        (r#"{"id":1,"other":1}"#, false),
        (r#"{"id":1,"other":true,"kind":"b"}"#, true),
        (r#"{"id":1,"other":true,"kind":"c"}"#, false),
        (r#"{"id":1,"other":true,"size":9}"#, true),
        (r#"{"id":1,"other":true,"size":9.75}"#, true),
        (r#"{"id":1,"other":true,"size":10}"#, false),
        (r#"{"id":1,"other":true,"tags":["äöü",""]}"#, true),
        (r#"{"id":1,"other":true,"tags":["äöüx"]}"#, false),
        (r#"{"id":1,"other":true,"tags":["a","a"]}"#, false),
        (r#"{"id":1,"other":true,"pair":[null,1,1.0]}"#, true),
        (r#"{"id":1,"other":true,"pair":[null,2]}"#, false),
        (
            r#"{"id":1,"other":true,"next":{"id":2,"other":false,"next":null}}"#,
            true,
        ),
        (r#"{"id":1,"other":true,"next":{"id":2,"next":null}}"#, false),
        ("[]", false),
    ] {
        assert_eq!(decide(&schema, json), Some(is_valid), "{json}");
    }
}

#[test]
fn what_goes_beyond_is_left_to_others() {
    for schema in [
        json!({ "pattern": "a" }),
        json!({ "items": { "not": {} } }),
        json!({ "properties": { "a": { "if": {} } } }),
        json!({ "$defs": { "a": { "$anchor": "b" } }, "$ref": "#b" }),
        json!({ "anyOf": [{ "contains": {} }] }),
        json!({ "multipleOf": 0.5 }),
    ] {
        assert!(Rules::of(&schema).is_none(), "{schema}");
    }
}

#[test]
fn a_comparison_that_is_not_exact_is_left_to_others() {
    let least = json!({ "minimum": 0.5 });
    assert_eq!(decide(&least, "1"), Some(true));
    assert_eq!(decide(&least, "0"), Some(false));
    assert_eq!(decide(&least, "9007199254740993"), None);
    let least = json!({ "minimum": 9_007_199_254_740_993_u64 });
    assert_eq!(decide(&least, "9007199254740993"), Some(true));
    assert_eq!(decide(&least, "9007199254740992"), Some(false));
    assert_eq!(decide(&least, "1e300"), None);
    assert_eq!(decide(&json!({ "multipleOf": 2 }), "0.5"), None);
}

#[test]
fn a_circle_and_alternatives_that_multiply_end() {
    assert_eq!(decide(&json!({ "$ref": "#" }), "1"), None);
    let fork = json!({ "$ref": "#/$defs/a" });
    let schema = json!({
        "$defs": { "a": { "items": { "oneOf": [fork, fork, { "type": "null" }] } } },
        "$ref": "#/$defs/a",
    });
    let deep = "[".repeat(60) + &"]".repeat(60);
    assert_eq!(decide(&schema, &deep), None);
}

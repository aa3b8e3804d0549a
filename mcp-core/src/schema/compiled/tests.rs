use serde_json::json;

use super::*;
use crate::schema::{example::minimal_example, explain::explain};

fn compiled(schema: &Value) -> CompiledSchema {
    CompiledSchema::compile(schema).unwrap()
}

fn is_valid(schema: &Value, json: &str) -> bool {
    let schema = compiled(schema);
    let valid = schema.is_valid_json(json).unwrap();
    assert_eq!(
        schema.violations_json(json).unwrap().is_empty(),
        valid,
        "both answers agree"
    );
    valid
}

#[test]
fn each_kind_of_value_is_told_from_the_others() {
    let samples = [
        ("null", "null"),
        ("boolean", "true"),
        ("integer", "5"),
        ("integer", "-5"),
        ("integer", "5.0"),
        ("number", "0.5"),
        ("string", "\"a\\\"b\""),
        ("array", "[1]"),
        ("object", "{\"a\":1}"),
    ];
    for (name, _) in samples {
        for (of, json) in samples {
            let expected = name == of || (name == "number" && of == "integer");
            assert_eq!(
                is_valid(&json!({ "type": name }), json),
                expected,
                "{json} as {name}"
            );
        }
    }
}

#[test]
fn objects_are_checked_member_by_member() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "integer" }, "b": { "enum": ["x", 1] }, "c": { "const": [1, { "d": null }] } },
        "required": ["a"],
        "additionalProperties": false,
        "propertyNames": { "maxLength": 1 },
    });
    assert!(is_valid(&schema, r#"{"a":1,"b":"x","c":[1.0,{"d":null}]}"#));
    assert!(is_valid(&schema, r#"{"a":1,"b":1.0}"#));
    for wrong in [
        r#"{"b":"x"}"#,
        r#"{"a":1,"b":"y"}"#,
        r#"{"a":1,"c":[1]}"#,
        r#"{"a":1,"e":1}"#,
        r#"{"a":1,"bb":1}"#,
    ] {
        assert!(!is_valid(&schema, wrong), "{wrong}");
    }
}

#[test]
fn arrays_are_checked_item_by_item() {
    let schema = json!({ "prefixItems": [{ "type": "string" }], "items": { "type": "integer" },
                         "uniqueItems": true, "contains": { "type": "integer", "minimum": 10 }, "maxItems": 4 });
    assert!(is_valid(&schema, r#"["a",1,10]"#));
    for wrong in [
        r#"[1,10]"#,
        r#"["a",1]"#,
        r#"["a",10,10.0]"#,
        r#"["a",10,11,12,13]"#,
    ] {
        assert!(!is_valid(&schema, wrong), "{wrong}");
    }
}

#[test]
fn integers_are_exact_to_64_bits() {
    let schema = json!({ "type": "integer", "maximum": u64::MAX - 1 });
    assert!(is_valid(&schema, "18446744073709551614"));
    assert!(!is_valid(&schema, "18446744073709551615"));
    let odd = json!({ "type": "integer", "multipleOf": 2 });
    assert!(!is_valid(&odd, "9007199254740993"));
    assert!(
        !is_valid(&json!({ "type": "integer" }), "1e300"),
        "it could not be decoded"
    );
}

/// What is advertised is enforced.
#[test]
fn violations_name_place_and_rule_and_hide_the_value() {
    let schema = json!({ "type": "object", "properties": { "limit": { "maximum": 10 },
        "code": { "pattern": "^[A-Z]{3}$" } }, "additionalProperties": false });
    let violations = compiled(&schema)
        .violations_json(r#"{"limit":9999,"code":"secret","x":1}"#)
        .unwrap();
    let mut lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    lines.sort();
    assert_eq!(
        lines,
        [
            "`/code`: value does not match \"^[A-Z]{3}$\"",
            "`/limit`: value is greater than the maximum of 10",
            "the whole value: Additional properties are not allowed ('x' was unexpected)",
        ]
    );
}

#[test]
fn violations_are_limited() {
    let json = format!("{:?}", vec![1; 1000]);
    let violations = compiled(&json!({ "items": { "type": "string" } })).violations_json(&json);
    assert_eq!(violations.unwrap().len(), MAX_VIOLATIONS);
}

#[test]
fn patterns_are_linear_and_refuse_look_around() {
    let schema = json!({ "pattern": "^(a+)+$" });
    assert!(!is_valid(&schema, &format!("\"{}!\"", "a".repeat(50_000))));
    let error =
        CompiledSchema::compile(&json!({ "properties": { "a": { "pattern": "(?=a)b" } } })).unwrap_err();
    assert_eq!(error.pointer(), "/properties/a/pattern");
}

#[test]
fn mistakes_in_the_schema_are_found_with_their_place() {
    let error = CompiledSchema::compile(&json!({ "properties": { "a": { "type": "strin" } } })).unwrap_err();
    assert_eq!(error.pointer(), "/properties/a/type");
    assert!(CompiledSchema::compile(&json!({ "$ref": "https://example.org/x" })).is_err());
}

#[test]
fn recursive_schemas_check_values_of_any_allowed_depth() {
    let schema = json!({ "type": "object", "properties": { "next": { "anyOf": [{ "$ref": "#" }, { "type": "null" }] } },
                         "additionalProperties": false });
    let nested = |inner: &str| "{\"next\":".repeat(125) + inner + &"}".repeat(125);
    assert!(is_valid(&schema, &nested("null")));
    assert!(!is_valid(&schema, &nested("5")));
    assert!(
        is_valid(&json!({ "$ref": "#" }), "1"),
        "a circle asks for nothing"
    );
}

/// The longest chain and the deepest nesting that `bounds` lets through, in a thread of 2 MiB.
#[test]
fn largest_schemas_within_bounds_compile_and_check() {
    let nested = (0..64).fold(json!({}), |inner, _| json!({ "items": inner }));
    assert!(is_valid(&nested, &("[".repeat(64) + &"]".repeat(64))));
    let mut chain = json!({ "$ref": "#/$defs/d0", "$defs": { "d250": { "type": "null" } } });
    for level in 0..250 {
        let next = format!("#/$defs/d{}", level + 1);
        chain["$defs"][format!("d{level}")] = json!({ "$ref": next });
    }
    assert!(is_valid(&chain, "null"));
    assert!(!is_valid(&chain, "1"));
}

#[test]
fn unreadable_json_is_an_error_and_not_invalid() {
    assert!(compiled(&json!(true)).is_valid_json("{\"a\":1,\"a\":2}").is_err());
}

#[test]
fn format_is_an_annotation() {
    assert!(is_valid(&json!({ "type": "string", "format": "email" }), "\"x\""));
}

#[test]
fn compiled_schemas_are_shared_between_threads() {
    fn assert_shared<T: Send + Sync>() {}
    assert_shared::<CompiledSchema>();
}

fn schemas() -> Vec<Value> {
    vec![
        json!({ "type": "integer", "minimum": 1, "maximum": 10, "multipleOf": 3 }),
        json!({ "type": ["number", "null"], "exclusiveMinimum": 0, "exclusiveMaximum": 2.5 }),
        json!({ "type": "number", "multipleOf": 0.1 }),
        json!({ "type": "string", "minLength": 2, "maxLength": 4 }),
        json!({ "enum": [1, "one", null, [1], { "a": 1 }] }),
        json!({ "const": { "a": [1.0] } }),
        json!({ "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 3, "uniqueItems": true }),
        json!({ "prefixItems": [{ "type": "integer" }], "items": false }),
        json!({ "type": "object", "properties": { "a": { "type": "integer" } }, "required": ["a"],
                "additionalProperties": false }),
        json!({ "additionalProperties": { "type": "array" }, "minProperties": 1 }),
        json!({ "anyOf": [{ "type": "integer" }, { "type": "string", "maxLength": 2 }] }),
        json!({ "oneOf": [
            { "type": "object", "properties": { "k": { "const": "a" } }, "required": ["k"] },
            { "type": "object", "properties": { "k": { "const": "b" }, "a": { "const": 1 } }, "required": ["k", "a"] } ] }),
        json!({ "anyOf": [
            { "type": "object", "properties": { "k": { "const": "a" } } },
            { "type": "object", "properties": { "k": { "const": "b" } } } ] }),
        json!({ "anyOf": [
            { "type": "object", "properties": { "k": { "const": "a" } }, "required": ["k"] },
            { "type": "object", "properties": { "k": { "const": "b" } }, "required": ["k"] },
            { "required": ["a"] } ] }),
        json!({ "allOf": [{ "type": "object" }, { "required": ["a"] }] }),
        json!({ "$ref": "#/$defs/x", "$defs": { "x": { "anyOf": [{ "type": "null" }, { "items": { "$ref": "#" } }] } } }),
        json!({ "properties": { "a": false } }),
        json!(false),
    ]
}

/// What is explained is wrong, and what is shown as an example is right.
#[test]
fn explanations_and_examples_never_contradict_the_validator() {
    let instances = [
        "null",
        "true",
        "0",
        "1",
        "3",
        "2.5",
        "-1",
        "9.0",
        "0.3",
        "1e300",
        "18446744073709551615",
        r#""""#,
        r#""one""#,
        r#""äöüßé""#,
        "[]",
        "[1]",
        "[1,1.0]",
        "[1,2]",
        r#"["a",2,3,4]"#,
        "[[1],[[null]]]",
        "{}",
        r#"{"a":1}"#,
        r#"{"a":[1]}"#,
        r#"{"a":"x","b":[]}"#,
        r#"{"k":"a"}"#,
        r#"{"k":"b"}"#,
        r#"{"k":"b","a":1}"#,
        r#"{"k":"c"}"#,
    ];
    for schema in schemas() {
        let compiled = compiled(&schema);
        for json in instances {
            let problems = explain(&schema, &serde_json::from_str(json).unwrap());
            let valid = compiled.is_valid_json(json).unwrap();
            assert!(problems.is_empty() || !valid, "{schema} {json} {problems:?}");
        }
        if let Some(example) = minimal_example(&schema) {
            assert!(
                compiled.is_valid_json(&example.to_string()).unwrap(),
                "{schema} {example}"
            );
        }
    }
}

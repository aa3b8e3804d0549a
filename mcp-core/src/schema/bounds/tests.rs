use serde_json::json;

use super::*;

fn reason(schema: &Value) -> SchemaErrorReason {
    check(schema).unwrap_err().reason().clone()
}

fn pointer(schema: &Value) -> String {
    check(schema).unwrap_err().pointer().to_owned()
}

fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({}), |inner, _| json!({ "items": inner }))
}

/// Definitions `d0` … each made from the reference to its successor.
fn definitions(count: usize, from_next: impl Fn(Value) -> Value) -> Value {
    let mut schema = json!({ "$ref": "#/$defs/d0", "$defs": {} });
    for level in 0..count {
        let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        schema["$defs"][format!("d{level}")] = from_next(next);
    }
    schema["$defs"][format!("d{count}")] = json!({ "type": "null" });
    schema
}

#[test]
fn usual_schemas_pass() {
    for schema in [
        json!(true),
        json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }),
        json!({ "$id": "https://example.org/order", "properties": { "id": { "$ref": "#/$defs/id" } },
                "$defs": { "id": { "type": "integer", "pattern": "^a" } } }),
        json!({ "$ref": "#node", "$defs": { "n": { "$anchor": "node", "items": { "$ref": "#node" } } } }),
        json!({ "properties": { "$id": { "type": "string" }, "$ref": { "type": "string" } } }),
        json!({ "default": { "$ref": "https://example.org/x" }, "enum": [{ "$id": "x" }] }),
    ] {
        assert_eq!(check(&schema), Ok(()), "{schema}");
    }
}

#[test]
fn depth_is_limited() {
    assert_eq!(check(&nested(64)), Ok(()));
    assert_eq!(reason(&nested(65)), SchemaErrorReason::TooDeep { limit: 64 });
    assert_eq!(pointer(&nested(65)), "/items".repeat(65));
}

/// A recursive walk would need more stack than there is.
#[test]
fn schema_nested_10_000_deep_does_not_overflow() {
    let items = |inner| Value::Object([("items".to_owned(), inner)].into_iter().collect());
    let wrap: [fn(Value) -> Value; 2] = [items, |inner| Value::Array(vec![inner])];
    for wrap in wrap {
        let schema = items((0..10_000).fold(json!({}), |inner, _| wrap(inner)));
        assert!(matches!(reason(&schema), SchemaErrorReason::TooDeep { .. }));
        // Dropping the tree recurses, too.
        std::mem::forget(schema);
    }
}

#[test]
fn number_of_subschemas_is_limited() {
    let branches = |count| json!({ "anyOf": vec![json!({}); count] });
    assert_eq!(check(&branches(4095)), Ok(()));
    assert_eq!(
        reason(&branches(4096)),
        SchemaErrorReason::TooManySubschemas { limit: 4096 }
    );
}

#[test]
fn exponential_references_are_refused() {
    let doubling = |count| definitions(count, |next| json!({ "allOf": [next.clone(), next] }));
    assert_eq!(check(&doubling(10)), Ok(()));
    assert_eq!(
        reason(&doubling(30)),
        SchemaErrorReason::TooExpensive { limit: 100_000 }
    );
}

#[test]
fn unused_definitions_cost_nothing() {
    let mut schema = definitions(30, |next| json!({ "allOf": [next.clone(), next] }));
    schema["$ref"] = json!("#/$defs/d30");
    assert_eq!(check(&schema), Ok(()));
}

#[test]
fn long_chains_of_references_are_refused() {
    let chain = |count| definitions(count, |next| next);
    assert_eq!(check(&chain(200)), Ok(()));
    assert_eq!(
        reason(&chain(2000)),
        SchemaErrorReason::ChainTooLong { limit: 256 }
    );
}

#[test]
fn recursion_counts_once() {
    let tree = json!({ "type": "object", "properties": {
        "children": { "type": "array", "items": { "$ref": "#" } }, "parent": { "$ref": "#" } } });
    assert_eq!(check(&tree), Ok(()));
    assert_eq!(check(&json!({ "$ref": "#" })), Ok(()));
}

#[test]
fn references_stay_inside() {
    for foreign in ["https://example.org/x", "other.json#/a", "file:///etc/passwd", ""] {
        for keyword in ["$ref", "$dynamicRef"] {
            let schema = json!({ "properties": { "a": { keyword: foreign } } });
            assert_eq!(
                reason(&schema),
                SchemaErrorReason::ForeignReference(foreign.to_owned())
            );
            assert_eq!(pointer(&schema), "/properties/a");
        }
    }
}

#[test]
fn references_must_point_at_a_schema() {
    let missing = json!({ "$ref": "#/$defs/x" });
    assert_eq!(
        reason(&missing),
        SchemaErrorReason::UnresolvedReference("#/$defs/x".to_owned())
    );
    let no_schema = json!({ "$ref": "#/default", "default": 5 });
    assert_eq!(reason(&no_schema), SchemaErrorReason::NotASchema);
    let hidden = json!({ "$ref": "#/x-extra", "x-extra": { "$ref": "https://example.org" } });
    assert!(matches!(reason(&hidden), SchemaErrorReason::ForeignReference(_)));
}

#[test]
fn other_documents_and_dialects_are_refused() {
    let nested_id = json!({ "properties": { "a": { "$id": "https://example.org/a" } } });
    assert_eq!(reason(&nested_id), SchemaErrorReason::NestedId);
    let draft7 = "http://json-schema.org/draft-07/schema#";
    let dialect = SchemaErrorReason::UnsupportedDialect(draft7.to_owned());
    assert_eq!(reason(&json!({ "$schema": draft7 })), dialect);
}

#[test]
fn patterns_are_limited() {
    let long = "a".repeat(1025);
    let limit = SchemaErrorReason::PatternTooLong { limit: 1024 };
    assert_eq!(reason(&json!({ "pattern": long })), limit);
    assert_eq!(reason(&json!({ "patternProperties": { long: true } })), limit);
}

#[test]
fn schemas_are_objects_or_booleans() {
    assert_eq!(reason(&json!(5)), SchemaErrorReason::NotASchema);
    let place = json!({ "properties": { "a/b": "string" } });
    assert_eq!(reason(&place), SchemaErrorReason::NotASchema);
    assert_eq!(pointer(&place), "/properties/a~1b");
}

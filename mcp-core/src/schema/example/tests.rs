use serde_json::json;

use super::*;

fn example(schema: Value) -> Option<Value> {
    minimal_example(&schema)
}

#[test]
fn required_members_only() {
    let schema = json!({
        "type": "object",
        "properties": {
            "id": { "type": "string", "format": "uuid" },
            "page": { "$ref": "#/$defs/page" },
            "note": { "type": "string" },
        },
        "required": ["id", "page"],
        "$defs": { "page": { "type": "object", "required": ["n"],
                             "properties": { "n": { "type": ["null", "integer"] } } } },
    });
    let expected = json!({ "id": "00000000-0000-4000-8000-000000000000", "page": { "n": 0 } });
    assert_eq!(example(schema), Some(expected));
}

#[test]
fn numbers_meet_their_bounds() {
    for (schema, expected) in [
        (json!({ "type": "integer" }), json!(0)),
        (
            json!({ "type": "integer", "minimum": 1, "maximum": 100 }),
            json!(1),
        ),
        (json!({ "type": "integer", "exclusiveMinimum": 0 }), json!(1)),
        (json!({ "type": "integer", "maximum": -3 }), json!(-3)),
        (json!({ "type": "integer", "minimum": 0.5 }), json!(1)),
        (
            json!({ "type": "integer", "minimum": 7, "multipleOf": 5 }),
            json!(10),
        ),
        (
            json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 }),
            json!(0.5),
        ),
        (json!({ "type": "integer", "minimum": u64::MAX }), json!(u64::MAX)),
    ] {
        assert_eq!(example(schema.clone()), Some(expected), "{schema}");
    }
    assert_eq!(
        example(json!({ "type": "integer", "minimum": 2, "maximum": 1 })),
        None
    );
}

#[test]
fn what_the_schema_proposes_is_taken_if_it_fits() {
    assert_eq!(
        example(json!({ "type": "integer", "default": 20 })),
        Some(json!(20))
    );
    assert_eq!(
        example(json!({ "pattern": "^a", "examples": ["ab"] })),
        Some(json!("ab"))
    );
    assert_eq!(example(json!({ "type": "integer", "default": "x" })), None);
}

#[test]
fn strings_and_arrays_are_padded() {
    assert_eq!(
        example(json!({ "type": "string", "maxLength": 2 })),
        Some(json!("te"))
    );
    assert_eq!(
        example(json!({ "type": "string", "minLength": 6 })),
        Some(json!("textte"))
    );
    let unique = json!({ "type": "array", "minItems": 2, "uniqueItems": true,
                         "items": { "enum": ["a", "b"] } });
    assert_eq!(example(unique), Some(json!(["a", "b"])));
    let texts = json!({ "type": "array", "minItems": 2, "uniqueItems": true,
                        "items": { "type": "string" } });
    assert_eq!(example(texts), Some(json!(["text", "text2"])));
    let tuple = json!({ "type": "array", "minItems": 2, "maxItems": 2,
                        "prefixItems": [{ "type": "boolean" }, { "type": "null" }] });
    assert_eq!(example(tuple), Some(json!([false, null])));
}

#[test]
fn unions_take_their_first_branch_that_is_not_null() {
    assert_eq!(
        example(json!({ "anyOf": [{ "type": "null" }, { "type": "boolean" }] })),
        Some(json!(false))
    );
    let tagged = json!({ "type": "object", "required": ["id"], "properties": { "id": { "const": 7 } },
        "oneOf": [{ "properties": { "kind": { "const": "a" } }, "required": ["kind"], "type": "object" }] });
    assert_eq!(example(tagged), Some(json!({ "id": 7, "kind": "a" })));
    let all = json!({ "allOf": [
        { "type": "object", "required": ["a"], "properties": { "a": { "type": "null" } } },
        { "type": "object", "required": ["b"], "properties": { "b": { "type": "boolean" } } } ] });
    assert_eq!(example(all), Some(json!({ "a": null, "b": false })));
}

#[test]
fn what_cannot_be_found_is_none() {
    assert_eq!(example(json!({ "type": "string", "pattern": "^a" })), None);
    assert_eq!(example(json!(false)), None);
    let endless =
        json!({ "type": "object", "required": ["next"], "properties": { "next": { "$ref": "#" } } });
    assert_eq!(example(endless), None);
}

#[test]
fn tool_without_parameters_takes_an_empty_object() {
    let schema = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert_eq!(example(schema), Some(json!({})));
}

#[test]
fn work_is_bounded_for_exponential_schemas() {
    let mut schema = json!({ "$ref": "#/$defs/d0", "$defs": {} });
    for level in 0..40 {
        let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        schema["$defs"][format!("d{level}")] = json!({ "anyOf": vec![next; 20] });
    }
    assert_eq!(example(schema), None);
}

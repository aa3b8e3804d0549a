use serde_json::json;

use super::*;

fn lines(schema: &Value, instance: &Value) -> Vec<String> {
    explain(schema, instance)
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn order_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "order_id": { "type": "integer", "minimum": 0 },
            "limit": { "type": "integer", "minimum": 1, "maximum": 100 },
            "mode": { "enum": ["fast", "exact"] },
            "tags": { "type": "array", "items": { "type": "string", "maxLength": 3 },
                      "maxItems": 4, "uniqueItems": true },
        },
        "required": ["order_id"],
        "additionalProperties": false,
    })
}

#[test]
fn valid_arguments_have_no_problems() {
    let valid = json!({ "order_id": 5.0, "limit": 100, "mode": "fast", "tags": ["äöü", "b"] });
    assert_eq!(lines(&order_schema(), &valid), [] as [&str; 0]);
}

/// Not only the first problem, and each with its place.
#[test]
fn all_problems_are_listed_with_their_places() {
    let instance = json!({ "limit": 0, "mode": "fats", "tags": ["a", 5, "long", "a"], "ordre_id": 1 });
    assert_eq!(
        lines(&order_schema(), &instance),
        [
            "`/limit`: expected an integer from 1 to 100, got 0",
            "`/mode`: expected one of \"fast\", \"exact\", got \"fats\"; did you mean `fast`?",
            "`/tags/1`: expected a string of at most 3 characters, got 5",
            "`/tags/2`: expected a string of at most 3 characters, got \"long\"",
            "`/tags/3`: expected a value that is not in the list already, got \"a\"",
            "`/order_id`: required, but missing",
            "`/ordre_id`: unknown argument; did you mean `order_id`?",
        ]
    );
}

#[test]
fn root_of_the_wrong_type_is_one_problem() {
    assert_eq!(
        lines(&order_schema(), &json!([1])),
        ["the whole value: expected an object, got [1]"]
    );
}

#[test]
fn unknown_names_without_a_likeness_list_the_known_ones() {
    let schema = json!({ "properties": { "a": true, "b": true }, "additionalProperties": false });
    assert_eq!(
        lines(&schema, &json!({ "zebra": 1 })),
        ["`/zebra`: unknown argument; the known ones are `a`, `b`"]
    );
    let empty = json!({ "type": "object", "additionalProperties": false });
    assert_eq!(
        lines(&empty, &json!({ "x": 1 })),
        ["`/x`: unknown argument; none is taken"]
    );
}

#[test]
fn name_that_is_there_already_is_not_suggested() {
    let schema = json!({ "properties": { "limit": true }, "additionalProperties": false });
    let problems = explain(&schema, &json!({ "limit": 1, "limt": 2 }));
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].suggestion, None);
}

#[test]
fn nested_places_escape_their_keys() {
    let schema = json!({ "additionalProperties": { "additionalProperties": { "type": "null" } } });
    let problems = explain(&schema, &json!({ "a/b": { "c~d": 1 } }));
    assert_eq!(problems[0].pointer, "/a~1b/c~0d");
}

#[test]
fn type_lists_and_exclusive_bounds_are_checked() {
    let schema = json!({ "type": ["number", "null"], "exclusiveMinimum": 0, "exclusiveMaximum": 1 });
    assert_eq!(lines(&schema, &json!(0.5)), [] as [&str; 0]);
    assert_eq!(lines(&schema, &Value::Null), [] as [&str; 0]);
    for wrong in [json!(0), json!(1.0), json!("x")] {
        assert_eq!(explain(&schema, &wrong).len(), 1, "{wrong}");
    }
}

#[test]
fn integers_are_compared_exactly() {
    let schema = json!({ "type": "integer", "maximum": u64::MAX - 1 });
    assert_eq!(explain(&schema, &json!(u64::MAX)).len(), 1);
    assert_eq!(explain(&schema, &json!(u64::MAX - 1)).len(), 0);
    assert_eq!(explain(&json!({ "type": "integer" }), &json!(1.5)).len(), 1);
}

#[test]
fn tuples_check_each_place_and_the_rest() {
    let schema = json!({ "prefixItems": [{ "type": "string" }, { "type": "integer" }], "items": false });
    assert_eq!(
        lines(&schema, &json!(["a", "b"])),
        ["`/1`: expected an integer, got \"b\""]
    );
    assert_eq!(
        lines(&schema, &json!(["a", 1, 2])),
        ["the whole value: expected an array of at most 2 items, got [\"a\",1,2]"]
    );
}

#[test]
fn references_are_followed_also_in_circles() {
    let schema = json!({
        "$ref": "#/$defs/node",
        "$defs": { "node": {
            "type": "object",
            "properties": { "value": { "type": "integer" }, "next": { "$ref": "#/$defs/node" } },
        } },
    });
    let instance = json!({ "value": 1, "next": { "value": 2, "next": { "value": "x" } } });
    assert_eq!(
        lines(&schema, &instance),
        ["`/next/next/value`: expected an integer, got \"x\""]
    );
    let circle = json!({ "$ref": "#", "type": "integer" });
    assert_eq!(explain(&circle, &json!(1)), []);
    assert_eq!(explain(&circle, &json!("x")).len(), 1);
}

#[test]
fn option_of_an_object_is_explained_as_the_object() {
    let schema = json!({ "anyOf": [order_schema(), { "type": "null" }] });
    assert_eq!(explain(&schema, &Value::Null), []);
    assert_eq!(lines(&schema, &json!({})), ["`/order_id`: required, but missing"]);
    assert_eq!(
        lines(&schema, &json!("x")),
        ["the whole value: expected an object or null, got \"x\""]
    );
}

#[test]
fn documented_enum_variants_are_listed_as_values() {
    let schema = json!({ "oneOf": [{ "const": "ready" }, { "enum": ["sent", "lost"] }] });
    assert_eq!(
        lines(&schema, &json!("redy")),
        [
            "the whole value: expected one of \"ready\", \"sent\", \"lost\", got \"redy\"; did you mean `ready`?"
        ]
    );
}

#[test]
fn tagged_union_is_explained_by_its_tag() {
    let schema = json!({ "oneOf": [
        { "type": "object", "required": ["kind", "radius"],
          "properties": { "kind": { "const": "circle" }, "radius": { "type": "number" } } },
        { "type": "object", "required": ["kind", "side"],
          "properties": { "kind": { "enum": ["square"] }, "side": { "type": "number" } } },
    ] });
    assert_eq!(explain(&schema, &json!({ "kind": "circle", "radius": 1 })), []);
    assert_eq!(
        lines(&schema, &json!({ "kind": "square", "radius": 1 })),
        ["`/side`: required, but missing"]
    );
    assert_eq!(
        lines(&schema, &json!({ "kind": "circel" })),
        ["`/kind`: expected one of \"circle\", \"square\", got \"circel\"; did you mean `circle`?"]
    );
    assert_eq!(
        lines(&schema, &json!({ "radius": 1 })),
        ["`/kind`: required, but missing: one of \"circle\", \"square\""]
    );
}

#[test]
fn externally_tagged_variant_is_chosen_by_its_name() {
    let variant = |name: &str, fields: &[&str]| {
        let properties: Value = fields
            .iter()
            .map(|field| (*field, json!({ "type": "integer" })))
            .collect();
        json!({ "type": "object", "required": [name], "additionalProperties": false, "properties": {
            name: { "type": "object", "properties": properties, "required": fields } } })
    };
    let schema = json!({ "oneOf": [variant("Tiny", &["a"]), variant("Large", &["a", "b", "c", "d"])] });
    let problems = explain(&schema, &json!({ "Large": {} }));
    let pointers: Vec<&str> = problems.iter().map(|problem| problem.pointer.as_str()).collect();
    assert_eq!(pointers, ["/Large/a", "/Large/b", "/Large/c", "/Large/d"]);
}

#[test]
fn all_of_reports_every_branch_once() {
    let schema = json!({ "allOf": [{ "required": ["a"] }, { "required": ["a", "b"] }] });
    assert_eq!(
        lines(&schema, &json!({})),
        ["`/a`: required, but missing", "`/b`: required, but missing"]
    );
}

#[test]
fn keywords_it_does_not_decide_are_left_alone() {
    let schema = json!({ "not": {}, "patternProperties": { "^x": {} }, "additionalProperties": false });
    assert_eq!(explain(&schema, &json!("b")), []);
    assert_eq!(explain(&schema, &json!({ "xy": 1 })), []);
}

#[test]
fn secrets_are_not_repeated() {
    let schema = json!({ "type": "string", "minLength": 12, "writeOnly": true });
    let problem = &explain(&schema, &json!("hunter2"))[0];
    assert_eq!(problem.received.as_deref(), Some("a hidden value"));
}

#[test]
fn list_is_bounded_and_so_is_each_place() {
    let schema = json!({ "items": { "type": "null" } });
    assert_eq!(explain(&schema, &json!(vec![1; 1000])).len(), MAX_PROBLEMS);
    let long = "k".repeat(100_000);
    let unknown = explain(&json!({ "additionalProperties": false }), &json!({ long: 1 }));
    assert!(unknown[0].to_string().len() < 200);
}

#[test]
fn work_is_bounded_for_exponential_schemas() {
    let mut schema = json!({ "$ref": "#/$defs/d0", "$defs": {} });
    for level in 0..40 {
        let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        schema["$defs"][format!("d{level}")] = json!({ "allOf": [next.clone(), next] });
    }
    assert_eq!(
        lines(&schema, &json!(1)),
        ["the whole value: too large or too deeply nested to be checked"]
    );
}

#[test]
fn nesting_is_bounded_without_overflow() {
    let schema = json!({ "items": { "$ref": "#" }, "type": "array" });
    let deep = (0..120).fold(json!(1), |inner, _| json!([inner]));
    assert!(explain(&schema, &deep).len() <= 1);
}

#[test]
fn problems_serialize_without_absent_parts() {
    let problems = explain(&order_schema(), &json!({}));
    assert_eq!(
        serde_json::to_value(&problems).unwrap(),
        json!([{ "pointer": "/order_id", "expected": "required, but missing" }])
    );
}

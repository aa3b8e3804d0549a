//! Whether a value fulfils a schema: what decides fast decides as the validator does.

use mcp_core::schema::{Checker, CompiledSchema, Tape};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

use crate::check;

/// Schemas of every keyword that types give rise to, and a few that they do not.
fn schema() -> BoxedStrategy<Value> {
    let number = select(vec![
        json!(-1),
        json!(0),
        json!(0.5),
        json!(2),
        json!(2.0),
        json!(1e15),
        json!(u64::MAX),
    ]);
    let count = 0..3_u64;
    let name = select(vec![
        "null", "boolean", "integer", "number", "string", "array", "object",
    ]);
    let word = select(vec![
        json!("a"),
        json!("b"),
        json!(1),
        json!(1.0),
        json!(null),
        json!([1]),
        json!({ "a": 1 }),
    ]);
    let leaf = prop_oneof![
        4 => name.clone().prop_map(|name| json!({ "type": name })),
        1 => subsequence(vec!["null", "integer", "string", "array", "object"], 1..=3)
            .prop_map(|names| json!({ "type": names })),
        1 => vec(word.clone(), 1..3).prop_map(|values| json!({ "enum": values })),
        1 => word.prop_map(|value| json!({ "const": value })),
        1 => (select(vec!["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]), number)
            .prop_map(|(keyword, bound)| json!({ keyword: bound })),
        1 => (
            select(vec!["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]),
            count,
        )
            .prop_map(|(keyword, count)| json!({ keyword: count })),
        1 => (1..4_u64).prop_map(|step| json!({ "multipleOf": step })),
        1 => select(vec![
            json!(true),
            json!(false),
            json!({}),
            json!({ "pattern": "a" }),
            json!({ "uniqueItems": true }),
            json!({ "$ref": "#" }),
        ]),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let some = vec(inner.clone(), 1..3);
        let properties = proptest::collection::btree_map(select(vec!["a", "b", "c"]), inner.clone(), 0..3);
        let required = subsequence(vec!["a", "b", "d"], 0..=2);
        prop_oneof![
            (select(vec!["anyOf", "oneOf", "allOf", "prefixItems"]), some)
                .prop_map(|(keyword, schemas)| json!({ keyword: schemas })),
            (
                select(vec!["items", "additionalProperties", "not"]),
                inner.clone()
            )
                .prop_map(|(keyword, schema)| json!({ keyword: schema })),
            (properties, required, inner.clone()).prop_map(|(properties, required, others)| {
                json!({ "properties": properties, "required": required, "additionalProperties": others })
            }),
            (inner.clone(), inner).prop_map(|(a, b)| merged(&a, &b)),
        ]
    })
    .boxed()
}

/// What both say, as far as it stands under different keywords.
fn merged(a: &Value, b: &Value) -> Value {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else {
        return a.clone();
    };
    let both: Map<String, Value> = a.clone().into_iter().chain(b.clone()).collect();
    both.into()
}

/// Small values, so that many of them fit somewhere.
fn value() -> BoxedStrategy<Value> {
    let leaf = select(vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1),
        json!(1.0),
        json!(0.5),
        json!(2),
        json!(9_007_199_254_740_993_u64),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("a"),
        json!("äb"),
    ]);
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(select(vec!["a", "b", "c", "d"]), inner, 0..4)
                .prop_map(|members| json!(members)),
        ]
    })
    .boxed()
}

/// `TOOL-24`: nothing is taken that the schema forbids, and nothing refused that it allows.
#[test]
fn tool_24_a_checker_decides_as_the_validator() {
    check(3_000, &(schema(), vec(value(), 8)), |(schema, values)| {
        // Some are malformed, or go in circles.
        let (Ok(checker), Ok(validator)) = (Checker::new(&schema), CompiledSchema::compile(&schema)) else {
            return Ok(());
        };
        for value in values {
            let text = value.to_string();
            let tape = Tape::parse(&text).unwrap();
            let accepts = checker.accepts(&tape);
            prop_assert_eq!(accepts, validator.is_valid(&tape), "{} by {}", text, schema);
            prop_assert_eq!(
                accepts,
                checker.problems(&tape).is_empty(),
                "{} by {}",
                text,
                schema
            );
        }
        Ok(())
    });
}

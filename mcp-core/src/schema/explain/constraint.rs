//! Whether one value meets what its schema says about it, its parts apart.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::{
    describe::type_names,
    number::{as_integer, compare, is_off_step, same},
};

pub(super) fn fits_type(keywords: &Map<String, Value>, instance: &Value) -> bool {
    let names = type_names(keywords);
    names.is_empty() || names.iter().any(|name| is_of_type(name, instance))
}

fn is_of_type(name: &str, instance: &Value) -> bool {
    match (name, instance) {
        ("integer", Value::Number(number)) => as_integer(number).is_some(),
        ("number", Value::Number(_))
        | ("string", Value::String(_))
        | ("boolean", Value::Bool(_))
        | ("array", Value::Array(_))
        | ("object", Value::Object(_))
        | ("null", Value::Null) => true,
        _ => false,
    }
}

/// `const` and `enum`.
pub(super) fn fits_values(keywords: &Map<String, Value>, instance: &Value) -> bool {
    let is_const = |value: &Value| same(value, instance);
    let is_listed = |values: &Vec<Value>| values.iter().any(is_const);
    keywords.get("const").is_none_or(is_const)
        && keywords
            .get("enum")
            .and_then(Value::as_array)
            .is_none_or(is_listed)
}

/// Ranges, lengths and counts.
pub(super) fn fits_bounds(keywords: &Map<String, Value>, instance: &Value) -> bool {
    match instance {
        Value::Number(number) => fits_range(keywords, number),
        Value::String(text) => {
            let bounded = keywords.contains_key("minLength") || keywords.contains_key("maxLength");
            let fits_length =
                !bounded || fits_count(keywords, "minLength", "maxLength", text.chars().count());
            fits_length && fits_pattern(keywords, text)
        }
        Value::Array(items) => fits_count(keywords, "minItems", "maxItems", items.len()),
        Value::Object(members) => fits_count(keywords, "minProperties", "maxProperties", members.len()),
        Value::Null | Value::Bool(_) => true,
    }
}

/// Whether the text matches `pattern`; what cannot be decided is left to the validator.
#[cfg(feature = "validate")]
fn fits_pattern(keywords: &Map<String, Value>, text: &str) -> bool {
    const MAX_PATTERN_SIZE: usize = 1 << 20;
    let Some(pattern) = keywords.get("pattern").and_then(Value::as_str) else {
        return true;
    };
    let compiled = regex::RegexBuilder::new(pattern)
        .size_limit(MAX_PATTERN_SIZE)
        .build();
    compiled.map_or(true, |compiled| compiled.is_match(text))
}

#[cfg(not(feature = "validate"))]
fn fits_pattern(_: &Map<String, Value>, _: &str) -> bool {
    true
}

fn fits_range(keywords: &Map<String, Value>, number: &Number) -> bool {
    let out_of = |keyword: &str, wrong: &[Ordering]| match keywords.get(keyword) {
        Some(Value::Number(bound)) => compare(number, bound).is_some_and(|order| wrong.contains(&order)),
        _ => false,
    };
    let off_step = match keywords.get("multipleOf") {
        Some(Value::Number(step)) => is_off_step(number, step),
        _ => false,
    };
    !(off_step
        || out_of("minimum", &[Ordering::Less])
        || out_of("maximum", &[Ordering::Greater])
        || out_of("exclusiveMinimum", &[Ordering::Less, Ordering::Equal])
        || out_of("exclusiveMaximum", &[Ordering::Greater, Ordering::Equal]))
}

fn fits_count(keywords: &Map<String, Value>, min: &str, max: &str, count: usize) -> bool {
    let bound = |keyword| keywords.get(keyword).and_then(Value::as_u64);
    let count = count as u64;
    bound(min).is_none_or(|min| count >= min) && bound(max).is_none_or(|max| count <= max)
}

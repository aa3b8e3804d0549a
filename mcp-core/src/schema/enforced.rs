//! Whether decoding into the type enforces all that a schema says.

use serde_json::Value;

use super::walk::children;

/// Keywords that are notes, or that serde's own types enforce by themselves.
const HARMLESS: [&str; 27] = [
    "$comment",
    "$defs",
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "contentEncoding",
    "contentMediaType",
    "default",
    "deprecated",
    "description",
    "enum",
    "examples",
    "format",
    "items",
    "maximum",
    "minimum",
    "oneOf",
    "prefixItems",
    "properties",
    "readOnly",
    "required",
    "title",
    "type",
    "writeOnly",
    "x-mcp-header",
    "unevaluatedProperties",
];

/// Whether an arguments object that decodes into the types of `schema` fulfils `schema`.
///
/// It errs on the side of `false`, which only costs a check.
pub(super) fn enforced_by_reading(schema: &Value) -> bool {
    enforced(schema) && children_are_read_exactly(schema)
}

/// Whether a value that a type of `schema` was written from fulfils `schema`.
pub(super) fn enforced_by_writing(schema: &Value) -> bool {
    enforced(schema)
}

fn enforced(schema: &Value) -> bool {
    let Some(object) = schema.as_object() else {
        return true;
    };
    let known = object.keys().all(|keyword| match keyword.as_str() {
        // A list of one length and a text of one letter may also be a type with a constraint.
        "minItems" | "maxItems" => object.contains_key("prefixItems"),
        keyword => HARMLESS.contains(&keyword),
    });
    let mut holds = known && has_bounds_of_format(schema);
    children(schema, |_, child| holds = holds && enforced(child));
    holds
}

/// Whether the bounds are those that the integer type, told by its format, has by itself.
fn has_bounds_of_format(schema: &Value) -> bool {
    let own = match schema["format"].as_str() {
        Some("uint8") => (Some(0), Some(i64::from(u8::MAX))),
        Some("uint16") => (Some(0), Some(i64::from(u16::MAX))),
        Some("uint" | "uint32" | "uint64" | "uint128") => (Some(0), None),
        Some("int8") => (Some(i64::from(i8::MIN)), Some(i64::from(i8::MAX))),
        Some("int16") => (Some(i64::from(i16::MIN)), Some(i64::from(i16::MAX))),
        _ => (None, None),
    };
    let is = |keyword: &str, own: Option<i64>| schema.get(keyword).map(Value::as_i64) == own.map(Some);
    is("minimum", own.0) && is("maximum", own.1)
}

/// Whether every value inside is a scalar or a list of scalars. What serde takes for anything else is
/// more than a schema says: a list for a struct, an object for a variant without data, a key twice.
fn children_are_read_exactly(schema: &Value) -> bool {
    let mut exact = true;
    children(schema, |place, child| {
        // Definitions say nothing by themselves, and nothing fits `false`.
        let is_no_value = place.keyword == "$defs" || *child == Value::Bool(false);
        exact = exact && (is_no_value || is_scalar(child) || is_list_of_scalars(child));
    });
    exact
}

fn is_list_of_scalars(schema: &Value) -> bool {
    admits_only(schema, &["array", "null"]) && is_scalar(&schema["items"])
}

fn is_scalar(schema: &Value) -> bool {
    const CHOICES: [&str; 5] = ["enum", "const", "oneOf", "anyOf", "$ref"];
    admits_only(schema, &["boolean", "integer", "number", "string", "null"])
        && !CHOICES.iter().any(|keyword| schema.get(keyword).is_some())
}

fn admits_only(schema: &Value, allowed: &[&str]) -> bool {
    let is_allowed = |name: &Value| name.as_str().is_some_and(|name| allowed.contains(&name));
    match &schema["type"] {
        Value::Array(types) => types.iter().all(is_allowed),
        name => is_allowed(name),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_types_say_is_enforced_by_them() {
        for schema in [
            json!({ "type": "object", "properties": { "id": { "type": "integer", "format": "uint64", "minimum": 0 } } }),
            json!({ "properties": { "a": { "type": "integer", "format": "uint8", "minimum": 0, "maximum": 255 } } }),
            json!({ "properties": { "a": { "type": ["array", "null"], "items": { "type": "string" } } } }),
            json!({ "properties": { "a": { "type": "string" } }, "additionalProperties": false }),
        ] {
            assert!(enforced_by_reading(&schema), "{schema}");
        }
    }

    #[test]
    fn js_02_what_serde_reads_in_two_forms_is_not() {
        for property in [
            json!({ "type": "object", "properties": { "x": { "type": "integer" } } }),
            json!({ "type": "string", "enum": ["a", "b"] }),
            json!({ "oneOf": [{ "const": "a" }, { "const": "b" }] }),
            json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
            json!({}),
        ] {
            let schema = json!({ "type": "object", "properties": { "a": property } });
            assert!(!enforced_by_reading(&schema), "{schema}");
            assert!(enforced_by_writing(&schema), "{schema}");
        }
    }

    #[test]
    fn what_goes_beyond_the_type_is_not() {
        for schema in [
            json!({ "type": "integer", "minimum": 1 }),
            json!({ "type": "integer", "format": "int64", "minimum": 0 }),
            json!({ "type": "integer", "format": "uint64", "minimum": 0, "maximum": 255 }),
            json!({ "type": "array", "items": {}, "minItems": 3, "maxItems": 3 }),
            json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
            json!({ "type": "integer", "maximum": 10 }),
            json!({ "type": "number", "minimum": 0 }),
            json!({ "type": "string", "pattern": "^a" }),
            json!({ "type": "array", "items": {}, "uniqueItems": true }),
            json!({ "type": "object", "properties": { "a": { "type": "string", "maxLength": 3 } } }),
            json!({ "type": "object", "minProperties": 1 }),
        ] {
            assert!(
                !enforced_by_reading(&schema) && !enforced_by_writing(&schema),
                "{schema}"
            );
        }
    }
}

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

/// The bounds that an integer type has by itself.
const TYPE_BOUNDS: [(Option<i64>, Option<i64>); 8] = [
    (None, None),
    (Some(0), None),
    (Some(0), Some(u8::MAX as i64)),
    (Some(0), Some(u16::MAX as i64)),
    (Some(0), Some(u32::MAX as i64)),
    (Some(i8::MIN as i64), Some(i8::MAX as i64)),
    (Some(i16::MIN as i64), Some(i16::MAX as i64)),
    (Some(i32::MIN as i64), Some(i32::MAX as i64)),
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
        "minLength" | "maxLength" => is_char(schema),
        "minItems" | "maxItems" => is_fixed_list(schema),
        keyword => HARMLESS.contains(&keyword),
    });
    let mut holds = known && has_type_bounds(schema);
    children(schema, |_, child| holds = holds && enforced(child));
    holds
}

/// Whether no value inside can come in a form that serde takes and the schema does not: a list for a
/// struct, an object for a variant without data.
fn children_are_read_exactly(schema: &Value) -> bool {
    const LOOSE: [&str; 6] = ["properties", "enum", "const", "oneOf", "anyOf", "$ref"];
    let mut exact = true;
    children(schema, |_, child| {
        exact = exact
            && !LOOSE.iter().any(|keyword| child.get(keyword).is_some())
            && children_are_read_exactly(child);
    });
    exact
}

fn has_type_bounds(schema: &Value) -> bool {
    let bound = |keyword| match schema.get(keyword) {
        None => Some(None),
        Some(value) => value.as_i64().map(Some),
    };
    let bounds = (bound("minimum"), bound("maximum"));
    let (Some(least), Some(most)) = bounds else {
        return false;
    };
    let integer = least.is_none() && most.is_none() || admits_integers(&schema["type"]);
    integer && TYPE_BOUNDS.contains(&(least, most))
}

fn admits_integers(types: &Value) -> bool {
    types == "integer"
        || types
            .as_array()
            .is_some_and(|types| types.iter().any(|name| name == "integer"))
}

/// One character is a string of length one.
fn is_char(schema: &Value) -> bool {
    schema["minLength"] == 1 && schema["maxLength"] == 1
}

/// A tuple or an array has one length.
fn is_fixed_list(schema: &Value) -> bool {
    schema.get("minItems").is_some() && schema.get("minItems") == schema.get("maxItems")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_types_say_is_enforced_by_them() {
        for schema in [
            json!({ "type": "object", "properties": { "id": { "type": "integer", "minimum": 0 } }, "required": ["id"] }),
            json!({ "properties": { "a": { "type": "integer", "minimum": 0, "maximum": 255 } } }),
            json!({ "properties": { "a": { "type": "string", "minLength": 1, "maxLength": 1 } } }),
            json!({ "properties": { "a": { "type": "array", "items": { "type": "string" }, "minItems": 3, "maxItems": 3 } } }),
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

//! The places inside a schema where further schemas stand.

use serde_json::Value;

/// Keywords whose value is one schema.
const ONE: [&str; 11] = [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is a list of schemas.
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value is an object of schemas.
const NAMED: [&str; 5] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// Calls `visit` for every schema directly inside `schema`, with the keyword it stands under.
pub(super) fn children(schema: &Value, mut visit: impl FnMut(&str, &Value)) {
    let Some(object) = schema.as_object() else { return };
    for (keyword, value) in object {
        let keyword = keyword.as_str();
        if ONE.contains(&keyword) {
            visit(keyword, value);
        } else if LIST.contains(&keyword) {
            value
                .as_array()
                .into_iter()
                .flatten()
                .for_each(|child| visit(keyword, child));
        } else if NAMED.contains(&keyword) {
            value
                .as_object()
                .into_iter()
                .flatten()
                .for_each(|(_, child)| visit(keyword, child));
        }
    }
}

/// As [`children`], to change them.
pub(super) fn children_mut(schema: &mut Value, mut visit: impl FnMut(&str, &mut Value)) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    for (keyword, value) in object {
        let keyword = keyword.as_str();
        if ONE.contains(&keyword) {
            visit(keyword, value);
        } else if LIST.contains(&keyword) {
            value
                .as_array_mut()
                .into_iter()
                .flatten()
                .for_each(|child| visit(keyword, child));
        } else if NAMED.contains(&keyword) {
            value
                .as_object_mut()
                .into_iter()
                .flatten()
                .for_each(|(_, child)| visit(keyword, child));
        }
    }
}

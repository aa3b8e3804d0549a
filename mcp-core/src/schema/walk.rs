//! The places inside a schema where further schemas stand.

use std::fmt;

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

/// Where a schema stands inside another.
pub(super) struct Place<'s> {
    /// The keyword.
    pub(super) keyword: &'s str,
    /// The name or the index under it, if it holds several.
    member: Option<String>,
}

/// Relative to the outer schema, as a JSON pointer.
impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}", self.keyword)?;
        match &self.member {
            Some(member) => write!(f, "/{}", member.replace('~', "~0").replace('/', "~1")),
            None => Ok(()),
        }
    }
}

/// Calls `visit` for every schema directly inside `schema`.
pub(super) fn children(schema: &Value, mut visit: impl FnMut(Place<'_>, &Value)) {
    let Some(object) = schema.as_object() else { return };
    for (keyword, value) in object {
        let keyword = keyword.as_str();
        let mut visit = |member, child| visit(Place { keyword, member }, child);
        if ONE.contains(&keyword) {
            visit(None, value);
        } else if LIST.contains(&keyword) {
            let items = value.as_array().into_iter().flatten().enumerate();
            items.for_each(|(index, child)| visit(Some(index.to_string()), child));
        } else if NAMED.contains(&keyword) {
            let members = value.as_object().into_iter().flatten();
            members.for_each(|(name, child)| visit(Some(name.clone()), child));
        }
    }
}

/// Calls `visit` for every schema directly inside `schema`, with the keyword it stands under, to
/// change it.
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

//! Schemas and values in a few words.

use std::io;

use serde_json::{Map, Number, Value};

use super::reference::dereference;

/// How much of a received value is shown.
const MAX_RECEIVED: usize = 60;
/// How many alternatives are spelt out.
const MAX_ALTERNATIVES: usize = 16;
/// How far alternatives within alternatives are spelt out.
const MAX_DEPTH: usize = 4;
/// How much of a pattern or of one allowed value is shown.
const MAX_DETAIL: usize = 60;

/// What `schema` allows, as the end of a sentence that starts with "expected".
pub(super) fn describe(root: &Value, schema: &Value) -> String {
    describe_within(root, schema, MAX_DEPTH)
}

/// What `branches` allow together.
pub(super) fn describe_branches(root: &Value, branches: &[Value]) -> String {
    describe_branches_within(root, branches, MAX_DEPTH)
}

fn describe_branches_within(root: &Value, branches: &[Value], depth: usize) -> String {
    let branches = branches.iter().take(MAX_ALTERNATIVES);
    alternatives(branches.map(|branch| describe_within(root, branch, depth)))
}

fn describe_within(root: &Value, schema: &Value, depth: usize) -> String {
    let schema = dereference(root, schema);
    let Value::Object(keywords) = schema else {
        return match schema {
            Value::Bool(false) => "nothing".to_owned(),
            _ => "any value".to_owned(),
        };
    };
    if let Some(allowed) = allowed_values(root, schema) {
        return describe_values(&allowed);
    }
    let types = type_names(keywords);
    if !types.is_empty() {
        let types = types.iter().map(|name| describe_type(name, keywords));
        return alternatives(types);
    }
    let branches = ["anyOf", "oneOf"]
        .iter()
        .find_map(|keyword| keywords.get(*keyword)?.as_array());
    match (branches, depth.checked_sub(1)) {
        (Some(branches), Some(depth)) => describe_branches_within(root, branches, depth),
        _ => describe_type(implied_type(keywords), keywords),
    }
}

/// The values that `schema` lists, if it allows nothing else.
pub(super) fn allowed_values<'s>(root: &'s Value, schema: &'s Value) -> Option<Vec<&'s Value>> {
    let mut allowed = Vec::new();
    collect_allowed(root, schema, MAX_DEPTH, &mut allowed).then_some(allowed)
}

/// The values that `branches` list, if none of them allows anything else.
pub(super) fn allowed_by_branches<'s>(root: &'s Value, branches: &'s [Value]) -> Option<Vec<&'s Value>> {
    let mut allowed = Vec::new();
    branches
        .iter()
        .all(|branch| collect_allowed(root, branch, MAX_DEPTH, &mut allowed))
        .then_some(allowed)
}

fn collect_allowed<'s>(
    root: &'s Value,
    schema: &'s Value,
    depth: usize,
    allowed: &mut Vec<&'s Value>,
) -> bool {
    let schema = dereference(root, schema);
    if let Some(value) = schema.get("const") {
        allowed.push(value);
        return true;
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        allowed.extend(values);
        return true;
    }
    let branches = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    match (branches, depth.checked_sub(1)) {
        (Some(Value::Array(branches)), Some(depth)) if !branches.is_empty() => branches
            .iter()
            .all(|branch| collect_allowed(root, branch, depth, allowed)),
        _ => false,
    }
}

pub(super) fn describe_values(values: &[&Value]) -> String {
    let shown = values.iter().take(MAX_ALTERNATIVES);
    let shown: Vec<String> = shown.map(|value| shortened(value, MAX_DETAIL)).collect();
    let list = shown.join(", ");
    match values.len() {
        1 => list,
        len if len > MAX_ALTERNATIVES => format!("one of {list}, …"),
        _ => format!("one of {list}"),
    }
}

/// The names in `type`, which is a string or a list of strings.
pub(super) fn type_names(keywords: &Map<String, Value>) -> Vec<&str> {
    match keywords.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The type that a schema without `type` is about, by its keywords.
fn implied_type(keywords: &Map<String, Value>) -> &'static str {
    const SIGNS: [(&str, &[&str]); 4] = [
        ("object", &["properties", "required", "additionalProperties"]),
        (
            "array",
            &["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
        ),
        ("string", &["minLength", "maxLength", "pattern", "format"]),
        (
            "number",
            &[
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
            ],
        ),
    ];
    SIGNS
        .iter()
        .find(|(_, signs)| signs.iter().any(|sign| keywords.contains_key(*sign)))
        .map_or("", |(name, _)| name)
}

fn describe_type(name: &str, keywords: &Map<String, Value>) -> String {
    match name {
        "integer" => format!("an integer{}", describe_range(keywords)),
        "number" => format!("a number{}", describe_range(keywords)),
        "string" => {
            let length = describe_count(keywords, "minLength", "maxLength", "character");
            format!("a string{length}{}", describe_form(keywords))
        }
        "array" => {
            let length = describe_count(keywords, "minItems", "maxItems", "item");
            format!("an array{length}")
        }
        "object" => {
            let size = describe_count(keywords, "minProperties", "maxProperties", "member");
            format!("an object{size}")
        }
        "boolean" => "true or false".to_owned(),
        "null" => "null".to_owned(),
        _ => "another value".to_owned(),
    }
}

fn describe_range(keywords: &Map<String, Value>) -> String {
    let bound = |keyword| match keywords.get(keyword) {
        Some(Value::Number(bound)) => Some(bound),
        _ => None,
    };
    let mut clauses = Vec::new();
    match (bound("minimum"), bound("maximum")) {
        (Some(low), Some(high)) => clauses.push(format!("from {low} to {high}")),
        (Some(low), None) => clauses.push(format!("of at least {low}")),
        (None, Some(high)) => clauses.push(format!("of at most {high}")),
        (None, None) => {}
    }
    let further: [(_, &str, Option<&Number>); 3] = [
        ("greater than", "", bound("exclusiveMinimum")),
        ("less than", "", bound("exclusiveMaximum")),
        ("a multiple of", "that is ", bound("multipleOf")),
    ];
    for (words, lead, bound) in further {
        clauses.extend(bound.map(|bound| format!("{lead}{words} {bound}")));
    }
    match clauses.as_slice() {
        [] => String::new(),
        clauses => format!(" {}", clauses.join(" and ")),
    }
}

fn describe_count(keywords: &Map<String, Value>, min: &str, max: &str, unit: &str) -> String {
    let bound = |keyword| keywords.get(keyword).and_then(Value::as_u64);
    let units = |count| match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    };
    match (bound(min).filter(|min| *min > 0), bound(max)) {
        (None, None) => String::new(),
        (Some(min), None) => format!(" of at least {}", units(min)),
        (None, Some(max)) => format!(" of at most {}", units(max)),
        (Some(min), Some(max)) if min == max => format!(" of exactly {}", units(min)),
        (Some(min), Some(max)) => format!(" of {min} to {}", units(max)),
    }
}

fn describe_form(keywords: &Map<String, Value>) -> String {
    let text = |keyword| keywords.get(keyword).and_then(Value::as_str);
    match (text("pattern"), text("format")) {
        (Some(pattern), _) => format!(" that matches `{}`", cut(pattern, MAX_DETAIL)),
        (None, Some(format)) => format!(" in the format `{}`", cut(format, MAX_DETAIL)),
        (None, None) => String::new(),
    }
}

/// `a`, `a or b`, `a, b or c`, without repetitions.
fn alternatives(descriptions: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for description in descriptions {
        if !distinct.contains(&description) {
            distinct.push(description);
        }
    }
    match distinct.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// A received value as compact JSON, cut where it gets long.
pub(super) fn received(value: &Value) -> String {
    shortened(value, MAX_RECEIVED)
}

fn shortened(value: &Value, limit: usize) -> String {
    let mut start = Start {
        bytes: Vec::new(),
        // Enough for `limit` characters and a sign that there are more.
        limit: (limit + 1) * 4,
    };
    // Fails once `start` is full, which spares writing megabytes to show a line.
    let complete = serde_json::to_writer(&mut start, value).is_ok();
    let text = String::from_utf8_lossy(&start.bytes);
    match complete {
        true => cut(&text, limit),
        false => cut(&format!("{}…", text.trim_end_matches('\u{fffd}')), limit),
    }
}

/// `text`, or as many of its characters as make `limit` together with an ellipsis.
pub(super) fn cut(text: &str, limit: usize) -> String {
    if text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    text.chars().take(limit - 1).chain(['…']).collect()
}

/// Takes the first bytes and refuses more.
struct Start {
    bytes: Vec<u8>,
    limit: usize,
}

impl io::Write for Start {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.limit - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..taken]);
        match taken {
            0 if !bytes.is_empty() => Err(io::ErrorKind::WriteZero.into()),
            _ => Ok(taken),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_are_put_in_words() {
        for (schema, words) in [
            (
                json!({ "type": "integer", "minimum": 1, "maximum": 9 }),
                "an integer from 1 to 9",
            ),
            (
                json!({ "type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5 }),
                "a number greater than 0 and that is a multiple of 0.5",
            ),
            (
                json!({ "type": "string", "minLength": 1 }),
                "a string of at least 1 character",
            ),
            (
                json!({ "type": "string", "minLength": 2, "maxLength": 2 }),
                "a string of exactly 2 characters",
            ),
            (
                json!({ "type": ["array", "null"], "maxItems": 3 }),
                "an array of at most 3 items or null",
            ),
            (json!({ "enum": ["a", 1] }), "one of \"a\", 1"),
            (
                json!({ "oneOf": [{ "enum": ["a"] }, { "const": "b" }] }),
                "one of \"a\", \"b\"",
            ),
            (
                json!({ "anyOf": [{ "type": "string" }, { "type": "boolean" }, { "type": "null" }] }),
                "a string, true or false or null",
            ),
            (json!({ "pattern": "^x" }), "a string that matches `^x`"),
            (
                json!({ "type": "string", "format": "uuid" }),
                "a string in the format `uuid`",
            ),
            (json!(false), "nothing"),
        ] {
            assert_eq!(describe(&schema, &schema), words);
        }
    }

    #[test]
    fn received_values_are_cut_at_60_characters() {
        assert_eq!(received(&json!({ "a": [1, "ü"] })), "{\"a\":[1,\"ü\"]}");
        for value in [
            json!("ü".repeat(500_000)),
            json!(vec![1.5; 500]),
            json!("\u{1F980}".repeat(61)),
        ] {
            let shown = received(&value);
            assert_eq!(shown.chars().count(), 60);
            assert!(shown.ends_with('…') && !shown.contains('\u{fffd}'), "{shown}");
        }
        assert_eq!(received(&json!("x".repeat(58))).chars().count(), 60);
    }
}

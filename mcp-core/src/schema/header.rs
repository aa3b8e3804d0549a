//! `x-mcp-header`: which arguments may be mirrored in HTTP headers (`HDR-08`, `HDR-09`).

use serde_json::{Value, json};

use super::Tape;
use super::walk::children;

/// The keyword in a property's schema.
pub(super) const KEYWORD: &str = "x-mcp-header";
/// The greatest integer that every client can say exactly.
const SAFE_INTEGER: i64 = (1 << 53) - 1;

/// An argument that clients repeat in an HTTP header, so that what stands between can route by it
/// (`HDR-07`).
///
/// ```
/// use mcp_core::schema::{MirroredArgument, Tape};
/// use serde_json::json;
///
/// let schema = json!({ "type": "object", "properties": {
///     "region": { "type": "string", "x-mcp-header": "Region" },
/// } });
/// let mirrored = MirroredArgument::all_of(&schema);
/// assert_eq!(mirrored[0].header(), "mcp-param-region");
/// assert_eq!(mirrored[0].value(&Tape::parse(r#"{"region": "eu"}"#)?), Some(json!("eu")));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirroredArgument {
    header: String,
    /// From the root, by names of properties.
    path: Vec<String>,
}

impl MirroredArgument {
    /// Those of an input schema.
    #[must_use]
    pub fn all_of(schema: &Value) -> Vec<Self> {
        let mut found = Vec::new();
        collect(schema, &mut Vec::new(), &mut found);
        found
    }

    /// The name of the header, in lower case.
    #[must_use]
    pub fn header(&self) -> &str {
        &self.header
    }

    /// The value that the header repeats; `None` if it is absent or `null`.
    #[must_use]
    pub fn value(&self, arguments: &Tape<'_>) -> Option<Value> {
        let mut node = arguments.root();
        for name in &self.path {
            node = node.members()?.find(|(key, _)| key == name)?.1;
        }
        Some(node.to_value()).filter(|value| !value.is_null())
    }
}

fn collect(schema: &Value, path: &mut Vec<String>, found: &mut Vec<MirroredArgument>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        path.push(name.clone());
        if let Some(header) = property[KEYWORD].as_str() {
            found.push(MirroredArgument {
                header: format!("mcp-param-{}", header.to_ascii_lowercase()),
                path: path.clone(),
            });
        }
        collect(property, path, found);
        path.pop();
    }
}

/// Bounds mirrored integers, so that what the schema accepts can be said in a header; says whether
/// there were any.
pub(super) fn bound_integers(schema: &mut Value) -> bool {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return false;
    };
    let mut bounded = false;
    for property in properties.values_mut() {
        bounded |= bound_integers(property);
        if property.get(KEYWORD).is_none() || !is_type(property, "integer") {
            continue;
        }
        if let Some(object) = property.as_object_mut() {
            object.entry("minimum").or_insert(json!(-SAFE_INTEGER));
            object.entry("maximum").or_insert(json!(SAFE_INTEGER));
            bounded = true;
        }
    }
    bounded
}

/// What is wrong with the mirrored properties of an input schema.
pub(super) fn problems(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut names = Vec::new();
    if schema.get(KEYWORD).is_some() {
        found.push(format!(
            "`{KEYWORD}` stands at a property, not at the whole schema"
        ));
    }
    check(schema, true, &mut names, &mut found);
    found
}

fn check(schema: &Value, reachable: bool, names: &mut Vec<String>, problems: &mut Vec<String>) {
    children(schema, |place, child| {
        let reachable = reachable && place.keyword == "properties";
        if let Some(name) = child.get(KEYWORD) {
            check_property(child, name, reachable, names, problems);
        }
        check(child, reachable, names, problems);
    });
}

fn check_property(
    property: &Value,
    name: &Value,
    reachable: bool,
    names: &mut Vec<String>,
    problems: &mut Vec<String>,
) {
    let Some(name) = name.as_str().filter(|name| is_token(name)) else {
        problems.push(format!(
            "`{KEYWORD}` {name} must be an HTTP field name: letters, digits and hyphens"
        ));
        return;
    };
    if !reachable {
        problems.push(format!("`{KEYWORD}` \"{name}\" stands where its value may be absent: only properties of properties can be mirrored"));
    }
    if !["string", "integer", "boolean"]
        .iter()
        .any(|wanted| is_type(property, wanted))
    {
        problems.push(format!(
            "`{KEYWORD}` \"{name}\" needs a text, an integer or a boolean"
        ));
    }
    if names.iter().any(|other| other.eq_ignore_ascii_case(name)) {
        problems.push(format!(
            "`{KEYWORD}` \"{name}\" is used twice; case does not matter"
        ));
    }
    names.push(name.to_owned());
}

/// The type, or the type and `null`.
fn is_type(schema: &Value, wanted: &str) -> bool {
    match &schema["type"] {
        Value::String(only) => only == wanted,
        Value::Array(types) => types.iter().all(|name| name == wanted || name == "null"),
        _ => false,
    }
}

/// `token` of RFC 9110.
fn is_token(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hdr_08_only_reachable_scalars_with_token_names_are_mirrored() {
        let good = json!({ "properties": {
            "region": { "type": "string", "x-mcp-header": "Region" },
            "page": { "type": "object", "properties": { "size": { "type": ["integer", "null"], "x-mcp-header": "Size" } } },
        } });
        assert!(problems(&good).is_empty());
        for (property, problem) in [
            (json!({ "type": "number", "x-mcp-header": "A" }), "needs a text"),
            (json!({ "type": "string", "x-mcp-header": "" }), "HTTP field name"),
            (
                json!({ "type": "string", "x-mcp-header": "a b" }),
                "HTTP field name",
            ),
            (
                json!({ "type": "array", "items": { "type": "string", "x-mcp-header": "A" } }),
                "may be absent",
            ),
            (
                json!({ "anyOf": [{ "type": "string", "x-mcp-header": "A" }] }),
                "may be absent",
            ),
        ] {
            let found = problems(&json!({ "properties": { "a": property } }));
            assert!(found.len() == 1 && found[0].contains(problem), "{found:?}");
        }
        let twice = json!({ "properties": {
            "a": { "type": "string", "x-mcp-header": "Region" }, "b": { "type": "string", "x-mcp-header": "region" },
        } });
        assert!(problems(&twice)[0].contains("used twice"));
    }

    #[test]
    fn hdr_09_mirrored_integers_are_safe_integers() {
        let mut schema =
            json!({ "properties": { "a": { "type": "integer", "minimum": 0, "x-mcp-header": "A" } } });
        assert!(bound_integers(&mut schema));
        assert_eq!(
            schema["properties"]["a"]["maximum"],
            json!(9_007_199_254_740_991_i64)
        );
        assert_eq!(schema["properties"]["a"]["minimum"], json!(0));
    }
}

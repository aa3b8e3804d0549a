//! A small value that a schema accepts, to show what a valid call looks like.

mod scalar;

use std::iter;

use serde_json::{Map, Number, Value};

use super::explain::{explain, number::as_integer, reference::dereference};
use scalar::{number, string};

/// How deep an example goes. Recursive types that never need to end give none.
const MAX_DEPTH: u32 = 16;
/// How many subschemas are tried: alternatives within alternatives multiply.
const MAX_STEPS: u32 = 10_000;
/// How many items or characters an example is padded to; nobody reads more.
const MAX_PADDING: u64 = 256;

/// Makes a minimal valid instance of `schema`: required members only, and of each the value that
/// the schema itself proposes (`const`, `default`, `examples`, the first of `enum`) or the
/// simplest one that fits.
///
/// `None` if there is none, or if it cannot be found, as for a string with a `pattern` and no
/// example. The example fits as far as [`explain`] can tell, so it may break a keyword such as
/// `not` or `if`.
///
/// ```
/// use mcp_core::schema::minimal_example;
/// use serde_json::json;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {
///         "order_id": { "type": "integer", "minimum": 1 },
///         "mode": { "enum": ["fast", "exact"] },
///         "note": { "type": "string" },
///     },
///     "required": ["order_id", "mode"],
/// });
/// assert_eq!(minimal_example(&schema), Some(json!({ "order_id": 1, "mode": "fast" })));
/// ```
#[must_use]
pub fn minimal_example(schema: &Value) -> Option<Value> {
    let mut examples = Examples {
        root: schema,
        steps_left: MAX_STEPS,
    };
    let example = examples.of(schema, MAX_DEPTH)?;
    // What is proposed, or put together from several parts, need not fit.
    explain(schema, &example).is_empty().then_some(example)
}

struct Examples<'s> {
    root: &'s Value,
    steps_left: u32,
}

impl Examples<'_> {
    fn of(&mut self, schema: &Value, depth: u32) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        self.steps_left = self.steps_left.checked_sub(1)?;
        let keywords = match dereference(self.root, schema) {
            Value::Object(keywords) => keywords,
            Value::Bool(true) => return Some(Value::Object(Map::new())),
            _ => return None,
        };
        if let Some(proposed) = proposed(keywords) {
            return Some(proposed.clone());
        }
        if let Some(branches) = keywords.get("allOf").and_then(Value::as_array) {
            return self.of_all(keywords, branches, depth);
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = keywords.get(keyword).and_then(Value::as_array) {
                let of_branch = self.of_any(branches, depth)?;
                return Some(match self.own(keywords, depth) {
                    Some(own) if own.is_object() => merged(own, of_branch),
                    _ => of_branch,
                });
            }
        }
        self.own(keywords, depth)
            .or_else(|| Some(Value::Object(Map::new())).filter(|_| keywords.get("type").is_none()))
    }

    /// What the keywords for single types ask for.
    fn own(&mut self, keywords: &Map<String, Value>, depth: u32) -> Option<Value> {
        match preferred_type(keywords)? {
            "integer" => number(keywords, true).map(Value::Number),
            "number" => number(keywords, false).map(Value::Number),
            "string" => string(keywords).map(Value::String),
            "boolean" => Some(Value::Bool(false)),
            "array" => self.array(keywords, depth),
            "object" => self.object(keywords, depth),
            _ => Some(Value::Null),
        }
    }

    /// The first branch that gives an example, null only if there is nothing else.
    fn of_any(&mut self, branches: &[Value], depth: u32) -> Option<Value> {
        let mut examples = branches.iter().filter_map(|branch| self.of(branch, depth));
        let first = examples.next()?;
        match first {
            Value::Null => examples.find(|example| !example.is_null()).or(Some(first)),
            _ => Some(first),
        }
    }

    fn of_all(&mut self, keywords: &Map<String, Value>, branches: &[Value], depth: u32) -> Option<Value> {
        let parts = branches.iter().map(|branch| self.of(branch, depth));
        let parts: Vec<Value> = parts.collect::<Option<_>>()?;
        let own = self.own(keywords, depth);
        own.into_iter().chain(parts).reduce(merged)
    }

    fn object(&mut self, keywords: &Map<String, Value>, depth: u32) -> Option<Value> {
        let properties = keywords.get("properties");
        let required = keywords.get("required").and_then(Value::as_array);
        let names = required.into_iter().flatten().filter_map(Value::as_str);
        let members = names.map(|name| {
            let schema = properties.and_then(|properties| properties.get(name));
            let schema = schema.or_else(|| keywords.get("additionalProperties"));
            let value = self.of(schema.unwrap_or(&Value::Bool(true)), depth)?;
            Some((name.to_owned(), value))
        });
        members.collect::<Option<Map<_, _>>>().map(Value::Object)
    }

    fn array(&mut self, keywords: &Map<String, Value>, depth: u32) -> Option<Value> {
        let len = keywords.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        if len > MAX_PADDING {
            return None;
        }
        let first = keywords.get("prefixItems").and_then(Value::as_array);
        let rest = keywords.get("items").unwrap_or(&Value::Bool(true));
        let schemas = first.into_iter().flatten().chain(iter::repeat(rest));
        let distinct = keywords.get("uniqueItems") == Some(&Value::Bool(true));
        let mut items = Vec::new();
        for schema in schemas.take(usize::try_from(len).ok()?) {
            let item = match distinct {
                true => self.another(schema, &items, depth)?,
                false => self.of(schema, depth)?,
            };
            items.push(item);
        }
        Some(Value::Array(items))
    }

    /// An example of `schema` that is none of `taken`.
    fn another(&mut self, schema: &Value, taken: &[Value], depth: u32) -> Option<Value> {
        let first = self.of(schema, depth)?;
        let listed = dereference(self.root, schema)
            .get("enum")
            .and_then(Value::as_array);
        if let Some(listed) = listed {
            return listed.iter().find(|value| !taken.contains(value)).cloned();
        }
        match first {
            value if !taken.contains(&value) => Some(value),
            Value::Number(number) => {
                let next = as_integer(&number)? + i128::try_from(taken.len()).ok()?;
                Some(Value::Number(Number::from_i128(next)?))
            }
            Value::String(text) => Some(Value::String(format!("{text}{}", taken.len() + 1))),
            _ => None,
        }
    }
}

/// A value that the schema itself names.
fn proposed(keywords: &Map<String, Value>) -> Option<&Value> {
    let first = |keyword| keywords.get(keyword)?.as_array()?.first();
    keywords
        .get("const")
        .or_else(|| first("examples"))
        .or_else(|| keywords.get("default").filter(|value| !value.is_null()))
        .or_else(|| first("enum"))
}

/// The first type that is not null, or null if it is the only one.
fn preferred_type(keywords: &Map<String, Value>) -> Option<&str> {
    match keywords.get("type")? {
        Value::String(name) => Some(name),
        Value::Array(names) => {
            let mut names = names.iter().filter_map(Value::as_str);
            let first = names.next()?;
            match first {
                "null" => names.next().or(Some(first)),
                _ => Some(first),
            }
        }
        _ => None,
    }
}

/// Members of both, if both are objects; otherwise the second.
fn merged(first: Value, second: Value) -> Value {
    match (first, second) {
        (Value::Object(mut first), Value::Object(second)) => {
            first.extend(second);
            Value::Object(first)
        }
        (_, second) => second,
    }
}

#[cfg(test)]
mod tests;

//! Arguments as models send them: what can be read in one way only is read that way.

use std::fmt;

use serde_json::{Map, Number, Value};

use super::explain::reference::resolve;

/// How deep a value is looked into.
const MAX_DEPTH: usize = 64;
/// The greatest whole number up to which every float is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// One value that was read as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The place, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What was done, such as `text read as an integer`.
    pub what: &'static str,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.pointer, self.what)
    }
}

/// Repairs `value` where `schema` leaves one reading of it, and says what was repaired.
///
/// - `"5"` and `5.0` where an integer belongs, `"1.5"` where a number does;
/// - `"true"` and `"false"` where a boolean belongs;
/// - JSON text where a list or an object belongs;
/// - `null` and `""` for an argument that may be left out.
///
/// Never where a text is allowed too. The result may still not fulfil the schema.
///
/// ```
/// use mcp_core::schema::repair;
/// use serde_json::json;
///
/// let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" }, "s": { "type": "string" } } });
/// let mut value = json!({ "n": "5", "s": "5" });
/// assert_eq!(repair(&schema, &mut value).len(), 1);
/// assert_eq!(value, json!({ "n": 5, "s": "5" }));
/// ```
#[must_use]
pub fn repair(schema: &Value, value: &mut Value) -> Vec<Repair> {
    let mut walk = Walk {
        root: schema,
        repairs: Vec::new(),
    };
    walk.visit(schema, value, "", 0);
    walk.repairs
}

struct Walk<'s> {
    root: &'s Value,
    repairs: Vec<Repair>,
}

/// The JSON types that a schema admits.
#[derive(Clone, Copy, Default)]
struct Admitted {
    null: bool,
    boolean: bool,
    integer: bool,
    number: bool,
    string: bool,
    array: bool,
    object: bool,
}

impl<'s> Walk<'s> {
    fn visit(&mut self, schema: &'s Value, value: &mut Value, pointer: &str, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let Some(admitted) = self.admitted(schema, 0) else {
            return;
        };
        if let Some((repaired, what)) = reading(value, admitted) {
            *value = repaired;
            self.repairs.push(Repair {
                pointer: pointer.to_owned(),
                what,
            });
        }
        match value {
            Value::Object(members) => self.visit_members(schema, members, pointer, depth),
            Value::Array(items) => {
                let Some(schema) = self.branch(schema, "array", 0) else {
                    return;
                };
                let Some(item_schema) = schema.get("items") else {
                    return;
                };
                for (index, item) in items.iter_mut().enumerate() {
                    self.visit(item_schema, item, &format!("{pointer}/{index}"), depth + 1);
                }
            }
            _ => {}
        }
    }

    fn visit_members(
        &mut self,
        schema: &'s Value,
        members: &mut Map<String, Value>,
        pointer: &str,
        depth: usize,
    ) {
        let Some(schema) = self.branch(schema, "object", 0) else {
            return;
        };
        let required = |name: &str| {
            schema["required"]
                .as_array()
                .is_some_and(|names| names.iter().any(|n| n == name))
        };
        let mut absent = Vec::new();
        for (name, member) in members.iter_mut() {
            let Some(property) = schema
                .get("properties")
                .and_then(|properties| properties.get(name))
            else {
                continue;
            };
            let pointer = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
            let means_absent = match (self.admitted(property, 0), &*member) {
                (Some(admitted), Value::Null) => !admitted.null,
                (Some(admitted), Value::String(text)) => text.is_empty() && !admitted.string,
                _ => false,
            };
            if means_absent && !required(name) {
                absent.push(name.clone());
                self.repairs.push(Repair {
                    pointer,
                    what: "left out, as it has no value",
                });
            } else {
                self.visit(property, member, &pointer, depth + 1);
            }
        }
        absent.iter().for_each(|name| drop(members.remove(name)));
    }

    /// The types a schema admits; `None` when that cannot be told, so that nothing is repaired.
    fn admitted(&self, schema: &Value, hops: usize) -> Option<Admitted> {
        let object = schema.as_object().filter(|_| hops <= MAX_DEPTH)?;
        let mut admitted = Admitted::default();
        if let Some(types) = object.get("type") {
            let names = match types {
                Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
                name => vec![name.as_str()?],
            };
            names.into_iter().for_each(|name| admitted.admit(name));
            return Some(admitted);
        }
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            return self.admitted(resolve(self.root, reference)?, hops + 1);
        }
        let values = object.get("enum").and_then(Value::as_array).map(Vec::as_slice);
        if let Some(values) = values.or_else(|| object.get("const").map(std::slice::from_ref)) {
            values.iter().for_each(|value| admitted.admit(type_of(value)));
            return Some(admitted);
        }
        let branches = object.get("anyOf").or_else(|| object.get("oneOf"))?.as_array()?;
        for branch in branches {
            admitted.join(self.admitted(branch, hops + 1)?);
        }
        Some(admitted)
    }

    /// The one schema under `schema` that describes values of this type.
    fn branch(&self, schema: &'s Value, wanted: &str, hops: usize) -> Option<&'s Value> {
        if hops > MAX_DEPTH {
            return None;
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            return self.branch(resolve(self.root, reference)?, wanted, hops + 1);
        }
        let Some(branches) = schema
            .get("anyOf")
            .or_else(|| schema.get("oneOf"))
            .and_then(Value::as_array)
        else {
            return Some(schema);
        };
        let mut fitting = branches.iter().filter(|branch| {
            self.admitted(branch, hops + 1)
                .is_some_and(|admitted| match wanted {
                    "array" => admitted.array,
                    _ => admitted.object,
                })
        });
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => self.branch(only, wanted, hops + 1),
            _ => None,
        }
    }
}

impl Admitted {
    fn admit(&mut self, name: &str) {
        match name {
            "null" => self.null = true,
            "boolean" => self.boolean = true,
            "integer" => self.integer = true,
            "number" => (self.integer, self.number) = (true, true),
            "string" => self.string = true,
            "array" => self.array = true,
            "object" => self.object = true,
            _ => {}
        }
    }

    fn join(&mut self, other: Self) {
        self.null |= other.null;
        self.boolean |= other.boolean;
        self.integer |= other.integer;
        self.number |= other.number;
        self.string |= other.string;
        self.array |= other.array;
        self.object |= other.object;
    }

    /// How many kinds of value a text could stand for.
    fn readings(self) -> usize {
        [self.boolean, self.integer, self.array, self.object]
            .into_iter()
            .filter(|admitted| *admitted)
            .count()
    }
}

/// The other value that `value` can only mean, if there is one.
fn reading(value: &Value, admitted: Admitted) -> Option<(Value, &'static str)> {
    match value {
        Value::Number(number) if admitted.integer && !admitted.number && number.is_f64() => {
            whole(number.as_f64()?).map(|number| (Value::Number(number), "a fraction of zero dropped"))
        }
        Value::String(text) if !admitted.string && admitted.readings() == 1 => {
            let text = text.trim();
            let read = serde_json::from_str::<Value>(text).ok()?;
            match read {
                Value::Bool(_) if admitted.boolean => Some((read, "text read as a boolean")),
                Value::Number(ref number) if admitted.number => {
                    Some((Value::Number(number.clone()), "text read as a number"))
                }
                Value::Number(number) if admitted.integer => {
                    let number = if number.is_f64() {
                        whole(number.as_f64()?)?
                    } else {
                        number
                    };
                    Some((Value::Number(number), "text read as an integer"))
                }
                Value::Array(_) if admitted.array => Some((read, "text read as a list")),
                Value::Object(_) if admitted.object => Some((read, "text read as an object")),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A float as the integer that it exactly is.
fn whole(number: f64) -> Option<Number> {
    let exact = number.fract() == 0.0 && number.abs() < EXACT;
    // Below 2^53 the conversion loses nothing.
    exact.then(|| Number::from(number as i64))
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn repaired(property: Value, value: Value) -> Value {
        let schema = json!({ "type": "object", "properties": { "a": property } });
        let mut arguments = json!({ "a": value });
        let _ = repair(&schema, &mut arguments);
        arguments
    }

    #[test]
    fn rivals_d_26_one_reading_is_taken() {
        for (property, sent, read) in [
            (json!({ "type": "integer" }), json!("5"), json!({ "a": 5 })),
            (json!({ "type": "integer" }), json!(5.0), json!({ "a": 5 })),
            (
                json!({ "type": "integer" }),
                json!("18446744073709551615"),
                json!({ "a": u64::MAX }),
            ),
            (json!({ "type": "number" }), json!("1.5"), json!({ "a": 1.5 })),
            (
                json!({ "type": ["integer", "null"] }),
                json!("5"),
                json!({ "a": 5 }),
            ),
            (json!({ "type": "boolean" }), json!("true"), json!({ "a": true })),
            (
                json!({ "type": "array", "items": { "type": "integer" } }),
                json!("[\"1\"]"),
                json!({ "a": [1] }),
            ),
            (
                json!({ "type": "object" }),
                json!("{\"b\":1}"),
                json!({ "a": { "b": 1 } }),
            ),
            (json!({ "type": "integer" }), json!(null), json!({})),
            (json!({ "type": "integer" }), json!(""), json!({})),
            (
                json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }),
                json!("5"),
                json!({ "a": 5 }),
            ),
        ] {
            assert_eq!(
                repaired(property.clone(), sent.clone()),
                read,
                "{property} {sent}"
            );
        }
    }

    #[test]
    fn what_could_be_meant_otherwise_stays() {
        for (property, sent) in [
            (json!({ "type": "string" }), json!("5")),
            (json!({ "type": ["integer", "string"] }), json!("5")),
            (json!({ "type": "string" }), json!("")),
            (json!({ "type": "integer" }), json!("5.5")),
            (json!({ "type": "integer" }), json!(5.5)),
            (json!({ "type": "integer" }), json!("five")),
            (json!({ "type": "boolean" }), json!("yes")),
            (json!({ "type": "boolean" }), json!(1)),
            (json!({ "type": ["boolean", "integer"] }), json!("true")),
            (json!({ "type": "integer" }), json!(1e300)),
            (json!({}), json!("5")),
            (json!({ "type": ["integer", "null"] }), json!(null)),
        ] {
            assert_eq!(
                repaired(property.clone(), sent.clone()),
                json!({ "a": sent }),
                "{property}"
            );
        }
    }
}

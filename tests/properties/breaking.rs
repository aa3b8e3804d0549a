//! Values that fit a schema but for one rule, and the place of that rule.

use serde_json::{Map, Number, Value, json};

use crate::generate::dereference;

/// A value with one rule broken.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) value: Value,
    /// The JSON pointer of the place at which the rule is.
    pub(crate) pointer: String,
}

/// Every way in which one rule of `schema` can be broken in `value`, which fits it.
///
/// None of them is undone by a repair: text does not become anything, and nothing becomes `null`.
pub(crate) fn broken(root: &Value, schema: &Value, value: &Value) -> Vec<Broken> {
    let schema = dereference(root, schema);
    if schema.get("oneOf").is_some() || schema.get("anyOf").is_some() {
        return of_alternatives(root, schema, value);
    }
    let mut found = Vec::new();
    if let Some(wrong) = wrong_type(schema, value) {
        found.push(here(wrong));
    }
    if schema.get("enum").is_some() {
        found.push(here(json!("none of these values")));
        return found;
    }
    match value {
        Value::Number(number) => found.extend(out_of_range(schema, number).into_iter().map(here)),
        Value::String(text) => found.extend(wrong_text(schema, text).into_iter().map(here)),
        Value::Array(items) => of_array(root, schema, items, &mut found),
        Value::Object(members) => of_object(root, schema, members, &mut found),
        _ => {}
    }
    found
}

fn here(value: Value) -> Broken {
    Broken {
        value,
        pointer: String::new(),
    }
}

/// `inner` as the part of something larger.
fn within(segment: &str, inner: Broken, put: impl Fn(Value) -> Value) -> Broken {
    let segment = segment.replace('~', "~0").replace('/', "~1");
    Broken {
        value: put(inner.value),
        pointer: format!("/{segment}{}", inner.pointer),
    }
}

/// A value of a type that the schema does not have, and that nothing turns into one that it has.
fn wrong_type(schema: &Value, value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(json!(3)),
        Value::Number(_) => Some(json!(false)),
        Value::String(_) => Some(json!(5)),
        Value::Array(_) | Value::Object(_) => Some(json!(7)),
        Value::Null => None,
    }
    // Where the schema has no type, anything fits.
    .filter(|_| schema.get("type").is_some())
}

/// The integers just beyond the bounds, and a fraction.
fn out_of_range(schema: &Value, number: &Number) -> Vec<Value> {
    let mut found = Vec::new();
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    // Beyond 2^53 one step more or less is the same number.
    let exact = |bound: &f64| bound.abs() < 9e15;
    found.extend(bound("minimum").filter(exact).map(|least| whole(least - 1.0)));
    found.extend(bound("maximum").filter(exact).map(|most| whole(most + 1.0)));
    if schema["type"] == "integer" {
        let number = number.as_f64().filter(exact).unwrap_or_default();
        found.push(json!(number.trunc() + 0.5));
    }
    found
}

fn whole(number: f64) -> Value {
    json!(number as i64)
}

fn wrong_text(schema: &Value, text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let count = |keyword: &str| {
        let count = schema.get(keyword).and_then(Value::as_u64);
        count.map(|count| usize::try_from(count).expect("a small count"))
    };
    let has_pattern = schema.get("pattern").is_some();
    if let Some(least) = count("minLength").filter(|least| *least > 0) {
        found.push(json!(text.chars().take(least - 1).collect::<String>()));
    }
    if let Some(most) = count("maxLength") {
        // As long as is needed, and still of the letters that were there.
        let letter = text.chars().next().unwrap_or('a');
        let more = std::iter::repeat_n(letter, most + 1);
        found.push(json!(more.collect::<String>()));
    }
    if has_pattern && !text.is_empty() {
        let first = text.chars().next().map_or(0, char::len_utf8);
        found.push(json!(format!("!{}", &text[first..])));
    }
    if schema.get("format").is_some() {
        found.push(json!("not of this form"));
    }
    found
}

fn of_array(root: &Value, schema: &Value, items: &[Value], found: &mut Vec<Broken>) {
    let first = schema.get("prefixItems").and_then(Value::as_array);
    let count = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let length = items.len() as u64;
    if let Some((_, fewer)) = items.split_last()
        && count("minItems") == Some(length)
    {
        found.push(here(json!(fewer)));
    }
    if let Some(last) = items.last() {
        let more = Value::from([items, std::slice::from_ref(last)].concat());
        if count("maxItems") == Some(length) {
            found.push(here(more));
        } else if schema["uniqueItems"] == true {
            // The item that was there already is the one to blame.
            found.push(Broken {
                value: more,
                pointer: format!("/{length}"),
            });
        }
    }
    for (index, item) in items.iter().enumerate() {
        let schema = first
            .and_then(|first| first.get(index))
            .or_else(|| schema.get("items"));
        let Some(schema) = schema else { continue };
        for inner in broken(root, schema, item) {
            found.push(within(&index.to_string(), inner, |item| {
                let mut items = items.to_vec();
                items[index] = item;
                Value::from(items)
            }));
        }
    }
}

fn of_object(root: &Value, schema: &Value, members: &Map<String, Value>, found: &mut Vec<Broken>) {
    let required = schema["required"].as_array().into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        let mut fewer = members.clone();
        fewer.remove(name);
        found.push(Broken {
            value: Value::Object(fewer),
            pointer: format!("/{name}"),
        });
    }
    if schema["additionalProperties"] == false {
        let mut more = members.clone();
        more.insert("unheard_of".to_owned(), json!(1));
        found.push(Broken {
            value: Value::Object(more),
            pointer: "/unheard_of".to_owned(),
        });
    }
    for (name, member) in members {
        let property = schema
            .get("properties")
            .and_then(|properties| properties.get(name));
        let property = property.or_else(|| schema.get("additionalProperties"));
        for inner in property
            .map(|property| broken(root, property, member))
            .unwrap_or_default()
        {
            found.push(within(name, inner, |member| {
                let mut members = members.clone();
                members.insert(name.clone(), member);
                Value::Object(members)
            }));
        }
    }
}

/// Alternatives are told apart by a tag or by the only member; what is wrong is then told of the
/// one that was meant.
fn of_alternatives(root: &Value, schema: &Value, value: &Value) -> Vec<Broken> {
    let branches = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    let branches = branches
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let kind = value.get("kind").filter(|_| value.is_object());
    let Some(kind) = kind else {
        // No alternative takes a list of nothing, and none is closer to it than another.
        return match branches.iter().all(|branch| branch["type"] != "array") {
            true => vec![here(json!([]))],
            false => Vec::new(),
        };
    };
    let meant = branches
        .iter()
        .find(|branch| branch["properties"]["kind"]["const"] == *kind);
    let mut found: Vec<_> = meant
        .map(|branch| broken(root, branch, value))
        .unwrap_or_default()
        .into_iter()
        // The tag tells what was meant, so it is broken apart.
        .filter(|broken| broken.pointer != "/kind")
        .collect();
    let mut unknown = value.clone();
    unknown["kind"] = json!("none of these values");
    found.push(Broken {
        value: unknown,
        pointer: "/kind".to_owned(),
    });
    found
}

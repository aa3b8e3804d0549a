//! Values near a given one.

use serde_json::{Map, Value, json};

/// Everything that is one change away from one of `values`, each once.
pub(crate) fn near<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for value in values {
        // The arguments themselves have to stay an object.
        found.extend(within(value).into_iter().filter(Value::is_object));
    }
    found.sort_by_cached_key(Value::to_string);
    found.dedup();
    found
}

/// `value` with one change somewhere.
fn changed(value: &Value) -> Vec<Value> {
    let mut found = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(300),
        json!(5_000_000_000_u64),
        json!(""),
        json!("x"),
        json!("5"),
        json!("true"),
        json!([]),
        json!([1]),
        json!([value]),
        json!({}),
        json!({ "x": 1 }),
    ];
    found.extend(within(value));
    found
}

/// `value` with one change inside of it, or of its form only.
fn within(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(members) => within_object(members),
        Value::Array(items) => within_array(items),
        // serde reads a variant without content from a map, too.
        Value::String(text) => vec![
            json!({ text: null }),
            json!({ text: [] }),
            json!(text.to_uppercase()),
            json!(format!("{text}{text}")),
        ],
        Value::Number(_) => vec![json!(value.to_string())],
        _ => Vec::new(),
    }
}

fn within_object(members: &Map<String, Value>) -> Vec<Value> {
    let with = |name: &str, value: Value| {
        let mut members = members.clone();
        members.insert(name.to_owned(), value);
        Value::Object(members)
    };
    // serde reads a struct from a list of its members, too.
    let mut found = vec![with("unknown", json!(1)), members.values().cloned().collect()];
    for (name, member) in members {
        let mut fewer = members.clone();
        fewer.remove(name);
        found.push(Value::Object(fewer.clone()));
        fewer.insert(name.to_uppercase(), member.clone());
        found.push(Value::Object(fewer));
        found.extend(changed(member).into_iter().map(|member| with(name, member)));
    }
    found
}

fn within_array(items: &[Value]) -> Vec<Value> {
    let mut found = vec![items.iter().rev().cloned().collect()];
    if let Some((last, fewer)) = items.split_last() {
        found.push(json!(fewer));
        found.push(json!([items, std::slice::from_ref(last)].concat()));
    }
    for (index, item) in items.iter().enumerate() {
        found.extend(changed(item).into_iter().map(|item| {
            let mut items = items.to_vec();
            items[index] = item;
            Value::Array(items)
        }));
    }
    found
}

/// `value` without the members that are null.
pub(crate) fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(_, member)| !member.is_null())
            .map(|(name, member)| (name.clone(), without_nulls(member)))
            .collect(),
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

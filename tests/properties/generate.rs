//! Values that fit a schema, by the schema alone.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::string::string_regex;
use serde_json::{Map, Number, Value, json};

/// How deep recursive types go.
const MAX_DEPTH: u32 = 4;

/// Values that fit `schema`, which is a part of `root`.
pub(crate) fn fitting(root: &Value, schema: &Value) -> BoxedStrategy<Value> {
    within(root, schema, MAX_DEPTH)
}

fn within(root: &Value, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
    let schema = dereference(root, schema);
    if let Some(value) = schema.get("const") {
        return Just(value.clone()).boxed();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return proptest::sample::select(values.clone()).boxed();
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(branches) = schema.get(keyword).and_then(Value::as_array) {
            let branches = branches.iter().map(|branch| within(root, branch, depth));
            return proptest::strategy::Union::new(branches).boxed();
        }
    }
    let types = match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        Value::String(name) => vec![name.as_str()],
        _ => return anything(),
    };
    let of_types = types.into_iter().map(|name| of_type(root, schema, name, depth));
    proptest::strategy::Union::new(of_types).boxed()
}

/// What a reference leads to, or the schema itself.
pub(crate) fn dereference<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let target = schema.get("$ref").and_then(Value::as_str);
    let target = target.and_then(|target| root.pointer(target.strip_prefix('#')?));
    target.unwrap_or(schema)
}

fn of_type(root: &Value, schema: &Value, name: &str, depth: u32) -> BoxedStrategy<Value> {
    match name {
        "null" => Just(Value::Null).boxed(),
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        "integer" => integer(schema),
        "number" => number(schema),
        "string" => string(schema),
        "array" => array(root, schema, depth),
        "object" => object(root, schema, depth),
        other => panic!("no values of type `{other}` are known"),
    }
}

fn integer(schema: &Value) -> BoxedStrategy<Value> {
    let bound = |keyword: &str| {
        schema
            .get(keyword)
            .and_then(Value::as_number)
            .and_then(Number::as_i128)
    };
    let least = bound("minimum").unwrap_or(i64::MIN.into());
    // Without a maximum, what starts at zero is unsigned.
    let most = bound("maximum").unwrap_or(match least {
        0 => u64::MAX.into(),
        _ => i64::MAX.into(),
    });
    let json = |integer: i128| Value::Number(Number::from_i128(integer).expect("within 64 bits"));
    prop_oneof![Just(least), Just(most), least..=most]
        .prop_map(json)
        .boxed()
}

fn number(schema: &Value) -> BoxedStrategy<Value> {
    let bound = |keyword: &str, or: f64| schema.get(keyword).and_then(Value::as_f64).unwrap_or(or);
    let (least, most) = (bound("minimum", -1e12), bound("maximum", 1e12));
    prop_oneof![
        (least..=most).prop_map(Value::from),
        // Whole numbers are numbers, too.
        (least..=most).prop_map(|number| json!(number.trunc() as i64)),
    ]
    .boxed()
}

fn string(schema: &Value) -> BoxedStrategy<Value> {
    let count = |keyword: &str| {
        let count = schema.get(keyword).and_then(Value::as_u64);
        count.map(|count| usize::try_from(count).expect("a small count"))
    };
    let (least, most) = (count("minLength").unwrap_or(0), count("maxLength").unwrap_or(16));
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        let body = pattern.trim_start_matches('^').trim_end_matches('$');
        // To JSON Schema a digit is one of ten.
        let body = body.replace(r"\d", "[0-9]");
        let strings = string_regex(&body).expect("a pattern that can be turned around");
        // The length is counted apart, as the schema does.
        return strings
            .prop_filter_map("too long or too short", move |text| {
                let text: String = text.chars().take(most).collect();
                (text.chars().count() >= least).then_some(text)
            })
            .prop_map(Value::from)
            .boxed();
    }
    match schema.get("format").and_then(Value::as_str) {
        Some("date") => (1900..2100, 1..=12, 1..=28)
            .prop_map(|(year, month, day)| json!(format!("{year}-{month:02}-{day:02}")))
            .boxed(),
        Some("uuid") => any::<u128>()
            .prop_map(|bits| json!(uuid::Uuid::from_u128(bits)))
            .boxed(),
        Some(other) => panic!("no values of format `{other}` are known"),
        None => vec(any::<char>(), least..=most)
            .prop_map(|letters| Value::from(letters.into_iter().collect::<String>()))
            .boxed(),
    }
}

fn array(root: &Value, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
    let count = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let count = |keyword: &str| count(keyword).map(|count| usize::try_from(count).expect("a small count"));
    if let Some(first) = schema.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<_> = first.iter().map(|item| within(root, item, depth)).collect();
        return items.prop_map(Value::from).boxed();
    }
    let least = count("minItems").unwrap_or(0);
    let Some(depth) = depth.checked_sub(1) else {
        return Just(json!([])).boxed();
    };
    let most = count("maxItems").unwrap_or(4);
    let any = Value::from(Map::new());
    let item = within(root, schema.get("items").unwrap_or(&any), depth);
    let items = vec(item, least..=most);
    match schema.get("uniqueItems") == Some(&Value::Bool(true)) {
        false => items.prop_map(Value::from).boxed(),
        true => items
            .prop_filter_map("too few are distinct", move |items| {
                let mut distinct: Vec<Value> = Vec::new();
                for item in items {
                    if !distinct.contains(&item) {
                        distinct.push(item);
                    }
                }
                (distinct.len() >= least).then(|| Value::from(distinct))
            })
            .boxed(),
    }
}

fn object(root: &Value, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object);
    let members: Vec<BoxedStrategy<Option<(String, Value)>>> = properties
        .into_iter()
        .flatten()
        .map(|(name, property)| {
            let (name, is_required) = (name.clone(), required.contains(&name.as_str()));
            let value = within(root, property, depth);
            (value, any::<bool>())
                .prop_map(move |(value, present)| (is_required || present).then(|| (name.clone(), value)))
                .boxed()
        })
        .collect();
    let more = match schema.get("additionalProperties") {
        Some(schema @ Value::Object(_)) => {
            let names = string_regex("[a-zA-Z/~ ]{0,6}").expect("a simple pattern");
            vec((names, within(root, schema, depth.saturating_sub(1))), 0..4).boxed()
        }
        _ => Just(Vec::new()).boxed(),
    };
    (members, more)
        .prop_map(|(members, more)| Value::Object(members.into_iter().flatten().chain(more).collect()))
        .boxed()
}

/// Any JSON at all.
pub(crate) fn anything() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((any::<String>(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

//! The constraints of an argument, written into its schema.

use serde_json::{Map, Value, json};

use crate::primitive::Constraints;

/// Adds the constraints to the schema of the argument `name`, and says whether they go beyond its
/// type; what does not go together with the type goes into `problems`.
pub(super) fn apply(
    schema: &mut Map<String, Value>,
    name: &str,
    constraints: &Constraints,
    problems: &mut Vec<String>,
) -> bool {
    let Constraints {
        minimum,
        maximum,
        min_length,
        max_length,
        pattern,
        examples,
        header,
    } = constraints;
    let admits = |schema: &Map<String, Value>, wanted: &str| match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|name| name == wanted),
        Some(only) => only == wanted,
        None => false,
    };
    let is_number = admits(schema, "integer") || admits(schema, "number");
    for (keyword, bound, wider) in [
        ("minimum", minimum, (|new, old| new < old) as fn(f64, f64) -> bool),
        ("maximum", maximum, |new, old| new > old),
    ] {
        let Some(bound) = bound else { continue };
        let old = schema.get(keyword).and_then(Value::as_f64);
        match (is_number, bound.as_f64(), old) {
            (true, Some(new), Some(old)) if wider(new, old) => {
                problems.push(format!(
                    "the range of `{name}` goes beyond its type, whose {keyword} is {old}"
                ));
            }
            (true, Some(_), _) => {
                schema.insert(keyword.to_owned(), bound.clone());
            }
            _ => problems.push(format!(
                "the range of `{name}` needs a numeric type and numeric bounds"
            )),
        }
    }
    let (least, most) = match (admits(schema, "string"), admits(schema, "array")) {
        (true, _) => ("minLength", "maxLength"),
        _ => ("minItems", "maxItems"),
    };
    let has_length = admits(schema, "string") || admits(schema, "array");
    for (keyword, length) in [(least, min_length), (most, max_length)] {
        match length {
            Some(length) if has_length => {
                schema.insert(keyword.to_owned(), json!(length));
            }
            Some(_) => problems.push(format!("the length of `{name}` needs a text or a list")),
            None => {}
        }
    }
    if let Some(pattern) = pattern {
        match admits(schema, "string") {
            true => {
                schema.insert("pattern".to_owned(), json!(pattern));
            }
            false => problems.push(format!("the pattern of `{name}` needs a text")),
        }
    }
    if !examples.is_empty() {
        schema.insert("examples".to_owned(), json!(examples));
    }
    if let Some(header) = header {
        schema.insert(super::header::KEYWORD.to_owned(), json!(header));
    }
    minimum.is_some()
        || maximum.is_some()
        || min_length.is_some()
        || max_length.is_some()
        || pattern.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constrained(schema: Value, constraints: &Constraints) -> (Value, Vec<String>) {
        let Value::Object(mut schema) = schema else {
            panic!()
        };
        let mut problems = Vec::new();
        assert!(apply(&mut schema, "a", constraints, &mut problems));
        (Value::Object(schema), problems)
    }

    #[test]
    fn lengths_are_of_texts_or_lists() {
        let length = Constraints {
            min_length: Some(1),
            max_length: Some(9),
            ..Constraints::default()
        };
        let (text, _) = constrained(json!({ "type": ["string", "null"] }), &length);
        assert_eq!((&text["minLength"], &text["maxLength"]), (&json!(1), &json!(9)));
        let (list, _) = constrained(json!({ "type": "array" }), &length);
        assert_eq!((&list["minItems"], &list["maxItems"]), (&json!(1), &json!(9)));
        let (_, problems) = constrained(json!({ "type": "integer" }), &length);
        assert_eq!(problems, ["the length of `a` needs a text or a list"; 2]);
    }

    #[test]
    fn a_range_stays_within_its_type() {
        let range = Constraints {
            minimum: Some(json!(-1)),
            maximum: Some(json!(10)),
            ..Constraints::default()
        };
        let (schema, problems) = constrained(json!({ "type": "integer", "minimum": 0 }), &range);
        assert_eq!(schema, json!({ "type": "integer", "minimum": 0, "maximum": 10 }));
        assert_eq!(
            problems,
            ["the range of `a` goes beyond its type, whose minimum is 0"]
        );
    }
}

//! Defaults and examples: a schema must not break itself.

use serde_json::Value;

use super::walk::children;
use super::{Checker, Tape};

/// The defaults and examples in a schema that do not fit the place where they stand.
pub(super) fn problems(root: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    collect(root, root, &mut problems);
    problems
}

fn collect(root: &Value, schema: &Value, problems: &mut Vec<String>) {
    let defaults = schema.get("default").into_iter().map(|value| ("default", value));
    let examples = schema
        .get("examples")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    for (what, sample) in defaults.chain(examples.map(|value| ("example", value))) {
        problems.extend(problem(root, schema, what, sample));
    }
    children(schema, |_, child| collect(root, child, problems));
}

fn problem(root: &Value, schema: &Value, what: &str, sample: &Value) -> Option<String> {
    let mut alone = schema.clone();
    if let (Some(alone), Some(definitions)) = (alone.as_object_mut(), root.get("$defs")) {
        alone.insert("$defs".to_owned(), definitions.clone());
    }
    // A schema that cannot be checked at all is reported by whoever compiles it.
    let checker = Checker::new(&alone).ok()?;
    let text = sample.to_string();
    let tape = Tape::parse(&text).ok()?;
    let problems: Vec<String> = checker.problems(&tape).iter().map(ToString::to_string).collect();
    (!problems.is_empty()).then(|| {
        format!(
            "the {what} {text} does not fit its schema: {}",
            problems.join("; ")
        )
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn defaults_and_examples_that_break_their_schema_are_found() {
        let schema = json!({ "type": "object", "properties": {
            "a": { "type": "integer", "maximum": 10, "default": 11, "examples": [1, "x"] },
            "b": { "$ref": "#/$defs/B", "default": {} },
        }, "$defs": { "B": { "type": "object", "required": ["c"] } } });
        assert_eq!(
            problems(&schema),
            [
                "the default 11 does not fit its schema: the whole value: expected an integer of at most 10, got 11",
                "the example \"x\" does not fit its schema: the whole value: expected an integer of at most 10, got \"x\"",
                "the default {} does not fit its schema: `/c`: required, but missing",
            ]
        );
    }
}

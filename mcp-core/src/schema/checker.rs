use serde_json::Value;

use super::rules::Rules;
use super::{Problem, SchemaError, Tape, explain};

/// Checks values against one schema, and says all that is wrong with a value.
///
/// With the feature `validate` it knows the whole vocabulary of JSON Schema 2020-12. Without it,
/// it knows the keywords that [`explain`] knows, and refuses a schema that uses others: nothing is
/// advertised that is not enforced.
///
/// ```
/// use mcp_core::schema::{Checker, Tape};
/// use serde_json::json;
///
/// let checker = Checker::new(&json!({ "type": "integer", "maximum": 10 }))?;
/// assert!(checker.accepts(&Tape::parse("7")?));
/// assert_eq!(checker.problems(&Tape::parse("70")?).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    schema: Value,
    /// Decides nearly always, and faster than what knows every keyword.
    rules: Option<Rules>,
    #[cfg(feature = "validate")]
    compiled: super::CompiledSchema,
}

impl Checker {
    /// Makes a schema ready.
    ///
    /// # Errors
    ///
    /// [`SchemaError`] when the schema is malformed, too large, refers outside itself, or uses a
    /// keyword that this build cannot enforce.
    pub fn new(schema: &Value) -> Result<Self, SchemaError> {
        // Both look at the bounds first: all that follows recurses.
        #[cfg(feature = "validate")]
        let compiled = super::CompiledSchema::compile(schema)?;
        #[cfg(not(feature = "validate"))]
        super::bounds::check(schema).and_then(|()| covered(schema, ""))?;
        Ok(Self {
            schema: schema.clone(),
            rules: Rules::of(schema),
            #[cfg(feature = "validate")]
            compiled,
        })
    }

    /// Whether the value fulfils the schema.
    #[must_use]
    pub fn accepts(&self, tape: &Tape<'_>) -> bool {
        self.decided(tape).unwrap_or_else(|| {
            #[cfg(feature = "validate")]
            return self.compiled.is_valid(tape);
            #[cfg(not(feature = "validate"))]
            explain(&self.schema, &tape.root().to_value()).is_empty()
        })
    }

    fn decided(&self, tape: &Tape<'_>) -> Option<bool> {
        self.rules.as_ref()?.check(tape)
    }

    /// All that is wrong with the value; nothing if it fulfils the schema.
    #[must_use]
    pub fn problems(&self, tape: &Tape<'_>) -> Vec<Problem> {
        let problems = explain(&self.schema, &tape.root().to_value());
        #[cfg(feature = "validate")]
        return self.with_violations(problems, tape);
        #[cfg(not(feature = "validate"))]
        self.with_too_many(problems, tape)
    }

    /// Adds the one thing that only the rules find: that several alternatives fit where one may.
    #[cfg(not(feature = "validate"))]
    fn with_too_many(&self, mut problems: Vec<Problem>, tape: &Tape<'_>) -> Vec<Problem> {
        if problems.is_empty() && self.decided(tape) == Some(false) {
            problems.push(Problem::new(
                "",
                "fits more than one of the alternatives of which one may fit",
            ));
        }
        problems
    }

    /// Adds what only the validator found: violations at places of which nothing is said yet.
    #[cfg(feature = "validate")]
    fn with_violations(&self, mut problems: Vec<Problem>, tape: &Tape<'_>) -> Vec<Problem> {
        let told: Vec<String> = problems.iter().map(|problem| problem.pointer.clone()).collect();
        let is_within = |inner: &str, outer: &str| {
            inner
                .strip_prefix(outer)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        for violation in self.compiled.violations(tape) {
            let place = violation.pointer.as_str();
            if !told
                .iter()
                .any(|told| is_within(told, place) || is_within(place, told))
            {
                problems.push(Problem::new(violation.pointer, violation.message));
            }
        }
        problems
    }
}

/// Refuses keywords that [`explain`] does not know.
#[cfg(not(feature = "validate"))]
fn covered(schema: &Value, pointer: &str) -> Result<(), SchemaError> {
    const UNKNOWN: [&str; 13] = [
        "contains",
        "dependentRequired",
        "dependentSchemas",
        "if",
        "maxContains",
        "minContains",
        "not",
        "pattern",
        "patternProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "$dynamicRef",
    ];
    if let Some(keyword) = UNKNOWN.iter().find(|keyword| schema.get(**keyword).is_some()) {
        let reason = format!("`{keyword}` can only be enforced with the feature `validate`");
        return Err(SchemaError::new(
            pointer,
            super::SchemaErrorReason::Invalid(reason),
        ));
    }
    let mut result = Ok(());
    super::walk::children(schema, |place, child| {
        if result.is_ok() {
            result = covered(child, &format!("{pointer}{place}"));
        }
    });
    result
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_nested_10_000_deep_is_refused_before_anything_recurses() {
        let items = |inner| Value::Object([("items".to_owned(), inner)].into_iter().collect());
        let schema = (0..10_000).fold(json!({}), |inner, _| items(inner));
        assert!(Checker::new(&schema).is_err());
        // Dropping the tree recurses, too.
        std::mem::forget(schema);
    }

    /// With every set of features, and whoever decides.
    #[test]
    fn what_is_refused_is_explained() {
        let set = json!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true });
        let one = json!({ "oneOf": [{ "type": "integer" }, { "type": "number", "minimum": 5 }] });
        let half = json!({ "type": "number", "multipleOf": 0.5 });
        for (schema, json, is_valid) in [
            (&set, r#"["a","b"]"#, true),
            (&set, r#"["a","a"]"#, false),
            (&one, "4", true),
            (&one, "5.5", true),
            (&one, "5", false),
            (&half, "1.5", true),
            (&half, "1.25", false),
        ] {
            let checker = Checker::new(schema).unwrap();
            let tape = Tape::parse(json).unwrap();
            assert_eq!(checker.accepts(&tape), is_valid, "{json} by {schema}");
            assert_eq!(checker.problems(&tape).is_empty(), is_valid, "{json} by {schema}");
        }
    }
}

//! What a tool's arguments and results have to fulfil.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::enforced::{enforced_by_reading, enforced_by_writing};
use super::{constrain, generate, header, samples};
use crate::primitive::ArgumentSpec;
use crate::response::OutputSchema;

/// What the arguments of a tool have to fulfil.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct InputContract {
    /// The schema that clients see: without `null` where an argument may be left out instead.
    pub published: Value,
    /// The schema that arguments are held to. It accepts all that the published one accepts.
    pub checked: Value,
    /// Whether decoding into the handler's types enforces all of it.
    pub enforced_by_type: bool,
    /// What is wrong with it, as sentences.
    pub problems: Vec<String>,
}

impl InputContract {
    /// The contract of parameters given one by one.
    pub(crate) fn of_list(specs: &[ArgumentSpec]) -> Self {
        let mut generator = generate::for_input();
        let mut properties = Map::new();
        let mut required = Vec::new();
        for spec in specs {
            let mut schema = Value::from((spec.schema)(&mut generator));
            if schema == Value::Bool(true) {
                schema = json!({});
            }
            if let Some(object) = schema.as_object_mut() {
                object.remove("title");
                if let Some(description) = &spec.description {
                    object.insert("description".to_owned(), description.as_ref().into());
                }
                if let Some(default) = &spec.default {
                    object.insert("default".to_owned(), default.clone());
                }
            }
            if spec.required {
                required.push(spec.name.as_ref());
            }
            properties.insert(spec.name.clone().into_owned(), schema);
        }
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema["additionalProperties"] = Value::Bool(false);
        let mut schema = generate::assemble(schema, &mut generator);
        let mut enforced_by_type = enforced_by_reading(&schema);
        generate::simplify(&mut schema);
        let mut problems = Vec::new();
        for spec in specs {
            if let Some(Value::Object(property)) = schema["properties"].get_mut(spec.name.as_ref()) {
                enforced_by_type &= !constrain::apply(property, &spec.name, &spec.constraints, &mut problems);
            }
        }
        Self::new(schema, enforced_by_type, problems)
    }

    /// The contract of one whole struct.
    ///
    /// It is always checked: serde would let unknown members pass, and reads members by aliases, which
    /// are not in the schema.
    pub(crate) fn of_struct(schema: fn(&mut SchemaGenerator) -> Schema) -> Self {
        let mut generator = generate::for_input();
        let schema = schema(&mut generator);
        let mut schema = generate::assemble(schema, &mut generator);
        generate::simplify(&mut schema);
        if let Some(object) = schema.as_object_mut() {
            object.entry("properties").or_insert_with(|| json!({}));
            if !object.contains_key("unevaluatedProperties") {
                object.entry("additionalProperties").or_insert(Value::Bool(false));
            }
        }
        Self::new(schema, false, Vec::new())
    }

    fn new(mut checked: Value, enforced_by_type: bool, mut problems: Vec<String>) -> Self {
        let enforced_by_type = !header::bound_integers(&mut checked) && enforced_by_type;
        let published = generate::without_optional_nulls(&checked);
        problems.extend(header::problems(&published));
        problems.extend(samples::problems(&published));
        if checked["type"] != "object" {
            problems.push("the arguments must be an object: take a struct, not an enum or a list".to_owned());
        } else if !names_dialect(&checked)
            && ["anyOf", "oneOf", "allOf"]
                .iter()
                .any(|keyword| checked.get(keyword).is_some())
        {
            problems.push(
                "the arguments have alternatives at their root, which many clients refuse: give the enum a \
                 member of its own instead of flattening it"
                    .to_owned(),
            );
        }
        problems.extend(keyed_by_number(&checked));
        Self {
            published,
            checked,
            enforced_by_type,
            problems,
        }
    }
}

/// What the structured result of a tool has to fulfil.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutputContract {
    /// The schema, as clients see it.
    pub schema: Value,
    /// Whether the type of the result enforces all of it.
    pub enforced_by_type: bool,
    /// What is wrong with it, as sentences.
    pub problems: Vec<String>,
}

/// Whether the schema says in which dialect it is written. Derived ones never do, so its author wrote
/// it keyword by keyword, and for clients that read all of it.
fn names_dialect(schema: &Value) -> bool {
    schema.get("$schema").is_some()
}

/// A map whose keys are numbers: JSON has only text there, and the two forms do not agree.
fn keyed_by_number(schema: &Value) -> Option<String> {
    let keyed = |schema: &Value| {
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        patterns.is_some_and(|patterns| patterns.keys().any(|pattern| pattern.ends_with("\\d+$")))
    };
    fn any(schema: &Value, wanted: &impl Fn(&Value) -> bool) -> bool {
        let mut found = wanted(schema);
        super::walk::children(schema, |_, child| found = found || any(child, wanted));
        found
    }
    any(schema, &keyed).then(|| "a map has numbers as keys, which JSON has not: use `String` keys".to_owned())
}

impl OutputContract {
    /// The contract that a return type or an `output` declaration gives, if it gives one.
    pub(crate) fn new(schema: impl FnOnce(&mut SchemaGenerator) -> Option<OutputSchema>) -> Option<Self> {
        let mut generator = generate::for_output();
        let OutputSchema { schema, typed } = schema(&mut generator)?;
        let mut schema = generate::assemble(schema, &mut generator);
        let enforced_by_type = typed && enforced_by_writing(&schema);
        generate::simplify(&mut schema);
        let problems = keyed_by_number(&schema).into_iter().collect();
        Some(Self {
            schema,
            enforced_by_type,
            problems,
        })
    }
}

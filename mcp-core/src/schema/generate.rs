//! Rust types to schemas that weak clients understand.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::walk::children_mut;

/// The published schema of a type that is read.
#[cfg(feature = "ask")]
pub(crate) fn input_schema<T: schemars::JsonSchema>() -> Value {
    let mut generator = for_input();
    let schema = generator.subschema_for::<T>();
    let mut schema = assemble(schema, &mut generator);
    simplify(&mut schema);
    without_optional_nulls(&schema)
}

/// A generator for what is read: `required` and defaults follow `Deserialize`.
pub(super) fn for_input() -> SchemaGenerator {
    settings().for_deserialize().into_generator()
}

/// A generator for what is written: `required` follows `Serialize`.
pub(super) fn for_output() -> SchemaGenerator {
    settings().for_serialize().into_generator()
}

/// References are inlined, since many clients drop them; only recursive types keep some.
fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    })
}

/// Puts together what a generator made: definitions attached, root spelled out.
pub(super) fn assemble(schema: impl Into<Value>, generator: &mut SchemaGenerator) -> Value {
    let mut schema = schema.into();
    let definitions = generator.take_definitions(false);
    if let Some(target) = root_reference(&schema, &definitions) {
        schema = target;
    }
    if schema == Value::Bool(true) {
        schema = json!({});
    }
    if let Some(object) = schema.as_object_mut() {
        if !definitions.is_empty() {
            object.insert("$defs".to_owned(), Value::Object(definitions));
        }
        object.remove("title");
    }
    schema
}

/// What the root refers to: clients want to see `type: object` there, not a `$ref`.
fn root_reference(schema: &Value, definitions: &Map<String, Value>) -> Option<Value> {
    let name = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
    definitions.get(name).cloned()
}

/// Removes what clients stumble over and serde does not need, in every subschema; with it goes what
/// tells one integer type from another.
pub(super) fn simplify(schema: &mut Value) {
    children_mut(schema, |keyword, child| {
        // `true` for "anything" makes some clients fail; `additionalProperties: true` does not.
        if *child == Value::Bool(true) && !matches!(keyword, "additionalProperties" | "unevaluatedProperties")
        {
            *child = json!({});
        }
        simplify(child);
    });
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    let format = object.get("format").and_then(Value::as_str);
    let (noise, bounds) = match format {
        Some("int32") => (true, Some((i64::from(i32::MIN), i64::from(i32::MAX)))),
        Some("uint32") => (true, Some((0, i64::from(u32::MAX)))),
        Some("int8" | "int16" | "int64" | "int128" | "int") => (true, None),
        Some("uint8" | "uint16" | "uint64" | "uint128" | "uint") => (true, None),
        Some("float" | "double") => (true, None),
        _ => (false, None),
    };
    if noise {
        object.remove("format");
    }
    if let Some((least, most)) = bounds {
        object.entry("minimum").or_insert(least.into());
        object.entry("maximum").or_insert(most.into());
    }
}

/// Takes `null` out of every property that may be left out instead: type unions with `null` make
/// some clients refuse the whole catalog.
pub(super) fn without_optional_nulls(schema: &Value) -> Value {
    let mut schema = schema.clone();
    strip_optional_nulls(&mut schema);
    schema
}

fn strip_optional_nulls(schema: &mut Value) {
    children_mut(schema, |_, child| strip_optional_nulls(child));
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    let required: Vec<String> = object
        .get("required")
        .and_then(Value::as_array)
        .map(|names| {
            names
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect()
        })
        .unwrap_or_default();
    let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for (name, property) in properties {
        if !required.contains(name) {
            strip_null(property);
        }
    }
}

fn strip_null(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if object.get("default") == Some(&Value::Null) {
        object.remove("default");
    }
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = object.get_mut(keyword) else {
            continue;
        };
        branches.retain(|branch| *branch != json!({ "type": "null" }));
        if branches.len() != 1 {
            continue;
        }
        let only = branches.remove(0);
        object.remove(keyword);
        for (key, value) in only.as_object().into_iter().flatten() {
            object.entry(key.as_str()).or_insert_with(|| value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Line {
        sku: String,
        quantity: u32,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Order {
        id: u64,
        note: Option<String>,
        first: Option<Line>,
        extra: Value,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Tree {
        children: Vec<Tree>,
    }

    fn simplified(schema: schemars::Schema, generator: &mut SchemaGenerator) -> Value {
        let mut schema = assemble(schema, generator);
        simplify(&mut schema);
        schema
    }

    fn input<T: JsonSchema>() -> Value {
        let mut generator = for_input();
        let schema = generator.subschema_for::<T>();
        simplified(schema, &mut generator)
    }

    #[test]
    fn optional_properties_have_no_null_and_numbers_no_format() {
        let published = without_optional_nulls(&input::<Order>());
        assert_eq!(
            published,
            json!({
                "type": "object",
                "properties": {
                    "id": { "type": "integer", "minimum": 0 },
                    "note": { "type": "string" },
                    "first": {
                        "type": "object",
                        "properties": {
                            "sku": { "type": "string" },
                            "quantity": { "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 },
                        },
                        "required": ["sku", "quantity"],
                    },
                    "extra": {},
                },
                "required": ["id", "extra"],
            })
        );
    }

    #[test]
    fn output_keeps_null_and_requires_what_is_always_written() {
        let mut generator = for_output();
        let schema = generator.subschema_for::<Order>();
        let schema = simplified(schema, &mut generator);
        assert_eq!(
            schema["properties"]["note"],
            json!({ "type": ["string", "null"] })
        );
        assert_eq!(schema["required"], json!(["id", "note", "first", "extra"]));
    }

    #[test]
    fn a_recursive_type_is_spelled_out_at_the_root() {
        let schema = input::<Tree>();
        assert_eq!(schema["type"], "object");
        assert_eq!(
            schema["$defs"]["Tree"]["properties"]["children"]["items"]["$ref"],
            "#/$defs/Tree"
        );
    }
}

//! What all schemas keep to, so that weak clients understand them (design of the arguments).

use serde_json::Value;

use crate::cases;

/// Every schema within `schema`, itself included, with its place. Only what stands where a schema
/// does: a property may be called `format`.
fn subschemas<'s>(at: String, schema: &'s Value, found: &mut Vec<(String, &'s Value)>) {
    const NAMED: [&str; 3] = ["properties", "patternProperties", "$defs"];
    const LISTED: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
    const SINGLE: [&str; 3] = ["items", "additionalProperties", "propertyNames"];
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let at = format!("{at}/{keyword}");
        match value {
            Value::Object(members) if NAMED.contains(&keyword.as_str()) => {
                for (name, member) in members {
                    subschemas(format!("{at}/{name}"), member, found);
                }
            }
            Value::Array(items) if LISTED.contains(&keyword.as_str()) => {
                for (index, item) in items.iter().enumerate() {
                    subschemas(format!("{at}/{index}"), item, found);
                }
            }
            value if SINGLE.contains(&keyword.as_str()) => subschemas(at, value, found),
            _ => {}
        }
    }
    found.push((at, schema));
}

/// Asserts that no subschema of an input or an output breaks `rule`, which says what is wrong.
fn assert_all(inputs: bool, outputs: bool, rule: impl Fn(&str, &Value) -> Option<String>) {
    let mut broken = Vec::new();
    for case in cases() {
        let sides = [
            ("input", inputs, case.input()),
            ("output", outputs, case.output()),
        ];
        for (side, _, schema) in sides.into_iter().filter(|(_, wanted, _)| *wanted) {
            let mut found = Vec::new();
            subschemas(String::new(), schema, &mut found);
            for (at, subschema) in found {
                let problem = rule(&at, subschema);
                broken.extend(problem.map(|problem| format!("{} {side}{at}: {problem}", case.name)));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn arguments_are_an_object_with_properties() {
    for case in cases() {
        let input = case.input();
        assert_eq!(input["type"], "object", "{}", case.name);
        assert!(input["properties"].is_object(), "{}", case.name);
        for keyword in ["anyOf", "oneOf", "allOf", "$ref", "title", "$schema"] {
            assert_eq!(input.get(keyword), None, "{}: {keyword}", case.name);
        }
    }
}

#[test]
fn arguments_that_are_unknown_are_forbidden_or_taken() {
    for case in cases() {
        let input = case.input();
        let open = case.name == "flattened_map";
        assert_eq!(input["additionalProperties"] == false, !open, "{}", case.name);
    }
}

#[test]
fn formats_are_those_that_clients_know() {
    const KNOWN: [&str; 6] = [
        "date-time",
        "date",
        "partial-time",
        "partial-date-time",
        "uuid",
        "ip",
    ];
    assert_all(true, true, |_, schema| {
        let format = schema.get("format")?.as_str()?;
        (!KNOWN.contains(&format)).then(|| format!("the format `{format}`"))
    });
}

#[test]
fn there_is_no_dialect_and_no_bare_true() {
    assert_all(true, true, |at, schema| {
        let may_be_open = at.ends_with("/additionalProperties");
        (schema.get("$schema").is_some() || *schema == Value::Bool(true) && !may_be_open)
            .then(|| schema.to_string())
    });
}

#[test]
fn what_may_be_left_out_is_not_null_as_well() {
    assert_all(true, false, |_, schema| {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let properties = schema.get("properties")?.as_object()?;
        let optional = properties
            .iter()
            .filter(|(name, _)| !required.contains(&Value::from(name.as_str())));
        let nullable: Vec<_> = optional
            .filter(|(_, property)| admits_null(property))
            .map(|(name, _)| name.as_str())
            .collect();
        (!nullable.is_empty()).then(|| format!("{} may be null", nullable.join(", ")))
    });
}

fn admits_null(schema: &Value) -> bool {
    let of_type = match &schema["type"] {
        Value::Array(types) => types.contains(&Value::from("null")),
        only => only == "null",
    };
    let within = |keyword: &str| {
        let branches = schema[keyword].as_array();
        branches.is_some_and(|branches| branches.iter().any(admits_null))
    };
    of_type || within("anyOf") || within("oneOf")
}

#[test]
fn only_types_that_contain_themselves_have_references() {
    for case in cases() {
        let has = |schema: &Value| {
            let text = schema.to_string();
            text.contains("\"$ref\":") || text.contains("\"$defs\":")
        };
        let (input, output) = (has(case.input()), has(case.output()));
        assert_eq!((input, output), (case.recursive, case.recursive), "{}", case.name);
    }
}

#[test]
fn no_schema_names_a_rust_type() {
    // A recursive type's name is the key of its definition, and nothing but that.
    for case in cases().into_iter().filter(|case| !case.recursive) {
        let text = format!("{} {}", case.input(), case.output());
        for name in [
            "\"Flat\"", "Nullable", "Array_of", "Map_of", "Option", "Vec<", "::",
        ] {
            assert!(!text.contains(name), "{}: {name}", case.name);
        }
    }
}

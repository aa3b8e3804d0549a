use serde::Deserialize;

use super::*;

#[derive(Deserialize, JsonSchema, crate::Form)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "only its schema is used")]
enum Size {
    Small,
    Large,
}

#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema, crate::Form)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "only its schema is used")]
enum Color {
    /// Like blood.
    Red,
    /// Like the sky.
    Blue,
    Plain,
}

#[derive(Deserialize, JsonSchema, crate::Form)]
#[allow(dead_code, reason = "only its schema is used")]
struct Order {
    /// Who gets it.
    #[schemars(title = "Name", length(min = 1, max = 40))]
    name: String,
    #[schemars(email)]
    mail: Option<String>,
    #[schemars(range(min = 1, max = 9))]
    count: u8,
    #[serde(default = "half")]
    share: f64,
    #[serde(default)]
    gift: bool,
    size: Size,
    color: Color,
    extras: Vec<Size>,
}

fn half() -> f64 {
    0.5
}

fn written<T: JsonSchema>(version: ProtocolVersion) -> Result<Value, AskError> {
    FormSchema::of::<T>()?.to_value(version)
}

#[test]
fn elic_03_every_kind_of_field_is_made_from_a_type() {
    let schema = written::<Order>(ProtocolVersion::V2026_07_28).unwrap();
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "name": {
                    "type": "string", "title": "Name", "description": "Who gets it.",
                    "minLength": 1, "maxLength": 40,
                },
                "mail": { "type": "string", "format": "email" },
                "count": { "type": "integer", "minimum": 1, "maximum": 9 },
                "share": { "type": "number", "default": 0.5 },
                "gift": { "type": "boolean", "default": false },
                "size": { "type": "string", "enum": ["small", "large"] },
                "color": { "type": "string", "oneOf": [
                    { "const": "plain", "title": "plain" },
                    { "const": "red", "title": "Like blood." },
                    { "const": "blue", "title": "Like the sky." },
                ] },
                "extras": { "type": "array", "items": { "type": "string", "enum": ["small", "large"] } },
            },
            "required": ["name", "count", "size", "color", "extras"],
        })
    );
}

#[test]
fn lreq_05_2025_06_18_has_enum_names_and_few_defaults() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Old {
        color: Color,
        #[serde(default = "half")]
        share: f64,
        #[serde(default)]
        gift: bool,
    }
    let schema = written::<Old>(ProtocolVersion::V2025_06_18).unwrap();
    assert_eq!(
        schema["properties"],
        json!({
            "color": {
                "type": "string",
                "enum": ["plain", "red", "blue"],
                "enumNames": ["plain", "Like blood.", "Like the sky."],
            },
            "share": { "type": "number" },
            "gift": { "type": "boolean", "default": false },
        })
    );
    let error = written::<Order>(ProtocolVersion::V2025_06_18).unwrap_err();
    assert!(
        matches!(
            error,
            AskError::UnknownToRevision {
                version: "2025-06-18",
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn elic_03_what_a_form_cannot_have_is_refused_by_name() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Of<T> {
        part: T,
    }
    fn refused<T: JsonSchema>() -> String {
        let error = FormSchema::of::<Of<T>>().unwrap_err();
        assert_eq!(error.field(), "part", "{error}");
        error.to_string()
    }
    refused::<Of<bool>>();
    refused::<Vec<String>>();
    refused::<Vec<u8>>();
    refused::<std::collections::HashMap<String, String>>();
    refused::<Value>();
    refused::<(bool, bool)>();
    refused::<Vec<Vec<Size>>>();
    assert!(FormSchema::of::<bool>().is_err());
    assert!(FormSchema::of::<std::collections::HashMap<String, String>>().is_err());
    assert!(FormSchema::of::<Size>().is_err());
}

#[test]
fn elic_03_what_the_compiler_takes_for_a_field_is_one() {
    #[derive(Deserialize, JsonSchema, crate::Form)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Of<T> {
        /// A note of the field's own.
        part: T,
    }
    fn taken<T: FormField>() {
        fn is_form<T: Form>() -> Result<FormSchema, FormError> {
            FormSchema::of::<T>()
        }
        let name = std::any::type_name::<T>();
        assert!(is_form::<Of<T>>().is_ok(), "{name}: {:?}", is_form::<Of<T>>());
        assert!(
            is_form::<Of<Option<T>>>().is_ok(),
            "{name}: {:?}",
            is_form::<Of<Option<T>>>()
        );
    }
    taken::<String>();
    taken::<Box<str>>();
    taken::<std::borrow::Cow<'static, str>>();
    taken::<char>();
    taken::<bool>();
    taken::<u8>();
    taken::<u16>();
    taken::<u32>();
    taken::<u64>();
    taken::<usize>();
    taken::<i8>();
    taken::<i16>();
    taken::<i32>();
    taken::<i64>();
    taken::<isize>();
    taken::<f32>();
    taken::<f64>();
    taken::<Size>();
    taken::<Color>();
    taken::<Vec<Size>>();
    taken::<Vec<Color>>();
    taken::<std::collections::BTreeSet<Color>>();
    taken::<std::collections::HashSet<Color>>();
}

#[test]
fn elic_07_secrets_are_not_asked_for_by_form() {
    for field in [
        json!({ "type": "string", "format": "password" }),
        json!({ "type": "string", "writeOnly": true }),
    ] {
        let error = FormSchema::from_schema(&json!({ "type": "object", "properties": { "key": field } }));
        assert!(error.unwrap_err().to_string().contains("elicit_url"));
    }
}

#[test]
fn a_schema_by_hand_keeps_the_form_of_its_choices() {
    let properties = json!({
        "legacy": { "type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"] },
        "titled": { "type": "string", "oneOf": [{ "const": "a", "title": "A" }], "default": "a" },
        "several": { "type": "array", "items": { "anyOf": [{ "const": "a", "title": "A" }] }, "minItems": 1 },
    });
    let schema = json!({ "type": "object", "properties": properties });
    let form = FormSchema::from_schema(&schema).unwrap();
    assert_eq!(form.to_value(ProtocolVersion::V2026_07_28).unwrap(), schema);
}

#[test]
fn mistakes_in_a_schema_by_hand_are_told() {
    for (field, problem) in [
        (
            json!({ "type": "string", "pattern": "a" }),
            "a form field cannot have `pattern`",
        ),
        (
            json!({ "type": "string", "enum": ["a"], "default": "b" }),
            "its default has to be one of",
        ),
        (
            json!({ "type": "number", "minimum": 2, "maximum": 1 }),
            "its least value",
        ),
        (
            json!({ "type": "string", "format": "uuid" }),
            "a form has no format `uuid`",
        ),
        (
            json!({ "type": "boolean", "default": "yes" }),
            "its `default` is of the wrong type",
        ),
    ] {
        let schema = json!({ "type": "object", "properties": { "x": field } });
        let error = FormSchema::from_schema(&schema).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let schema = json!({ "type": "object", "properties": {}, "required": ["x"] });
    assert_eq!(FormSchema::from_schema(&schema).unwrap_err().field(), "x");
}

#[test]
fn elic_06_an_answer_is_held_to_the_form() {
    let form = FormSchema::of::<Order>().unwrap();
    let sent = form.to_value(ProtocolVersion::V2026_07_28).unwrap();
    let good =
        json!({ "name": "Ada", "count": 3.0, "size": "small", "color": "red", "extras": [], "more": 1 });
    let Value::Object(content) = good else { panic!() };
    let content = form.check(&sent, content).unwrap();
    assert_eq!((&content["count"], content.get("more")), (&json!(3), None));
    for (member, bad) in [
        ("name", json!("")),
        ("count", json!(10)),
        ("count", json!("3")),
        ("size", json!("huge")),
        ("color", json!("green")),
        ("extras", json!(["huge"])),
        ("gift", json!(1)),
    ] {
        let mut content = content.clone();
        content.insert(member.to_owned(), bad);
        let problems = form.check(&sent, content).unwrap_err();
        assert!(problems[0].contains(member), "{problems:?}");
    }
    assert!(form.check(&sent, Map::new()).is_err());
}

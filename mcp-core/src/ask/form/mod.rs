//! The forms that a client can show: flat, of primitive fields (`ELIC-03`).

mod field;
mod options;
#[cfg(test)]
mod tests;
mod types;

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use crate::ask::AskError;
use crate::protocol::ProtocolVersion;
use crate::schema::{explain, input_schema};

use field::Field;

pub use types::{Form, FormChoice, FormField};

/// A form: named fields, each text, a number, a switch, or a choice of given texts.
///
/// It is made of a type, whose members are the fields, or of a JSON Schema. What the protocol's forms
/// cannot have is refused with the name of the field. Of a type that derives [`Form`], that is what the
/// compiler could not see, such as what an attribute does to the schema.
///
/// ```
/// use mcp_core::Form;
/// use mcp_core::ask::FormSchema;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema, Form)]
/// struct Confirm {
///     /// Whether to go on.
///     sure: bool,
/// }
/// assert!(FormSchema::of::<Confirm>().is_ok());
///
/// #[derive(Deserialize, JsonSchema, Form)]
/// struct Ticket {
///     #[schemars(extend("format" = "uuid"))]
///     id: String,
/// }
/// let error = FormSchema::of::<Ticket>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the form field `id`: a form has no format `uuid`, only `date`, `date-time`, `email`, `uri`"
/// );
/// ```
///
/// A form must not ask for passwords, keys or payment data: that is what
/// [`elicit_url`](crate::Context::elicit_url) is for (`ELIC-07`).
#[derive(Clone, Debug, PartialEq)]
pub struct FormSchema {
    fields: BTreeMap<String, Field>,
    required: Vec<String>,
}

/// Why something cannot be a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", At(.field))]
pub struct FormError {
    /// Empty for the form as a whole.
    field: String,
    problem: String,
}

struct At<'a>(&'a str);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str("the form: "),
            field => write!(f, "the form field `{field}`: "),
        }
    }
}

impl FormError {
    pub(crate) fn new(field: &str, problem: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            problem: problem.into(),
        }
    }

    /// The field that cannot be asked for; empty if it is the form as a whole.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.field
    }
}

impl FormSchema {
    /// The form whose fields are the members of a struct.
    ///
    /// # Errors
    ///
    /// The first member that a form cannot have.
    pub fn of<T: JsonSchema>() -> Result<Self, FormError> {
        Self::from_schema(&input_schema::<T>())
    }

    /// The form that a JSON Schema describes, for fields known only at run time. A choice may be in any
    /// of the protocol's four forms, and in the old one with `enumNames`.
    ///
    /// ```
    /// use mcp_core::ask::FormSchema;
    /// use serde_json::json;
    ///
    /// let form = FormSchema::from_schema(&json!({
    ///     "type": "object",
    ///     "properties": {
    ///         "size": { "type": "string", "oneOf": [
    ///             { "const": "s", "title": "Small" },
    ///             { "const": "l", "title": "Large" },
    ///         ] },
    ///     },
    ///     "required": ["size"],
    /// }));
    /// assert!(form.is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// The first field, or keyword, that a form cannot have.
    pub fn from_schema(schema: &Value) -> Result<Self, FormError> {
        let whole = |problem: &str| FormError::new("", problem);
        let object = schema
            .as_object()
            .filter(|object| object.get("type").is_some_and(|kind| kind == "object"));
        let object = object.ok_or_else(|| whole("its fields are the members of a struct; this is none"))?;
        const KNOWN: [&str; 9] = [
            "$comment",
            "$schema",
            "additionalProperties",
            "description",
            "examples",
            "properties",
            "required",
            "title",
            "type",
        ];
        if let Some(keyword) = object.keys().find(|keyword| !KNOWN.contains(&keyword.as_str())) {
            return Err(whole(&format!("a form cannot have `{keyword}`")));
        }
        let is_open = |value: &Value| !matches!(value, Value::Bool(_));
        if object.get("additionalProperties").is_some_and(is_open) {
            return Err(whole("a map is no form: its fields have to be known"));
        }
        let properties = object.get("properties").and_then(Value::as_object);
        let fields = properties
            .into_iter()
            .flatten()
            .map(|(name, schema)| Ok((name.clone(), Field::read(name, schema)?)))
            .collect::<Result<BTreeMap<_, _>, FormError>>()?;
        let required: Vec<String> = match object.get("required") {
            None => Vec::new(),
            Some(names) => serde_json::from_value(names.clone())
                .map_err(|_| whole("`required` has to be a list of names"))?,
        };
        match required.iter().find(|name| !fields.contains_key(*name)) {
            Some(name) => Err(FormError::new(name, "it is required, but there is no such field")),
            None => Ok(Self { fields, required }),
        }
    }

    /// The form as a revision writes it (`LREQ-05`).
    pub(crate) fn to_value(&self, version: ProtocolVersion) -> Result<Value, AskError> {
        let fields = self
            .fields
            .iter()
            .map(|(name, field)| Ok((name.clone(), field.write(version)?)));
        let properties = fields.collect::<Result<Map<_, _>, AskError>>()?;
        let mut schema = json!({ "type": "object", "properties": properties });
        if !self.required.is_empty() {
            schema["required"] = json!(self.required);
        }
        Ok(schema)
    }

    /// The fields of an answer, if it fits the form that was sent; or all that does not fit.
    pub(crate) fn check(
        &self,
        sent: &Value,
        content: Map<String, Value>,
    ) -> Result<Map<String, Value>, Vec<String>> {
        let mut known = Map::new();
        for (name, value) in content {
            if let Some(field) = self.fields.get(&name) {
                known.insert(name, field.exact(value));
            }
        }
        let content = Value::Object(known);
        let problems = explain(sent, &content);
        match content {
            Value::Object(known) if problems.is_empty() => Ok(known),
            _ => Err(problems.iter().map(ToString::to_string).collect()),
        }
    }
}

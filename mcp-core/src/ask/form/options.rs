use serde_json::{Map, Value, json};

use crate::protocol::ProtocolVersion;

/// The texts that a choice is among, in the form in which they were given.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Options {
    /// Without titles.
    Plain(Vec<String>),
    /// Each with its title.
    Titled(Vec<(String, String)>),
    /// Each with its title, in the form before 2025-11-25.
    Named(Vec<(String, String)>),
}

impl Options {
    /// Takes the options of a single choice; `None` if it is none.
    pub(super) fn take_one(keywords: &mut Map<String, Value>) -> Result<Option<Self>, String> {
        if let Some(Value::Array(options)) = keywords.remove("oneOf") {
            return read_titled(&options).map(Some);
        }
        if let Some(Value::String(only)) = keywords.remove("const") {
            return Ok(Some(Self::Plain(vec![only])));
        }
        let Some(values) = keywords.remove("enum") else {
            return Ok(None);
        };
        let values = names(values)?;
        let Some(titles) = keywords.remove("enumNames") else {
            return Ok(Some(Self::Plain(values)));
        };
        let titles = names(titles)?;
        match titles.len() == values.len() {
            true => Ok(Some(Self::Named(values.into_iter().zip(titles).collect()))),
            false => Err("`enum` and `enumNames` have to be of the same length".to_owned()),
        }
    }

    /// Takes the options of a choice of several from the schema of its items.
    pub(super) fn take_several(items: &mut Map<String, Value>) -> Result<Option<Self>, String> {
        match items.remove("anyOf") {
            Some(Value::Array(options)) => read_titled(&options).map(Some),
            Some(_) => Ok(None),
            None => Self::take_one(items),
        }
    }

    pub(super) fn contain(&self, value: &str) -> bool {
        match self {
            Self::Plain(values) => values.iter().any(|known| known == value),
            Self::Titled(options) | Self::Named(options) => options.iter().any(|(known, _)| known == value),
        }
    }

    /// The keywords of a single choice.
    pub(super) fn of_one(&self, version: ProtocolVersion) -> impl Iterator<Item = (&'static str, Value)> {
        let keywords = match self {
            Self::Plain(values) => vec![("enum", json!(values))],
            Self::Titled(options) if version >= ProtocolVersion::V2025_11_25 => {
                vec![("oneOf", titled(options))]
            }
            Self::Titled(options) | Self::Named(options) => {
                let (values, titles): (Vec<_>, Vec<_>) = options.iter().cloned().unzip();
                vec![("enum", json!(values)), ("enumNames", json!(titles))]
            }
        };
        keywords.into_iter()
    }

    /// The items of a choice of several.
    pub(super) fn of_several(&self) -> Value {
        match self {
            Self::Plain(values) => json!({ "type": "string", "enum": values }),
            Self::Titled(options) | Self::Named(options) => json!({ "anyOf": titled(options) }),
        }
    }
}

fn titled(options: &[(String, String)]) -> Value {
    let option = |(value, title): &(String, String)| json!({ "const": value, "title": title });
    options.iter().map(option).collect()
}

/// Variants side by side: each a `const` with a title, or, where nothing is said of them, several
/// in one `enum`.
fn read_titled(options: &[Value]) -> Result<Options, String> {
    let mut read = Vec::new();
    let mut has_titles = false;
    for option in options {
        let text = |keyword: &str| option.get(keyword).and_then(Value::as_str);
        let title = text("title").or_else(|| text("description"));
        match (text("const"), option.get("enum")) {
            (Some(value), _) => {
                has_titles |= title.is_some();
                read.push((value.to_owned(), title.unwrap_or(value).to_owned()));
            }
            (None, Some(values)) => {
                let values = names(values.clone())?;
                read.extend(values.into_iter().map(|value| (value.clone(), value)));
            }
            _ => return Err("a form cannot have alternatives, only an enum of names".to_owned()),
        }
    }
    Ok(match has_titles {
        true => Options::Titled(read),
        false => Options::Plain(read.into_iter().map(|(value, _)| value).collect()),
    })
}

fn names(values: Value) -> Result<Vec<String>, String> {
    serde_json::from_value(values)
        .map_err(|_| "the options of a choice in a form have to be texts".to_owned())
}

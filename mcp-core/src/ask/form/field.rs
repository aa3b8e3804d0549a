use serde_json::{Map, Number, Value, json};

use super::FormError;
use super::options::Options;
use crate::ask::AskError;
use crate::protocol::ProtocolVersion;

/// One field of a form.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    title: Option<String>,
    description: Option<String>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Text {
        least: Option<u64>,
        most: Option<u64>,
        format: Option<String>,
        default: Option<String>,
    },
    Number {
        is_integer: bool,
        least: Option<Number>,
        most: Option<Number>,
        default: Option<Number>,
    },
    Switch {
        default: Option<bool>,
    },
    One {
        options: Options,
        default: Option<String>,
    },
    Several {
        options: Options,
        least: Option<u64>,
        most: Option<u64>,
        default: Option<Vec<String>>,
    },
}

/// The formats that a text may have (`ELIC-03`).
const FORMATS: [&str; 4] = ["date", "date-time", "email", "uri"];

/// Notes that no form has and nobody misses.
const DROPPED: [&str; 4] = ["$comment", "deprecated", "examples", "readOnly"];

impl Field {
    pub(super) fn read(name: &str, schema: &Value) -> Result<Self, FormError> {
        let mut keywords = Keywords {
            name,
            left: schema.as_object().cloned().unwrap_or_default(),
        };
        for note in DROPPED {
            keywords.left.remove(note);
        }
        if keywords.left.get("writeOnly") == Some(&Value::Bool(true))
            || keywords
                .left
                .get("format")
                .is_some_and(|format| format == "password")
        {
            return Err(keywords.error("a form must not ask for secrets: use `elicit_url`"));
        }
        keywords.left.remove("writeOnly");
        let title = keywords.text("title")?;
        let description = keywords.text("description")?;
        let kind = keywords.kind()?;
        match keywords.left.keys().next() {
            Some(keyword) => Err(keywords.error(format!("a form field cannot have `{keyword}`"))),
            None => Ok(Self {
                title,
                description,
                kind,
            }),
        }
    }

    pub(super) fn write(&self, version: ProtocolVersion) -> Result<Value, AskError> {
        let mut schema = Map::new();
        let mut put = |keyword: &str, value: Option<Value>| {
            if let Some(value) = value {
                schema.insert(keyword.to_owned(), value);
            }
        };
        put("title", self.title.clone().map(Value::from));
        put("description", self.description.clone().map(Value::from));
        // Before 2025-11-25 only switches have defaults.
        let knows_defaults = version >= ProtocolVersion::V2025_11_25;
        let default = |value: Option<Value>| value.filter(|_| knows_defaults);
        match &self.kind {
            Kind::Text {
                least,
                most,
                format,
                default: text,
            } => {
                put("type", Some("string".into()));
                put("minLength", least.map(Value::from));
                put("maxLength", most.map(Value::from));
                put("format", format.clone().map(Value::from));
                put("default", default(text.clone().map(Value::from)));
            }
            Kind::Number {
                is_integer,
                least,
                most,
                default: number,
            } => {
                put(
                    "type",
                    Some(if *is_integer { "integer" } else { "number" }.into()),
                );
                put("minimum", least.clone().map(Value::from));
                put("maximum", most.clone().map(Value::from));
                put("default", default(number.clone().map(Value::from)));
            }
            Kind::Switch { default } => {
                put("type", Some("boolean".into()));
                put("default", default.map(Value::from));
            }
            Kind::One {
                options,
                default: text,
            } => {
                put("type", Some("string".into()));
                options
                    .of_one(version)
                    .for_each(|(keyword, value)| put(keyword, Some(value)));
                put("default", default(text.clone().map(Value::from)));
            }
            Kind::Several {
                options,
                least,
                most,
                default,
            } => {
                if version < ProtocolVersion::V2025_11_25 {
                    return Err(AskError::UnknownToRevision {
                        version: version.as_str(),
                        what: "choices of several in a form",
                    });
                }
                put("type", Some("array".into()));
                put("items", Some(options.of_several()));
                put("minItems", least.map(Value::from));
                put("maxItems", most.map(Value::from));
                put("default", default.clone().map(Value::from));
            }
        }
        Ok(Value::Object(schema))
    }

    /// A whole number as one, however the client wrote it: `3.0` is 3 where an integer belongs.
    pub(super) fn exact(&self, value: Value) -> Value {
        let Kind::Number { is_integer: true, .. } = self.kind else {
            return value;
        };
        let whole = value.as_f64().filter(|number| {
            // Up to here a double is exact.
            number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0
        });
        match whole {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
            Some(number) if value.is_f64() => json!(number as i64),
            _ => value,
        }
    }
}

/// The keywords of a field's schema that nobody has taken yet.
struct Keywords<'n> {
    name: &'n str,
    left: Map<String, Value>,
}

impl Keywords<'_> {
    fn error(&self, problem: impl Into<String>) -> FormError {
        FormError::new(self.name, problem)
    }

    fn kind(&mut self) -> Result<Kind, FormError> {
        let kind = self.left.remove("type");
        match kind.as_ref().and_then(Value::as_str) {
            Some("string") => {
                match Options::take_one(&mut self.left).map_err(|problem| self.error(problem))? {
                    Some(options) => Ok(Kind::One {
                        default: self.chosen(&options)?,
                        options,
                    }),
                    None => self.text_field(),
                }
            }
            // Variants whose descriptions differ stand side by side, each with a type of its own.
            None if self.left.contains_key("oneOf") || self.left.contains_key("enum") => {
                match Options::take_one(&mut self.left).map_err(|problem| self.error(problem))? {
                    Some(options) => Ok(Kind::One {
                        default: self.chosen(&options)?,
                        options,
                    }),
                    None => Err(self.error("a form cannot have alternatives")),
                }
            }
            Some("boolean") => Ok(Kind::Switch {
                default: self.typed("default", Value::as_bool)?,
            }),
            Some(kind @ ("integer" | "number")) => {
                let least = self.number("minimum")?;
                let most = self.number("maximum")?;
                let as_float = |number: &Option<Number>| number.as_ref().and_then(Number::as_f64);
                if let (Some(least), Some(most)) = (as_float(&least), as_float(&most))
                    && least > most
                {
                    return Err(self.error("its least value is greater than its greatest"));
                }
                Ok(Kind::Number {
                    is_integer: kind == "integer",
                    least,
                    most,
                    default: self.number("default")?,
                })
            }
            Some("array") => self.several(),
            Some("object") => Err(self.error("a form is flat and cannot have an object in it")),
            _ => Err(self.error(
                "a form field is text, a number, a boolean, an enum of names, or a list of such an enum",
            )),
        }
    }

    fn text_field(&mut self) -> Result<Kind, FormError> {
        let format = self.text("format")?;
        if let Some(format) = format.as_deref().filter(|format| !FORMATS.contains(format)) {
            let known = FORMATS.join("`, `");
            return Err(self.error(format!("a form has no format `{format}`, only `{known}`")));
        }
        let (least, most) = self.bounds("minLength", "maxLength")?;
        Ok(Kind::Text {
            least,
            most,
            format,
            default: self.text("default")?,
        })
    }

    fn several(&mut self) -> Result<Kind, FormError> {
        // A set: choosing an option twice makes no sense in a form either.
        self.left.remove("uniqueItems");
        let mut items = match self.left.remove("items") {
            Some(Value::Object(items)) => items,
            _ => Map::new(),
        };
        for note in ["description", "title", "type"] {
            items.remove(note);
        }
        let options = Options::take_several(&mut items).map_err(|problem| self.error(problem))?;
        let options = options.filter(|_| items.is_empty()).ok_or_else(|| {
            self.error("a list in a form is a choice of several: its items have to be an enum of names")
        })?;
        let (least, most) = self.bounds("minItems", "maxItems")?;
        let default = match self.left.remove("default") {
            None => None,
            Some(value) => match serde_json::from_value::<Vec<String>>(value) {
                Ok(names) if names.iter().all(|name| options.contain(name)) => Some(names),
                _ => return Err(self.error("its default has to be a list of its options")),
            },
        };
        Ok(Kind::Several {
            options,
            least,
            most,
            default,
        })
    }

    fn chosen(&mut self, options: &Options) -> Result<Option<String>, FormError> {
        match self.text("default")? {
            Some(default) if !options.contain(&default) => {
                Err(self.error("its default has to be one of its options"))
            }
            default => Ok(default),
        }
    }

    fn bounds(&mut self, least: &str, most: &str) -> Result<(Option<u64>, Option<u64>), FormError> {
        let bounds = (
            self.typed(least, Value::as_u64)?,
            self.typed(most, Value::as_u64)?,
        );
        match bounds {
            (Some(least), Some(most)) if least > most => {
                Err(self.error("its least length is greater than its greatest"))
            }
            bounds => Ok(bounds),
        }
    }

    fn text(&mut self, keyword: &str) -> Result<Option<String>, FormError> {
        self.typed(keyword, |value| value.as_str().map(str::to_owned))
    }

    fn number(&mut self, keyword: &str) -> Result<Option<Number>, FormError> {
        self.typed(keyword, |value| value.as_number().cloned())
    }

    /// Takes a keyword, if it is there and of the right type.
    fn typed<T>(
        &mut self,
        keyword: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, FormError> {
        match self.left.remove(keyword) {
            None => Ok(None),
            Some(value) => match read(&value) {
                Some(value) => Ok(Some(value)),
                None => Err(self.error(format!("its `{keyword}` is of the wrong type"))),
            },
        }
    }
}

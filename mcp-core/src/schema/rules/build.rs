//! A schema → rules.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ptr;

use serde_json::{Map, Number, Value};

use super::super::explain::number::as_integer;
use super::super::explain::reference::resolve;
use super::{Bounds, Index, Items, Kinds, Member, Members, Rule, Rules};

/// Keywords that say nothing of a value.
const NOTES: [&str; 14] = [
    "$comment",
    "$defs",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "default",
    "deprecated",
    "description",
    "examples",
    "format",
    "readOnly",
    "title",
    "writeOnly",
    "x-mcp-header",
];

/// The rules of a schema; `None` if it says more than rules can.
pub(super) fn build(schema: &Value) -> Option<Rules> {
    let mut build = Build {
        root: schema,
        rules: Vec::new(),
        places: HashMap::new(),
    };
    build.rule(schema)?;
    Some(Rules(build.rules))
}

struct Build<'s> {
    root: &'s Value,
    rules: Vec<Rule>,
    /// The rules that were begun, by the address of their schema: a schema may refer to itself.
    places: HashMap<usize, Index>,
}

impl<'s> Build<'s> {
    fn rule(&mut self, schema: &'s Value) -> Option<Index> {
        let address = ptr::from_ref(schema).addr();
        if let Some(&place) = self.places.get(&address) {
            return Some(place);
        }
        let place = self.rules.len();
        self.places.insert(address, place);
        self.rules.push(Rule::default());
        self.rules[place] = match schema {
            Value::Bool(true) => Rule {
                kinds: Kinds::ALL,
                ..Rule::default()
            },
            Value::Bool(false) => Rule::default(),
            Value::Object(keywords) => self.keywords(keywords)?,
            _ => return None,
        };
        Some(place)
    }

    fn keywords(&mut self, keywords: &'s Map<String, Value>) -> Option<Rule> {
        let mut rule = Rule {
            kinds: Kinds::ALL,
            ..Rule::default()
        };
        let mut bounds = Bounds::default();
        let mut is_bounded = false;
        for (keyword, value) in keywords {
            let mut count = |count: &mut Option<u64>| {
                is_bounded = true;
                *count = Some(value.as_u64()?);
                Some(())
            };
            match keyword.as_str() {
                "type" => rule.kinds = kinds(value)?,
                "const" => rule.values.push(vec![value.clone()]),
                "enum" => rule.values.push(value.as_array()?.clone()),
                "$ref" => {
                    let target = resolve(self.root, value.as_str()?)?;
                    let target = self.rule(target)?;
                    rule.all_of.push(target);
                }
                "allOf" => {
                    let all_of = self.list(value)?;
                    rule.all_of.extend(all_of);
                }
                "anyOf" => rule.any_of = Some(self.list(value)?),
                "oneOf" => rule.one_of = Some(self.list(value)?),
                "minLength" => count(&mut bounds.text.least)?,
                "maxLength" => count(&mut bounds.text.most)?,
                "minItems" => count(&mut bounds.items.least)?,
                "maxItems" => count(&mut bounds.items.most)?,
                "minProperties" => count(&mut bounds.members.least)?,
                "maxProperties" => count(&mut bounds.members.most)?,
                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                    is_bounded = true;
                    bounds.numbers.push((number(value)?, wrong(keyword)));
                }
                "multipleOf" => {
                    is_bounded = true;
                    bounds.multiple_of = Some(value.as_u64().filter(|&step| step > 0)?);
                }
                // They belong together, and are taken below.
                "items" | "prefixItems" | "uniqueItems" => {}
                "properties" | "required" | "additionalProperties" => {}
                keyword if NOTES.contains(&keyword) => {}
                _ => return None,
            }
        }
        rule.bounds = is_bounded.then(|| Box::new(bounds));
        rule.items = self.items(keywords)?;
        rule.members = self.members(keywords)?;
        Some(rule)
    }

    fn list(&mut self, schemas: &'s Value) -> Option<Vec<Index>> {
        schemas
            .as_array()?
            .iter()
            .map(|schema| self.rule(schema))
            .collect()
    }

    fn optional(&mut self, schema: Option<&'s Value>) -> Option<Option<Index>> {
        match schema {
            Some(schema) => self.rule(schema).map(Some),
            None => Some(None),
        }
    }

    fn items(&mut self, keywords: &'s Map<String, Value>) -> Option<Option<Box<Items>>> {
        let [first, others, unique] =
            ["prefixItems", "items", "uniqueItems"].map(|keyword| keywords.get(keyword));
        if first.is_none() && others.is_none() && unique.is_none() {
            return Some(None);
        }
        let are_unique = match unique {
            Some(unique) => unique.as_bool()?,
            None => false,
        };
        let first = match first {
            Some(first) => self.list(first)?,
            None => Vec::new(),
        };
        let others = self.optional(others)?;
        Some(Some(Box::new(Items {
            first,
            others,
            are_unique,
        })))
    }

    fn members(&mut self, keywords: &'s Map<String, Value>) -> Option<Option<Box<Members>>> {
        let [properties, required, others] =
            ["properties", "required", "additionalProperties"].map(|keyword| keywords.get(keyword));
        if properties.is_none() && required.is_none() && others.is_none() {
            return Some(None);
        }
        let required = match required {
            Some(required) => required.as_array()?.as_slice(),
            None => &[],
        };
        let others = self.optional(others)?;
        let mut known = Vec::new();
        if let Some(properties) = properties {
            for (name, schema) in properties.as_object()? {
                known.push(Member {
                    name: name.as_str().into(),
                    rule: Some(self.rule(schema)?),
                    is_required: false,
                });
            }
        }
        for name in required {
            let name = name.as_str()?;
            match known.iter_mut().find(|known| *known.name == *name) {
                Some(known) => known.is_required = true,
                None => known.push(Member {
                    name: name.into(),
                    rule: others,
                    is_required: true,
                }),
            }
        }
        known.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let required = known.iter().filter(|known| known.is_required).count();
        Some(Some(Box::new(Members {
            known,
            required,
            others,
        })))
    }
}

fn kinds(names: &Value) -> Option<Kinds> {
    let kind = |name: &Value| {
        Some(match name.as_str()? {
            "null" => Kinds::NULL,
            "boolean" => Kinds::BOOLEAN,
            "integer" => Kinds::INTEGER,
            "number" => Kinds::INTEGER.and(Kinds::FRACTION),
            "string" => Kinds::STRING,
            "array" => Kinds::ARRAY,
            "object" => Kinds::OBJECT,
            _ => return None,
        })
    };
    match names {
        Value::Array(names) => names
            .iter()
            .try_fold(Kinds::default(), |kinds, name| Some(kinds.and(kind(name)?))),
        name => kind(name),
    }
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) if as_integer(number).is_some() || number.is_f64() => Some(number.clone()),
        _ => None,
    }
}

/// How a number may not compare with the bound.
fn wrong(keyword: &str) -> &'static [Ordering] {
    match keyword {
        "minimum" => &[Ordering::Less],
        "maximum" => &[Ordering::Greater],
        "exclusiveMinimum" => &[Ordering::Less, Ordering::Equal],
        _ => &[Ordering::Greater, Ordering::Equal],
    }
}

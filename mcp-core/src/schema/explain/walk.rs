//! The walk through a schema and a value side by side.

use std::{mem, ptr};

use serde_json::{Map, Value};

use super::{
    MAX_PROBLEMS, Problem,
    constraint::{fits_bounds, fits_type, fits_values},
    describe::{allowed_values, describe, describe_values, received},
    number::first_repeated,
    path::Path,
    reference::target,
    secret::{is_secret, may_hold_secret},
};
use crate::suggest::closest;

/// How many pairs of a subschema and a value are looked at: alternatives within alternatives
/// multiply, and both the schema and the value may be large.
const MAX_STEPS: u32 = 250_000;
/// How deep the walk goes.
const MAX_DEPTH: u32 = 160;
/// How many known names are listed when none of them resembles an unknown one.
const MAX_KNOWN: usize = 16;

/// A problem, and what is needed to weigh it against those of another alternative.
pub(super) struct Finding {
    pub(super) kind: Kind,
    pub(super) depth: usize,
    problem: Problem,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The value at the place is wrong.
    Mismatch,
    /// A member is missing, or there is one that does not belong there.
    Name,
}

pub(super) struct Walk<'s> {
    pub(super) root: &'s Value,
    findings: Vec<Finding>,
    /// The references that are being followed: the address of the target and of the value.
    followed: Vec<(usize, usize)>,
    steps: u32,
    depth: u32,
    /// Something was left out because a bound was met.
    is_partial: bool,
    /// Whether anything in the schema is secret at all; usually nothing is.
    has_secrets: bool,
    /// Within how many secret schemas the walk is.
    secrecy: usize,
    /// The schema that the walk is at.
    current: &'s Value,
}

impl<'s> Walk<'s> {
    pub(super) fn new(schema: &'s Value) -> Self {
        Self {
            root: schema,
            findings: Vec::new(),
            followed: Vec::new(),
            steps: 0,
            depth: 0,
            is_partial: false,
            has_secrets: may_hold_secret(schema, schema),
            secrecy: 0,
            current: schema,
        }
    }

    pub(super) fn run(mut self, instance: &Value) -> Vec<Problem> {
        self.check(self.root, instance, &Path::ROOT);
        let mut problems: Vec<Problem> = Vec::new();
        for Finding { problem, .. } in self.findings {
            // Two rules may refuse one value for the same reason.
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        if problems.is_empty() && self.is_partial {
            problems.push(Problem::new("", "too large or too deeply nested to be checked"));
        }
        problems
    }

    pub(super) fn check(&mut self, schema: &'s Value, instance: &Value, at: &Path<'_>) {
        if self.findings.len() >= MAX_PROBLEMS {
            return;
        }
        if self.steps >= MAX_STEPS || self.depth >= MAX_DEPTH {
            self.is_partial = true;
            return;
        }
        self.steps += 1;
        self.depth += 1;
        let outer = mem::replace(&mut self.current, schema);
        let secret = usize::from(is_secret(schema));
        self.secrecy += secret;
        match schema {
            Value::Object(keywords) => self.check_keywords(schema, keywords, instance, at),
            Value::Bool(false) => self.mismatch(schema, instance, at),
            _ => {}
        }
        self.secrecy -= secret;
        self.current = outer;
        self.depth -= 1;
    }

    /// What was received at the current schema, unless it may hold a secret.
    pub(super) fn shown(&self, instance: &Value) -> String {
        let hidden = self.secrecy > 0 || self.has_secrets && may_hold_secret(self.root, self.current);
        if hidden {
            "a hidden value".to_owned()
        } else {
            received(instance)
        }
    }

    /// Checks `instance` against the target of a reference, unless that is being done already: a
    /// reference that leads back to itself asks for nothing new.
    fn follow(&mut self, target: &'s Value, instance: &Value, at: &Path<'_>) {
        let pair = (ptr::from_ref(target).addr(), ptr::from_ref(instance).addr());
        if !self.followed.contains(&pair) {
            self.followed.push(pair);
            self.check(target, instance, at);
            self.followed.pop();
        }
    }

    /// What `check` finds, apart from all that was found so far.
    pub(super) fn check_apart(&mut self, schema: &'s Value, instance: &Value, at: &Path<'_>) -> Vec<Finding> {
        let found_so_far = mem::take(&mut self.findings);
        self.check(schema, instance, at);
        mem::replace(&mut self.findings, found_so_far)
    }

    pub(super) fn report(&mut self, findings: impl IntoIterator<Item = Finding>) {
        let room = MAX_PROBLEMS.saturating_sub(self.findings.len());
        self.findings.extend(findings.into_iter().take(room));
    }

    fn check_keywords(
        &mut self,
        schema: &'s Value,
        keywords: &'s Map<String, Value>,
        instance: &Value,
        at: &Path<'_>,
    ) {
        if let Some(target) = target(self.root, schema) {
            self.follow(target, instance, at);
        }
        if !fits_type(keywords, instance) || !fits_values(keywords, instance) {
            return self.mismatch(schema, instance, at);
        }
        if !fits_bounds(keywords, instance) {
            self.mismatch(schema, instance, at);
        }
        match instance {
            Value::Object(members) => self.check_members(keywords, members, at),
            Value::Array(items) => self.check_items(keywords, items, at),
            _ => {}
        }
        for branch in branches(keywords, "allOf") {
            self.check(branch, instance, at);
        }
        for keyword in ["anyOf", "oneOf"] {
            self.check_alternatives(branches(keywords, keyword), instance, at);
        }
    }

    fn check_members(
        &mut self,
        keywords: &'s Map<String, Value>,
        members: &Map<String, Value>,
        at: &Path<'_>,
    ) {
        let properties = keywords.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            if let Some(value) = members.get(name) {
                self.check(schema, value, &at.key(name));
            }
        }
        for name in branches(keywords, "required").iter().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                self.missing(&at.key(name), "required, but missing".to_owned());
            }
        }
        let Some(additional) = keywords.get("additionalProperties") else {
            return;
        };
        let patterns = keywords.get("patternProperties").and_then(Value::as_object);
        if patterns.is_some_and(|patterns| !patterns.is_empty()) {
            // Any name may match one of them.
            return;
        }
        let is_known = |name: &str| properties.is_some_and(|known| known.contains_key(name));
        for (name, value) in members.iter().filter(|(name, _)| !is_known(name)) {
            match additional {
                Value::Bool(false) => self.unknown(name, properties, members, at),
                schema => self.check(schema, value, &at.key(name)),
            }
        }
    }

    fn check_items(&mut self, keywords: &'s Map<String, Value>, items: &[Value], at: &Path<'_>) {
        let first = branches(keywords, "prefixItems");
        for (index, (schema, item)) in first.iter().zip(items).enumerate() {
            self.check(schema, item, &at.index(index));
        }
        let rest = items.iter().enumerate().skip(first.len());
        match keywords.get("items") {
            Some(Value::Bool(false)) if items.len() > first.len() => {
                let expected = format!("an array of at most {} items", first.len());
                let received = self.shown(&Value::from(items));
                self.refuse(expected, received, None, at);
            }
            Some(schema) => rest.for_each(|(index, item)| self.check(schema, item, &at.index(index))),
            None => {}
        }
        if keywords.get("uniqueItems") == Some(&Value::Bool(true))
            && let Some(index) = first_repeated(items)
        {
            let expected = "a value that is not in the list already".to_owned();
            let received = self.shown(&items[index]);
            self.refuse(expected, received, None, &at.index(index));
        }
    }

    /// `instance` is not what `schema` describes.
    fn mismatch(&mut self, schema: &'s Value, instance: &Value, at: &Path<'_>) {
        let expected = describe(self.root, schema);
        let suggestion =
            allowed_values(self.root, schema).and_then(|allowed| closest_value(instance, &allowed));
        let received = self.shown(instance);
        self.refuse(expected, received, suggestion, at);
    }

    /// `instance` is none of the values in `allowed`.
    pub(super) fn not_allowed(&mut self, allowed: &[&Value], instance: &Value, at: &Path<'_>) {
        let suggestion = closest_value(instance, allowed);
        let received = self.shown(instance);
        self.refuse(describe_values(allowed), received, suggestion, at);
    }

    pub(super) fn refuse(
        &mut self,
        expected: String,
        received: String,
        suggestion: Option<String>,
        at: &Path<'_>,
    ) {
        let problem = Problem {
            pointer: at.to_pointer(),
            expected,
            received: Some(received),
            suggestion,
        };
        self.push(Kind::Mismatch, problem, at);
    }

    pub(super) fn missing(&mut self, at: &Path<'_>, what: String) {
        self.push(Kind::Name, Problem::new(at.to_pointer(), what), at);
    }

    fn unknown(
        &mut self,
        name: &str,
        properties: Option<&Map<String, Value>>,
        members: &Map<String, Value>,
        at: &Path<'_>,
    ) {
        let noun = match at.depth() {
            0 => "argument",
            _ => "member",
        };
        let known = || properties.into_iter().flat_map(Map::keys);
        // A name that is there already was not meant a second time.
        let absent = known().filter(|name| !members.contains_key(*name));
        let suggestion = closest(name, absent.map(String::as_str));
        let expected = match suggestion {
            Some(_) => format!("unknown {noun}"),
            None => format!("unknown {noun}; {}", list_known(known())),
        };
        let at = at.key(name);
        let problem = Problem {
            suggestion: suggestion.map(str::to_owned),
            ..Problem::new(at.to_pointer(), expected)
        };
        self.push(Kind::Name, problem, &at);
    }

    fn push(&mut self, kind: Kind, problem: Problem, at: &Path<'_>) {
        self.report([Finding {
            kind,
            depth: at.depth(),
            problem,
        }]);
    }
}

fn branches<'s>(keywords: &'s Map<String, Value>, keyword: &str) -> &'s [Value] {
    match keywords.get(keyword) {
        Some(Value::Array(branches)) => branches,
        _ => &[],
    }
}

fn closest_value(instance: &Value, allowed: &[&Value]) -> Option<String> {
    let allowed = allowed.iter().filter_map(|value| value.as_str());
    closest(instance.as_str()?, allowed).map(str::to_owned)
}

fn list_known<'k>(names: impl Iterator<Item = &'k String>) -> String {
    let mut names = names.map(|name| format!("`{name}`"));
    let shown: Vec<String> = names.by_ref().take(MAX_KNOWN).collect();
    match (shown.len(), names.next()) {
        (0, _) => "none is taken".to_owned(),
        (1, _) => format!("the only one is {}", shown.join(", ")),
        (_, None) => format!("the known ones are {}", shown.join(", ")),
        (_, Some(_)) => format!("the known ones are {}, …", shown.join(", ")),
    }
}

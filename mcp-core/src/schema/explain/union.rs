//! Alternatives: the one that was most likely meant is explained, and only that.

use serde_json::Value;

use super::{
    describe::{allowed_by_branches, describe_branches, describe_values, type_names},
    number::same,
    path::Path,
    reference::dereference,
    walk::{Finding, Kind, Walk},
};

/// How far a value is from one alternative; smaller is closer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    /// The value is not even of the right kind.
    mismatched: bool,
    /// Members that are missing or unknown: they tell alternatives apart better than their values.
    names: usize,
    total: usize,
}

impl Distance {
    fn new(findings: &[Finding], depth: usize) -> Self {
        let names = findings
            .iter()
            .filter(|finding| finding.kind == Kind::Name && finding.depth == depth + 1);
        Self {
            mismatched: findings
                .iter()
                .any(|finding| finding.kind == Kind::Mismatch && finding.depth == depth),
            names: names.count(),
            total: findings.len(),
        }
    }
}

impl<'s> Walk<'s> {
    /// Reports why `instance` is none of `branches`.
    ///
    /// That it is more than one of them where only one may fit is not reported: this walk knows
    /// what does not fit, but not what does.
    pub(super) fn check_alternatives(&mut self, branches: &'s [Value], instance: &Value, at: &Path<'_>) {
        if branches.is_empty() {
            return;
        }
        if instance.is_object()
            && let Some(tag) = Tag::find(self.root, branches)
        {
            return self.check_tagged(&tag, instance, at);
        }
        match self.closest_branch(branches, instance, at) {
            None => {}
            Some((distance, _)) if distance.mismatched => match allowed_by_branches(self.root, branches) {
                Some(allowed) => self.not_allowed(&allowed, instance, at),
                None => {
                    let expected = describe_branches(self.root, branches);
                    let received = self.shown(instance);
                    self.refuse(expected, received, None, at);
                }
            },
            Some((_, findings)) => self.report(findings),
        }
    }

    /// What is wrong by the branch that comes closest; `None` if nothing is wrong by one of them.
    fn closest_branch(
        &mut self,
        branches: impl IntoIterator<Item = &'s Value>,
        instance: &Value,
        at: &Path<'_>,
    ) -> Option<(Distance, Vec<Finding>)> {
        let mut best: Option<(Distance, Vec<Finding>)> = None;
        for branch in branches {
            let findings = self.check_apart(branch, instance, at);
            if findings.is_empty() {
                return None;
            }
            let distance = Distance::new(&findings, at.depth());
            if best.as_ref().is_none_or(|(smallest, _)| distance < *smallest) {
                best = Some((distance, findings));
            }
        }
        best
    }

    fn check_tagged(&mut self, tag: &Tag<'s>, instance: &Value, at: &Path<'_>) {
        let values: Vec<&Value> = tag.choices.iter().map(|choice| choice.value).collect();
        let tag_at = at.key(tag.name);
        let Some(received) = instance.get(tag.name) else {
            let what = format!("required, but missing: {}", describe_values(&values));
            return self.missing(&tag_at, what);
        };
        let mut meant = tag
            .choices
            .iter()
            .filter(|choice| same(choice.value, received))
            .map(|choice| choice.branch)
            .peekable();
        if meant.peek().is_none() {
            return self.not_allowed(&values, received, &tag_at);
        }
        if let Some((_, findings)) = self.closest_branch(meant, instance, at) {
            self.report(findings);
        }
    }
}

/// The member whose value tells which alternative is meant.
struct Tag<'s> {
    name: &'s str,
    choices: Vec<Choice<'s>>,
}

struct Choice<'s> {
    value: &'s Value,
    branch: &'s Value,
}

impl<'s> Tag<'s> {
    /// Finds a member that every alternative for objects requires, each with its own single value.
    fn find(root: &'s Value, branches: &'s [Value]) -> Option<Self> {
        let objects: Vec<&Value> = branches
            .iter()
            .map(|branch| dereference(root, branch))
            .filter(|branch| may_be_object(branch))
            .collect();
        let [first, _, ..] = objects.as_slice() else {
            return None;
        };
        let candidates = first.get("properties")?.as_object()?;
        candidates.keys().find_map(|name| {
            let choices = objects.iter().map(|branch| {
                let value = only_value(branch.get("properties")?.get(name)?)?;
                requires(branch, name).then_some(Choice { value, branch })
            });
            Some(Self {
                name,
                choices: choices.collect::<Option<_>>()?,
            })
        })
    }
}

fn may_be_object(schema: &Value) -> bool {
    match schema {
        Value::Object(keywords) => {
            let types = type_names(keywords);
            types.is_empty() || types.contains(&"object")
        }
        other => *other != Value::Bool(false),
    }
}

fn requires(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|required| required == name))
}

/// The value of a schema that allows a single one.
fn only_value(schema: &Value) -> Option<&Value> {
    match (schema.get("const"), schema.get("enum").and_then(Value::as_array)) {
        (Some(value), _) => Some(value),
        (None, Some(values)) => match values.as_slice() {
            [value] => Some(value),
            _ => None,
        },
        (None, None) => None,
    }
}

//! Parts → [`Pattern`]: the compiled inverse, which decides without ever going back.
//!
//! Each value is a maximal run of the bytes its grammar admits, less the beginning of the literal
//! after it that is made of such bytes too. That is exact only if the byte thereafter cannot
//! belong to the value; a template for which this does not hold is refused here.

use std::cmp::{Ordering, Reverse};

use super::parse::{
    Expression, Modifier, Operator, Part, UriTemplate, UriTemplateError, VariableSpec, is_unreserved,
};

#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The distinct variables in order of first appearance; a slot is an index into them.
    pub(super) names: Vec<String>,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Literal(String),
    Value(Value),
    Query(Query),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) slot: usize,
    pub(super) grammar: Grammar,
    pub(super) limit: Option<usize>,
    /// How many bytes at the end of the run belong to the literal that follows.
    pub(super) reserve: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Grammar {
    /// `{x}`: unreserved characters and escapes.
    Text,
    /// `{+x}`: anything, up to the `?` or `#` with which the template goes on, if it does.
    Any { stop: Option<u8> },
    /// `{x*}`, `{/x*}`: texts with this byte between them.
    Items(u8),
    /// What follows `;x` of `{;x}`: nothing or `=text`.
    Parameter,
    /// What follows the first `;` of `{;x*}`, for `x`.
    Parameters(String),
}

impl Grammar {
    pub(super) fn admits(&self, byte: u8) -> bool {
        match self {
            Self::Text => is_text(byte),
            Self::Any { stop: None } => true,
            Self::Any { stop: Some(b'?') } => !matches!(byte, b'?' | b'#'),
            Self::Any { stop: Some(stop) } => byte != *stop,
            Self::Items(separator) => is_text(byte) || byte == *separator,
            Self::Parameter => is_text(byte) || byte == b'=',
            Self::Parameters(_) => is_text(byte) || matches!(byte, b'=' | b';'),
        }
    }

    fn is_list(&self) -> bool {
        matches!(self, Self::Items(_) | Self::Parameters(_))
    }
}

/// Whether a byte may stand in a plain value; in a valid URI, `%` always begins an escape.
pub(super) fn is_text(byte: u8) -> bool {
    is_unreserved(byte) || byte == b'%'
}

/// A `{?…}` with the `{&…}` that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Query {
    /// The bytes it may begin with.
    pub(super) leads: Vec<u8>,
    /// Sorted by name.
    pub(super) keys: Vec<Key>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) slot: usize,
    pub(super) limit: Option<usize>,
    pub(super) list: bool,
}

impl Pattern {
    pub(super) fn compile(parts: &[Part]) -> Result<Self, UriTemplateError> {
        let mut compiler = Compiler::default();
        for part in parts {
            match part {
                Part::Literal(text) => compiler.literal(text),
                Part::Expression(expression) => compiler
                    .expression(expression)
                    .map_err(|reason| not_invertible(expression.offset, reason))?,
            }
        }
        compiler.finish()
    }

    /// The steps with the variables numbered instead of named.
    fn shape(&self) -> Vec<Step> {
        let mut seen = Vec::new();
        let mut renumber = |slot: &mut usize| {
            let known = seen.iter().position(|s| s == slot);
            let number = known.unwrap_or_else(|| {
                seen.push(*slot);
                seen.len() - 1
            });
            *slot = number;
        };
        let mut steps = self.steps.clone();
        for step in &mut steps {
            match step {
                Step::Literal(_) => {}
                Step::Value(value) => renumber(&mut value.slot),
                Step::Query(query) => query.keys.iter_mut().for_each(|k| renumber(&mut k.slot)),
            }
        }
        steps
    }

    /// Smaller is more specific: literal bytes, expressions, distinct variables, their width.
    fn rank(&self) -> (Reverse<usize>, usize, usize, usize) {
        let (mut literal, mut expressions, mut width) = (0, 0, 0);
        for step in &self.steps {
            match step {
                Step::Literal(text) => literal += text.len(),
                Step::Value(value) => {
                    expressions += 1;
                    width += value.width();
                }
                Step::Query(query) => {
                    expressions += query.keys.len();
                    width += query.keys.iter().map(Key::width).sum::<usize>();
                }
            }
        }
        (Reverse(literal), expressions, self.names.len(), width)
    }
}

/// The width of a text without a limit; limits are below it.
const UNLIMITED: usize = 10_000;

impl Value {
    fn width(&self) -> usize {
        let kind = match self.grammar {
            Grammar::Text | Grammar::Parameter => 0,
            Grammar::Items(_) | Grammar::Parameters(_) => UNLIMITED,
            Grammar::Any { .. } => 2 * UNLIMITED,
        };
        kind + self.limit.unwrap_or(UNLIMITED)
    }

    /// Fixes where the run ends, given the steps that follow, or says why it has no certain end.
    fn settle(&mut self, following: &[(usize, Step)]) -> Result<(), &'static str> {
        let (literal, next) = match following {
            [(_, Step::Literal(text)), rest @ ..] => (text.as_str(), rest.first()),
            rest => ("", rest.first()),
        };
        let next = next.map(|(_, step)| step);
        if let Grammar::Any { stop } = &mut self.grammar {
            *stop = literal.bytes().find(|byte| matches!(byte, b'?' | b'#'));
            if stop.is_none() && matches!(next, Some(Step::Query(q)) if q.leads.contains(&b'?')) {
                *stop = Some(b'?');
            }
        }
        let admits = |byte: &u8| self.grammar.admits(*byte);
        self.reserve = literal.bytes().take_while(admits).count();
        if self.reserve < literal.len() {
            return Ok(());
        }
        match next {
            Some(Step::Value(_) | Step::Literal(_)) if literal.is_empty() => {
                Err("has no text between it and the next variable")
            }
            Some(Step::Value(_) | Step::Literal(_)) => {
                Err("can hold all of the text between it and the next variable")
            }
            Some(Step::Query(query)) if query.leads.iter().any(admits) => {
                Err("can hold the byte that begins the query after it")
            }
            Some(Step::Query(_)) | None => Ok(()),
        }
    }
}

impl Key {
    fn width(&self) -> usize {
        usize::from(self.list) * UNLIMITED + self.limit.unwrap_or(UNLIMITED)
    }
}

fn not_invertible(offset: usize, reason: String) -> UriTemplateError {
    UriTemplateError::NotInvertible { offset, reason }
}

#[derive(Default)]
struct Compiler {
    names: Vec<String>,
    /// For each name, whether it holds a list.
    lists: Vec<bool>,
    /// With the offset of the expression that each comes from.
    steps: Vec<(usize, Step)>,
}

impl Compiler {
    fn literal(&mut self, text: &str) {
        match self.steps.last_mut() {
            Some((_, Step::Literal(before))) => before.push_str(text),
            _ if text.is_empty() => {}
            _ => self.steps.push((0, Step::Literal(text.to_owned()))),
        }
    }

    fn expression(&mut self, expression: &Expression) -> Result<(), String> {
        if expression.operator.is_query() {
            return self.query(expression);
        }
        let operator = expression.operator;
        let mut lead = operator.first();
        for spec in &expression.variables {
            self.literal(lead);
            lead = operator.separator();
            let grammar = grammar(operator, spec)?;
            if grammar == Grammar::Parameter {
                self.literal(&spec.name);
            }
            let value = Value {
                slot: self.slot(&spec.name, grammar.is_list())?,
                grammar,
                limit: spec.modifier.limit(),
                reserve: 0,
            };
            self.steps.push((expression.offset, Step::Value(value)));
        }
        Ok(())
    }

    fn query(&mut self, expression: &Expression) -> Result<(), String> {
        let mut query = match self.steps.pop() {
            Some((_, Step::Query(query))) if expression.operator == Operator::Continuation => query,
            before => {
                self.steps.extend(before);
                Query {
                    leads: Vec::new(),
                    keys: Vec::new(),
                }
            }
        };
        query.leads.extend(expression.operator.first().bytes());
        query.leads.dedup();
        for spec in &expression.variables {
            let list = spec.modifier == Modifier::Explode;
            let key = Key {
                name: spec.name.clone(),
                slot: self.slot(&spec.name, list)?,
                limit: spec.modifier.limit(),
                list,
            };
            match query.keys.binary_search_by(|k| k.name.cmp(&key.name)) {
                Ok(_) => return Err(format!("`{}` stands twice in one query", spec.name)),
                Err(place) => query.keys.insert(place, key),
            }
        }
        self.steps.push((expression.offset, Step::Query(query)));
        Ok(())
    }

    fn slot(&mut self, name: &str, list: bool) -> Result<usize, String> {
        match self.names.iter().position(|known| known == name) {
            Some(slot) if self.lists[slot] == list => Ok(slot),
            Some(_) => Err(format!("`{name}` is a list in one place and text in another")),
            None => {
                self.names.push(name.to_owned());
                self.lists.push(list);
                Ok(self.names.len() - 1)
            }
        }
    }

    fn finish(mut self) -> Result<Pattern, UriTemplateError> {
        for at in 0..self.steps.len() {
            let (before, following) = self.steps.split_at_mut(at + 1);
            match &mut before[at] {
                (offset, Step::Value(value)) => value.settle(following).map_err(|reason| {
                    let name = &self.names[value.slot];
                    not_invertible(*offset, format!("the value of `{name}` {reason}"))
                })?,
                (offset, Step::Query(_)) => match following.first() {
                    Some((_, Step::Literal(text))) if text.starts_with('#') => {}
                    Some(_) => {
                        let reason = "only a fragment may follow a query".to_owned();
                        return Err(not_invertible(*offset, reason));
                    }
                    None => {}
                },
                (_, Step::Literal(_)) => {}
            }
        }
        Ok(Pattern {
            names: self.names,
            steps: self.steps.into_iter().map(|(_, step)| step).collect(),
        })
    }
}

fn grammar(operator: Operator, spec: &VariableSpec) -> Result<Grammar, String> {
    let explode = spec.modifier == Modifier::Explode;
    let separator = operator.separator();
    match operator {
        Operator::Reserved | Operator::Fragment | Operator::Label if explode => Err(format!(
            "the items of `{}` can hold the `{separator}` that stands between them",
            spec.name
        )),
        Operator::Reserved | Operator::Fragment => Ok(Grammar::Any { stop: None }),
        Operator::Parameter if explode => Ok(Grammar::Parameters(spec.name.clone())),
        Operator::Parameter => Ok(Grammar::Parameter),
        Operator::Path if explode => Ok(Grammar::Items(b'/')),
        _ if explode => Ok(Grammar::Items(b',')),
        _ => Ok(Grammar::Text),
    }
}

impl UriTemplate {
    /// Whether the two templates match the same URIs, being alike in all but the names that a URI
    /// does not show: `orders://{id}` and `orders://{number}`. A server cannot offer both.
    ///
    /// Templates that share only some URIs do not overlap in this sense;
    /// [`cmp_specificity`](Self::cmp_specificity) puts them in order.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.pattern.shape() == other.pattern.shape()
    }

    /// In which order to try two templates; `Less` is first.
    ///
    /// More literal text goes first, then fewer expressions, then fewer variables, then narrower
    /// ones (`{x:3}`, `{x}`, `{x*}`, `{+x}`), then the text of the template. So the order is total
    /// and does not depend on the order of registration.
    #[must_use]
    pub fn cmp_specificity(&self, other: &Self) -> Ordering {
        let rank = self.pattern.rank().cmp(&other.pattern.rank());
        rank.then_with(|| self.as_str().cmp(other.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(template: &str) -> UriTemplate {
        UriTemplate::parse(template).unwrap_or_else(|error| panic!("{template}: {error}"))
    }

    #[test]
    fn ambiguous_templates_are_refused_apart_from_malformed_ones() {
        let table = "a://{b}{c} 4 no text between
            a://{b}-{c} 4 all of the text
            a://{b}%41x{c} 4 all of the text
            a://{b}{.c} 4 all of the text
            a://x{.b,c} 5 all of the text
            a://x{.b*} 5 can hold the `.`
            a://{+b*} 4 can hold the `,`
            a://{+b,c} 4 all of the text
            a://{+b}/{c} 4 all of the text
            a://{+b}{&c} 4 begins the query
            a://x{/b*}{/c} 5 all of the text
            a://x{;b*,c} 5 all of the text
            a://x{;b}={c} 5 all of the text
            a://{b*}/{b} 9 list in one place
            a://x{?b,b} 5 twice
            a://x{?b}{?c} 5 only a fragment
            a://x{?b}/y 5 only a fragment";
        for row in table.lines() {
            let words: Vec<_> = row.trim().splitn(3, ' ').collect();
            match UriTemplate::parse(words[0]) {
                Err(UriTemplateError::NotInvertible { offset, reason }) => {
                    assert_eq!(offset.to_string(), words[1], "{row}: {reason}");
                    assert!(reason.contains(words[2]), "{row}: {reason}");
                }
                other => panic!("{row}: {other:?}"),
            }
        }
    }

    #[test]
    fn templates_that_differ_only_in_unseen_names_overlap() {
        let overlap = "a://{b} a://{c} a://{b}/{c} a://{c}{/b} a://{b}/{b} a://{c}/{c}
            a://é/{b} a://%c3%a9/{c} a://x{?p,q} a://x{?q,p}";
        let differ = "a://{b}/{b} a://{b}/{c} a://{b} a://{b:3} a://{b} a://{+b}
            a://x{?p} a://x{?q} a://x{;p} a://x{;q} a://{id}{?id} a://{x}{?id}";
        for (table, expected) in [(overlap, true), (differ, false)] {
            let templates: Vec<_> = table.split_whitespace().map(parse).collect();
            for pair in templates.chunks(2) {
                assert_eq!(pair[0].overlaps(&pair[1]), expected, "{pair:?}");
                assert_eq!(pair[1].overlaps(&pair[0]), expected, "{pair:?}");
            }
        }
    }

    /// RES-15, made independent of the order of registration.
    #[test]
    fn the_more_specific_template_is_tried_first() {
        let expected = "a://x/long/{b} a://x/{b:9} a://x/{b:10} a://x/{b} a://x/{c} a://x{/b*}
            a://x/{+b} a://x/{b}{?q} a://{b}/{b} a://{b}/{c} a://{b}";
        let expected: Vec<_> = expected.split_whitespace().collect();
        let mut templates: Vec<_> = expected.iter().copied().map(parse).collect();
        templates.reverse();
        templates.sort_by(UriTemplate::cmp_specificity);
        let sorted: Vec<_> = templates.iter().map(UriTemplate::as_str).collect();
        assert_eq!(sorted, expected);
    }
}

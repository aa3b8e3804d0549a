//! A schema made ready for a tape: the part of the vocabulary that types give rise to.
//!
//! Nearly every schema is made of types, members, items, alternatives and bounds. For these, walking
//! the tape beside a few tables is all that a check takes: no tree, no validator, nothing is made. What
//! goes beyond is not decided here.

mod build;

use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::explain::number::{as_integer, first_repeated, same};
use super::tape::{Tape, TapeNode, Token, integral};

/// How many pairs of a rule and a value are looked at: alternatives within alternatives multiply.
const MAX_STEPS: u32 = 1_000_000;
/// How deep the walk goes. Every level of a value may take some: references, alternatives.
const MAX_DEPTH: u32 = 512;

/// The rules of one schema. The first is that of the whole value.
#[derive(Debug)]
pub(super) struct Rules(Vec<Rule>);

/// What one schema within it says of a value.
#[derive(Debug, Default)]
struct Rule {
    /// The kinds of values that are taken.
    kinds: Kinds,
    bounds: Option<Box<Bounds>>,
    /// `enum` and `const`: it has to be one of each.
    values: Vec<Vec<Value>>,
    items: Option<Box<Items>>,
    members: Option<Box<Members>>,
    /// `$ref` and `allOf`.
    all_of: Vec<Index>,
    any_of: Option<Vec<Index>>,
    one_of: Option<Vec<Index>>,
}

/// Where a rule stands.
type Index = usize;

/// A set of kinds of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Kinds(u8);

impl Kinds {
    const NULL: Self = Self(1);
    const BOOLEAN: Self = Self(2);
    const INTEGER: Self = Self(4);
    const FRACTION: Self = Self(8);
    const STRING: Self = Self(16);
    const ARRAY: Self = Self(32);
    const OBJECT: Self = Self(64);
    const ALL: Self = Self(127);

    fn of(token: &Token<'_>) -> Self {
        match token {
            Token::Null => Self::NULL,
            Token::Bool(_) => Self::BOOLEAN,
            Token::Unsigned(_) | Token::Signed(_) => Self::INTEGER,
            Token::Float(number) if integral(*number).is_some() => Self::INTEGER,
            Token::Float(_) => Self::FRACTION,
            Token::String(_) => Self::STRING,
            Token::Array { .. } => Self::ARRAY,
            Token::Object { .. } => Self::OBJECT,
        }
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn has(self, kind: Self) -> bool {
        self.0 & kind.0 != 0
    }
}

#[derive(Debug, Default)]
struct Bounds {
    /// Numbers, each with the outcomes of a comparison with it that are wrong.
    numbers: Vec<(Number, &'static [Ordering])>,
    multiple_of: Option<u64>,
    /// In characters.
    text: Count,
    items: Count,
    members: Count,
}

#[derive(Debug, Default)]
struct Count {
    least: Option<u64>,
    most: Option<u64>,
}

impl Count {
    fn is_any(&self) -> bool {
        self.least.is_none() && self.most.is_none()
    }

    fn has(&self, count: usize) -> bool {
        let count = count as u64;
        self.least.is_none_or(|least| count >= least) && self.most.is_none_or(|most| count <= most)
    }
}

#[derive(Debug)]
struct Items {
    first: Vec<Index>,
    others: Option<Index>,
    are_unique: bool,
}

#[derive(Debug)]
struct Members {
    /// By name.
    known: Vec<Member>,
    required: usize,
    others: Option<Index>,
}

impl Members {
    fn find(&self, name: &str) -> Option<&Member> {
        /// Among so few, names of other lengths are passed over faster than halves.
        const FEW: usize = 16;
        match self.known.len() {
            ..=FEW => self.known.iter().find(|known| *known.name == *name),
            _ => {
                let place = self.known.binary_search_by(|known| (*known.name).cmp(name));
                place.ok().map(|place| &self.known[place])
            }
        }
    }
}

#[derive(Debug)]
struct Member {
    name: Box<str>,
    rule: Option<Index>,
    is_required: bool,
}

/// It is not decided whether the value fulfils the rules.
struct Undecided;

type Decision = Result<bool, Undecided>;

impl Rules {
    /// The rules of a schema; `None` if it says more than rules can.
    ///
    /// The schema must be within the bounds of [`super::bounds`].
    pub(super) fn of(schema: &Value) -> Option<Self> {
        build::build(schema)
    }

    /// Whether the value fulfils the schema; `None` if that is not decided here.
    pub(super) fn check(&self, tape: &Tape<'_>) -> Option<bool> {
        let mut walk = Walk {
            rules: &self.0,
            steps: 0,
            depth: 0,
        };
        walk.check(0, tape.root()).ok()
    }
}

struct Walk<'r> {
    rules: &'r [Rule],
    steps: u32,
    depth: u32,
}

impl Walk<'_> {
    fn check(&mut self, rule: Index, node: TapeNode<'_>) -> Decision {
        if self.steps == MAX_STEPS || self.depth == MAX_DEPTH {
            return Err(Undecided);
        }
        self.steps += 1;
        self.depth += 1;
        let decision = self.check_rule(&self.rules[rule], node);
        self.depth -= 1;
        decision
    }

    fn check_rule(&mut self, rule: &Rule, node: TapeNode<'_>) -> Decision {
        let token = node.token();
        if !rule.kinds.has(Kinds::of(token)) {
            return Ok(false);
        }
        if let Some(bounds) = &rule.bounds
            && !bounds.have(token)?
        {
            return Ok(false);
        }
        for values in &rule.values {
            if !is_one_of(values, node) {
                return Ok(false);
            }
        }
        if let Some(items) = &rule.items
            && !self.check_items(items, node)?
        {
            return Ok(false);
        }
        if let Some(members) = &rule.members
            && !self.check_members(members, node)?
        {
            return Ok(false);
        }
        for &rule in &rule.all_of {
            if !self.check(rule, node)? {
                return Ok(false);
            }
        }
        if let Some(any_of) = &rule.any_of
            && self.fitting(any_of, node, 1)? == 0
        {
            return Ok(false);
        }
        match &rule.one_of {
            Some(one_of) => Ok(self.fitting(one_of, node, 2)? == 1),
            None => Ok(true),
        }
    }

    /// How many of the alternatives fit, as far as `enough`.
    fn fitting(
        &mut self,
        alternatives: &[Index],
        node: TapeNode<'_>,
        enough: usize,
    ) -> Result<usize, Undecided> {
        let mut fitting = 0;
        for &rule in alternatives {
            fitting += usize::from(self.check(rule, node)?);
            if fitting == enough {
                break;
            }
        }
        Ok(fitting)
    }

    fn check_items(&mut self, items: &Items, node: TapeNode<'_>) -> Decision {
        let mut first = items.first.iter();
        for item in node.elements().into_iter().flatten() {
            let rule = first.next().copied().or(items.others);
            if let Some(rule) = rule
                && !self.check(rule, item)?
            {
                return Ok(false);
            }
        }
        Ok(!items.are_unique || is_free_of_repetition(node))
    }

    fn check_members(&mut self, members: &Members, node: TapeNode<'_>) -> Decision {
        let Some(given) = node.members() else {
            return Ok(true);
        };
        let mut required = members.required;
        for (name, value) in given {
            let rule = match members.find(name) {
                Some(known) => {
                    // No name is there twice.
                    required -= usize::from(known.is_required);
                    known.rule
                }
                None => members.others,
            };
            if let Some(rule) = rule
                && !self.check(rule, value)?
            {
                return Ok(false);
            }
        }
        Ok(required == 0)
    }
}

impl Bounds {
    fn have(&self, token: &Token<'_>) -> Decision {
        let number = match *token {
            Token::Unsigned(number) => number.into(),
            Token::Signed(number) => number.into(),
            Token::Float(number) => Number::from_f64(number).ok_or(Undecided)?,
            Token::String(ref text) => {
                return Ok(self.text.is_any() || self.text.has(text.chars().count()));
            }
            Token::Array { len, .. } => return Ok(self.items.has(len as usize)),
            Token::Object { len, .. } => return Ok(self.members.has(len as usize)),
            Token::Null | Token::Bool(_) => return Ok(true),
        };
        for (bound, wrong) in &self.numbers {
            if wrong.contains(&compare(&number, bound)?) {
                return Ok(false);
            }
        }
        match self.multiple_of {
            None => Ok(true),
            Some(step) => {
                let number = as_integer(&number).ok_or(Undecided)?;
                Ok(number % i128::from(step) == 0)
            }
        }
    }
}

/// Undecided where an integer and a fraction are compared of which one may not be exact.
fn compare(number: &Number, bound: &Number) -> Result<Ordering, Undecided> {
    /// Up to here every integer is exact as a float.
    const EXACT: i128 = 1 << 53;
    let exact = |integer: Option<i128>| integer.is_none_or(|integer| integer.abs() < EXACT);
    match (as_integer(number), as_integer(bound)) {
        (Some(number), Some(bound)) => Ok(number.cmp(&bound)),
        (a, b) if exact(a) && exact(b) => {
            let order = number.as_f64().zip(bound.as_f64());
            order.and_then(|(a, b)| a.partial_cmp(&b)).ok_or(Undecided)
        }
        _ => Err(Undecided),
    }
}

fn is_one_of(values: &[Value], node: TapeNode<'_>) -> bool {
    match node.token() {
        Token::String(text) => values.iter().any(|value| value.as_str() == Some(text)),
        _ if values.iter().all(Value::is_string) => false,
        _ => {
            let node = node.to_value();
            values.iter().any(|value| same(value, &node))
        }
    }
}

fn is_free_of_repetition(node: TapeNode<'_>) -> bool {
    let items: Vec<Value> = node
        .elements()
        .into_iter()
        .flatten()
        .map(TapeNode::to_value)
        .collect();
    first_repeated(&items).is_none()
}

#[cfg(test)]
mod tests;

//! Numbers and strings that fit.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::MAX_PADDING;
use crate::schema::explain::number::{as_integer, compare, is_off_step};

/// A number within the bounds of `keywords`, zero if it fits.
pub(super) fn number(keywords: &Map<String, Value>, whole: bool) -> Option<Number> {
    let range = Range::new(keywords, whole);
    let mut candidates = range.candidates().into_iter().flatten();
    candidates.find(|candidate| range.contains(candidate))
}

/// The bounds that a number has to keep.
struct Range<'s> {
    at_least: Option<&'s Number>,
    at_most: Option<&'s Number>,
    above: Option<&'s Number>,
    below: Option<&'s Number>,
    step: Option<&'s Number>,
    whole: bool,
}

impl<'s> Range<'s> {
    fn new(keywords: &'s Map<String, Value>, whole: bool) -> Self {
        let bound = |keyword: &str| match keywords.get(keyword) {
            Some(Value::Number(bound)) => Some(bound),
            _ => None,
        };
        Self {
            at_least: bound("minimum"),
            at_most: bound("maximum"),
            above: bound("exclusiveMinimum"),
            below: bound("exclusiveMaximum"),
            step: bound("multipleOf"),
            whole,
        }
    }

    fn contains(&self, number: &Number) -> bool {
        let fits = |bound: Option<&Number>, fits: fn(Ordering) -> bool| {
            bound.is_none_or(|bound| compare(number, bound).is_none_or(fits))
        };
        fits(self.at_least, Ordering::is_ge)
            && fits(self.at_most, Ordering::is_le)
            && fits(self.above, Ordering::is_gt)
            && fits(self.below, Ordering::is_lt)
            && self.step.is_none_or(|step| !is_off_step(number, step))
            && (!self.whole || as_integer(number).is_some())
    }

    /// Numbers that may fit, the simplest first.
    fn candidates(&self) -> [Option<Number>; 7] {
        let low = self.at_least.or(self.above);
        let high = self.at_most.or(self.below);
        [
            Some(0.into()),
            self.at_least.cloned(),
            low.and_then(|low| whole_beside(low, 1)),
            low.and_then(|low| next_step(low, self.step?)),
            self.at_most.cloned(),
            high.and_then(|high| whole_beside(high, -1)),
            low.and_then(|low| middle(low, high?)),
        ]
    }
}

/// The whole number next to `bound` in the given direction.
fn whole_beside(bound: &Number, direction: i128) -> Option<Number> {
    if let Some(bound) = as_integer(bound) {
        return Number::from_i128(bound + direction);
    }
    let bound = bound.as_f64()?;
    let whole = match direction {
        1 => bound.ceil(),
        _ => bound.floor(),
    };
    let whole = Number::from_f64(whole)?;
    Number::from_i128(as_integer(&whole)?)
}

/// The first multiple of `step` above `low`.
fn next_step(low: &Number, step: &Number) -> Option<Number> {
    let (low, step) = (as_integer(low)?, as_integer(step)?);
    let steps = low.checked_div_euclid(step)? + 1;
    Number::from_i128(steps.checked_mul(step)?)
}

fn middle(low: &Number, high: &Number) -> Option<Number> {
    Number::from_f64(low.as_f64()?.midpoint(high.as_f64()?))
}

/// A string of the asked-for format or length. Patterns are not solved.
pub(super) fn string(keywords: &Map<String, Value>) -> Option<String> {
    const FILLER: &str = "text";
    if keywords.contains_key("pattern") {
        return None;
    }
    if let Some(known) = keywords.get("format").and_then(Value::as_str).and_then(of_format) {
        return Some(known.to_owned());
    }
    let bound = |keyword| keywords.get(keyword).and_then(Value::as_u64);
    let min = bound("minLength").unwrap_or(0);
    let max = bound("maxLength").unwrap_or(MAX_PADDING);
    if min > MAX_PADDING || min > max {
        return None;
    }
    let len = usize::try_from((FILLER.len() as u64).clamp(min, max)).ok()?;
    Some(FILLER.chars().cycle().take(len).collect())
}

fn of_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2026-01-31T12:00:00Z",
        "date" => "2026-01-31",
        "time" => "12:00:00Z",
        "duration" => "PT1H",
        "email" => "name@example.org",
        "uri" | "uri-reference" | "iri" | "url" => "https://example.org",
        "uuid" => "00000000-0000-4000-8000-000000000000",
        "hostname" => "example.org",
        "ipv4" | "ip" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        _ => return None,
    })
}

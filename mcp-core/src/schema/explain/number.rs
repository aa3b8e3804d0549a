//! Numbers and values compared as JSON Schema compares them: by what they are, not how they are
//! written.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::schema::tape::integral;

/// The integer that `number` is, whether written as one or as `5.0`.
pub(in crate::schema) fn as_integer(number: &Number) -> Option<i128> {
    match number.as_i128() {
        Some(integer) => Some(integer),
        None => integral(number.as_f64()?).map(i128::from),
    }
}

/// `None` only where a number cannot be represented.
pub(in crate::schema) fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    match (as_integer(a), as_integer(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

/// Whether `number` is certainly no multiple of `step`.
pub(in crate::schema) fn is_off_step(number: &Number, step: &Number) -> bool {
    /// Decimal fractions are inexact in binary; what is this close counts as a multiple.
    const TOLERANCE: f64 = 1e-9;
    if let (Some(number), Some(step)) = (as_integer(number), as_integer(step)) {
        return step != 0 && number % step != 0;
    }
    match (number.as_f64(), step.as_f64()) {
        (Some(number), Some(step)) if step > 0.0 => {
            let quotient = number / step;
            (quotient - quotient.round()).abs() > TOLERANCE * quotient.abs().max(1.0)
        }
        _ => false,
    }
}

/// Equality in which `1` and `1.0` are the same.
pub(in crate::schema) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare(a, b) == Some(Ordering::Equal),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// The index of the first item that equals an earlier one.
pub(in crate::schema) fn first_repeated(items: &[Value]) -> Option<usize> {
    // Equal items get equal texts, so sorting finds them without comparing every pair.
    let mut texts: Vec<(String, usize)> = items
        .iter()
        .enumerate()
        .map(|(index, item)| (canonical(item), index))
        .collect();
    texts.sort_unstable();
    texts
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| pair[1].1)
        .min()
}

/// A text that equal values share.
fn canonical(value: &Value) -> String {
    match value {
        Value::Number(number) => match as_integer(number) {
            Some(integer) => integer.to_string(),
            None => number.to_string(),
        },
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let mut members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}:{}", Value::from(key.as_str()), canonical(value)))
                .collect();
            members.sort_unstable();
            format!("{{{}}}", members.join(","))
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_is_one_however_it_is_written() {
        assert!(same(
            &json!({ "a": [1], "b": null }),
            &json!({ "b": null, "a": [1.0] })
        ));
        assert!(!same(&json!(1), &json!("1")));
        assert!(!same(&json!(u64::MAX), &json!(u64::MAX - 1)));
        assert_eq!(first_repeated(&[json!([1]), json!("[1]"), json!([1.0])]), Some(2));
        assert_eq!(first_repeated(&[json!(1), json!(2)]), None);
    }

    #[test]
    fn steps_forgive_binary_fractions_only() {
        let off = |number: Value, step: Value| match (number, step) {
            (Value::Number(number), Value::Number(step)) => is_off_step(&number, &step),
            _ => false,
        };
        assert!(!off(json!(0.3), json!(0.1)));
        assert!(off(json!(0.35), json!(0.1)));
        assert!(off(json!(7), json!(5)));
        assert!(!off(json!(10.0), json!(5)));
    }
}

//! "Did you mean": the known name that a mistyped one most likely stands for.

/// Longer names are no typing mistakes, and comparing them costs the product of their lengths.
const MAX_LEN: usize = 64;

/// The name in `known` that is closest to `wanted`, if one is close enough to be worth a
/// suggestion.
///
/// Upper and lower case, `_` and `-` make no difference. Otherwise one letter may be missing,
/// added, exchanged or swapped with its neighbour, and in names of more than five letters one such
/// mistake for every three letters. Among equally close names the first in alphabetical order is
/// taken, so the answer does not depend on the order of `known`.
///
/// ```
/// use mcp_core::closest;
///
/// assert_eq!(closest("limt", ["offset", "limit"]), Some("limit"));
/// assert_eq!(closest("orderId", ["order_id"]), Some("order_id"));
/// assert_eq!(closest("colour", ["limit", "offset"]), None);
/// ```
#[must_use]
pub fn closest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = letters(wanted)?;
    let allowed = allowed_distance(wanted.len());
    known
        .into_iter()
        .filter_map(|name| {
            let letters = letters(name)?;
            if letters.len().abs_diff(wanted.len()) > allowed {
                return None;
            }
            let distance = distance(&wanted, &letters);
            (distance <= allowed).then_some((distance, name))
        })
        .min()
        .map(|(_, name)| name)
}

fn allowed_distance(len: usize) -> usize {
    match len {
        // Any other name of one letter would be "close".
        0 | 1 => 0,
        2..=4 => 1,
        _ => len / 3,
    }
}

/// What is compared of a name, or `None` if it is too long to be compared.
fn letters(name: &str) -> Option<Vec<char>> {
    let mut letters = Vec::new();
    for letter in name
        .chars()
        .filter(|letter| !matches!(letter, '_' | '-'))
        .flat_map(char::to_lowercase)
    {
        if letters.len() == MAX_LEN {
            return None;
        }
        letters.push(letter);
    }
    Some(letters)
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_previous = vec![0; b.len() + 1];
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    let mut current = vec![0; b.len() + 1];
    for i in 1..=a.len() {
        current[0] = i;
        for j in 1..=b.len() {
            let substituted = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substituted.min(previous[j] + 1).min(current[j - 1] + 1);
            let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if swapped {
                best = best.min(before_previous[j - 2] + 1);
            }
            current[j] = best;
        }
        std::mem::swap(&mut before_previous, &mut previous);
        std::mem::swap(&mut previous, &mut current);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_in_a_short_name_is_forgiven_and_two_are_not() {
        assert_eq!(closest("nmae", ["name"]), Some("name"));
        assert_eq!(closest("nam", ["name"]), Some("name"));
        assert_eq!(closest("nema", ["name"]), None);
        assert_eq!(closest("q", ["p", "id"]), None);
    }

    #[test]
    fn a_third_of_a_longer_name_may_be_wrong() {
        assert_eq!(closest("custmoer_nmae", ["customer_name"]), Some("customer_name"));
        assert_eq!(closest("quantity", ["customer"]), None);
    }

    #[test]
    fn case_and_separators_do_not_count() {
        assert_eq!(closest("OrderID", ["order-id", "order"]), Some("order-id"));
    }

    #[test]
    fn the_answer_does_not_depend_on_the_order() {
        assert_eq!(closest("cat", ["hat", "bat"]), Some("bat"));
        assert_eq!(closest("cat", ["bat", "hat"]), Some("bat"));
    }

    #[test]
    fn very_long_names_are_not_compared() {
        let long = "a".repeat(100_000);
        assert_eq!(closest(&long, [long.as_str(), "a"]), None);
        assert_eq!(closest("", ["a"]), None);
    }
}

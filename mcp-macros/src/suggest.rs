//! "Did you mean", for words that were mistyped.

/// The known word that is closest to `wanted`, if one is close enough: a third of its letters may
/// be wrong, one in a short word. Upper and lower case, `_` and `-` make no difference.
pub(crate) fn closest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = letters(wanted);
    let allowed = (wanted.len() / 3).max(1);
    let close = known
        .into_iter()
        .map(|word| (distance(&wanted, &letters(word)), word));
    close
        .filter(|(distance, word)| *distance <= allowed && *distance < word.len())
        .min()
        .map(|(_, word)| word)
}

fn letters(word: &str) -> Vec<char> {
    word.chars()
        .filter(|letter| !matches!(letter, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// How many letters have to be inserted, removed or exchanged.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let exchanged = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_forgiven_and_other_words_are_not() {
        assert_eq!(closest("tittle", ["name", "title"]), Some("title"));
        assert_eq!(closest("readOnly", ["read_only", "name"]), Some("read_only"));
        assert_eq!(closest("mimetyp", ["mime_type"]), Some("mime_type"));
        assert_eq!(closest("timeout", ["title", "name"]), None);
        assert_eq!(closest("i", ["x"]), None);
    }
}

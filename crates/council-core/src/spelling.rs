//! What somebody meant who wrote a word that is none.

/// Returns the known word nearest to a word, if one is near: at most two letters apart, and at most a third of the
/// word.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).min(2);
    let near = known
        .into_iter()
        .filter(|known| known.chars().count() > 2)
        .map(|known| (distance(word, known), known));
    near.filter(|(distance, _)| *distance <= allowed).min().map(|(_, known)| known)
}

/// Returns how many letters have to be changed, added or left out to turn one word into the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut next = vec![place + 1];
        for ((candidate, above), corner) in other.iter().zip(row.iter().skip(1)).zip(&row) {
            let left = next.last().copied().unwrap_or_default();
            let changed = corner + usize::from(*candidate != letter);
            next.push(changed.min(above + 1).min(left + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_word_and_another_word_does_not() {
        let known = ["budget", "timeout", "depth"];
        assert_eq!(nearest("budgt", known), Some("budget"));
        assert_eq!(nearest("timeuot", known), Some("timeout"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("", known), None);
    }

    #[test]
    fn distance_counts_changes_additions_and_omissions() {
        let pairs = [("", ""), ("", "abc"), ("abc", "abc"), ("kitten", "sitting"), ("ab", "ba")];
        assert_eq!(pairs.map(|(one, other)| distance(one, other)), [0, 3, 0, 3, 2]);
    }
}

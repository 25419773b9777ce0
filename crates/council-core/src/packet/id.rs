//! The ids that documents give to requirements, criteria, stories and evidence: `FR-001`, `REQ-AUTH-004`, `US1`, `FR-1.2a`.

use std::fmt;

/// The longest id; anything longer is not one.
const LONGEST: usize = 48;

/// An id as the document writes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(String);

impl ItemId {
    /// Takes a text that is an id and nothing else.
    pub fn new(text: &str) -> Option<Self> {
        (prefix_len(text) == Some(text.len())).then(|| Self(text.to_owned()))
    }

    /// Reads the id a text begins with, and returns it with what follows.
    pub fn lead(text: &str) -> Option<(Self, &str)> {
        let (id, rest) = text.split_at_checked(prefix_len(text)?)?;
        Some((Self(id.to_owned()), rest))
    }

    /// Finds every id in a text, with the offset of each.
    pub fn scan(text: &str) -> impl Iterator<Item = (usize, Self)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            // An id has a digit, and few words have one: they are found by it, and read from their beginning.
            while let Some(ahead) = digit(text.as_bytes().get(at..)?) {
                let (before, tail) = text.split_at_checked(at + ahead)?;
                let word = before.get(at..)?.chars().rev().take_while(|c| is_word(*c));
                let start = at + ahead - word.map(char::len_utf8).sum::<usize>();
                // What follows an id at once is no word of its own.
                let begins = start > at || !text.get(..at)?.ends_with(is_word);
                if begins && let Some((id, _)) = Self::lead(text.get(start..)?) {
                    at = start + id.0.len();
                    return Some((start, id));
                }
                at += ahead + tail.find(|c| !is_word(c)).unwrap_or(tail.len());
            }
            None
        })
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns what the id has in common with its siblings: `FR` of `FR-001`, `REQ-AUTH` of `REQ-AUTH-004`.
    pub fn family(&self) -> &str {
        self.unlettered().trim_end_matches(|c: char| !c.is_ascii_uppercase())
    }

    /// Returns the id without the letter behind its number: `FR-4` of `FR-4a` and of `FR-4A`.
    pub fn unlettered(&self) -> &str {
        let bare = self.0.strip_suffix(|c: char| c.is_ascii_alphabetic());
        bare.filter(|bare| bare.ends_with(|c: char| c.is_ascii_digit())).unwrap_or(&self.0)
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Finds the first digit, eight bytes at a time.
fn digit(text: &[u8]) -> Option<usize> {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    const ZERO: u64 = 0x3030_3030_3030_3030;
    // Adding to seven bits never carries into the next byte, and sets the highest bit from ten on.
    const TEN: u64 = 0x7676_7676_7676_7676;
    let (mut at, mut rest) = (0, text);
    while let Some((eight, after)) = rest.split_first_chunk() {
        let eight = u64::from_le_bytes(*eight) ^ ZERO;
        let digits = !(((eight & !HIGH) + TEN) | eight) & HIGH;
        if digits != 0 {
            return Some(at + (digits.trailing_zeros() / 8) as usize);
        }
        (at, rest) = (at + 8, after);
    }
    rest.iter().position(u8::is_ascii_digit).map(|ahead| at + ahead)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

/// Returns the length of the id a text begins with.
///
/// An id is capital letters, then groups of capitals and digits joined by `-`, then a number that may have parts
/// (`1.2`) and one letter at its end. The character after it must not continue the word.
fn prefix_len(text: &str) -> Option<usize> {
    // Most words are no ids, and most of them show it with their first two letters.
    let [first, second, ..] = text.as_bytes() else {
        return None;
    };
    let goes_on = second.is_ascii_uppercase()
        || second.is_ascii_digit()
        || *second == b'-'
        || !second.is_ascii();
    if !first.is_ascii_uppercase() || !goes_on {
        return None;
    }
    // An id has a digit, and ends before this.
    let near = text.as_bytes();
    digit(near.get(..LONGEST).unwrap_or(near))?;
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let plain = text.bytes().take_while(is_plain).count();
    let rest = text.get(plain..)?;
    let word_end = plain
        + if rest.starts_with(is_word) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            0
        };
    let word = text.get(..word_end)?;
    if !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let parts = dotted_len(text.get(word_end..)?);
    let lettered = word.strip_suffix(|c: char| c.is_ascii_alphabetic());
    let is_lettered = |bare: &&str| {
        // `E2E` and `B2B` are words; a capital is a suffix only behind a number that a hyphen sets off.
        let is_small = word.ends_with(|c: char| c.is_ascii_lowercase());
        bare.ends_with(|c: char| c.is_ascii_digit()) && (is_small || bare.contains('-'))
    };
    let bare = lettered.filter(|_| parts == 0).filter(is_lettered).unwrap_or(word);
    let last = bare.rsplit('-').next()?;
    let is_numbered = last.ends_with(|c: char| c.is_ascii_digit());
    let is_grouped = bare.split('-').all(|group| {
        !group.is_empty() && group.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    });
    let begins = bare.starts_with(|c: char| c.is_ascii_uppercase());
    // `R2D2` and `E2E9` are names; a number ends an id and letters do not come back after digits within a group.
    let is_plain = bare.split('-').all(|group| {
        let letters = group.trim_end_matches(|c: char| c.is_ascii_digit());
        letters.chars().all(|c| c.is_ascii_uppercase())
    });
    // `L12` is how a line is written, and a finding is never located by a line.
    let digits = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
    if parts == 0 && word.strip_prefix('L').is_some_and(digits) {
        return None;
    }
    let len = word_end + parts;
    (begins && is_numbered && is_grouped && is_plain && len <= LONGEST).then_some(len)
}

/// Returns the length of `.1.2` or `.1.2a` at the beginning of a text.
fn dotted_len(text: &str) -> usize {
    let mut len = 0;
    while let Some(rest) = text.get(len..).and_then(|rest| rest.strip_prefix('.')) {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let after = rest.get(digits..).unwrap_or_default();
        let lettered = after.strip_prefix(|c: char| c.is_ascii_alphabetic());
        if digits > 0 && lettered.is_some_and(|after| !after.starts_with(is_word)) {
            return len + 1 + digits + 1;
        }
        if digits == 0 || after.starts_with(is_word) {
            break;
        }
        len += 1 + digits;
    }
    len
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_usual_spellings_are_ids() {
        for id in [
            "FR-001",
            "NFR-2",
            "REQ-AUTH-004",
            "US1",
            "AC-3",
            "FR-1.2",
            "T69-07",
            "R1",
            "FR-002a",
            "FR-4A",
            "FR-4.5A",
            "FR-4.5b",
            "EVID-0001",
        ] {
            assert!(ItemId::new(id).is_some(), "{id}");
        }
    }

    #[test]
    fn words_and_versions_are_not() {
        for text in [
            "", "FR", "FR-", "-1", "1.2", "fr-1", "Stage0", "FR-001ab", "R2D2", "E2E", "B2B",
            "A--1", "FR-1-", "v1.2", "FR-X", "FR-1 ",
        ] {
            assert!(ItemId::new(text).is_none(), "{text}");
        }
    }

    #[test]
    fn an_id_ends_where_the_sentence_does() {
        let (id, rest) = ItemId::lead("FR-1. Then").unwrap();
        assert_eq!((id.as_str(), rest), ("FR-1", ". Then"));
        let (id, rest) = ItemId::lead("FR-1.2: x").unwrap();
        assert_eq!((id.as_str(), rest), ("FR-1.2", ": x"));
        assert_eq!(ItemId::lead("FR-1.2b x").unwrap().0.as_str(), "FR-1.2b");
        assert_eq!(ItemId::lead("FR-1.2bc x").unwrap().0.as_str(), "FR-1");
    }

    #[test]
    fn siblings_share_a_family() {
        for (id, family) in [
            ("FR-001", "FR"),
            ("REQ-AUTH-004", "REQ-AUTH"),
            ("US1", "US"),
            ("FR-1.2", "FR"),
            ("FR-4.5A", "FR"),
        ] {
            assert_eq!(ItemId::new(id).unwrap().family(), family);
        }
    }

    #[test]
    fn ids_are_found_within_words_of_a_sentence() {
        let found: Vec<_> = ItemId::scan("see FR-1, (NFR-2) and xFR-3, FR-4x9, `AC-5`.")
            .map(|(at, id)| (at, id.0))
            .collect();
        assert_eq!(
            found,
            [(4, "FR-1".to_owned()), (11, "NFR-2".to_owned()), (38, "AC-5".to_owned())]
        );
    }

    proptest! {
        #[test]
        fn what_is_found_stands_there(text in "([A-Za-z0-9é.,: -]|FR-1){0,30}") {
            for (at, id) in ItemId::scan(&text) {
                prop_assert!(text.get(at..).is_some_and(|rest| rest.starts_with(id.as_str())));
                prop_assert!(id.as_str().starts_with(id.family()));
            }
        }
    }
}

//! Anchors: the names by which sections are linked, as the common Markdown hosts make them.

use std::collections::{BTreeMap, btree_map::Entry};

/// Returns the anchor of a title, before it is made unique: small letters, hyphens for spaces, no punctuation.
pub fn slug(title: &str) -> String {
    let title = title.trim();
    if title.is_ascii() {
        let mut slug = title.to_ascii_lowercase().into_bytes();
        slug.retain_mut(|byte| match byte {
            b' ' => {
                *byte = b'-';
                true
            }
            b'-' | b'_' => true,
            _ => byte.is_ascii_alphanumeric(),
        });
        return String::from_utf8(slug).unwrap_or_default();
    }
    title
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .flat_map(|c| if c == ' ' { '-' } else { c }.to_lowercase())
        .collect()
}

/// Gives every title of a document its own anchor: the second `goals` becomes `goals-1`.
#[derive(Debug, Clone, Default)]
pub struct Anchors {
    /// Every anchor given, with the number that was last appended to it.
    given: BTreeMap<String, u32>,
}

impl Anchors {
    /// Returns the anchor of the next title.
    pub fn next(&mut self, title: &str) -> String {
        let base = slug(title);
        let base = if base.is_empty() { "section".to_owned() } else { base };
        let (base, mut number) = match self.given.entry(base) {
            Entry::Vacant(free) => {
                let anchor = free.key().clone();
                free.insert(0);
                return anchor;
            }
            Entry::Occupied(last) => (last.key().clone(), *last.get()),
        };
        let anchor = loop {
            number = number.saturating_add(1);
            let anchor = format!("{base}-{number}");
            if !self.given.contains_key(&anchor) {
                break anchor;
            }
        };
        self.given.insert(base, number);
        self.given.insert(anchor.clone(), 0);
        anchor
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn anchors_are_those_of_the_common_hosts() {
        for (title, anchor) in [
            ("Functional Requirements", "functional-requirements"),
            ("4.1 Goals & Non-Goals", "41-goals--non-goals"),
            ("`--flag` option", "--flag-option"),
            ("Größe", "größe"),
        ] {
            assert_eq!(slug(title), anchor);
        }
    }

    #[test]
    fn a_title_that_comes_back_is_numbered() {
        let mut anchors = Anchors::default();
        let given: Vec<_> =
            ["a", "a", "a-1", "a", "!!", "!"].iter().map(|title| anchors.next(title)).collect();
        assert_eq!(given, ["a", "a-1", "a-1-1", "a-2", "section", "section-1"]);
    }

    proptest! {
        #[test]
        fn no_two_titles_share_an_anchor(titles in prop::collection::vec("[ab1-]{0,3}", 0..30)) {
            let mut anchors = Anchors::default();
            let given: BTreeSet<_> = titles.iter().map(|title| anchors.next(title)).collect();
            prop_assert_eq!(given.len(), titles.len());
        }
    }
}

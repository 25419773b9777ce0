//! What a member of the panel or a human wrote, cleaned once so that no surface has to fear it.

use std::fmt;

/// One line of someone's words: never empty, single spaces, no control, direction or invisible characters.
///
/// A line cannot begin a section, close a fence or forge a field, because it cannot contain a line break.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CleanLine(String);

impl CleanLine {
    /// Takes any text and folds it to one line; `None` when nothing visible is left.
    pub fn new(raw: &str) -> Option<Self> {
        let visible: String = raw.chars().filter(|c| c.is_whitespace() || is_visible(*c)).collect();
        let folded = visible.split_whitespace().collect::<Vec<_>>().join(" ");
        (!folded.is_empty()).then_some(Self(folded))
    }

    /// Returns the words.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the words without regard to case: two lines that fold to the same say the same.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }

    /// Tells whether the line only holds a place, as a template does: `[...]`, `(pending)`, `TBD`.
    pub fn is_placeholder(&self) -> bool {
        let text = self.0.trim_end_matches('.');
        let is_template = [('[', ']'), ('<', '>')].into_iter().any(|(open, close)| {
            let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            inner.is_some_and(|inner| !inner.contains([open, close]))
        });
        let bare = text.trim_matches(['[', ']', '(', ')', '<', '>']).to_lowercase();
        let is_filler = bare.chars().all(|c| !c.is_alphanumeric())
            || ["tbd", "todo", "n/a", "none", "pending", "xxx"].contains(&bare.as_str());
        is_template || is_filler
    }
}

impl fmt::Display for CleanLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Someone's words in paragraphs, each of them one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prose(Vec<CleanLine>);

impl Prose {
    /// Takes any text; blank lines part the paragraphs.
    pub fn new(raw: &str) -> Self {
        let mut paragraphs = vec![String::new()];
        for line in raw.lines() {
            if line.trim().is_empty() {
                paragraphs.push(String::new());
            } else if let Some(open) = paragraphs.last_mut() {
                open.push_str(line);
                open.push('\n');
            }
        }
        paragraphs.iter().filter_map(|paragraph| CleanLine::new(paragraph)).collect()
    }

    /// Returns the paragraphs.
    pub fn paragraphs(&self) -> &[CleanLine] {
        &self.0
    }

    /// Tells whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<CleanLine> for Prose {
    fn from_iter<I: IntoIterator<Item = CleanLine>>(lines: I) -> Self {
        Self(lines.into_iter().collect())
    }
}

/// Tells whether a character shows itself as what it is. Controls, direction marks, joiners, fillers and tags do not:
/// they hide words, reorder them or drive a terminal.
pub(super) fn is_visible(c: char) -> bool {
    let is_hidden = c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}');
    !is_hidden
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(raw: &str) -> String {
        CleanLine::new(raw).map(|line| line.to_string()).unwrap_or_default()
    }

    #[test]
    fn line_breaks_of_every_kind_become_spaces() {
        assert_eq!(line(" a\r\nb\u{2028}c\u{b}d\u{85}e\u{a0}f "), "a b c d e f");
    }

    #[test]
    fn what_hides_or_reorders_words_is_dropped() {
        assert_eq!(line("\u{1b}[2J\u{202e}DEVORPPA\u{202c}\u{200b}\u{0}\u{7f}"), "[2JDEVORPPA");
        assert_eq!(CleanLine::new("\u{200b}\u{2060} \u{0}"), None);
    }

    #[test]
    fn what_a_template_leaves_behind_is_a_placeholder() {
        for text in ["[Recommendation text]", "(pending)", "TBD", "[...]", "…", "-", "n/a", "None."]
        {
            assert!(CleanLine::new(text).unwrap().is_placeholder(), "{text}");
        }
        for text in ["[FR-4] gains MFA", "none of the targets had a unit", "[FR-1] and [FR-2]"] {
            assert!(!CleanLine::new(text).unwrap().is_placeholder(), "{text}");
        }
    }

    #[test]
    fn blank_lines_part_paragraphs() {
        let prose = Prose::new("one\ntwo\n \n\n## three\n");
        let words: Vec<_> = prose.paragraphs().iter().map(CleanLine::as_str).collect();
        assert_eq!(words, ["one two", "## three"]);
    }

    proptest! {
        #[test]
        fn cleaning_twice_is_cleaning_once(raw in any::<String>()) {
            if let Some(line) = CleanLine::new(&raw) {
                prop_assert_eq!(CleanLine::new(line.as_str()), Some(line));
            }
        }
    }
}

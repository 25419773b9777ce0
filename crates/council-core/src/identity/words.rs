//! A text as its words, so that reflowing, markup and letter case do not make it another text.

use unicode_normalization::UnicodeNormalization as _;

/// Signs that change what a sentence says.
const SIGNS: [char; 9] = ['%', '<', '>', '≤', '≥', '±', '$', '€', '£'];

/// The words of a text in small letters, with one space between two of them and one at each end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FoldedWords(String);

impl FoldedWords {
    /// Takes the words of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut words = FoldedWords(String::from(" "));
        for line in text.lines() {
            let line = without_quote_marks(line);
            if line.is_ascii() { words.take(line.chars()) } else { words.take(line.nfc()) }
        }
        words
    }

    /// Tells whether there is no word.
    pub(super) fn is_empty(&self) -> bool {
        self.0.len() == 1
    }

    /// Returns how many words there are.
    pub(super) fn count(&self) -> usize {
        self.iter().count()
    }

    /// Returns the words in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split(' ').filter(|word| !word.is_empty())
    }

    /// Returns the words before another text's words where they first stand here, and those after them.
    pub(super) fn around<'a>(&'a self, other: &FoldedWords) -> Option<(&'a str, &'a str)> {
        if other.is_empty() {
            return None;
        }
        let at = self.0.find(&other.0)?;
        Some((self.0.get(..at)?, self.0.get(at + other.0.len()..)?))
    }

    /// Tells whether another text's words stand here, one after the other.
    pub(super) fn holds(&self, other: &FoldedWords) -> bool {
        self.around(other).is_some()
    }

    /// Returns the first words.
    pub(super) fn first(&self, most: usize) -> FoldedWords {
        let mut words = FoldedWords(String::from(" "));
        for word in self.iter().take(most) {
            words.0.push_str(word);
            words.0.push(' ');
        }
        words
    }

    fn take(&mut self, chars: impl Iterator<Item = char>) {
        for c in chars.flat_map(char::to_lowercase) {
            // Scripts without spaces have no other words than their characters.
            let is_whole = c.is_alphanumeric() && ('\u{2e80}'..'\u{a4d0}').contains(&c);
            let is_word = is_whole || SIGNS.contains(&c);
            if c.is_alphanumeric() && !is_word {
                self.0.push(c);
                continue;
            }
            self.end_word();
            if is_word {
                self.0.push(c);
                self.0.push(' ');
            }
        }
        self.end_word();
    }

    fn end_word(&mut self) {
        if !self.0.ends_with(' ') {
            self.0.push(' ');
        }
    }
}

/// Drops the marks of a block quote: where a line breaks, they move with the break.
fn without_quote_marks(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some(after) = rest.strip_prefix('>') {
        if !after.is_empty() && !after.starts_with([' ', '>', '\t']) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        FoldedWords::of(text).iter().map(str::to_owned).collect()
    }

    #[test]
    fn breaks_markup_and_case_are_no_part_of_the_words() {
        let expected = ["the", "export", "is", "fast"];
        for text in
            ["The export is fast.", "  The\n> export   **is**\n> > _fast_", "the EXPORT\tis `fast`"]
        {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn a_sign_that_changes_the_meaning_is_a_word() {
        assert_eq!(words("≥ 5%"), ["≥", "5", "%"]);
        assert_eq!(words(">= 5 ms"), [">", "5", "ms"]);
        assert_ne!(FoldedWords::of("below 5"), FoldedWords::of("below 5 %"));
    }

    #[test]
    fn characters_are_words_where_there_are_no_spaces() {
        assert_eq!(words("速い。検索"), ["速", "い", "検", "索"]);
    }

    #[test]
    fn a_text_holds_whole_words_only() {
        let text = FoldedWords::of("The exporter is fast enough");
        assert!(text.holds(&FoldedWords::of("is fast")));
        assert!(!text.holds(&FoldedWords::of("The export")));
        assert!(!text.holds(&FoldedWords::of("")));
        assert_eq!(text.around(&FoldedWords::of("is fast")), Some((" the exporter", "enough ")));
    }
}

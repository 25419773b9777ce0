//! Where something stands in a text: byte spans, and the line and column a person counts.

/// A piece of a text as byte offsets, the end excluded. Readers only make spans that begin and end on characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// Returns the span between two offsets, whichever comes first.
    #[inline]
    pub fn new(one: usize, other: usize) -> Self {
        Self { start: one.min(other), end: one.max(other) }
    }

    /// Returns the text of the span, or nothing where the span is not of this text.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Returns how many bytes it has.
    #[inline]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Tells whether it has no bytes.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Tells whether another span lies within this one.
    #[inline]
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns the span without white space at its two ends.
    #[must_use]
    pub fn trimmed(self, text: &str) -> Span {
        let slice = self.of(text);
        let start = self.start + (slice.len() - slice.trim_start().len());
        Span { start, end: start + slice.trim().len() }
    }
}

/// A line and a column, both from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The lines of a text: turns offsets into positions and back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Reads where the lines of a text begin.
    pub fn new(text: &str) -> Self {
        let after = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        Self { starts: std::iter::once(0).chain(after).collect() }
    }

    /// Returns how many lines there are; an empty text has one.
    pub fn count(&self) -> u32 {
        number(self.starts.len())
    }

    /// Returns the line of an offset. An offset past the end is on the last line.
    pub fn line(&self, offset: usize) -> u32 {
        number(self.starts.partition_point(|start| *start <= offset)).max(1)
    }

    /// Returns the line of an offset that is likely to be on a line or soon after it.
    pub fn line_from(&self, near: u32, offset: usize) -> u32 {
        const NEAR: usize = 8;
        let before = (near as usize).saturating_sub(1);
        let begun = |start: &&usize| **start <= offset;
        match self.starts.get(before..) {
            Some(starts) if starts.first().is_some_and(|start| *start <= offset) => {
                let ahead = starts.iter().take(NEAR).take_while(begun).count();
                if ahead < NEAR { number(before + ahead) } else { self.line(offset) }
            }
            _ => self.line(offset),
        }
    }

    /// Returns the line and the column of an offset of the text the index was made of.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.line(offset);
        let before = Span::new(self.start(line).unwrap_or_default(), offset).of(text);
        Position { line, column: number(before.chars().count()).saturating_add(1) }
    }

    /// Returns the offset of a line and a column of the text the index was made of, if there is such a place. The
    /// column after the last character of a line is such a place.
    pub fn offset(&self, text: &str, position: Position) -> Option<usize> {
        let span = self.span(text, position.line)?;
        let column = usize::try_from(position.column.checked_sub(1)?).ok()?;
        let line = span.of(text);
        let mut ends = line.char_indices().map(|(at, _)| at).chain(std::iter::once(line.len()));
        ends.nth(column).map(|at| span.start + at)
    }

    /// Returns the offset where a line begins.
    pub fn start(&self, line: u32) -> Option<usize> {
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        self.starts.get(index).copied()
    }

    /// Returns a line without its line feed.
    pub fn span(&self, text: &str, line: u32) -> Option<Span> {
        let start = self.start(line)?;
        let end = match self.start(line.saturating_add(1)) {
            Some(next) => next.saturating_sub(1),
            None => text.len(),
        };
        Some(Span { start, end })
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let text = "a\nżółw x\n";
        let lines = LineIndex::new(text);
        let at = text.find('x').unwrap();
        assert_eq!(lines.position(text, at), Position { line: 2, column: 6 });
        assert_eq!(lines.count(), 3);
    }

    proptest! {
        #[test]
        fn a_line_is_the_same_wherever_it_is_looked_for(text in "[a\n]{0,40}", near in 0_u32..40, offset in 0_usize..45) {
            let lines = LineIndex::new(&text);
            prop_assert_eq!(lines.line_from(near, offset), lines.line(offset));
        }
    }

    #[test]
    fn a_place_that_does_not_exist_has_no_offset() {
        let text = "ab\nc";
        let lines = LineIndex::new(text);
        for (line, column) in [(0, 1), (1, 0), (1, 4), (3, 1)] {
            assert_eq!(lines.offset(text, Position { line, column }), None, "{line}:{column}");
        }
        assert_eq!(lines.offset(text, Position { line: 1, column: 3 }), Some(2));
    }

    #[test]
    fn a_span_of_another_text_is_empty_text() {
        assert_eq!(Span::new(1, 9).of("short"), "");
        assert_eq!(Span::new(1, 2).of("é"), "");
    }

    proptest! {
        #[test]
        fn an_offset_comes_back_from_its_position(text in "[a-cé\\n]{0,40}", pick in any::<prop::sample::Index>()) {
            let offsets: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let offset = *pick.get(&offsets);
            let lines = LineIndex::new(&text);
            prop_assert_eq!(lines.offset(&text, lines.position(&text, offset)), Some(offset));
        }

        #[test]
        fn trimming_stays_inside_and_leaves_the_same_words(text in "\\PC{0,20}[ \\n\\u{a0}]{0,3}") {
            let whole = Span::new(0, text.len());
            let trimmed = whole.trimmed(&text);
            prop_assert!(whole.contains(trimmed));
            prop_assert_eq!(trimmed.of(&text), text.trim());
        }
    }
}

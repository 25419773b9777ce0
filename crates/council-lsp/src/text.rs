//! The text of an open file, and the two ways in which an editor counts columns.

use council::{core::packet::Span, formats::input};
use gen_lsp_types::{Position, PositionEncodingKind, Range};

/// How an editor counts the columns of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// In bytes.
    Utf8,
    /// In units of UTF-16, which every editor understands.
    Utf16,
}

impl Encoding {
    /// Picks bytes where the editor understands them.
    pub(crate) fn among(offered: Option<&[PositionEncodingKind]>) -> Self {
        let is_offered = offered.is_some_and(|kinds| kinds.contains(&PositionEncodingKind::UTF8));
        if is_offered { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn width(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
        }
    }

    /// Returns the byte of a line that a column names; a column past the end, or within a character, is the place before.
    fn byte(self, line: &str, column: u32) -> usize {
        let column = column as usize;
        let mut width = 0;
        for (at, letter) in line.char_indices() {
            width += match self {
                Encoding::Utf8 => letter.len_utf8(),
                Encoding::Utf16 => letter.len_utf16(),
            };
            if width > column {
                return at;
            }
        }
        line.len()
    }
}

/// A text as the rules read it, with the lines an editor counts.
///
/// Line ends of any sort are one byte there, and a byte order mark is none; lines and what stands on them are the same.
#[derive(Debug)]
pub(crate) struct Lines {
    text: String,
    starts: Vec<usize>,
    has_mark: bool,
    encoding: Encoding,
}

/// What some files begin with.
const MARK: char = '\u{feff}';

impl Lines {
    /// Reads a text as the rules do, or says why it cannot be.
    pub(crate) fn read(path: &str, raw: &str, encoding: Encoding) -> Result<Self, String> {
        let text = input::text(path, raw.as_bytes()).map_err(|error| error.message)?;
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Ok(Self { has_mark: raw.starts_with(MARK), text, starts, encoding })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns where an offset is.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = Span::new(start, offset.min(self.text.len())).of(&self.text);
        let mark = if line == 0 && self.has_mark { self.encoding.width("\u{feff}") } else { 0 };
        Position { line: number(line), character: number(self.encoding.width(before) + mark) }
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// Returns the offset of a place in the editor; one past the end is the end.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return self.text.len() };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let mark = if line == 0 && self.has_mark { self.encoding.width("\u{feff}") } else { 0 };
        let column = position.character.saturating_sub(number(mark));
        start + self.encoding.byte(Span::new(start, end).of(&self.text), column)
    }
}

/// Applies a change to a text as the editor has it. A range that ends before it begins is taken as the one between.
pub(crate) fn replace(raw: &mut String, range: Range, with: &str, encoding: Encoding) {
    let (one, other) =
        (raw_offset(raw, range.start, encoding), raw_offset(raw, range.end, encoding));
    raw.replace_range(one.min(other)..one.max(other), with);
}

/// Returns the offset of a place in a text whose line ends are the editor's.
fn raw_offset(raw: &str, position: Position, encoding: Encoding) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        let rest = raw.get(start..).unwrap_or_default();
        let Some(at) = rest.find(['\r', '\n']) else { return raw.len() };
        let is_pair = rest.get(at..).is_some_and(|end| end.starts_with("\r\n"));
        start += at + if is_pair { 2 } else { 1 };
    }
    let rest = raw.get(start..).unwrap_or_default();
    let line = rest.find(['\r', '\n']).and_then(|end| rest.get(..end)).unwrap_or(rest);
    start + encoding.byte(line, position.character)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_are_counted_as_the_editor_does() {
        let raw = "a😀ü\r\nx\n";
        let of = |encoding| Lines::read("a.md", raw, encoding).unwrap();
        assert_eq!(of(Encoding::Utf8).position(5), at(0, 5));
        assert_eq!(of(Encoding::Utf16).position(5), at(0, 3));
        assert_eq!(of(Encoding::Utf16).position(8), at(1, 0));
        assert_eq!(of(Encoding::Utf16).offset(at(0, 3)), 5);
        assert_eq!(of(Encoding::Utf16).offset(at(0, 2)), 1, "within a character");
        assert_eq!(of(Encoding::Utf16).offset(at(0, 99)), 7);
        assert_eq!(of(Encoding::Utf16).offset(at(99, 0)), 10);
        let marked = Lines::read("a.md", "\u{feff}ab\ncd", Encoding::Utf16).unwrap();
        assert_eq!((marked.position(1), marked.offset(at(0, 2))), (at(0, 2), 1));
    }

    #[test]
    fn a_change_is_applied_where_the_editor_means_it() {
        let mut raw = "one\r\ntwo 😀 three\rfour\n".to_owned();
        let range = Range { start: at(1, 4), end: at(1, 6) };
        replace(&mut raw, range, "x", Encoding::Utf16);
        assert_eq!(raw, "one\r\ntwo x three\rfour\n");
        replace(&mut raw, Range { start: at(2, 4), end: at(9, 9) }, "!", Encoding::Utf16);
        assert_eq!(raw, "one\r\ntwo x three\rfour!");
        replace(&mut raw, Range { start: at(0, 3), end: at(0, 0) }, "", Encoding::Utf8);
        assert_eq!(raw, "\r\ntwo x three\rfour!");
    }

    proptest! {
        /// An offset is where its position says, and no place of an editor is outside of the text or within a character.
        #[test]
        fn positions_lead_back(raw in "[aü😀\r\n]{0,40}", line in 0..9_u32, column in 0..12_u32) {
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                let lines = Lines::read("a.md", &raw, encoding).unwrap();
                for (offset, _) in lines.text().char_indices() {
                    prop_assert_eq!(lines.offset(lines.position(offset)), offset);
                }
                let offset = lines.offset(at(line, column));
                prop_assert!(lines.text().is_char_boundary(offset));
                let mut changed = raw.clone();
                replace(&mut changed, Range { start: at(line, column), end: at(column, line) }, "y", encoding);
            }
        }
    }
}

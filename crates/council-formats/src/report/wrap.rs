//! Text in lines that fit a terminal.

/// How wide a page is at most, and where nobody knows how wide the terminal is.
pub const WIDEST: usize = 96;

/// How narrow a page gets; a terminal that is narrower breaks the lines itself.
const NARROWEST: usize = 40;

/// The least room that text gets beside what stands before it.
const LEAST: usize = 12;

/// How wide what people read may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// As wide as it is: nobody looks at it on a terminal.
    Open,
    /// A terminal with that many columns.
    Columns(usize),
}

impl Width {
    /// Returns how many columns a page has that is set in lines anyway.
    pub(super) fn of_page(self) -> usize {
        match self {
            Width::Open => WIDEST,
            Width::Columns(columns) => columns.clamp(NARROWEST, WIDEST),
        }
    }

    /// Returns how many columns a line has, where lines are broken at all.
    pub(super) fn of_line(self) -> Option<usize> {
        match self {
            Width::Open => None,
            Width::Columns(columns) => Some(columns.max(NARROWEST)),
        }
    }
}

/// Returns the room that is left on a line, which is never nothing.
pub(super) fn room(width: usize, taken: usize) -> usize {
    width.saturating_sub(taken).max(LEAST)
}

/// Breaks a text between words. A word that is wider than a line keeps a line of its own: a path can be copied whole, and
/// the terminal breaks it.
pub(super) fn lines(text: &str, first: usize, others: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let room = if lines.is_empty() { first } else { others };
        let is_empty = line.is_empty();
        if !is_empty && wide(&line) + 1 + wide(word) > room {
            lines.push(std::mem::take(&mut line));
        } else if !is_empty {
            line.push(' ');
        }
        // Where the text is broken, `::` that stood within a line must not begin one: build servers obey it there.
        match word.strip_prefix("::").filter(|_| line.is_empty()) {
            Some(rest) => {
                line.push_str("\\u{3a}:");
                line.push_str(rest);
            }
            None => line.push_str(word),
        }
    }
    lines.push(line);
    lines
}

/// Returns how many columns a text takes.
pub(super) fn wide(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_where_a_line_has_room_for_them() {
        assert_eq!(lines("one three five", 8, 5), ["one", "three", "five"]);
        assert_eq!(lines("", 5, 5), [""]);
        assert_eq!(
            lines("in docs/a/very/long/path.md now", 8, 8),
            ["in", "docs/a/very/long/path.md", "now"]
        );
        assert_eq!(lines("abc ::error::", 3, 20), ["abc", "\\u{3a}:error::"]);
    }

    #[test]
    fn a_page_is_as_wide_as_the_terminal_within_reason() {
        assert_eq!(Width::Open.of_page(), WIDEST);
        assert_eq!(Width::Columns(80).of_page(), 80);
        assert_eq!(Width::Columns(300).of_page(), WIDEST);
        assert_eq!(Width::Columns(1).of_page(), NARROWEST);
        assert_eq!(Width::Columns(300).of_line(), Some(300));
        assert_eq!(Width::Open.of_line(), None);
    }
}

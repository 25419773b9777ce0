//! One line of text: a name, a perspective, a person.

use std::fmt;

use thiserror::Error;

/// Text that is not empty and stays on its line, without space around it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrimmedLine(String);

/// Why text is not a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotALine {
    /// There is nothing in it.
    #[error("is empty")]
    Empty,
    /// It has a line break or another control character.
    #[error("has a line break or another control character")]
    Control,
    /// It is longer than a line may be.
    #[error("is longer than {} characters", TrimmedLine::LONGEST)]
    TooLong,
}

impl TrimmedLine {
    /// The most characters a line may have.
    pub const LONGEST: usize = 200;

    /// Takes text as a line; the space around it is dropped.
    pub fn new(text: &str) -> Result<Self, NotALine> {
        let text = text.trim();
        if text.is_empty() {
            return Err(NotALine::Empty);
        }
        if text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
            return Err(NotALine::Control);
        }
        if text.chars().count() > Self::LONGEST {
            return Err(NotALine::TooLong);
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TrimmedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_trimmed() {
        assert_eq!(TrimmedLine::new("  Alex ").unwrap().as_str(), "Alex");
    }

    #[test]
    fn text_that_is_no_line_is_refused() {
        assert_eq!(TrimmedLine::new(" \t"), Err(NotALine::Empty));
        assert_eq!(TrimmedLine::new("Alex\nStatus: ready"), Err(NotALine::Control));
        assert_eq!(TrimmedLine::new("a\u{1b}[2Jb"), Err(NotALine::Control));
        assert_eq!(TrimmedLine::new("a\u{2028}b"), Err(NotALine::Control));
        assert_eq!(TrimmedLine::new(&"é".repeat(201)), Err(NotALine::TooLong));
        assert!(TrimmedLine::new(&"é".repeat(200)).is_ok());
    }
}

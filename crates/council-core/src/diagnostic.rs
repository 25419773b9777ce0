//! What a reader says about bad text: collected, never thrown, always with a place.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a diagnostic weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing.
    Note,
    /// Accepted, but not what a writer of ours would write.
    Warning,
    /// Breaks the contract.
    Error,
}

/// Where in which file, as far as it is known. Paths are repo-relative with `/`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub path: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
}

impl Place {
    /// Returns a place that is a whole file.
    pub fn file(path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), line: None, column: None }
    }

    /// Returns the same file at a line.
    #[must_use]
    pub fn at(mut self, line: impl Into<Option<u32>>) -> Self {
        self.line = line.into();
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path.as_deref().unwrap_or("<input>"))?;
        let Some(line) = self.line else {
            return Ok(());
        };
        write!(f, ":{line}")?;
        match self.column {
            Some(column) => write!(f, ":{column}"),
            None => Ok(()),
        }
    }
}

/// One thing a reader noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable kebab-case name, such as `duplicate-key`.
    pub code: &'static str,
    /// How much it weighs.
    pub level: Level,
    /// Where it is.
    pub place: Place,
    /// What is wrong and what was expected: a lowercase fragment without a period.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Returns a diagnostic that breaks the contract.
    pub fn error(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { code, level: Level::Error, place, message: message.into(), help: None }
    }

    /// Returns a diagnostic about something accepted but not exact.
    pub fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { level: Level::Warning, ..Self::error(code, place, message) }
    }

    /// Returns a diagnostic that is only worth knowing.
    pub fn note(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { level: Level::Note, ..Self::error(code, place, message) }
    }

    /// Adds how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// A value read from text, with everything the reader noticed on the way.
///
/// A reader never fails halfway: it returns the best value it can and says what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed<T> {
    /// What was read.
    pub value: T,
    /// What was noticed, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parsed<T> {
    /// Returns a value about which there is nothing to say.
    pub fn clean(value: T) -> Self {
        Self { value, diagnostics: Vec::new() }
    }

    /// Returns the diagnostics that break the contract.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error)
    }

    /// Applies a function to the value and keeps the diagnostics.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed { value: change(self.value), diagnostics: self.diagnostics }
    }
}

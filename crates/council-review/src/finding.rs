//! A defect of a specification, whoever found it.

use council_core::{gate::Signal, severity};

/// A defect of a specification.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that finds it, by the name that [`manual`](crate::manual) knows, or the sort of defect that a reviewer
    /// says it is.
    pub rule: String,
    /// How bad it is.
    pub severity: Severity,
    /// The file.
    pub path: Option<String>,
    /// The line it begins on, from 1; none where the whole file is meant.
    pub line: Option<u32>,
    /// The column it begins at, in characters from 1.
    pub column: Option<u32>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Finding {
    pub(crate) fn of(signal: Signal) -> Self {
        Self {
            severity: Severity::of(signal.severity()),
            rule: signal.code,
            path: signal.place.path,
            line: signal.place.line,
            column: signal.place.column,
            message: signal.message,
            help: signal.help,
        }
    }
}

/// How bad a defect is. The order is the order of weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Worth fixing.
    Minor,
    /// To be fixed before anything is built on it.
    Major,
    /// Nothing may be built on it.
    Blocker,
}

impl Severity {
    pub(crate) fn of(severity: severity::Severity) -> Self {
        match severity {
            severity::Severity::Note => Self::Note,
            severity::Severity::Minor => Self::Minor,
            severity::Severity::Major => Self::Major,
            severity::Severity::Blocker => Self::Blocker,
        }
    }
}

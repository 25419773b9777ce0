//! A signal, or a finding seen as one: what every format says of both.

use council_core::{
    diagnostic::Place,
    gate::{Signal, Weight},
    severity::Severity,
    signature::ShortId,
};

use super::ReportFinding;

/// Something a command noticed.
#[derive(Debug, Clone, Copy)]
pub enum Noticed<'a> {
    /// What a gate or a reader noticed.
    Signal(&'a Signal),
    /// What a rule found in a text.
    Finding(&'a ReportFinding),
}

impl<'a> Noticed<'a> {
    /// Returns its stable name.
    pub fn code(self) -> &'a str {
        match self {
            Noticed::Signal(signal) => &signal.code,
            Noticed::Finding(finding) => finding.rule,
        }
    }

    /// Returns whether it stops the work.
    pub fn weight(self) -> Weight {
        match self {
            Noticed::Signal(signal) => signal.weight,
            Noticed::Finding(finding) => finding.weight(),
        }
    }

    /// Returns how bad it is.
    pub fn severity(self) -> Severity {
        match self {
            Noticed::Signal(signal) => signal.severity(),
            Noticed::Finding(finding) => finding.severity,
        }
    }

    /// Returns the name under which people speak of it, where it has one.
    pub(super) fn short_id(self) -> Option<ShortId> {
        match self {
            Noticed::Signal(signal) => signal.short_id,
            Noticed::Finding(finding) => Some(finding.short_id),
        }
    }

    /// Returns what is wrong.
    pub fn message(self) -> &'a str {
        match self {
            Noticed::Signal(signal) => &signal.message,
            Noticed::Finding(finding) => &finding.message,
        }
    }

    /// Returns what to do about it.
    pub fn help(self) -> Option<&'a str> {
        match self {
            Noticed::Signal(signal) => signal.help.as_deref(),
            Noticed::Finding(finding) => Some(&finding.remediation),
        }
    }

    /// Returns the file it is in.
    pub fn path(self) -> Option<&'a str> {
        match self {
            Noticed::Signal(signal) => signal.place.path.as_deref(),
            Noticed::Finding(finding) => Some(finding.original.path()),
        }
    }

    /// Returns the line it begins on.
    pub fn line(self) -> Option<u32> {
        match self {
            Noticed::Signal(signal) => signal.place.line,
            Noticed::Finding(finding) => Some(finding.start.line),
        }
    }

    /// Returns the column it begins at.
    pub fn column(self) -> Option<u32> {
        match self {
            Noticed::Signal(signal) => signal.place.column,
            Noticed::Finding(finding) => Some(finding.start.column),
        }
    }

    /// Tells whether it points at words, and not at a file in which something is missing.
    pub(super) fn is_quoted(self) -> bool {
        match self {
            Noticed::Signal(signal) => signal.place.column.is_some_and(|column| column > 1),
            Noticed::Finding(finding) => !finding.span.is_empty(),
        }
    }

    /// Returns where it is.
    pub fn place(self) -> Place {
        Place { path: self.path().map(str::to_owned), line: self.line(), column: self.column() }
    }

    /// Returns what else a gate knows of it, as name and value.
    pub fn details(self) -> &'a [(&'static str, String)] {
        match self {
            Noticed::Signal(signal) => &signal.details,
            Noticed::Finding(_) => &[],
        }
    }

    /// Returns what is wrong and, on lines of their own, what else is known and what to do about it.
    pub(super) fn advice(self) -> String {
        let mut advice = self.message().to_owned();
        for (name, value) in self.details() {
            advice.extend(["\n", name, ": ", value]);
        }
        if let Some(help) = self.help() {
            advice.extend(["\nhelp: ", help]);
        }
        advice
    }
}

//! What the reader has to say about a file.

use council_core::diagnostic::{Diagnostic, Place};

use crate::{remarks::Remarks, report::clean};

/// The diagnostics of one file.
pub(super) struct Notes<'a> {
    pub(super) path: &'a str,
    remarks: Remarks,
}

impl<'a> Notes<'a> {
    pub(super) fn new(path: &'a str) -> Self {
        Self { path, remarks: Remarks::default() }
    }

    /// Adds something that breaks the contract.
    pub(super) fn error(
        &mut self,
        code: &'static str,
        line: impl Into<Option<u32>>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let place = Place::file(self.path).at(line);
        self.push(Diagnostic::error(code, place, message).help(help));
    }

    /// Adds something that is accepted but not what a writer of ours would write.
    pub(super) fn warning(
        &mut self,
        code: &'static str,
        line: impl Into<Option<u32>>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let place = Place::file(self.path).at(line);
        self.push(Diagnostic::warning(code, place, message).help(help));
    }

    /// Tells whether something was said under this code.
    pub(super) fn says(&self, code: &str) -> bool {
        self.remarks.says(code)
    }

    /// Adds a diagnostic, unless there are enough of its kind.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.remarks.push(diagnostic);
    }

    /// Returns the diagnostics in the order of the text, those about what is not there last.
    pub(super) fn in_order(self) -> Vec<Diagnostic> {
        self.remarks.close_sorted(self.path, |one| one.place.line.unwrap_or(u32::MAX))
    }
}

/// Shows a value of the file in a message: on one line, harmless, and not longer than it needs to be.
pub(super) fn shown(value: &str) -> String {
    const LONGEST: usize = 60;
    let value = value.trim();
    let mut text: String = value.chars().take(LONGEST).collect();
    if value.chars().count() > LONGEST {
        text.push('…');
    }
    if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", clean::line(&text)) }
}

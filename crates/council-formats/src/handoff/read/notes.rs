//! What the reader has to say about a file.

use std::collections::BTreeMap;

use council_core::diagnostic::{Diagnostic, Place};

use crate::report::clean;

/// The diagnostics of one file.
pub(super) struct Notes<'a> {
    pub(super) path: &'a str,
    list: Vec<Diagnostic>,
    counts: BTreeMap<&'static str, usize>,
}

/// How many diagnostics of one kind are kept: nobody reads more, and a file made to provoke them costs memory.
const MOST: usize = 100;

impl<'a> Notes<'a> {
    pub(super) fn new(path: &'a str) -> Self {
        Self { path, list: Vec::new(), counts: BTreeMap::new() }
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
        self.counts.contains_key(code)
    }

    /// Adds a diagnostic, unless there are enough of its kind.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let count = self.counts.entry(diagnostic.code).or_default();
        *count += 1;
        if *count <= MOST {
            self.list.push(diagnostic);
        }
    }

    /// Returns the diagnostics in the order of the text, those about what is not there last.
    pub(super) fn in_order(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|one| one.place.line.unwrap_or(u32::MAX));
        let path = self.path;
        self.list.extend(self.counts.into_iter().filter(|(_, count)| *count > MOST).map(
            |(code, count)| {
                let message = format!("{} more remarks like `{code}`", count - MOST);
                Diagnostic::note("more-remarks", Place::file(path), message)
            },
        ));
        self.list
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

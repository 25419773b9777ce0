//! Walks a tree whose shape is known, and names the path of keys in everything it says.

use council_core::{
    diagnostic::{Diagnostic, Parsed, Place},
    tree::{Node, TreeEntry, Value},
};

use crate::{remarks::Remarks, report::clean};

/// What was noticed about one file.
#[derive(Debug)]
pub(crate) struct FileNotes<'f> {
    file: &'f str,
    remarks: Remarks,
}

impl<'f> FileNotes<'f> {
    pub(crate) fn new(file: &'f str) -> Self {
        Self { file, remarks: Remarks::default() }
    }

    pub(crate) fn place(&self) -> Place {
        Place::file(self.file)
    }

    /// Adds a remark.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.remarks.push(diagnostic);
    }

    /// Ends a reading: a file that breaks its contract is nothing, with everything that is wrong with it.
    pub(crate) fn close<T>(self, value: Option<T>) -> Parsed<Option<T>> {
        let value = value.filter(|_| !self.remarks.has_errors());
        Parsed { value, diagnostics: self.remarks.close(self.file) }
    }

    /// Says that something breaks the contract and returns nothing, so that a reader can end with it.
    pub(crate) fn error<T>(
        &mut self,
        code: &'static str,
        field: &Field<'_>,
        message: &str,
    ) -> Option<T> {
        let place = self.place().at(field.node.line);
        let message = format!("`{}` {message}", field.path);
        self.remarks.push(Diagnostic::error(code, place, message));
        None
    }
}

/// A node and the path of keys that leads to it.
#[derive(Debug, Clone)]
pub(crate) struct Field<'t> {
    pub(crate) node: &'t Node,
    pub(crate) path: String,
}

impl<'t> Field<'t> {
    /// Returns the root of a file, which must be a map.
    pub(crate) fn root(node: &'t Node, log: &mut FileNotes<'_>) -> Option<Self> {
        if matches!(node.value, Value::Map(_)) {
            return Some(Self { node, path: String::new() });
        }
        let message = format!("the file holds {}, expected a map", node.kind());
        log.push(Diagnostic::error("wrong-type", log.place(), message));
        None
    }

    /// Returns the value of a key, absent or null being nothing.
    pub(crate) fn optional(&self, key: &str) -> Option<Self> {
        let node = self.node.get(key).filter(|node| node.value != Value::Null)?;
        let path =
            if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Some(Self { node, path })
    }

    /// Returns the value of a key that must be there.
    pub(crate) fn required(&self, key: &str, log: &mut FileNotes<'_>) -> Option<Self> {
        let found = self.optional(key);
        if found.is_none() {
            let place = log.place().at(self.node.line);
            let path = if self.path.is_empty() { "the file" } else { &format!("`{}`", self.path) };
            let message = format!("{path} has no `{key}`");
            log.push(Diagnostic::error("missing-key", place, message));
        }
        found
    }

    /// Returns the text of a key that must be there.
    pub(crate) fn text(&self, key: &str, log: &mut FileNotes<'_>) -> Option<&'t str> {
        let field = self.required(key, log)?;
        field.as_text(log)
    }

    /// Returns the items of a key that must be there.
    pub(crate) fn list(&self, key: &str, log: &mut FileNotes<'_>) -> Option<Vec<Self>> {
        let field = self.required(key, log)?;
        let Value::List(items) = &field.node.value else {
            return field.wrong("a list", log);
        };
        let item = |(at, node)| Self { node, path: format!("{}[{at}]", field.path) };
        Some(items.iter().enumerate().map(item).collect())
    }

    /// Returns the value of a key that must be there and read as one of a closed list of words.
    pub(crate) fn word<T>(
        &self,
        key: &str,
        read: impl Fn(&str) -> Option<T>,
        expected: &str,
        log: &mut FileNotes<'_>,
    ) -> Option<T> {
        let field = self.required(key, log)?;
        field.as_word(read, expected, log)
    }

    /// Returns the text of this value.
    pub(crate) fn as_text(&self, log: &mut FileNotes<'_>) -> Option<&'t str> {
        let text = self.node.text();
        if text.is_some() { text } else { self.wrong("text", log) }
    }

    /// Reads this value as one of a closed list of words.
    pub(crate) fn as_word<T>(
        &self,
        read: impl Fn(&str) -> Option<T>,
        expected: &str,
        log: &mut FileNotes<'_>,
    ) -> Option<T> {
        let word = self.as_text(log)?;
        let value = read(word);
        if value.is_some() {
            return value;
        }
        log.error("unknown-value", self, &format!("is `{}`, expected {expected}", shown(word)))
    }

    /// Returns this value if it is a map.
    pub(crate) fn map(self, log: &mut FileNotes<'_>) -> Option<Self> {
        if matches!(self.node.value, Value::Map(_)) { Some(self) } else { self.wrong("a map", log) }
    }

    /// Returns the entries of this map whose keys are not known.
    pub(crate) fn unknown(&self, known: &[&str]) -> Vec<&'t TreeEntry> {
        self.node.entries().iter().filter(|entry| !known.contains(&entry.key.as_str())).collect()
    }

    fn wrong<T>(&self, expected: &str, log: &mut FileNotes<'_>) -> Option<T> {
        let message = format!("is {}, expected {expected}", self.node.kind());
        log.error("wrong-type", self, &message)
    }
}

/// Shows a value of a file on one line, cut where it is long.
pub(crate) fn shown(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("{}{more}", clean::line(&start))
}

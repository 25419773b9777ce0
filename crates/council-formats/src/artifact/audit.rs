//! Where the readers and checks of this module put what they notice, and how they walk a tree.

use council_core::{
    diagnostic::{Diagnostic, Place},
    tree::{Node, Value},
};

use crate::{remarks::Remarks, report::clean::is_hidden};

/// The longest piece of a document that a message shows.
const LONGEST: usize = 60;

/// Collects what was noticed about one file.
#[derive(Debug)]
pub(super) struct Audit<'a> {
    path: &'a str,
    remarks: Remarks,
}

impl<'a> Audit<'a> {
    /// Opens an audit of a file.
    pub(super) fn new(path: &'a str) -> Self {
        Self { path, remarks: Remarks::default() }
    }

    /// Adds something that breaks the contract.
    pub(super) fn error(
        &mut self,
        code: &'static str,
        line: Option<u32>,
        message: String,
    ) -> AuditRemark<'_> {
        self.add(Diagnostic::error(code, Place::file(self.path).at(line), message))
    }

    /// Adds something accepted but not exact.
    pub(super) fn warning(
        &mut self,
        code: &'static str,
        line: Option<u32>,
        message: String,
    ) -> AuditRemark<'_> {
        self.add(Diagnostic::warning(code, Place::file(self.path).at(line), message))
    }

    /// Adds something only worth knowing.
    pub(super) fn note(
        &mut self,
        code: &'static str,
        line: Option<u32>,
        message: String,
    ) -> AuditRemark<'_> {
        self.add(Diagnostic::note(code, Place::file(self.path).at(line), message))
    }

    /// Returns what was noticed, in the order of the text.
    pub(super) fn close(self) -> Vec<Diagnostic> {
        self.remarks.close_sorted(self.path, |diagnostic| diagnostic.place.line)
    }

    fn add(&mut self, diagnostic: Diagnostic) -> AuditRemark<'_> {
        AuditRemark(self.remarks.push(diagnostic))
    }
}

/// The remark just made, to which advice can be added.
pub(super) struct AuditRemark<'a>(Option<&'a mut Diagnostic>);

impl AuditRemark<'_> {
    /// Adds how to fix it.
    pub(super) fn help(self, help: impl Into<String>) {
        if let Some(diagnostic) = self.0 {
            diagnostic.help = Some(help.into());
        }
    }
}

/// Returns every node of a tree, parents before children, in the order of the file.
pub(super) fn nodes(root: &Node) -> impl Iterator<Item = &Node> {
    nodes_but(root, &[])
}

/// Returns every node of a tree but those under some keys, parents before children, in the order of the file.
pub(super) fn nodes_but<'a>(
    root: &'a Node,
    left_out: &'a [&str],
) -> impl Iterator<Item = &'a Node> {
    let mut pending = vec![root];
    std::iter::from_fn(move || {
        let node = pending.pop()?;
        match &node.value {
            Value::List(items) => pending.extend(items.iter().rev()),
            Value::Map(entries) => {
                let wanted =
                    entries.iter().rev().filter(|entry| !left_out.contains(&entry.key.as_str()));
                pending.extend(wanted.map(|entry| &entry.node));
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {}
        }
        Some(node)
    })
}

/// Returns text, or a number written as text; nothing for anything else and for blank text.
pub(super) fn word(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Int(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Float(_) | Value::List(_) | Value::Map(_) => None,
    }
}

/// Shows a piece of a document on one line, whatever is in it.
pub(super) fn shown(text: &str) -> String {
    let mut short = String::new();
    for c in text.chars().take(LONGEST) {
        if is_hidden(c) || c == '`' {
            short.extend(c.escape_unicode());
        } else {
            short.push(c);
        }
    }
    if text.chars().count() > LONGEST {
        short.push('…');
    }
    short
}

/// Shows a value for a message: short text in backticks, anything else by its kind.
pub(super) fn value(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => format!("`{}`", shown(text)),
        Value::Int(number) => format!("`{number}`"),
        Value::Float(number) => format!("`{number}`"),
        Value::Bool(truth) => format!("`{truth}`"),
        Value::Null | Value::List(_) | Value::Map(_) => node.kind().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    #[test]
    fn a_tree_is_walked_in_the_order_of_the_file() {
        let root = yaml::read("a.yaml", "a: 1\nb: [2, {c: 3}]\nd: 4\n").unwrap();
        let numbers: Vec<_> = nodes(&root).filter_map(Node::int).collect();
        assert_eq!(numbers, [1, 2, 3, 4]);
    }

    #[test]
    fn hostile_text_is_shown_harmless_and_short() {
        assert_eq!(shown("a\u{1b}[2J`\u{202e}"), "a\\u{1b}[2J\\u{60}\\u{202e}");
        assert_eq!(shown(&"x".repeat(99)).chars().count(), 61);
    }
}

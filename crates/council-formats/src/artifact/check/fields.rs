//! Keys a contract asks for: each is there, has its type and keeps to its words, or the audit says so.

use std::collections::BTreeSet;

use council_core::{
    diagnostic::Diagnostic,
    ident::PacketId,
    tree::{Node, Value},
};
use jiff::Timestamp;

use crate::artifact::audit::{Audit, AuditRemark, shown};

/// A node and the keys that lead to it, so that a message can name it.
#[derive(Debug, Clone)]
pub(super) struct CheckedNode<'a> {
    node: &'a Node,
    keys: String,
}

impl<'a> CheckedNode<'a> {
    /// Returns the root of a document.
    pub(super) fn root(node: &'a Node) -> Self {
        Self { node, keys: String::new() }
    }

    /// Returns the node itself.
    pub(super) fn node(&self) -> &'a Node {
        self.node
    }

    /// Returns the value of a key that is there and not null.
    pub(super) fn get(&self, key: &str) -> Option<CheckedNode<'a>> {
        let node = self.node.get(key).filter(|node| node.value != Value::Null)?;
        Some(Self { node, keys: self.child(key) })
    }

    /// Returns the value of a key, else the map itself: the best place to point at.
    pub(super) fn spot(&self, key: &str) -> CheckedNode<'a> {
        self.get(key).unwrap_or_else(|| self.clone())
    }

    /// Returns the items of a list.
    pub(super) fn items(&self) -> Vec<CheckedNode<'a>> {
        let items = self.node.items().iter().enumerate();
        items.map(|(at, node)| Self { node, keys: format!("{}[{at}]", self.keys) }).collect()
    }

    /// Returns the items of the list under a key; a key that is not there has none.
    pub(super) fn list(&self, key: &str) -> Vec<CheckedNode<'a>> {
        self.get(key).map(|list| list.items()).unwrap_or_default()
    }

    /// Returns the keys and values of a map.
    pub(super) fn entries(&self) -> Vec<(&'a str, CheckedNode<'a>)> {
        let entries = self.node.entries().iter();
        entries
            .map(|entry| {
                (entry.key.as_str(), Self { node: &entry.node, keys: self.child(&entry.key) })
            })
            .collect()
    }

    /// Returns the text under a key, if there is any.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.node.get(key)?.text()
    }

    /// Returns the texts of the list under a key.
    pub(super) fn texts(&self, key: &str) -> Vec<&'a str> {
        let list = self.node.get(key).map(Node::items).unwrap_or_default();
        list.iter().filter_map(Node::text).collect()
    }

    /// Names the place, for messages.
    pub(super) fn name(&self) -> String {
        if self.keys.is_empty() {
            "the file".to_owned()
        } else {
            format!("`{}`", shown(&self.keys))
        }
    }

    fn child(&self, key: &str) -> String {
        if self.keys.is_empty() { key.to_owned() } else { format!("{}.{key}", self.keys) }
    }
}

/// Holds a document against a contract.
#[derive(Debug)]
pub(super) struct ContractCheck<'a> {
    audit: Audit<'a>,
    told: BTreeSet<String>,
}

impl<'a> ContractCheck<'a> {
    /// Begins with nothing noticed.
    pub(super) fn new(path: &'a str) -> Self {
        Self { audit: Audit::new(path), told: BTreeSet::new() }
    }

    /// Tells whether something is met for the first time: a finding stands in several lists of a file, and what is said of
    /// one in all of them is told once.
    pub(super) fn is_first(&mut self, of: String) -> bool {
        self.told.insert(of)
    }

    /// Returns what was noticed, in the order of the text.
    pub(super) fn close(self) -> Vec<Diagnostic> {
        self.audit.close()
    }

    /// Adds something that breaks the contract.
    pub(super) fn error(
        &mut self,
        code: &'static str,
        at: &CheckedNode<'_>,
        message: String,
    ) -> AuditRemark<'_> {
        self.audit.error(code, at.node.line, message)
    }

    /// Adds something a contract asks for without insisting.
    pub(super) fn warning(
        &mut self,
        code: &'static str,
        at: &CheckedNode<'_>,
        message: String,
    ) -> AuditRemark<'_> {
        self.audit.warning(code, at.node.line, message)
    }

    /// Returns the value of a key that must be there and say something.
    pub(super) fn need<'t>(&mut self, at: &CheckedNode<'t>, key: &str) -> Option<CheckedNode<'t>> {
        let found = at.get(key);
        if found.is_none() {
            let what = if at.node.get(key).is_some() { "says nothing under" } else { "has no" };
            self.error("missing-key", at, format!("{} {what} `{key}`", at.name()))
                .help(format!("add `{key}`"));
        }
        found
    }

    /// Reports a key that must be there, be it null.
    pub(super) fn need_key(&mut self, at: &CheckedNode<'_>, key: &str) {
        if at.node.get(key).is_none() {
            self.error("missing-key", at, format!("{} has no `{key}`", at.name()))
                .help(format!("add `{key}`, null if there is nothing to say"));
        }
    }

    /// Returns text that must be there and not be blank.
    pub(super) fn text<'t>(&mut self, at: &CheckedNode<'t>, key: &str) -> Option<&'t str> {
        let found = self.need(at, key)?;
        match found.node.text() {
            Some(text) if !text.trim().is_empty() => Some(text),
            Some(_) => {
                self.error("missing-key", &found, format!("{} is blank", found.name()))
                    .help(format!("fill in `{key}`"));
                None
            }
            None => self.mistyped(&found, "text"),
        }
    }

    /// Returns the items of a list that must be there; it may be empty.
    pub(super) fn list<'t>(&mut self, at: &CheckedNode<'t>, key: &str) -> Vec<CheckedNode<'t>> {
        let Some(found) = self.need(at, key) else {
            return Vec::new();
        };
        if let Value::List(_) = found.node.value {
            return found.items();
        }
        self.mistyped::<()>(&found, "a list");
        Vec::new()
    }

    /// Returns a map that must be there.
    pub(super) fn map<'t>(&mut self, at: &CheckedNode<'t>, key: &str) -> Option<CheckedNode<'t>> {
        let found = self.need(at, key)?;
        match found.node.value {
            Value::Map(_) => Some(found),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::List(_) => self.mistyped(&found, "a map"),
        }
    }

    /// Returns true or false.
    pub(super) fn truth(&mut self, at: &CheckedNode<'_>, key: &str) -> Option<bool> {
        let found = self.need(at, key)?;
        found.node.bool().or_else(|| self.mistyped(&found, "true or false"))
    }

    /// Returns a whole number from 0.
    pub(super) fn count(&mut self, at: &CheckedNode<'_>, key: &str) -> Option<usize> {
        let found = self.need(at, key)?;
        let count = found.node.int().and_then(|number| usize::try_from(number).ok());
        count.or_else(|| self.mistyped(&found, "a whole number from 0"))
    }

    /// Returns a number from 0 to 1.
    pub(super) fn unit(&mut self, at: &CheckedNode<'_>, key: &str) -> Option<f64> {
        let found = self.need(at, key)?;
        self.is_unit(&found)
    }

    /// Returns the number a node is, which must be from 0 to 1.
    pub(super) fn is_unit(&mut self, at: &CheckedNode<'_>) -> Option<f64> {
        let number = at.node.number().filter(|number| (0.0..=1.0).contains(number));
        if number.is_none() {
            let message = format!(
                "{} is {}, expected a number from 0 to 1",
                at.name(),
                crate::artifact::audit::value(at.node)
            );
            self.error("out-of-range", at, message).help("give a number from 0 to 1");
        }
        number
    }

    /// Returns a time that must be there: RFC 3339 in UTC.
    pub(super) fn time(&mut self, at: &CheckedNode<'_>, key: &str) -> Option<Timestamp> {
        let found = self.need(at, key)?;
        let time =
            found.node.text().filter(|text| text.ends_with('Z')).and_then(|text| text.parse().ok());
        if time.is_none() {
            let message = format!(
                "{} is {}, expected a time in UTC",
                found.name(),
                crate::artifact::audit::value(found.node)
            );
            self.error("bad-time", &found, message).help("write it like `2026-01-26T10:00:00Z`");
        }
        time
    }

    /// Returns one of the words of a closed list.
    pub(super) fn word<'t>(
        &mut self,
        at: &CheckedNode<'t>,
        key: &str,
        words: &[&str],
    ) -> Option<&'t str> {
        let found = self.need(at, key)?;
        let word = found.node.text().filter(|text| words.contains(text));
        if word.is_none() {
            let value = crate::artifact::audit::value(found.node);
            let message = format!("{} is {value}, which is not in the closed list", found.name());
            self.error("unknown-word", &found, message)
                .help(format!("expected {}", words.join(", ")));
        }
        word
    }

    /// Returns the id of what was reviewed.
    pub(super) fn packet_id<'t>(&mut self, root: &CheckedNode<'t>) -> Option<&'t str> {
        let id = self.text(root, "prd_id")?;
        if let Err(error) = PacketId::new(id) {
            self.error("bad-id", &root.spot("prd_id"), error.to_string()).help("rename the packet");
            return None;
        }
        Some(id)
    }

    /// Checks the version of the shape.
    pub(super) fn schema_version(&mut self, root: &CheckedNode<'_>) {
        if let Some(version) = self.text(root, "schema_version")
            && version != "1.0.0"
        {
            let message = format!("`schema_version` is `{}`, expected `1.0.0`", shown(version));
            self.error("schema-version", &root.spot("schema_version"), message)
                .help("this program knows one version, `1.0.0`");
        }
    }

    fn mistyped<T>(&mut self, at: &CheckedNode<'_>, expected: &str) -> Option<T> {
        let message = format!("{} is {}, expected {expected}", at.name(), at.node.kind());
        self.error("wrong-type", at, message).help(format!("make it {expected}"));
        None
    }
}

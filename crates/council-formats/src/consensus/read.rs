//! From a file's text to a statement, tolerant of every shape found in the wild.

use std::collections::BTreeSet;

use council_core::{
    diagnostic::{Diagnostic, Parsed, Place},
    gate::stage::AgentStatement,
    tree::{Node, Value},
};
use jiff::civil::Date;

use super::name;
use crate::json;

/// The keys under which a conflict written as an object says what it is, the clearest first.
const TELLING: [&str; 8] =
    ["description", "issue", "conflict", "summary", "message", "text", "title", "topic"];

/// The keys under which contents tell their time, the most telling first.
const TIMES: [&str; 3] = ["timestamp", "created_at", "exported_at"];

/// The keys whose values a template leaves open.
const FILLED: [&str; 6] = ["agent", "stage", "spec_id", "specId", "run_id", "timestamp"];

/// How many conflicts of one file are kept. One blocks as well as a thousand, and a hostile file must not fill the memory.
const MOST: usize = 1000;

/// Reads one evidence file.
///
/// A conflict is never lost to a shape: `conflicts` counts at any depth, as a list, a text or an object, and a file that
/// is wrong elsewhere still states its conflicts. A file that says nothing about a consensus is no statement.
pub fn read(path: &str, text: &str) -> Parsed<Option<AgentStatement>> {
    match json::read(path, text) {
        Ok(node) => of_tree(path, &node),
        Err(problem) => Parsed { value: None, diagnostics: vec![problem] },
    }
}

fn of_tree(path: &str, root: &Node) -> Parsed<Option<AgentStatement>> {
    let mut reader = ConsensusReader { path, problems: Vec::new() };
    if !matches!(root.value, Value::Map(_)) {
        reader.problem(format!("expected an object, found {}", root.kind()));
        return Parsed { value: None, diagnostics: reader.problems };
    }
    let consensus = root.get("consensus").filter(|node| node.value != Value::Null);
    let mut found = FoundConflicts::default();
    reader.detail(consensus, &mut found);
    reader.nested(root, &mut found);
    let statement = AgentStatement {
        agent: reader.text(root, "agent"),
        model: reader.text(root, "model"),
        run: reader.text(root, "run_id"),
        at: TIMES.iter().find_map(|key| name::moment(root.get(key)?.text()?)),
        error: reader.error(root),
        conflicts: std::mem::take(&mut found.conflicts),
        status: consensus.and_then(|consensus| reader.text(consensus, "synthesis_status")),
        is_template: FILLED.into_iter().any(|key| is_unfilled(root, key)),
        // A day that cannot be read is over.
        until: root
            .get("holds_until")
            .map(|day| day.text().and_then(|day| day.parse().ok()).unwrap_or(Date::MIN)),
    };
    if found.more {
        reader.problem(format!("more than {MOST} conflicts, only the first {MOST} are read"));
    }
    let says = found.place_for_conflicts || statement.error.is_some();
    if !says && reader.problems.is_empty() {
        reader.problem("expected `consensus`, `conflicts` or `error`, found none".to_owned());
    }
    Parsed { value: says.then_some(statement), diagnostics: reader.problems }
}

/// The conflicts found, and whether the file has a place where it would state them.
#[derive(Default)]
struct FoundConflicts {
    conflicts: Vec<String>,
    known: BTreeSet<String>,
    place_for_conflicts: bool,
    more: bool,
}

impl FoundConflicts {
    /// Adds the conflicts of one place that no place before it stated.
    fn add(&mut self, mut here: Vec<String>) {
        here.retain(|conflict| !self.known.contains(conflict));
        let room = MOST.saturating_sub(self.conflicts.len());
        self.more |= here.len() > room;
        here.truncate(room);
        self.known.extend(here.iter().cloned());
        self.conflicts.append(&mut here);
    }
}

struct ConsensusReader<'a> {
    path: &'a str,
    problems: Vec<Diagnostic>,
}

impl ConsensusReader<'_> {
    /// Reads the contract's own place for conflicts.
    fn detail(&mut self, consensus: Option<&Node>, found: &mut FoundConflicts) {
        let Some(consensus) = consensus else { return };
        if !matches!(consensus.value, Value::Map(_)) {
            self.problem(format!("`consensus`: expected an object, found {}", consensus.kind()));
            return;
        }
        found.place_for_conflicts = true;
        if let Some(conflicts) = consensus.get("conflicts") {
            let mut here = Vec::new();
            self.conflicts(conflicts, &mut here);
            found.add(here);
        }
    }

    /// Reads `conflicts` wherever else it stands; a synthesis repeats what its parts say, so only news counts.
    fn nested(&mut self, node: &Node, found: &mut FoundConflicts) {
        for entry in node.entries() {
            if entry.key == "conflicts" {
                if entry.node.value != Value::Null {
                    found.place_for_conflicts = true;
                }
                let mut here = Vec::new();
                self.conflicts(&entry.node, &mut here);
                found.add(here);
            } else {
                self.nested(&entry.node, found);
            }
        }
        for item in node.items() {
            self.nested(item, found);
        }
    }

    fn conflicts(&mut self, node: &Node, into: &mut Vec<String>) {
        match &node.value {
            Value::Null => {}
            Value::Text(text) if text.trim().is_empty() => {}
            Value::Text(text) => into.push(text.clone()),
            Value::Map(entries) if entries.is_empty() => {}
            Value::Map(_) => into.push(described(node)),
            Value::List(items) => items.iter().for_each(|item| self.conflict(item, into)),
            Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
                let found = node.kind();
                self.problem(format!("`conflicts`: expected a list of texts, found {found}"));
            }
        }
    }

    fn conflict(&mut self, node: &Node, into: &mut Vec<String>) {
        match &node.value {
            Value::Text(text) => into.push(text.clone()),
            Value::Map(_) => into.push(described(node)),
            Value::List(items) => items.iter().for_each(|item| self.conflict(item, into)),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
                self.problem(format!("`conflicts`: expected a text, found {}", node.kind()));
            }
        }
    }

    fn error(&mut self, root: &Node) -> Option<String> {
        let node = root.get("error")?;
        match &node.value {
            Value::Null => None,
            Value::Text(text) => Some(text.clone()),
            Value::Map(_) => Some(described(node)),
            Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::List(_) => {
                self.problem(format!("`error`: expected a text, found {}", node.kind()));
                None
            }
        }
    }

    fn text(&mut self, map: &Node, key: &str) -> Option<String> {
        let node = map.get(key)?;
        if let Some(text) = node.text() {
            return Some(text.to_owned());
        }
        if node.value != Value::Null {
            self.problem(format!("`{key}`: expected a text, found {}", node.kind()));
        }
        None
    }

    /// Notes a problem once, however often it occurs: a hostile file must not flood the report.
    fn problem(&mut self, message: String) {
        if !self.problems.iter().any(|known| known.message == message) {
            let problem = Diagnostic::error("consensus-shape", Place::file(self.path), message);
            self.problems.push(problem);
        }
    }
}

/// Tells whether a value is still the place of one: `${stage}`.
fn is_unfilled(root: &Node, key: &str) -> bool {
    let text = root.get(key).and_then(Node::text).map(str::trim);
    text.is_some_and(|text| text.starts_with("${") && text.ends_with('}'))
}

/// Returns what an object says about itself, or else the whole object.
fn described(node: &Node) -> String {
    let telling = TELLING.iter().filter_map(|key| node.get(key)?.text());
    let mut telling = telling.filter(|text| !text.trim().is_empty());
    telling.next().map_or_else(|| json::value(node).to_string(), str::to_owned)
}

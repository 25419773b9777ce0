//! A YAML file as a document of a packet: its keys are sections, its entries with ids are definitions.

use council_core::{
    diagnostic::Parsed,
    packet::{
        Criterion, Definition, Document, ItemId, LineIndex, PassageKind, Requirement,
        RequirementKind, Section, Span,
    },
    tree::{Node, Value},
};

use super::{
    draft::is_written,
    lead::{self, IdFamily},
    yaml_prose,
};
use crate::{markdown::one_line, yaml};

/// How deep keys become sections.
const DEEPEST: usize = 4;

/// How many keys above a list whose entries define ids: deeper ones name things only their own entry knows.
const SHARED: usize = 2;

/// The keys whose value says what is required, best first.
const STATEMENTS: [&str; 4] = ["statement", "requirement", "text", "description"];

/// Reads everything but the references.
pub(super) fn read(path: &str, text: &str) -> Parsed<Document> {
    let mut document = Document::new(path, text);
    let root = match yaml::read(path, text) {
        Ok(root) => root,
        Err(diagnostic) => return Parsed { value: document, diagnostics: vec![diagnostic] },
    };
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let lines = document.lines().clone();
    let mut reader = YamlDocumentReader {
        text,
        lines: &lines,
        // A table of contents repeats ids and says nothing about them.
        defines: !name.starts_with("readme."),
        document: &mut document,
    };
    let whole = LineRange { first: 1, after: lines.count().saturating_add(1) };
    reader.map(&root, whole, &KeyPath::default());
    let found = |key: &str| root.entries().iter().find_map(|entry| entry.node.get(key)?.text());
    let title = root.get("title").and_then(Node::text).or_else(|| found("title"));
    document.definitions.sort_by_key(|definition| (definition.span.start, definition.span.end));
    document.definitions.dedup();
    document.requirements.sort_by_key(|requirement| requirement.span.start);
    document.passages.sort_by_key(|passage| passage.span.start);
    document.title = title.map(one_line).filter(|title| !title.is_empty());
    document.facts = Some(root);
    Parsed::clean(document)
}

/// Lines of a file, the last one excluded.
#[derive(Debug, Clone, Copy)]
struct LineRange {
    first: u32,
    after: u32,
}

/// The keys from the root to a value, and the section of the last one.
#[derive(Debug, Clone, Default)]
struct KeyPath {
    path: Vec<String>,
    section: Option<usize>,
    /// Whether they are keys of a list's entry: the same for every entry, so that they name no place.
    is_listed: bool,
    /// Whether they are the keys of something required, or of what shows it.
    is_required: bool,
    /// Whether one of them is of values that are no prose.
    is_data: bool,
}

impl KeyPath {
    fn with(&self, key: &str, section: Option<usize>) -> KeyPath {
        let mut path = self.path.clone();
        path.push(key.to_owned());
        let is_data = self.is_data || !yaml_prose::can_hold(key);
        KeyPath { path, section: section.or(self.section), is_data, ..self.clone() }
    }

    /// Returns what the prose under the last key is.
    fn kind(&self) -> PassageKind {
        let key = self.path.last().map(String::as_str).unwrap_or_default();
        let says = STATEMENTS.contains(&key) || matches!(key, "acceptance_criteria" | "criterion");
        if self.is_required && says { PassageKind::Value } else { PassageKind::Remark }
    }
}

struct YamlDocumentReader<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    defines: bool,
    document: &'a mut Document,
}

impl YamlDocumentReader<'_> {
    fn map(&mut self, node: &Node, lines: LineRange, keys: &KeyPath) {
        self.define(node, lines, keys);
        // What is required keeps that for its criteria, and hands it to nothing else below it.
        let is_criterion = keys.path.last().is_some_and(|key| key == "acceptance_criteria");
        let is_required = self.is_requirement(node, keys) || keys.is_required && is_criterion;
        let keys = &KeyPath { is_required, ..keys.clone() };
        let starts = self.starts(node, lines);
        let ends = starts.iter().skip(1).copied().chain([lines.after]);
        for ((entry, first), after) in node.entries().iter().zip(&starts).zip(ends) {
            let inner = LineRange { first: *first, after: after.max(first.saturating_add(1)) };
            let section = self.section(&entry.key, inner, keys);
            let keys = keys.with(&entry.key, section);
            match &entry.node.value {
                Value::Map(_) => self.map(&entry.node, inner, &keys),
                Value::List(_) => self.list(&entry.node, inner, &keys),
                Value::Text(value) => {
                    self.prose(value, inner, yaml_prose::ValueIntro::Key(&entry.key), &keys);
                }
                Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
            }
        }
    }

    /// Takes the words of a value, if they are prose.
    fn prose(
        &mut self,
        value: &str,
        lines: LineRange,
        lead: yaml_prose::ValueIntro<'_>,
        keys: &KeyPath,
    ) {
        if keys.is_data || !self.defines || !yaml_prose::is_prose(value) {
            return;
        }
        let place = self.span(lines);
        let depth = u32::try_from(keys.path.len()).unwrap_or(u32::MAX);
        for piece in yaml_prose::passages(self.text, place, lead, value, keys.kind()) {
            let line = self.lines.line(piece.1.start);
            self.document.passages.push(yaml_prose::passage(piece, line, depth));
        }
    }

    /// Tells whether a map says what is required.
    fn is_requirement(&self, node: &Node, keys: &KeyPath) -> bool {
        let id = node.get("id").and_then(Node::text).and_then(ItemId::new);
        self.defines && id.is_some_and(|id| kind(&id, node, &keys.path).is_some())
    }

    fn list(&mut self, node: &Node, lines: LineRange, keys: &KeyPath) {
        let keys = &KeyPath { is_listed: true, ..keys.clone() };
        for (item, inner) in items(node, lines) {
            match &item.value {
                Value::Map(_) => self.map(item, inner, keys),
                Value::List(_) => self.list(item, inner, keys),
                Value::Text(value) => self.prose(value, inner, yaml_prose::ValueIntro::Dash, keys),
                Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
            }
        }
    }

    /// Returns the line of each key of a map.
    ///
    /// The tree knows where a value begins, and the value of a key may begin below it; so the key is looked for from
    /// there upwards, as far as the key before it.
    fn starts(&self, node: &Node, lines: LineRange) -> Vec<u32> {
        let mut lowest = lines.first;
        let mut starts = Vec::new();
        for entry in node.entries() {
            let value = entry
                .node
                .line
                .unwrap_or(lowest)
                .clamp(lowest, lines.after.saturating_sub(1).max(lowest));
            let found = (lowest..=value).rev().find(|line| self.is_key(*line, &entry.key));
            let start = found.unwrap_or(value);
            starts.push(start);
            lowest = start;
        }
        starts
    }

    fn is_key(&self, line: u32, key: &str) -> bool {
        let Some(span) = self.lines.span(self.text, line) else {
            return false;
        };
        let mut rest = span.of(self.text).trim_start();
        while let Some(inner) = rest.strip_prefix("- ") {
            rest = inner.trim_start();
        }
        let bare = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        let after =
            bare.strip_prefix(key).map(|after| after.strip_prefix(['"', '\'']).unwrap_or(after));
        after.is_some_and(|after| after.trim_start().starts_with(':'))
    }

    fn section(&mut self, key: &str, lines: LineRange, keys: &KeyPath) -> Option<usize> {
        let depth = keys.path.len();
        if depth >= DEEPEST || keys.is_listed {
            return None;
        }
        let anchor =
            keys.path.iter().map(String::as_str).chain([key]).collect::<Vec<_>>().join(".");
        let span = self.span(lines);
        let heading_end = span.start + span.of(self.text).find('\n').unwrap_or(span.len());
        self.document.sections.push(Section {
            level: u8::try_from(depth + 1).unwrap_or(u8::MAX),
            title: key.to_owned(),
            anchor,
            heading: Span::new(span.start, heading_end),
            body: Span::new(heading_end, span.end),
            span,
            line: lines.first,
            parent: keys.section,
        });
        Some(self.document.sections.len() - 1)
    }

    /// Takes what a map with an id defines.
    fn define(&mut self, node: &Node, lines: LineRange, keys: &KeyPath) {
        let id = node.get("id").and_then(Node::text).and_then(ItemId::new);
        let (Some(id), true) = (id, self.defines && keys.path.len() <= SHARED) else {
            return;
        };
        let statement = STATEMENTS.iter().find_map(|key| node.get(key)?.text()).map(one_line);
        let kind = kind(&id, node, &keys.path);
        let span = self.span(lines);
        if !is_written(self.text, span, &id) {
            return;
        }
        match (kind, statement) {
            (Some(kind), Some(text)) => {
                let title = node.get("title").and_then(Node::text).map(one_line);
                let criteria = self.criteria(node, lines);
                let defined = criteria.iter().filter_map(|criterion| {
                    let id = criterion.id.clone()?;
                    Some(Definition { id, span: criterion.span, line: criterion.line })
                });
                let mut definitions = vec![Definition { id: id.clone(), span, line: lines.first }];
                definitions.extend(defined);
                self.document.definitions.extend(definitions);
                self.document.requirements.push(Requirement {
                    id: Some(id),
                    kind,
                    title,
                    text,
                    criteria,
                    span,
                    line: lines.first,
                    section: keys.section,
                });
            }
            // A requirement without a statement is a line of a register, not the requirement.
            (Some(_), None) => {}
            (None, _) => self.document.definitions.push(Definition { id, span, line: lines.first }),
        }
    }

    fn criteria(&self, node: &Node, lines: LineRange) -> Vec<Criterion> {
        let Some(at) = node.entries().iter().position(|entry| entry.key == "acceptance_criteria")
        else {
            return Vec::new();
        };
        let starts = self.starts(node, lines);
        let first = starts.get(at).copied().unwrap_or(lines.first);
        let after = starts.get(at + 1).copied().unwrap_or(lines.after);
        let list = node.entries().get(at).map(|entry| &entry.node);
        let items = list.map(|list| items(list, LineRange { first, after })).unwrap_or_default();
        items
            .into_iter()
            .filter_map(|(item, lines)| {
                let keys = STATEMENTS.iter().chain(&["criterion"]);
                let words =
                    item.text().or_else(|| keys.copied().find_map(|key| item.get(key)?.text()))?;
                let stated = item.get("id").and_then(Node::text).and_then(ItemId::new);
                let leading = || {
                    lead::id(words)
                        .map(|lead| lead.id)
                        .filter(|id| IdFamily::of(id) == IdFamily::Criterion)
                };
                let span = self.span(lines);
                Some(Criterion {
                    id: stated.or_else(leading),
                    text: one_line(words),
                    span,
                    line: lines.first,
                })
            })
            .collect()
    }

    fn span(&self, lines: LineRange) -> Span {
        let start = self.lines.start(lines.first).unwrap_or(self.text.len());
        let end = self.lines.start(lines.after).unwrap_or(self.text.len());
        Span::new(start, end).trimmed(self.text)
    }
}

/// Returns the items of a list, each with its lines.
fn items(node: &Node, lines: LineRange) -> Vec<(&Node, LineRange)> {
    let mut first = lines.first;
    let mut starts = Vec::new();
    for item in node.items() {
        first = item.line.unwrap_or(first).clamp(first, lines.after.saturating_sub(1).max(first));
        starts.push(first);
    }
    let ends = starts.clone().into_iter().skip(1).chain([lines.after]);
    let spans = starts.into_iter().zip(ends);
    node.items()
        .iter()
        .zip(spans)
        .map(|(item, (first, after))| {
            (item, LineRange { first, after: after.max(first.saturating_add(1)) })
        })
        .collect()
}

/// Says what kind of requirement an entry is, if it is one.
fn kind(id: &ItemId, node: &Node, keys: &[String]) -> Option<RequirementKind> {
    let list = keys.last().map(String::as_str).unwrap_or_default();
    let stated = node.get("type").and_then(Node::text).map(str::to_uppercase);
    match (IdFamily::of(id), list, stated.as_deref()) {
        (IdFamily::Constraint, _, _) | (_, "constraints" | "invariants", _) => {
            Some(RequirementKind::Constraint)
        }
        (IdFamily::Requirement, _, Some("FUNCTIONAL")) => Some(RequirementKind::Functional),
        (
            IdFamily::Requirement,
            _,
            Some("NON_FUNCTIONAL" | "NON-FUNCTIONAL" | "NONFUNCTIONAL" | "QUALITY"),
        ) => Some(RequirementKind::Quality),
        (IdFamily::Requirement, _, Some("CONSTRAINT")) => Some(RequirementKind::Constraint),
        (IdFamily::Requirement, _, _) | (IdFamily::Unknown, "requirements", _) => {
            Some(RequirementKind::Unspecified)
        }
        (IdFamily::Story, _, _) => Some(RequirementKind::Story),
        (
            IdFamily::Outcome
            | IdFamily::Criterion
            | IdFamily::Document
            | IdFamily::Term
            | IdFamily::Unknown,
            _,
            _,
        ) => None,
    }
}

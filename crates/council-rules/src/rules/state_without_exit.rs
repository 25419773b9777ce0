//! # state-without-exit
//!
//! ## What it does
//! Finds a state that things come into and never leave, although its name says that they wait there.
//!
//! ## Why it hurts
//! An order that is `Pending` for ever is a call to support, and no code is written for the way out.
//!
//! ## Example
//! Bad: orders become `Processing`, and nothing begins there.
//!
//! ```markdown
//! # Orders
//!
//! ## State transitions
//!
//! | From | To |
//! |---|---|
//! | Open | Paid |
//! | Paid | Processing |
//! | Open | Cancelled |
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Orders
//!
//! ## State transitions
//!
//! | From | To |
//! |---|---|
//! | Open | Paid |
//! | Paid | Processing |
//! | Open | Cancelled |
//! | Processing | Shipped |
//! | Processing | Failed |
//! ```
//!
//! ## When not to apply it
//! Where the state is an end on purpose; then say that it is final.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    packet::{PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "state-without-exit",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Major,
    modes: &[
        (2, "every step must be followed by another or be the last"),
        (42, "the model is run until it stands still"),
        (67, "a diagram with an arrow that is missing"),
    ],
    summary: "a state that nothing leaves",
    reads: Reads::Everything,
    source: include_str!("state_without_exit.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut graphs: BTreeMap<Option<usize>, Graph> = BTreeMap::new();
        tables(text, &mut graphs);
        chains(text, &mut graphs);
        for graph in graphs.values().filter(|graph| graph.edges >= FEWEST) {
            for (name, span) in graph.stuck() {
                findings.push(Finding::at(
                    &RULE,
                    text,
                    span,
                    span,
                    format!("nothing leaves the state `{name}`"),
                    "add the transitions that leave it, also for failure and for giving up, or say that it is final",
                ));
            }
        }
    }
    for text in &model.texts {
        diagrams(text, findings);
    }
}

/// The fewest transitions that make a state machine.
const FEWEST: usize = 3;

/// The transitions that one section gives.
#[derive(Default)]
struct Graph {
    edges: usize,
    left: BTreeSet<String>,
    entered: BTreeMap<String, Span>,
}

impl Graph {
    fn add(&mut self, from: &str, to: &str, place: Span) {
        self.edges += 1;
        self.left.insert(from.to_lowercase());
        self.entered.entry(to.to_lowercase()).or_insert(place);
    }

    /// Returns the states that are entered, never left, and do not sound like an end.
    fn stuck(&self) -> impl Iterator<Item = (&str, Span)> {
        let all = self.left.iter().any(|state| matches!(state.as_str(), "*" | "any" | "all"));
        let entered = self.entered.iter().filter(move |_| !all);
        entered
            .filter(|(name, _)| !self.left.contains(*name) && waits(name))
            .map(|(name, span)| (name.as_str(), *span))
    }
}

/// Tells whether the name of a state says that something is still to come.
fn waits(name: &str) -> bool {
    const WAITING: [&str; 12] = [
        "pending",
        "queued",
        "waiting",
        "paused",
        "suspended",
        "draft",
        "blocked",
        "hold",
        "locked",
        "progress",
        "review",
        "retry",
    ];
    name.split([' ', '_', '-'])
        .any(|word| WAITING.contains(&word) || (word.len() > 6 && word.ends_with("ing")))
}

/// Reads tables with a column of states before and one of states after.
fn tables(text: &Text<'_>, graphs: &mut BTreeMap<Option<usize>, Graph>) {
    for table in &text.document.tables {
        let column = |names: &[&str]| {
            table
                .head
                .iter()
                .position(|cell| names.contains(&bare(&cell.text).to_lowercase().as_str()))
        };
        let from = column(&["from", "from state", "current state", "current", "source state"]);
        let to = column(&["to", "to state", "next state", "next", "target state", "new state"]);
        let (Some(from), Some(to)) = (from, to) else {
            continue;
        };
        let graph = graphs.entry(text.document.section_index(table.span.start)).or_default();
        for row in &table.rows {
            let (Some(from), Some(to)) = (row.cells.get(from), row.cells.get(to)) else {
                continue;
            };
            for from in from.text.split([',', '/']).filter_map(state) {
                for to in to.text.split([',', '/']).filter_map(state) {
                    graph.add(from, to, row.span);
                }
            }
        }
    }
}

/// Reads lists of `Draft → Review → Done` below headings that speak of states.
fn chains(text: &Text<'_>, graphs: &mut BTreeMap<Option<usize>, Graph>) {
    let titles = || text.document.sections.iter().map(|section| section.title.as_str());
    if !titles().any(speaks_of_states) {
        return;
    }
    for passage in &text.passages {
        if !matches!(passage.kind, PassageKind::Item | PassageKind::Paragraph) || passage.quotes > 0
        {
            continue;
        }
        let words = text.slice(passage.span);
        if !words.contains('→') && !words.contains("->") {
            continue;
        }
        let section = text.document.section_index(passage.span.start);
        let title = section.and_then(|at| text.document.sections.get(at));
        if !title.is_some_and(|section| speaks_of_states(&section.title)) {
            continue;
        }
        let plain = words.replace("-->", "→").replace("->", "→");
        let states: Option<Vec<&str>> = plain.split('→').map(named).collect();
        let graph = graphs.entry(section).or_default();
        for pair in states.unwrap_or_default().windows(2) {
            if let [from, to] = pair {
                graph.add(from, to, passage.span);
            }
        }
    }
}

fn speaks_of_states(title: &str) -> bool {
    let title = title.to_lowercase();
    let marks = ["state", "status", "transition", "lifecycle", "life cycle"];
    marks.iter().any(|mark| title.contains(mark))
}

/// Reads state diagrams, which mark their ends with `[*]`.
fn diagrams(text: &Text<'_>, findings: &mut Vec<Finding>) {
    for fence in text.document.fences.iter().filter(|fence| fence.info.starts_with("mermaid")) {
        let code = text.slice(fence.code);
        if !code.trim_start().starts_with("stateDiagram") {
            continue;
        }
        let mut graph = Graph::default();
        let mut at = fence.code.start;
        for line in code.split_inclusive('\n') {
            let place = Span::new(at, at + line.trim_end().len());
            at += line.len();
            if let Some((from, to)) = line.split_once("-->") {
                let to = to.split_once(':').map_or(to, |(to, _)| to);
                graph.add(from.trim(), to.trim(), place);
            }
        }
        // A diagram that marks no end leaves open which state is one.
        if !graph.entered.contains_key("[*]") {
            continue;
        }
        for (name, span) in &graph.entered {
            if name != "[*]" && !graph.left.contains(name) {
                findings.push(Finding::at(
                    &RULE,
                    text,
                    span.trimmed(text.document.text()),
                    *span,
                    format!("nothing leaves the state `{name}`, and it is not marked as an end"),
                    "add the transitions that leave it, or an arrow to `[*]`",
                ));
            }
        }
    }
}

/// Returns the name of a state at the end of a chain's part, without what is said about it.
fn named(part: &str) -> Option<&str> {
    let name = part.split(['(', ':', ';', ',', '.', '\n']).next()?;
    state(name).filter(|name| name.split_whitespace().count() <= 3)
}

fn state(cell: &str) -> Option<&str> {
    let name = bare(cell);
    (!name.is_empty() && name != "-" && name != "—").then_some(name)
}

fn bare(cell: &str) -> &str {
    cell.trim_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '*' | '"'))
}

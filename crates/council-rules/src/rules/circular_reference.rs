//! # circular-reference
//!
//! ## What it does
//! Finds requirements that depend on each other in a circle.
//!
//! ## Why it hurts
//! Nothing in the circle can be built or accepted first.
//!
//! ## Example
//! Bad: `FR-1: The export requires FR-2.` and `FR-2: The import depends on FR-1.`
//!
//! Good: `FR-1: The export requires FR-2.` and `FR-2: The import reads a file.`
//!
//! ## When not to apply it
//! Where the two only mention each other; a mention is not a dependency.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    packet::{Span, Target},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "circular-reference",
    kind: Kind::CircularReference,
    subcategory: Subcategory::CircularRef,
    severity: Severity::Major,
    modes: &[
        (1, "a premise that is its own conclusion"),
        (43, "a loop without an entry"),
        (47, "a plan needs a first step"),
    ],
    summary: "requirements that depend on each other in a circle",
    reads: Reads::Everything,
    source: include_str!("circular_reference.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut places: BTreeMap<(String, String), (usize, Span)> = BTreeMap::new();
    for (index, text) in model.texts.iter().enumerate() {
        for reference in &text.document.references {
            let (Some(from), Target::Id(to)) = (&reference.from, &reference.target) else {
                continue;
            };
            if from == to || !depends(text, reference.span) {
                continue;
            }
            let (from, to) = (from.as_str().to_owned(), to.as_str().to_owned());
            edges.entry(from.clone()).or_default().insert(to.clone());
            places.entry((from, to)).or_insert((index, reference.span));
        }
    }
    for ((from, to), (index, span)) in &places {
        let Some(text) = model.texts.get(*index).filter(|_| from < to && reaches(&edges, to, from))
        else {
            continue;
        };
        let line = text
            .document
            .lines()
            .span(text.document.text(), text.document.lines().line(span.start));
        findings.push(Finding::at(
            &RULE,
            text,
            *span,
            line.unwrap_or(*span),
            format!("`{from}` depends on `{to}`, which depends on `{from}` again"),
            "say which of them comes first, and take the other dependency out",
        ));
    }
}

/// Tells whether the words before a reference make it a dependency.
fn depends(text: &Text<'_>, reference: Span) -> bool {
    const REACH: usize = 40;
    let whole = text.document.text();
    let from = whole.floor_char_boundary(reference.start.saturating_sub(REACH));
    let before = whole.get(from..reference.start).unwrap_or_default();
    let clause = before.rsplit(['.', ';', '\n']).next().unwrap_or(before).to_lowercase();
    [
        "depends on",
        "depend on",
        "requires",
        "require",
        "blocked by",
        "after",
        "needs",
        "prerequisite",
        "builds on",
        "once",
    ]
    .iter()
    .any(|word| clause.contains(word))
}

/// Tells whether one id leads to another.
fn reaches(edges: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if seen.insert(at) {
            open.extend(edges.get(at).into_iter().flatten().map(String::as_str));
        }
    }
    false
}

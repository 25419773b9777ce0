//! # duplicate-id
//!
//! ## What it does
//! Finds an id that two requirements, criteria or stories share.
//!
//! ## Why it hurts
//! A test, a ticket or a review that names the id names both, and nobody knows which was meant.
//!
//! ## Example
//! Bad: `FR-3` on the login page and again on the export.
//!
//! Good: Every id once; `FR-3a` is another id.
//!
//! ## When not to apply it
//! Where the second place only repeats the first; then refer to it instead of writing it again.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    packet::{ItemId, PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{
    Finding, Kind, Model, Rule,
    model::{Meaning, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "duplicate-id",
    kind: Kind::DuplicateId,
    subcategory: Subcategory::DuplicateId,
    severity: Severity::Blocker,
    modes: &[
        (7, "one name, one thing"),
        (4, "equal names are taken to be equal things"),
        (73, "evidence needs one address"),
    ],
    summary: "one id for two things",
    source: include_str!("duplicate_id.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut first: BTreeMap<String, Place> = BTreeMap::new();
    for text in &model.texts {
        let definitions = text.document.definitions.iter();
        let defined: BTreeSet<Span> = definitions.map(|definition| definition.span).collect();
        for (id, span, line) in given(text) {
            let path = text.document.path();
            let Some(place) = first.get(id.as_str()) else {
                first.insert(id.as_str().to_owned(), Place { path: path.to_owned(), span, line });
                continue;
            };
            // A list of ids that is worked out section by section below names each of them twice, and means one.
            let is_listed = |span: Span| !defined.contains(&span);
            let section = |span: Span| text.document.section_index(span.start);
            if place.path == path
                && (is_listed(span) || is_listed(place.span))
                && section(span) != section(place.span)
            {
                continue;
            }
            // A requirement and the section that holds it can both be named by its id. Two paragraphs that are headed
            // by it alike are two things, even if the first reaches over the second.
            let nests = place.span.contains(span) || span.contains(place.span);
            let is_headed = |span: Span| {
                let words = text.slice(span);
                !words.starts_with('#') && heading_id(words).is_some()
            };
            if place.path == path && nests && !(is_headed(span) && is_headed(place.span)) {
                continue;
            }
            report(text, &id, span, line, place, findings);
        }
    }
}

struct Place {
    path: String,
    span: Span,
    line: u32,
}

/// Returns every id a document gives to something: what the reader found, and ids that head passages of requirements.
fn given(text: &Text<'_>) -> Vec<(ItemId, Span, u32)> {
    let defined = text.document.definitions.iter();
    let mut all: Vec<(ItemId, Span, u32)> = defined
        .map(|definition| (definition.id.clone(), definition.span, definition.line))
        .collect();
    let known: BTreeSet<usize> = all.iter().map(|(_, span, _)| span.start).collect();
    let reach = Reach::of(&all);
    let passages = text.passages.iter().filter(|passage| passage.quotes == 0);
    let heads = passages.filter(|passage| {
        matches!(passage.kind, PassageKind::Paragraph | PassageKind::Item | PassageKind::Heading)
    });
    for passage in heads {
        let Some(id) = heading_id(text.slice(passage.span)) else {
            continue;
        };
        let lists = matches!(
            text.meaning(passage.span.start),
            Meaning::Requirements | Meaning::Quality | Meaning::Stories
        );
        // Wherever it stands, a paragraph headed by the id of the thing it would belong to is another thing.
        let is_within = || passage.kind == PassageKind::Paragraph && reach.holds(&id, passage.span);
        if !known.contains(&passage.span.start) && (lists || is_within()) {
            all.push((id, passage.span, passage.line));
        }
    }
    all.sort_by_key(|(_, span, _)| span.start);
    all
}

/// How far what an id is given to reaches: for each id, where something begins, and the furthest end of all up to it.
struct Reach(BTreeMap<ItemId, Vec<(usize, usize)>>);

impl Reach {
    fn of(given: &[(ItemId, Span, u32)]) -> Reach {
        let mut reach: BTreeMap<ItemId, Vec<(usize, usize)>> = BTreeMap::new();
        for (id, span, _) in given {
            let ends = reach.entry(id.clone()).or_default();
            let furthest = ends.last().map_or(span.end, |(_, end)| span.end.max(*end));
            ends.push((span.start, furthest));
        }
        Reach(reach)
    }

    /// Tells whether something with an id holds a span.
    fn holds(&self, id: &ItemId, span: Span) -> bool {
        let ends = self.0.get(id).map(Vec::as_slice).unwrap_or_default();
        let begun = ends.partition_point(|(start, _)| *start <= span.start);
        let last = begun.checked_sub(1).and_then(|at| ends.get(at));
        last.is_some_and(|(_, end)| span.end <= *end)
    }
}

/// Reads the id that names a passage: in bold, and set off by a colon or a dash.
fn heading_id(words: &str) -> Option<ItemId> {
    let inner = words.trim_start_matches(['#', ' ']).strip_prefix("**")?;
    let (id, rest) = ItemId::lead(inner)?;
    rest.trim_start_matches('*').trim_start().starts_with([':', '-', '–', '—', '.']).then_some(id)
}

fn report(
    text: &Text<'_>,
    id: &ItemId,
    span: Span,
    line: u32,
    place: &Place,
    findings: &mut Vec<Finding>,
) {
    let offset = text.slice(span).find(id.as_str()).unwrap_or_default();
    let at = Span::new(span.start + offset, span.start + offset + id.as_str().len());
    let around = text.document.lines().span(text.document.text(), line).unwrap_or(at);
    findings.push(Finding::at(
        &RULE,
        text,
        at,
        around,
        format!("`{id}` is already given to something else at {}:{}", place.path, place.line),
        "give one of the two a new id, and check who refers to it",
    ));
}

//! What a document mentions: ids defined here or elsewhere, files and anchors.

use std::collections::BTreeSet;

use council_core::packet::{Definition, Document, ItemId, Reference, Span, Target};

use super::lead::IdFamily;
use crate::markdown::{BlockKind, Link, Outline};

/// The families of ids that a packet defines: what is an id of this packet and not just a word with a number.
pub(super) type Families = BTreeSet<String>;

/// Returns the families of the ids that documents define.
pub(super) fn families<'a>(documents: impl IntoIterator<Item = &'a Document>) -> Families {
    let definitions = documents.into_iter().flat_map(|document| &document.definitions);
    definitions.map(|definition| definition.id.family().to_owned()).collect()
}

/// Returns the mentions in a Markdown document.
pub(super) fn of_markdown(
    document: &Document,
    outline: &Outline,
    families: &Families,
) -> Vec<Reference> {
    let mut spans = Vec::new();
    for block in &outline.blocks {
        match &block.kind {
            BlockKind::Heading { .. } | BlockKind::Paragraph { .. } => spans.push(block.span),
            BlockKind::Item { lead, .. } => spans.push(*lead),
            BlockKind::Table(table) => {
                let rows = table.rows.iter().flat_map(|row| &row.cells);
                spans.extend(table.head.iter().chain(rows).map(|cell| cell.span));
            }
            BlockKind::Code { .. } | BlockKind::Html | BlockKind::Rule => {}
        }
    }
    let hidden: Vec<Span> =
        outline.links.iter().map(|link| destination(link, document.text())).collect();
    let mut found = ids(document, &spans, &hidden, families);
    found.extend(outline.links.iter().filter_map(|link| {
        let target = file(&link.target)?;
        Some(Reference { target, from: None, span: link.span, line: link.line })
    }));
    settle(document, found)
}

/// Returns the mentions of ids in a whole text.
pub(super) fn of_text(document: &Document, families: &Families) -> Vec<Reference> {
    let whole = Span::new(0, document.text().len());
    settle(document, ids(document, &[whole], &[], families))
}

/// Reads where a link leads: a file of the repository or an anchor, not an address on the network.
fn file(target: &str) -> Option<Target> {
    let is_address = target.starts_with("//")
        || target.split_once(':').is_some_and(|(scheme, _)| {
            scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric() || c == '+')
        });
    if is_address || target.is_empty() {
        return None;
    }
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor.to_owned())),
        None => (target, None),
    };
    Some(Target::File { path: path.to_owned(), anchor })
}

/// Returns the part of a link that is not words: where it leads.
fn destination(link: &Link, text: &str) -> Span {
    let source = link.span.of(text);
    let start = source.rfind("](").map_or(link.span.end, |at| link.span.start + at);
    let is_bare = source.starts_with('<');
    Span::new(if is_bare { link.span.start } else { start }, link.span.end)
}

fn ids(
    document: &Document,
    spans: &[Span],
    hidden: &[Span],
    families: &Families,
) -> Vec<Reference> {
    let mut found = Vec::new();
    for span in spans {
        let slice = document.slice(*span);
        for (at, id) in ItemId::scan(slice) {
            let is_ours = match IdFamily::of(&id) {
                IdFamily::Term => false,
                IdFamily::Unknown => families.contains(id.family()),
                IdFamily::Requirement
                | IdFamily::Constraint
                | IdFamily::Story
                | IdFamily::Criterion
                | IdFamily::Outcome
                | IdFamily::Document => true,
            };
            let here = Span::new(span.start + at, span.start + at + id.as_str().len());
            if is_ours && !is_in_address(slice, at) && !holds(hidden, here) {
                let line = document.lines().line(here.start);
                found.push(Reference { target: Target::Id(id), from: None, span: here, line });
            }
        }
    }
    found
}

/// Tells whether one of these spans, which are in order and apart, holds a span.
fn holds(spans: &[Span], inner: Span) -> bool {
    let after = spans.partition_point(|span| span.start <= inner.start);
    after.checked_sub(1).and_then(|index| spans.get(index)).is_some_and(|span| span.contains(inner))
}

/// Tells whether an offset is within a network address.
fn is_in_address(text: &str, at: usize) -> bool {
    const LONGEST: usize = 512;
    let before = text.get(..at).unwrap_or_default();
    let word =
        before.bytes().rev().take(LONGEST).take_while(|byte| !byte.is_ascii_whitespace()).count();
    before
        .as_bytes()
        .get(at - word..)
        .is_some_and(|word| word.windows(3).any(|part| part == b"://"))
}

/// Puts mentions in order, says who mentions, and drops an item's mention of itself.
fn settle(document: &Document, mut found: Vec<Reference>) -> Vec<Reference> {
    found.sort_by_key(|reference| (reference.span.start, reference.span.end));
    let mut definitions = document.definitions.iter().peekable();
    let mut open: Vec<&Definition> = Vec::new();
    found.retain_mut(|reference| {
        while let Some(definition) =
            definitions.next_if(|definition| definition.span.start <= reference.span.start)
        {
            while open.pop_if(|before| before.span.end <= definition.span.start).is_some() {}
            open.push(definition);
        }
        while open.pop_if(|definition| definition.span.end < reference.span.end).is_some() {}
        let around = || open.iter().filter(|definition| definition.span.contains(reference.span));
        if around().any(|definition| reference.target == Target::Id(definition.id.clone())) {
            return false;
        }
        reference.from = around()
            .min_by_key(|definition| definition.span.len())
            .map(|definition| definition.id.clone());
        true
    });
    found
}

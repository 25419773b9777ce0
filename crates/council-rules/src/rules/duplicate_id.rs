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

use std::collections::BTreeMap;

use council_core::{
    packet::{ItemId, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{Finding, Kind, Model, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "duplicate-id",
    kind: Kind::DuplicateId,
    subcategory: Subcategory::DuplicateId,
    severity: Severity::Blocker,
    confidence: 0.95,
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
    let mut first: BTreeMap<&ItemId, (&str, Span, u32)> = BTreeMap::new();
    for text in &model.texts {
        for definition in &text.document.definitions {
            let path = text.document.path();
            let Some((at_path, span, line)) = first.get(&definition.id) else {
                first.insert(&definition.id, (path, definition.span, definition.line));
                continue;
            };
            // A requirement and the section that holds it can both be named by its id.
            if *at_path == path
                && (span.contains(definition.span) || definition.span.contains(*span))
            {
                continue;
            }
            let id = definition.id.as_str();
            let within = text
                .slice(definition.span)
                .find(id)
                .map_or(definition.span.start, |at| definition.span.start + at);
            let place = Span::new(within, within + id.len());
            let around =
                text.document.lines().span(text.document.text(), definition.line).unwrap_or(place);
            findings.push(Finding::at(
                &RULE,
                text,
                place,
                around,
                format!("`{id}` is already given to something else at {at_path}:{line}"),
                "give one of the two a new id, and check who refers to it",
            ));
        }
    }
}

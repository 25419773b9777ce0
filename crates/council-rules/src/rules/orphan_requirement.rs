//! # orphan-requirement
//!
//! ## What it does
//! Finds an item with an id that nothing mentions, although the others of its family are mentioned.
//!
//! ## Why it hurts
//! Where tests, tasks or a matrix trace every other requirement, the one left out is built by nobody or tested by nobody.
//!
//! ## Example
//! Bad: the table has every one of them but `FR-4`.
//!
//! ```markdown
//! # Till
//!
//! ## Requirements
//!
//! - FR-1: The till shall ring.
//! - FR-2: The till shall open.
//! - FR-3: The till shall print a receipt.
//! - FR-4: The till shall count the cash.
//! - FR-5: The till shall lock.
//! - FR-6: The till shall show the sum.
//!
//! ## Traceability
//!
//! | Requirement | Test |
//! |---|---|
//! | FR-1 | TC-1 |
//! | FR-2 | TC-2 |
//! | FR-3 | TC-3 |
//! | FR-5 | TC-5 |
//! | FR-6 | TC-6 |
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Till
//!
//! ## Requirements
//!
//! - FR-1: The till shall ring.
//! - FR-2: The till shall open.
//! - FR-3: The till shall print a receipt.
//! - FR-4: The till shall count the cash.
//! - FR-5: The till shall lock.
//! - FR-6: The till shall show the sum.
//!
//! ## Traceability
//!
//! | Requirement | Test |
//! |---|---|
//! | FR-1 | TC-1 |
//! | FR-2 | TC-2 |
//! | FR-3 | TC-3 |
//! | FR-4 | TC-4 |
//! | FR-5 | TC-5 |
//! | FR-6 | TC-6 |
//! ```
//!
//! ## When not to apply it
//! Where the mentions are not meant to be complete.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    packet::{Definition, ItemId, Target},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "orphan-requirement",
    kind: Kind::OrphanRequirement,
    subcategory: Subcategory::OrphanReq,
    severity: Severity::Minor,
    modes: &[
        (40, "what was left out of a chain that is otherwise whole"),
        (73, "a requirement without evidence"),
        (1, "a premise from which nothing follows"),
    ],
    summary: "an item that nothing mentions, although its siblings are mentioned",
    reads: Reads::Everything,
    source: include_str!("orphan_requirement.rs"),
    check,
};

/// The fewest items of a family that show that mentioning them is the habit.
const FEWEST: usize = 5;

/// One in so many may be forgotten; with more, the mentions are not meant to be complete.
const ONE_IN: usize = 5;

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut families: BTreeMap<&str, BTreeMap<&ItemId, (&Text<'_>, &Definition)>> = BTreeMap::new();
    for text in &model.texts {
        // What is only called so elsewhere, as `US2` for `User Story 2`, has no id to trace.
        let title = text.document.sections.iter().find(|section| section.level == 1);
        let is_own = |at: usize| title.is_some_and(|title| title.heading.start == at);
        let written = text.document.definitions.iter().filter(|definition| {
            !is_own(definition.span.start)
                && text
                    .slice(definition.span)
                    .lines()
                    .next()
                    .is_some_and(|line| line.contains(definition.id.as_str()))
        });
        for definition in written {
            let family = families.entry(definition.id.family()).or_default();
            family.entry(&definition.id).or_insert((text, definition));
        }
    }
    families.retain(|_, items| items.len() >= FEWEST);
    if families.is_empty() {
        return;
    }
    let mentioned = mentioned(model);
    for items in families.values() {
        let orphans = || items.iter().filter(|(id, _)| !mentioned.contains(id.as_str()));
        if orphans().count() * ONE_IN > items.len() {
            continue;
        }
        for (id, (text, definition)) in orphans() {
            let line = text.document.lines().span(text.document.text(), definition.line);
            let words = text.slice(definition.span);
            let start = definition.span.start + words.find(id.as_str()).unwrap_or_default();
            let span = council_core::packet::Span::new(start, start + id.as_str().len());
            findings.push(Finding::at(
                &RULE,
                text,
                span,
                line.unwrap_or(definition.span),
                format!("nothing mentions `{id}`, although its siblings are mentioned"),
                format!("trace `{id}` as the others are traced, or remove it"),
            ));
        }
    }
}

/// Returns the ids that are mentioned outside of what they name, with all that lie in a range such as `FR-1 to FR-9`.
fn mentioned(model: &Model<'_>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for text in &model.texts {
        let ids = text.document.references.iter().filter_map(|reference| match &reference.target {
            Target::Id(id) => Some((id, reference)),
            Target::File { .. } => None,
        });
        let mut last: Option<(&ItemId, usize)> = None;
        for (id, reference) in ids {
            if reference.from.as_ref() != Some(id) {
                all.insert(id.as_str().to_owned());
            }
            if let Some((first, end)) = last
                && first.family() == id.family()
                && reference.span.start >= end
            {
                let between = council_core::packet::Span::new(end, reference.span.start);
                let between = text.slice(between).trim_matches([' ', '`', '*', '[', ']']);
                if matches!(between, "to" | "-" | "–" | "—" | ".." | "..." | "…" | "through")
                {
                    all.extend(range(first, id));
                }
            }
            last = Some((id, reference.span.end));
        }
    }
    all
}

/// The longest range that is written out.
const LONGEST: u32 = 500;

/// Returns the ids between two, written as they are written.
fn range(first: &ItemId, last: &ItemId) -> Vec<String> {
    let digits = |id: &ItemId| {
        let word = id.as_str();
        let digits = word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let number: u32 = word.get(digits..)?.parse().ok()?;
        Some((word.get(..digits)?.to_owned(), number, word.len() - digits))
    };
    let (Some((lead, from, width)), Some((_, to, _))) = (digits(first), digits(last)) else {
        return Vec::new();
    };
    let numbers = from..=to.min(from.saturating_add(LONGEST));
    numbers.map(|number| format!("{lead}{number:0width$}")).collect()
}

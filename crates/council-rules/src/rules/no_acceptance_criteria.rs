//! # no-acceptance-criteria
//!
//! ## What it does
//! Finds requirements without a criterion or scenario, and documents that never say when the work is accepted.
//!
//! ## Why it hurts
//! Without a criterion, done is a matter of opinion, and the first test is written by whoever wrote the code.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Till
//!
//! ## Purpose
//!
//! To sell.
//!
//! ## Requirements
//!
//! ### Requirement: Ring
//!
//! The till SHALL ring.
//!
//! #### Scenario: Sale
//!
//! - **WHEN** a sum is keyed in
//! - **THEN** it rings
//!
//! ### Requirement: Export
//!
//! The till SHALL write the sales of the day into a file.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Till
//!
//! ## Purpose
//!
//! To sell.
//!
//! ## Requirements
//!
//! ### Requirement: Ring
//!
//! The till SHALL ring.
//!
//! #### Scenario: Sale
//!
//! - **WHEN** a sum is keyed in
//! - **THEN** it rings
//!
//! ### Requirement: Export
//!
//! The till SHALL write the sales of the day into a file.
//!
//! #### Scenario: Empty day
//!
//! - **WHEN** nothing was sold
//! - **THEN** the file holds the header alone
//! ```
//!
//! ## When not to apply it
//! Where the criteria live in another document of the packet; then refer to it from the requirement.

use council_core::{
    packet::{PassageKind, Requirement, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use super::shape;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    model::{Ask, Kind as DocumentKind, Layout, Meaning, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-acceptance-criteria",
    kind: Kind::MissingAcceptanceCriteria,
    subcategory: Subcategory::Untestable,
    severity: Severity::Minor,
    modes: &[
        (69, "a claim without a test is not testable"),
        (2, "what is to be proven has to be stated"),
        (36, "an argument for acceptance needs its evidence"),
    ],
    summary: "nothing says when it is done",
    reads: Reads::Everything,
    source: include_str!("no_acceptance_criteria.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        each(text, findings);
        // A story is told how to test it, and still says nowhere when it is done.
        let is_excused = text.layout != Layout::BmadStory && is_shown(text);
        let lacks = shape::lacking(text, Ask::Acceptance).next().is_some() && !is_excused;
        // A document in no known layout that is called a PRD promises the parts of one.
        let plain = text.layout == Layout::Plain
            && text.kind == DocumentKind::Prd
            && text.is_called_requirements();
        if lacks || plain && is_unaccepted(text) && !has_column(text) {
            findings.push(Finding::missing(
                &RULE,
                text,
                Span::new(0, 0),
                text.whole(),
                &["acceptance criteria", "acceptance"],
                "nothing says when the work is accepted",
                "add acceptance criteria: for each requirement, what is checked and what passes",
            ));
        }
    }
}

/// Reports every requirement with a heading of its own that has no scenario: where the layout wants one for each, or
/// where most of the others have one.
fn each(text: &Text<'_>, findings: &mut Vec<Finding>) {
    let document = text.document;
    let sections = &document.sections;
    let headed = |requirement: &&Requirement| {
        let section = requirement.section.and_then(|index| sections.get(index));
        section.is_some_and(|section| {
            let above = section.parent.and_then(|index| sections.get(index));
            let goes = above.is_some_and(|above| is_leaving(&above.title));
            section.heading.start == requirement.span.start && !goes && !is_struck(&section.title)
        })
    };
    let all = || document.requirements.iter().filter(headed);
    let is_shown = |one: &&Requirement| !one.criteria.is_empty() || names_criteria(text, one);
    let shown = all().filter(is_shown).count();
    let is_strict = matches!(text.layout, Layout::OpenSpec | Layout::OpenSpecDelta);
    if !is_strict && (shown < 2 || shown * 3 < all().count() * 2) {
        return;
    }
    // Where each of them is called a story, what is called something else is none.
    let called = |requirement: &Requirement| {
        let section = requirement.section.and_then(|index| sections.get(index));
        section.and_then(|section| section.title.split_whitespace().next())
    };
    let mut names = all().filter(is_shown).map(called);
    let name = names.next().filter(|name| names.all(|other| other == *name));
    let is_one = |one: &&Requirement| is_strict || name.is_none_or(|name| called(one) == name);
    for requirement in all().filter(|one| !is_shown(one)).filter(is_one) {
        // A list of criteria is missed where it would stand, behind the last line of the requirement.
        let lines = document.lines();
        let end = requirement.span.trimmed(document.text()).end;
        let line = if is_strict { requirement.line } else { lines.line(end.saturating_sub(1)) };
        let at = lines.span(document.text(), line).unwrap_or(requirement.span);
        findings.push(Finding::missing(
            &RULE,
            text,
            at.trimmed(document.text()),
            text.place(requirement.span),
            &["scenario", "acceptance"],
            "this requirement has no scenario and no acceptance criterion",
            "add at least one scenario: what is given, what happens, what is then true",
        ));
    }
}

/// Tells whether words of a requirement's own section lead to criteria, in whatever form these are written.
fn names_criteria(text: &Text<'_>, requirement: &Requirement) -> bool {
    let section = requirement.section.and_then(|index| text.document.sections.get(index));
    let body = section.map_or("", |section| text.slice(section.body));
    [body, text.slice(requirement.span)]
        .iter()
        .any(|words| words.to_ascii_lowercase().contains("acceptance criteria"))
}

/// Tells whether what stands under a heading is taken out or only renamed, so that nothing of it is to be tested.
fn is_leaving(title: &str) -> bool {
    let first = title.split_whitespace().next().unwrap_or_default();
    ["removed", "renamed"].iter().any(|word| word.eq_ignore_ascii_case(first))
}

/// Tells whether a heading is crossed out, or says that what stands under it is gone: `~~Story 4~~`, `Story 4 (removed)`.
fn is_struck(title: &str) -> bool {
    const GONE: [&str; 7] =
        ["deleted", "removed", "obsolete", "withdrawn", "superseded", "dropped", "deprecated"];
    let title = title.to_lowercase();
    // A mark has to set the word off: `Requirement: Removed users keep nothing` is none.
    let is_set_off = |word: &&str| {
        title.find(*word).is_some_and(|at| {
            let before = title.get(..at).unwrap_or_default().trim_end();
            let after = title.get(at + word.len()..).unwrap_or_default().trim_start();
            before.ends_with(['(', '[', '~', '*']) || before.ends_with('-') && after.is_empty()
        })
    };
    title.contains("~~") || GONE.iter().any(is_set_off)
}

/// Tells whether a document shows in another way when it is done: by figures to reach, by tests, in a table.
fn is_shown(text: &Text<'_>) -> bool {
    let stated = text.stated();
    let shows = [Meaning::Metrics, Meaning::Testing];
    shows.iter().any(|meaning| stated.contains(meaning)) || has_column(text)
}

/// Tells whether a table has a column of criteria.
fn has_column(text: &Text<'_>) -> bool {
    text.passages.iter().filter(|passage| passage.kind == PassageKind::Cell).any(|passage| {
        let cell = text.slice(passage.span).trim_matches(['*', '_', ' ']);
        ["acceptance", "verificati"]
            .iter()
            .any(|word| cell.get(..10).is_some_and(|start| start.eq_ignore_ascii_case(word)))
    })
}

/// Tells whether a document has requirements, and nothing that shows whether they are met.
fn is_unaccepted(text: &Text<'_>) -> bool {
    let stated = text.stated();
    if shape::parts(text) >= 6 && text.document.criteria.is_empty() {
        let mut all = text.document.requirements.iter();
        return !stated.contains(&Meaning::Acceptance) && all.all(|one| one.criteria.is_empty());
    }
    let shows = [Meaning::Acceptance, Meaning::Metrics, Meaning::Testing];
    let mut all = text.document.requirements.iter();
    let has_criteria = all.any(|requirement| !requirement.criteria.is_empty());
    !has_criteria
        && text.document.criteria.is_empty()
        && !shows.iter().any(|meaning| stated.contains(meaning))
}

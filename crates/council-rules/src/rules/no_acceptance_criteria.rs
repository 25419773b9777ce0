//! # no-acceptance-criteria
//!
//! ## What it does
//! Finds requirements without a criterion or scenario, and documents that never say when the work is accepted.
//!
//! ## Why it hurts
//! Without a criterion, done is a matter of opinion, and the first test is written by whoever wrote the code.
//!
//! ## Example
//! Bad: `### Requirement: Export` followed by prose only.
//!
//! Good: `#### Scenario: Empty list` with what is given, what happens and what is seen.
//!
//! ## When not to apply it
//! Where the criteria live in another document of the packet; then refer to it from the requirement.

use council_core::{
    packet::{Requirement, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use super::shape;
use crate::{
    Finding, Kind, Model, Rule,
    model::{Kind as DocumentKind, Meaning, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-acceptance-criteria",
    kind: Kind::MissingAcceptanceCriteria,
    subcategory: Subcategory::Untestable,
    severity: Severity::Major,
    modes: &[
        (69, "a claim without a test is not testable"),
        (2, "what is to be proven has to be stated"),
        (36, "an argument for acceptance needs its evidence"),
    ],
    summary: "nothing says when it is done",
    source: include_str!("no_acceptance_criteria.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        each(text, findings);
        if text.kind == DocumentKind::Prd {
            whole(text, findings);
        }
    }
}

/// Reports every requirement with a heading of its own that has no scenario while most of the others have.
fn each(text: &Text<'_>, findings: &mut Vec<Finding>) {
    let document = text.document;
    let is_section = |requirement: &&Requirement| {
        let section = requirement.section.and_then(|index| document.sections.get(index));
        section.is_some_and(|section| section.heading.start == requirement.span.start)
    };
    let all = || document.requirements.iter().filter(is_section);
    let shown = all().filter(|requirement| !requirement.criteria.is_empty()).count();
    if shown * 2 < all().count() {
        return;
    }
    for requirement in all().filter(|requirement| requirement.criteria.is_empty()) {
        let lines = document.lines();
        let at = lines.span(document.text(), requirement.line).unwrap_or(requirement.span);
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

/// Reports a document that has no acceptance criteria at all.
fn whole(text: &Text<'_>, findings: &mut Vec<Finding>) {
    let stated = shape::stated(text);
    let requirements = &text.document.requirements;
    let shown = requirements.iter().filter(|requirement| !requirement.criteria.is_empty()).count();
    let mostly = !requirements.is_empty() && shown * 2 >= requirements.len();
    let has = |meaning| stated.contains(&meaning);
    if has(Meaning::Acceptance) || has(Meaning::Metrics) || mostly {
        return;
    }
    findings.push(Finding::missing(
        &RULE,
        text,
        Span::new(0, 0),
        text.whole(),
        &["acceptance criteria", "acceptance"],
        "the document never says when the work is accepted",
        "add acceptance criteria: for each requirement, what is checked and what passes",
    ));
}

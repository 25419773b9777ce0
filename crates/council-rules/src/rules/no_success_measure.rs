//! # no-success-measure
//!
//! ## What it does
//! Finds product documents that set goals and never say by what their success is measured.
//!
//! ## Why it hurts
//! Nobody can tell afterwards whether the work was worth it, and any result can be called a success.
//!
//! ## Example
//! Bad: Goals, requirements, a rollout, and no figure that should change.
//!
//! Good: `Success metrics: the share of orders that need a call to support falls from 9 % to below 4 % within a quarter.`
//!
//! ## When not to apply it
//! Where the document is a slice of a larger one that has the measures; then refer to it.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::shape;
use crate::{
    Finding, Kind, Model, Rule,
    model::{Kind as DocumentKind, Meaning},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-success-measure",
    kind: Kind::MissingAcceptanceCriteria,
    subcategory: Subcategory::ProblemUntestable,
    severity: Severity::Minor,
    modes: &[
        (10, "a goal without a measure cannot be shown to be met"),
        (69, "an outcome that nothing could refute"),
        (45, "a decision needs to know what counts as success"),
    ],
    summary: "goals without a measure of success",
    source: include_str!("no_success_measure.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind == DocumentKind::Prd) {
        let stated = shape::stated(text);
        if stated.contains(&Meaning::Metrics) {
            continue;
        }
        findings.push(Finding::missing(
            &RULE,
            text,
            Span::new(0, 0),
            text.whole(),
            &["success metric", "metric"],
            "nothing says by what success is measured",
            "name the figure that should change, from what to what, and by when",
        ));
    }
}

//! # no-success-measure
//!
//! ## What it does
//! Finds product documents that set goals and never say by what their success is measured.
//!
//! ## Why it hurts
//! Nobody can tell afterwards whether the work was worth it, and any result can be called a success.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # PRD: Orders
//!
//! ## Problem
//!
//! Buyers call to ask where their order is.
//!
//! ## Goals
//!
//! - Buyers find out by themselves where their order is.
//!
//! ## Requirements
//!
//! - FR-1: The page shall show where an order is.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # PRD: Orders
//!
//! ## Problem
//!
//! Buyers call to ask where their order is.
//!
//! ## Goals
//!
//! - Buyers find out by themselves where their order is.
//!
//! ## Success metrics
//!
//! - The share of orders that need a call to support falls from 9 % to below 4 % within a quarter.
//!
//! ## Requirements
//!
//! - FR-1: The page shall show where an order is.
//! ```
//!
//! ## When not to apply it
//! Where the document is a slice of a larger one that has the measures; then refer to it.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::shape;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::Classes,
    model::{Ask, Kind as DocumentKind, Layout, Meaning, Role, Sentence, Text},
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
    reads: Reads::Everything,
    source: include_str!("no_success_measure.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        // Designs and proposals have goals too, and are seldom measured.
        let plain = text.layout == Layout::Plain
            && text.kind == DocumentKind::Prd
            && text.is_called_requirements();
        let lacks = shape::lacking(text, Ask::Success).next().is_some();
        if lacks || plain && is_unmeasured(text) {
            findings.push(Finding::missing(
                &RULE,
                text,
                Span::new(0, 0),
                text.whole(),
                &["success metric", "metric"],
                "nothing says how success is measured",
                "name the figure that should change, from what to what, and by when",
            ));
        }
    }
}

/// Tells whether a document has goals, and neither a measure nor a criterion nor a figure among its goals.
fn is_unmeasured(text: &Text<'_>) -> bool {
    let stated = text.stated();
    let is_accepted = || stated.contains(&Meaning::Acceptance);
    if shape::parts(text) >= 6 {
        return !stated.contains(&Meaning::Metrics) && !is_accepted();
    }
    let measures = [Meaning::Metrics, Meaning::Acceptance];
    let goals = || text.sentences.iter().filter(|sentence| sentence.role == Role::Goal);
    let counts = |sentence: &Sentence| sentence.classes.intersects(Classes::NUMBER);
    stated.contains(&Meaning::Goals)
        && !measures.iter().any(|meaning| stated.contains(meaning))
        && goals().next().is_some()
        && !goals().any(counts)
}

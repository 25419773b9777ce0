//! # no-test-plan
//!
//! ## What it does
//! Finds product documents that never say how the work is tested or validated.
//!
//! ## Why it hurts
//! Tests are then written after the fact, to fit what was built.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Design Document
//!
//! ## Overview
//!
//! Ferries get timetables.
//!
//! ## Architecture
//!
//! A clerk enters the times, and the page shows them.
//!
//! ## Components and Interfaces
//!
//! A form and a page.
//!
//! ## Data Models
//!
//! A table of times.
//!
//! ## Error Handling
//!
//! A time that cannot be read is refused with its line.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Design Document
//!
//! ## Overview
//!
//! Ferries get timetables.
//!
//! ## Architecture
//!
//! A clerk enters the times, and the page shows them.
//!
//! ## Components and Interfaces
//!
//! A form and a page.
//!
//! ## Data Models
//!
//! A table of times.
//!
//! ## Error Handling
//!
//! A time that cannot be read is refused with its line.
//!
//! ## Testing Strategy
//!
//! A year of times is entered and compared with the printed timetable.
//! ```
//!
//! ## When not to apply it
//! Where a sibling document of the packet holds the test plan; then refer to it.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::shape;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    model::{Ask, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-test-plan",
    kind: Kind::MissingAcceptanceCriteria,
    subcategory: Subcategory::CoverageGap,
    severity: Severity::Minor,
    modes: &[
        (69, "an experiment is designed before it is run"),
        (36, "a claim of safety rests on tests"),
        (10, "a sample has to be planned"),
    ],
    summary: "nothing says how it is tested",
    reads: Reads::Everything,
    source: include_str!("no_test_plan.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let lacks = |text: &&Text<'_>| shape::lacking(text, Ask::Tests).next().is_some();
    for text in model.texts.iter().filter(lacks) {
        findings.push(Finding::missing(
            &RULE,
            text,
            Span::new(0, 0),
            text.whole(),
            &["test plan", "testing", "validation"],
            "nothing says how the work is tested",
            "say what is tested, at which level, with which data, and what passes",
        ));
    }
}

//! # contradicting-numbers
//!
//! ## What it does
//! Finds two statements that say the same of the same thing with different numbers.
//!
//! ## Why it hurts
//! Both cannot hold. Whoever builds it takes one, whoever tests it the other.
//!
//! ## Example
//! Bad: `The terminal shall lock after 90 seconds without input.` and later
//! `The terminal locks after 5 minutes without input.`
//!
//! Good: `The terminal shall lock after 90 seconds without input.` and later
//! `The terminal locks as FR-1 says.`
//!
//! ## When not to apply it
//! Where the two differ in a condition; then name the condition in both.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::contradicting_duties::two_values;
use crate::{Finding, Kind, Model, Reads, Rule, model::Relation};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "contradicting-numbers",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (6, "two constraints that no value satisfies"),
        (1, "from both, anything follows"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (66, "two times for one event"),
    ],
    summary: "two numbers for one thing",
    reads: Reads::Everything,
    source: include_str!("contradicting_numbers.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for pair in text.alike() {
            let Relation::Numbers(one, other) = pair.relation else { continue };
            let line = text.document.lines().line(one.start);
            let found = Finding::at(
                &RULE,
                text,
                other,
                pair.later,
                two_values(text.slice(other), text.slice(one), line, pair.is_sure),
                "decide which number holds, and state it once",
            );
            let found = found.beside(one);
            findings.push(if pair.is_sure { found } else { found.noted() });
        }
    }
}

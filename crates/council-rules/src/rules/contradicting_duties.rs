//! # contradicting-duties
//!
//! ## What it does
//! Finds two statements of which one demands what the other forbids.
//!
//! ## Why it hurts
//! Both cannot be met. A coding agent satisfies the one it read last.
//!
//! ## Example
//! Bad: `The client shall cache the answer.` and `The client shall not cache the answer.`
//!
//! Good: `The client shall cache the answer unless it is marked private.`
//!
//! ## When not to apply it
//! Where the two hold under different conditions; then name the condition in both.

use council_core::{severity::Severity, taxonomy::Subcategory};

use crate::{Finding, Kind, Model, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "contradicting-duties",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Blocker,
    confidence: 0.9,
    modes: &[
        (65, "a duty and its prohibition"),
        (1, "a statement and its negation"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (71, "two clauses of a contract that exclude each other"),
    ],
    summary: "one statement demands what another forbids",
    source: include_str!("contradicting_duties.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for (earlier, later) in text.alike() {
            if earlier.negated.abs_diff(later.negated) != 1 {
                continue;
            }
            let line = text.document.lines().line(earlier.span.start);
            let at = if later.negated > 0 { later.negation } else { later.binding };
            findings.push(Finding::at(
                &RULE,
                text,
                at.unwrap_or(later.span),
                later.span,
                format!("this contradicts line {line}, which says the opposite of the same thing"),
                "decide which of the two holds, or name the condition that tells them apart",
            ));
        }
    }
}

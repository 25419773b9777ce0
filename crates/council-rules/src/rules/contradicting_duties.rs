//! # contradicting-duties
//!
//! ## What it does
//! Finds two statements of which one demands what the other forbids, or of which one demands the opposite: `accept` here,
//! `reject` there.
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

use crate::{Finding, Kind, Model, Reads, Rule, model::Relation};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "contradicting-duties",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (65, "a duty and its prohibition"),
        (1, "a statement and its negation"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (71, "two clauses of a contract that exclude each other"),
    ],
    summary: "one statement demands what another forbids",
    reads: Reads::Everything,
    source: include_str!("contradicting_duties.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for pair in text.alike() {
            let line = text.document.lines().line(pair.earlier.start);
            let (span, message) = match (&pair.relation, pair.is_sure) {
                (Relation::Refusal(_, own), true) => (
                    own.unwrap_or(pair.later),
                    format!(
                        "this contradicts line {line}, which says the opposite of the same thing"
                    ),
                ),
                (Relation::Refusal(_, own), false) => (
                    own.unwrap_or(pair.later),
                    format!("this may contradict line {line}, which seems to say the opposite"),
                ),
                (Relation::Opposites(one, own), is_sure) => {
                    let (word, other) = (text.slice(*own), text.slice(*one));
                    (*own, two_values(word, other, line, is_sure))
                }
                (
                    Relation::Same | Relation::Near | Relation::Numbers(..) | Relation::Units(..),
                    _,
                ) => continue,
            };
            let found = Finding::at(
                &RULE,
                text,
                span,
                pair.later,
                message,
                "decide which of the two holds, or name the condition that tells them apart",
            );
            let found = found.beside(pair.earlier);
            findings.push(if pair.is_sure { found } else { found.noted() });
        }
    }
}

/// Says that a place and a line above it have two values for one thing, or perhaps do.
pub(super) fn two_values(here: &str, there: &str, line: u32, is_sure: bool) -> String {
    if is_sure {
        format!("`{here}` here, `{there}` for the same thing on line {line}")
    } else {
        format!("`{here}` here, `{there}` on line {line}, perhaps for the same thing")
    }
}

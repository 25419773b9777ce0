//! # vague-time
//!
//! ## What it does
//! Finds times without a number: `quickly`, `promptly`, `in a timely manner`, `regularly`.
//!
//! ## Why it hurts
//! Nobody can test `quickly`, and everybody can claim it. Timeouts and capacity are then chosen without a target.
//!
//! ## Example
//! Bad: `The page shall load quickly.`
//!
//! Good: `The page shall load in at most 2 s at the 95th percentile.`
//!
//! ## When not to apply it
//! Where the number stands in the same sentence, or `immediately` means `before anything else` and the order is what matters.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::Token,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "vague-time",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (66, "a statement about time without a time"),
        (29, "a speed has to become a number"),
        (19, "an order of magnitude would already help"),
    ],
    summary: "a time without a number",
    source: include_str!("vague_time.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::SPEED).filter(scan::Found::aims) {
        let mut taken = 0;
        for (at, len) in found.phrases(Classes::SPEED) {
            taken = at + len;
            report(&found, at, len, findings);
        }
        for (at, _) in found.words(Classes::SPEED) {
            if at >= taken
                && !found.is_name(at)
                && !is_order(&found, at)
                && !found.has_number_near(at, 6)
            {
                report(&found, at, 1, findings);
            }
        }
    }
}

/// Tells whether it says what comes next and not how soon: `immediately before the commit`.
fn is_order(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let is = |token: Option<&Token>, words: &[&str]| {
        token.is_some_and(|token| words.iter().any(|word| token.id == lexicon::id(word)))
    };
    is(found.tokens.get(at), &["immediately", "directly"])
        && is(found.after(at, 1), &["before", "preceding", "adjacent", "above", "below"])
}

fn report(found: &scan::Found<'_, '_>, at: usize, len: usize, findings: &mut Vec<Finding>) {
    let said = (
        "is a time without a number",
        "give the longest time that passes, and at which percentile or load",
    );
    findings.push(found.says(&RULE, at, len, said));
}

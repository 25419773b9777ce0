//! # open-list
//!
//! ## What it does
//! Finds lists that are left open in a demand: `etc.`, `and so on`, `and more`.
//!
//! ## Why it hurts
//! What is not listed is not built, or is built by guess, and no test covers it.
//!
//! ## Example
//! Bad: `The export covers orders, messages, etc.`
//!
//! Good: `The export covers orders, messages and addresses, and nothing else.`
//!
//! ## When not to apply it
//! Where the list only gives examples of something that is defined elsewhere.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{Finding, Kind, Model, Rule, lexicon::Classes};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "open-list",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (8, "the case that was not listed is the counterexample"),
        (9, "a rule is guessed from examples"),
        (54, "an open list cannot be searched to its end"),
    ],
    summary: "a list that is left open",
    source: include_str!("open_list.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::OPEN_LIST).filter(scan::Found::is_checked) {
        let phrases = found.phrases(Classes::OPEN_LIST);
        let words = found.words(Classes::OPEN_LIST).map(|(at, _)| (at, 1));
        for (at, len) in phrases.chain(words) {
            let said = (
                "leaves the list open",
                "list everything that is meant, or say by what a reader recognises the rest",
            );
            findings.push(found.says(&RULE, at, len, said));
        }
    }
}

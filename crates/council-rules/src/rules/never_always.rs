//! # never-always
//!
//! ## What it does
//! Finds promises for all time that no test can show: `shall never fail`, `must never be unavailable`.
//!
//! ## Why it hurts
//! An absolute needs a proof over all time and all cases; the exception that was not thought of makes the whole
//! requirement false.
//!
//! ## Example
//! Bad: `The service shall never be unavailable.`
//!
//! Good: `The service shall be available 99.9 % of each month.`
//!
//! ## When not to apply it
//! Under a heading of invariants, which are meant for all time.
//!
//! A prohibition, such as `a password is never written to a log`, is no such promise and is not reported.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "never-always",
    kind: Kind::Negative,
    subcategory: Subcategory::Untestable,
    severity: Severity::Minor,
    modes: &[
        (8, "one counterexample refutes an absolute"),
        (66, "always and never speak of all time"),
        (80, "an adversary looks for the one exception"),
    ],
    summary: "an absolute that no test can show",
    reads: Reads::Words,
    source: include_str!("never_always.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::NOT).filter(scan::Found::is_checked) {
        for (at, token) in found.words(Classes::NOT) {
            if token.id != lexicon::id("never") || !is_promise(&found, at) || is_invariant(&found) {
                continue;
            }
            findings.push(Finding::at(
                &RULE,
                found.text,
                token.span(),
                found.sentence.span,
                "`never` speaks of all time, which no test can show",
                "say what is checked, where, and what happens if it is violated",
            ));
        }
    }
}

/// Tells whether something is promised that is in nobody's hand: never to fail, to be lost, to be unavailable. To never do
/// something is a prohibition, which a test can show.
fn is_promise(found: &scan::Found<'_, '_>, at: usize) -> bool {
    const REACH: usize = 3;
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    let listed = found.text.is_bare_list;
    listed
        || rest
            .iter()
            .take(REACH)
            .any(|token| token.is_plain_word() && UNWANTED.contains(&token.id))
}

/// What nobody wants to happen.
const UNWANTED: [u64; 20] = lexicon::ids([
    "fail",
    "fails",
    "crash",
    "crashes",
    "lose",
    "loses",
    "lost",
    "unavailable",
    "down",
    "slow",
    "hang",
    "hangs",
    "freeze",
    "freezes",
    "stall",
    "stalls",
    "wrong",
    "interrupted",
    "corrupt",
    "corrupted",
]);

/// Tells whether a sentence stands among invariants, which say what is so at all times: that is what they are for.
fn is_invariant(found: &scan::Found<'_, '_>) -> bool {
    let sections = &found.text.document.sections;
    let mut at = found.text.document.section_index(found.sentence.span.start);
    while let Some(section) = at.and_then(|at| sections.get(at)) {
        if section.title.to_ascii_lowercase().contains("invariant") {
            return true;
        }
        at = section.parent;
    }
    false
}

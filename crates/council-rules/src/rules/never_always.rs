//! # never-always
//!
//! ## What it does
//! Finds `never`, `always`, `all`-or-nothing negatives that no test can show: `shall never`, `must never`, `at no
//! time`.
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
//! Where the absolute is a safety property that is checked by construction, such as `a password is never written to
//! a log`.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
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
    source: include_str!("never_always.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::NOT).filter(scan::Found::is_checked) {
        for (_, token) in found.words(Classes::NOT) {
            if token.id != lexicon::id("never") || is_invariant(&found) {
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

//! # loophole
//!
//! ## What it does
//! Finds clauses that let a duty lapse: `if possible`, `as appropriate`, `where necessary`, `best effort`.
//!
//! ## Why it hurts
//! Whoever builds it decides when it is possible, and nobody can say that they decided wrongly.
//!
//! ## Example
//! Bad: `Refunds are handled as appropriate.`
//!
//! Good: `A refund is paid to the card of the order within five working days.`
//!
//! ## When not to apply it
//! Where the condition is defined elsewhere and the clause refers to it.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{Finding, Kind, Model, Rule, lexicon::Classes};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "loophole",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Major,
    modes: &[
        (71, "an escape clause decides who bears the risk"),
        (30, "a default that anything can defeat"),
        (65, "a duty that binds only who wants to be bound"),
    ],
    summary: "a clause that lets a duty lapse",
    source: include_str!("loophole.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let binding = scan::sentences(model, Classes::BOUNDLESS).filter(scan::Found::is_checked);
    let said = (
        "lets whoever builds it decide whether this binds",
        "name the condition under which it holds, and who decides",
    );
    scan::report_phrases(&RULE, binding, Classes::BOUNDLESS, said, findings);
}

//! # no-example
//!
//! ## What it does
//! Finds descriptions of a function that give no example of a call and its result.
//!
//! ## Why it hurts
//! Prose leaves the edges open; one example settles them, and is the first test.
//!
//! ## Example
//! Bad:
//!
//! ```python
//! def twice(numbers):
//!     """Returns the numbers, each of them doubled."""
//! ```
//!
//! Good:
//!
//! ```python
//! def twice(numbers):
//!     """Returns the numbers, each of them doubled.
//!
//!     >>> twice([])
//!     []
//!     """
//! ```
//!
//! ## When not to apply it
//! Where the function has no result that can be written down.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{Finding, Kind, Model, Reads, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-example",
    kind: Kind::MissingAcceptanceCriteria,
    subcategory: Subcategory::Untestable,
    severity: Severity::Major,
    modes: &[
        (9, "a rule is understood from its cases"),
        (15, "a case to compare with"),
        (69, "the smallest experiment"),
    ],
    summary: "a function without an example",
    reads: Reads::Everything,
    source: include_str!("no_example.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for (text, function) in scan::functions(model) {
        if !function.examples.is_empty() {
            continue;
        }
        findings.push(Finding::at(
            &RULE,
            text,
            function.signature,
            function.signature,
            format!("`{}` is described without an example", function.name),
            "add calls with their results: a usual one, an empty one, one at the limit",
        ));
    }
}

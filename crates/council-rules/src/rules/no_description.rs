//! # no-description
//!
//! ## What it does
//! Finds functions that are shown by examples and never described.
//!
//! ## Why it hurts
//! Examples show cases, not the rule; every reader guesses another one.
//!
//! ## Example
//! Bad:
//!
//! ```python
//! def twice(numbers):
//!     """
//!     >>> twice([1])
//!     [2]
//!     >>> twice([2, 3])
//!     [4, 6]
//!     """
//! ```
//!
//! Good:
//!
//! ```python
//! def twice(numbers):
//!     """Returns the numbers, each of them doubled.
//!
//!     >>> twice([1])
//!     [2]
//!     >>> twice([2, 3])
//!     [4, 6]
//!     """
//! ```
//!
//! ## When not to apply it
//! Where the name says it all and the function has no edge cases.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{Finding, Kind, Model, Reads, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-description",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Major,
    modes: &[
        (9, "a rule cannot be read off a few cases"),
        (76, "what was meant is not known"),
        (5, "cases without the statement they are cases of"),
    ],
    summary: "a function that is never described",
    reads: Reads::Everything,
    source: include_str!("no_description.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for (text, function) in scan::functions(model) {
        let words: usize =
            function.prose.iter().map(|span| text.slice(*span).split_whitespace().count()).sum();
        if words < FEWEST {
            findings.push(Finding::at(
                &RULE,
                text,
                function.signature,
                function.signature,
                format!("nothing says what `{}` does", function.name),
                "say in a sentence what comes back for every argument",
            ));
        }
    }
}

/// The fewest words that can describe a function.
const FEWEST: usize = 5;

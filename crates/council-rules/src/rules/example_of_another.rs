//! # example-of-another
//!
//! ## What it does
//! Finds examples that call another function than the one that is described.
//!
//! ## Why it hurts
//! The example was copied, or the function was renamed; either way one of the two is wrong.
//!
//! ## Example
//! Bad:
//!
//! ```python
//! def total(numbers):
//!     """Returns the sum of the numbers.
//!
//!     >>> add([1])
//!     1
//!     """
//! ```
//!
//! Good:
//!
//! ```python
//! def total(numbers):
//!     """Returns the sum of the numbers.
//!
//!     >>> total([1])
//!     1
//!     """
//! ```
//!
//! ## When not to apply it
//! Where the example needs a second function to prepare its data; call the described one too.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{Finding, Kind, Model, Reads, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "example-of-another",
    kind: Kind::DanglingReference,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    modes: &[
        (1, "the example shows something else"),
        (73, "a trace of an earlier version"),
        (8, "the case does not fit the claim"),
    ],
    summary: "an example that calls something else",
    reads: Reads::Everything,
    source: include_str!("example_of_another.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for (text, function) in scan::functions(model) {
        let calls = function.examples.iter().any(|example| example.call.contains(&function.name));
        if calls {
            continue;
        }
        if let Some(example) = function.examples.iter().find(|example| is_call(&example.call)) {
            findings.push(Finding::at(
                &RULE,
                text,
                example.span.trimmed(text.document.text()),
                example.span,
                format!("no example calls `{}`, the function that is described", function.name),
                "show the function that is described, by its name",
            ));
        }
    }
}

/// Tells whether an example is a call of something.
fn is_call(call: &str) -> bool {
    let name = call.split('(').next().unwrap_or_default();
    call.contains('(') && !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

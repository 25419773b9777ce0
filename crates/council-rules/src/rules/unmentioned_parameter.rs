//! # unmentioned-parameter
//!
//! ## What it does
//! Finds parameters of a described function that its description never mentions.
//!
//! ## Why it hurts
//! What a parameter does is then guessed from its name or its type.
//!
//! ## Example
//! Bad:
//!
//! ```python
//! def clip(x, lo, hi):
//!     """Clips a value.
//!
//!     >>> clip(9, 1, 5)
//!     5
//!     """
//! ```
//!
//! Good:
//!
//! ```python
//! def clip(x, lo, hi):
//!     """Clips x to the range from lo to hi, both included.
//!
//!     >>> clip(9, 1, 5)
//!     5
//!     """
//! ```
//!
//! ## When not to apply it
//! Where the only parameter is what the whole description is about.

use std::collections::BTreeSet;

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    model::{FunctionSpec, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unmentioned-parameter",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (52, "what would be worth knowing is not said"),
        (7, "every argument has a meaning"),
        (5, "a symbol without an interpretation"),
    ],
    summary: "a parameter that is never mentioned",
    reads: Reads::Everything,
    source: include_str!("unmentioned_parameter.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for (text, function) in scan::functions(model) {
        let prose = function.description(text);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = prose.split(|c| !is_word(c)).collect();
        if function.parameters.iter().any(|parameter| parameter.starts_with("..")) {
            report(text, function, "the parameters are left out".to_owned(), findings);
            continue;
        }
        let name = |parameter: &String| {
            parameter
                .split([':', '=', ' '])
                .next()
                .unwrap_or_default()
                .trim_start_matches('*')
                .to_lowercase()
        };
        let silent: Vec<String> =
            function.parameters.iter().map(name).filter(|name| is_silent(name, &words)).collect();
        // One parameter is what the description is about, however it is called.
        if function.parameters.len() > 1 && !silent.is_empty() {
            let message = format!("the description never mentions `{}`", silent.join("`, `"));
            report(text, function, message, findings);
        }
    }
}

/// Tells whether a description mentions a parameter: its name, or a word its name begins with.
fn is_silent(name: &str, words: &BTreeSet<&str>) -> bool {
    let parts = || name.split('_').filter(|part| part.len() > 2);
    let mentions = |part: &str| {
        words
            .iter()
            .any(|word| word.starts_with(part) || (word.len() > 3 && part.starts_with(word)))
    };
    !name.is_empty() && name != "self" && !words.contains(name) && !parts().any(mentions)
}

fn report(text: &Text<'_>, function: &FunctionSpec, message: String, findings: &mut Vec<Finding>) {
    let advice = "say what each parameter is, and which values it may have";
    findings.push(Finding::at(
        &RULE,
        text,
        function.signature,
        function.signature,
        message,
        advice,
    ));
}

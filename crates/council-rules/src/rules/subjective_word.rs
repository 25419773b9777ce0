//! # subjective-word
//!
//! ## What it does
//! Finds judging words such as `appropriate`, `easy` or `robust` in requirements and criteria.
//!
//! ## Why it hurts
//! Two readers test two different things, and both are right. Whoever builds it decides alone what was meant.
//!
//! ## Example
//! Bad: `The search shall be easy to use.`
//!
//! Good: `A new user finds an order by its number in at most three steps.`
//!
//! ## When not to apply it
//! Where the judgement is explained in the same sentence, or the word is a name (`Safe Mode`).

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{Finding, Kind, Model, Rule, lexicon::Classes};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "subjective-word",
    kind: Kind::Subjective,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    confidence: 0.6,
    modes: &[
        (25, "a vague word has no edge, and this mode asks where the edge is"),
        (61, "interpretation differs where the words leave it open"),
        (16, "one undefined word makes a class of readings"),
    ],
    summary: "a judging word in a requirement",
    source: include_str!("subjective_word.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::SUBJECTIVE).filter(scan::Found::binds) {
        for (at, token) in found.words(Classes::SUBJECTIVE) {
            if found.is_name(at) {
                continue;
            }
            let word = found.text.word(token);
            findings.push(Finding::at(
                &RULE,
                found.text,
                token.span(),
                found.sentence.span,
                format!("`{word}` is a judgement that two readers make differently"),
                format!("say what can be seen or measured when it is `{word}`"),
            ));
        }
    }
}

//! # unnamed-other
//!
//! ## What it does
//! Finds `other` and `another` where a requirement means things it does not name.
//!
//! ## Why it hurts
//! Which others? Every reader draws the line elsewhere.
//!
//! ## Example
//! Bad: `The system shall exchange data with other systems.`
//!
//! Good: `The system shall exchange orders with the warehouse and invoices with accounting.`
//!
//! ## When not to apply it
//! Where both sides are named in the sentence (`from one shelf to another`, `each other`).

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::Role,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unnamed-other",
    kind: Kind::VaguePronoun,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (27, "what is neither clearly in nor clearly out"),
        (28, "a class without its members"),
        (61, "the reader fills in who the others are"),
    ],
    summary: "others that are not named",
    reads: Reads::Words,
    source: include_str!("unnamed_other.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::OTHER)
        .filter(|found| matches!(found.sentence.role, Role::Requirement | Role::Constraint))
        // In a specification the sentences around it tell which others there are.
        .filter(|found| found.text.is_bare_list)
    {
        for (at, token) in found.words(Classes::OTHER) {
            let before = found.before(at, 1).map(|token| token.id);
            let paired = before.is_some_and(|id| PAIRED.contains(&id))
                || found.after_is(at, 1, "than")
                || found.after_is(at, 1, "words");
            if paired || found.tokens.iter().take(at).any(|token| token.id == lexicon::id("one")) {
                continue;
            }
            let word = found.text.word(token);
            findings.push(Finding::at(
                &RULE,
                found.text,
                token.span(),
                found.sentence.span,
                format!("`{word}` means things that are not named"),
                "name them, or say by what they are recognised",
            ));
        }
    }
}

/// Words with which `other` is one of two that are known.
const PAIRED: [u64; 3] = [lexicon::id("each"), lexicon::id("the"), lexicon::id("every")];

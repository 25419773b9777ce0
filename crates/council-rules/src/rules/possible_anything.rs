//! # possible-anything
//!
//! ## What it does
//! Finds `possible`, `applicable` and `required` where they stand for a list that nobody wrote: `all possible
//! actions`, `the required criteria`.
//!
//! ## Why it hurts
//! What is possible is decided by whoever builds it.
//!
//! ## Example
//! Bad: `Help covers all possible actions.`
//!
//! Good: `Help covers every action of the main menu.`
//!
//! ## When not to apply it
//! Where the sentence gives an ability: `it shall be possible to …`.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::TokenKind,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "possible-anything",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (64, "what is possible is not what is required"),
        (8, "a case that nobody thought of is possible too"),
        (54, "all that is possible cannot be searched"),
    ],
    summary: "possible, and nobody says what is",
    reads: Reads::Words,
    source: include_str!("possible_anything.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let checked = scan::sentences(model, Classes::UNSURE).filter(scan::Found::is_checked);
    for found in checked.filter(scan::Found::is_bare) {
        for (at, token) in found.words(Classes::UNSURE) {
            let grants = found
                .before(at, 1)
                .is_some_and(|last| last.is(Classes::BE.with(Classes::ADVERB).with(Classes::NOT)));
            let phrase = found
                .phrases(Classes::BOUNDLESS.with(Classes::SPEED).with(Classes::AMOUNT))
                .any(|(first, len)| (first..first + len).contains(&at));
            let is_possible = POSSIBLE.contains(&token.id);
            if grants || phrase || !is_possible || found.is_name(at) || !is_list(&found, at) {
                continue;
            }
            let word = found.text.word(token);
            findings.push(Finding::at(
                &RULE,
                found.text,
                token.span(),
                found.sentence.span,
                format!("`{word}` stands for a list that nobody wrote"),
                "list what is meant, or say by what it is recognised",
            ));
        }
    }
}

/// Tells whether the word stands for a list: `all possible actions`, `any potential error`.
fn is_list(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let noun = found.after(at, 1).is_some_and(|next| {
        next.kind == TokenKind::Word && !next.is(Classes::FUNCTION.with(Classes::PREPOSITION))
    });
    let whole = found
        .before(at, 1)
        .is_some_and(|last| last.is(Classes::QUANTIFIER.with(Classes::DETERMINER)));
    let listed = found.text.is_bare_list;
    noun && (whole || listed)
}

const POSSIBLE: [u64; 4] = [
    lexicon::id("possible"),
    lexicon::id("potential"),
    lexicon::id("feasible"),
    lexicon::id("practicable"),
];

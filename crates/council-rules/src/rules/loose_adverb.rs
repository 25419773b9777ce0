//! # loose-adverb
//!
//! ## What it does
//! Finds adverbs that loosen what they stand beside: `generally`, `usually`, `clearly`, `approximately`.
//!
//! ## Why it hurts
//! What usually holds is not always tested, and the exception is what fails.
//!
//! ## Example
//! Bad: `Requests are generally answered in order.`
//!
//! Good: `Requests of one client are answered in the order in which they came.`
//!
//! ## When not to apply it
//! Where the adverb describes the world and not what is asked for.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "loose-adverb",
    kind: Kind::Ambiguous,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (31, "what is typical is not what always holds"),
        (32, "an exception defeats the general rule"),
        (24, "likely and certain are told apart"),
    ],
    summary: "an adverb that loosens a demand",
    reads: Reads::Words,
    source: include_str!("loose_adverb.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let loose = Classes::LOOSE.with(Classes::HEDGE);
    let checked = scan::sentences(model, loose).filter(scan::Found::is_checked);
    for found in checked.filter(scan::Found::is_bare) {
        for (at, token) in found.words(loose) {
            let exact = found.after(at, 1).is_some_and(|next| next.kind == TokenKind::Number);
            let with_modal = found.before(at, 1).is_some_and(|last| last.is(lexicon::MODAL))
                && token.is(Classes::HEDGE);
            let rather = token.id == lexicon::id("rather") && found.after_is(at, 1, "than");
            let around = token.id == lexicon::id("around") && !found.has_number_near(at, 2);
            let strict = found.text.is_bare_list || is_habit(&found, token);
            if !strict || exact || with_modal || rather || around || found.is_name(at) {
                continue;
            }
            let word = found.text.word(token);
            findings.push(Finding::at(
                &RULE,
                found.text,
                token.span(),
                found.sentence.span,
                format!("`{word}` leaves open when this holds and when not"),
                "drop the word, or name the exceptions",
            ));
        }
    }
}

/// Tells whether the word leaves a demand to habit or chance. Others grade what is described: `nearly extended`.
fn is_habit(found: &scan::Found<'_, '_>, token: &Token) -> bool {
    HABITS.contains(&token.id) && found.sentence.classes.intersects(Classes::MUST)
}

/// Adverbs of habit and chance.
const HABITS: [u64; 18] = lexicon::ids([
    "generally",
    "usually",
    "typically",
    "normally",
    "commonly",
    "mostly",
    "largely",
    "mainly",
    "ordinarily",
    "customarily",
    "possibly",
    "perhaps",
    "maybe",
    "probably",
    "ideally",
    "hopefully",
    "preferably",
    "roughly",
]);

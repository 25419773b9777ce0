//! # doubled-word
//!
//! ## What it does
//! Finds a word that stands twice in a row: `the the`.
//!
//! ## Why it hurts
//! It is a slip, and where there is one there may be a lost word.
//!
//! ## Example
//! Bad: `The server sends the the token.`
//!
//! Good: `The server sends the token.`
//!
//! ## When not to apply it
//! Where both are meant (`had had`, `that that`); those are not reported.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "doubled-word",
    kind: Kind::Format,
    subcategory: Subcategory::SortOrder,
    severity: Severity::Note,
    modes: &[(80, "a slip that nobody reread"), (17, "what is said twice")],
    summary: "a word that stands twice in a row",
    source: include_str!("doubled_word.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::DOUBLED) {
        let text = found.text;
        for (at, pair) in found.tokens.windows(2).enumerate() {
            let [one, other] = pair else {
                continue;
            };
            let slip = one.is_plain_word()
                && other.is_plain_word()
                && one.id == other.id
                && SLIPS.contains(&one.id);
            let gap = Span::new(one.end as usize, other.start as usize);
            if !slip || !text.slice(gap).chars().all(|c| c == ' ') {
                continue;
            }
            let span = found.span(at, 2);
            let word = text.word(one);
            let cut = Span::new(one.end as usize, other.end as usize);
            findings.push(
                Finding::at(
                    &RULE,
                    text,
                    span,
                    found.sentence.span,
                    format!("`{word}` stands twice"),
                    "write it once",
                )
                .fixed_by(cut, ""),
            );
        }
    }
}

/// Words that never stand twice on purpose.
const SLIPS: [u64; 16] = [
    lexicon::id("the"),
    lexicon::id("a"),
    lexicon::id("an"),
    lexicon::id("of"),
    lexicon::id("to"),
    lexicon::id("and"),
    lexicon::id("or"),
    lexicon::id("for"),
    lexicon::id("with"),
    lexicon::id("shall"),
    lexicon::id("must"),
    lexicon::id("should"),
    lexicon::id("be"),
    lexicon::id("by"),
    lexicon::id("from"),
    lexicon::id("it"),
];

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
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Text, Token},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "doubled-word",
    kind: Kind::Format,
    subcategory: Subcategory::SortOrder,
    severity: Severity::Note,
    modes: &[(80, "a slip that nobody reread"), (17, "what is said twice")],
    summary: "a word that stands twice in a row",
    reads: Reads::Everything,
    source: include_str!("doubled_word.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::DOUBLED) {
        let text = found.text;
        let mut at = 0;
        while let Some(one) = found.tokens.get(at) {
            let length = run(text, found.tokens.get(at..).unwrap_or_default());
            let last = found.tokens.get(at + length.saturating_sub(1)).unwrap_or(one);
            if length > 1 {
                let word = text.word(one);
                let message = match length {
                    2 => format!("`{word}` stands twice"),
                    times => format!("`{word}` stands {times} times"),
                };
                let (span, around) = (found.span(at, length), found.sentence.span);
                let cut = Span::new(one.end as usize, last.end as usize);
                findings.push(
                    Finding::at(&RULE, text, span, around, message, "write it once")
                        .fixed_by(cut, ""),
                );
            }
            at += length.max(1);
        }
    }
}

/// Returns how many of the first tokens are the same word, said again by a slip.
fn run(text: &Text<'_>, tokens: &[Token]) -> usize {
    let is_slip = |one: &Token| one.is_plain_word() && SLIPS.contains(&one.id);
    let again = tokens.windows(2).take_while(|pair| {
        let [one, other] = pair else { return false };
        let gap = Span::new(one.end as usize, other.start as usize);
        is_slip(one)
            && is_slip(other)
            && one.id == other.id
            && text.slice(gap).chars().all(|c| c == ' ')
    });
    again.count() + 1
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

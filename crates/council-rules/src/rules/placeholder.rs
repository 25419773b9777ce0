//! # placeholder
//!
//! ## What it does
//! Finds what is still to be written: `TBD`, `TODO`, `to be decided`, `[NEEDS CLARIFICATION]`, `???`.
//!
//! ## Why it hurts
//! What is not decided is decided by whoever builds it first, and nobody notices.
//!
//! ## Example
//! Bad: `The limit shall be TBD.`
//!
//! Good: `The limit shall be 50 items.`
//!
//! ## When not to apply it
//! Where the text speaks about placeholders, such as a rule that forbids them; put the word into backticks there.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::{Shape, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "placeholder",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Major,
    modes: &[
        (52, "what is missing is known to be missing, and finding out has a price"),
        (76, "an open point is an admission of not knowing"),
        (32, "a later decision will defeat what is built on it now"),
    ],
    summary: "something is still to be written",
    source: include_str!("placeholder.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    dots(model, findings);
    for found in scan::sentences(model, Classes::PLACEHOLDER) {
        let mut taken = 0;
        for (at, len) in found.phrases(Classes::PLACEHOLDER) {
            taken = at + len;
            report(&found, at, len, findings);
        }
        for (at, token) in found.words(Classes::PLACEHOLDER) {
            let is_mark = token.shape == Shape::Upper || ALWAYS.contains(&token.id);
            if at >= taken && is_mark {
                // With the duty it takes the place of, one placeholder is told from another.
                let duty = found.before(at, 1).is_some_and(|token| token.is(lexicon::MODAL));
                let (first, len) = if duty { (at - 1, 2) } else { (at, 1) };
                report(&found, first, len, findings);
            }
        }
    }
}

fn report(found: &scan::Found<'_, '_>, at: usize, len: usize, findings: &mut Vec<Finding>) {
    let said = (
        "says that something is still to be written",
        "decide it and write it down, or list it as an open question with an owner and a date",
    );
    findings.push(found.says(&RULE, at, len, said));
}

/// Abbreviations that are no words in small letters either.
const ALWAYS: [u64; 5] = [
    lexicon::id("tbd"),
    lexicon::id("tba"),
    lexicon::id("tbc"),
    lexicon::id("fixme"),
    lexicon::id("tktk"),
];

/// Reports dots, question marks and blanks where the rest of a demand should stand: `shall …`, `must ???`, `shall ___`.
fn dots(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::BLANK) {
        for (at, token) in found.words(Classes::MUST.with(Classes::SHOULD)) {
            let Some(next) = found.after(at, 1) else {
                continue;
            };
            // A word that follows at once leaves no room for a blank.
            if next.kind == TokenKind::Word && next.start <= token.end + 1 {
                continue;
            }
            let gap = found
                .text
                .slice(council_core::packet::Span::new(token.end as usize, next.end as usize + 2));
            let blank = gap.contains("...")
                || gap.contains('…')
                || gap.contains("???")
                || gap.contains("___");
            let stops = next.is_mark(b'.')
                && found.after(at, 2).is_none_or(|more| more.kind != TokenKind::Word);
            if (blank || stops) && !token.quoted {
                report(&found, at, 1, findings);
            }
        }
    }
}

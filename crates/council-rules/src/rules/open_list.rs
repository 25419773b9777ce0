//! # open-list
//!
//! ## What it does
//! Finds lists that are left open in a demand: `etc.`, `and so on`, `and more`.
//!
//! ## Why it hurts
//! What is not listed is not built, or is built by guess, and no test covers it.
//!
//! ## Example
//! Bad: `The export covers orders, messages, etc.`
//!
//! Good: `The export covers orders, messages and addresses, and nothing else.`
//!
//! ## When not to apply it
//! Where the list only gives examples of something that is defined elsewhere.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Shape, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "open-list",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (8, "the case that was not listed is the counterexample"),
        (9, "a rule is guessed from examples"),
        (54, "an open list cannot be searched to its end"),
    ],
    summary: "a list that is left open",
    reads: Reads::Words,
    source: include_str!("open_list.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::OPEN_LIST).filter(scan::Found::is_checked) {
        let phrases = found.phrases(Classes::OPEN_LIST);
        let words = found.words(Classes::OPEN_LIST).map(|(at, _)| (at, 1));
        for (at, len) in phrases.chain(words) {
            if is_example(&found, at) || goes_on(&found, at, len) {
                continue;
            }
            let said = (
                "leaves the list open",
                "list everything that is meant, or say by what a reader recognises the rest",
            );
            findings.push(found.says(&RULE, at, len, said));
        }
    }
}

/// Tells whether the words are no end of a list: a step that opens with `AND`, or `and more` of something.
fn goes_on(found: &scan::Found<'_, '_>, at: usize, len: usize) -> bool {
    let is_step = found.tokens.get(at).is_some_and(|token| token.shape == Shape::Upper) || at == 0;
    let counts = found.tokens.get(at + len - 1).is_some_and(|last| last.id == lexicon::id("more"));
    let noun = found.after(at, len).is_some_and(|next| next.kind == TokenKind::Word);
    // `some are there and others are missing` goes on.
    let verb = found.after(at, len).is_some_and(|next| next.is(Classes::BE.with(lexicon::MODAL)));
    // `one takes all the room and others scale` goes on too.
    let others =
        found.tokens.get(at + len - 1).is_some_and(|last| last.id == lexicon::id("others"));
    let acts = found.after(at, len).is_some_and(|next| !next.is(Classes::PREPOSITION));
    is_step || verb || counts && noun || others && noun && acts
}

/// Tells whether the list only shows what is meant: in a bracket, or names that go on by a pattern.
fn is_example(found: &scan::Found<'_, '_>, at: usize) -> bool {
    const REACH: usize = 40;
    let before = found.tokens.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    let bracket = before.iter().rev().find(|token| token.is_mark(b'(') || token.is_mark(b')'));
    let last = before.iter().rev().find(|token| !matches!(token.kind, TokenKind::Mark(_)));
    let named = last.is_some_and(|token| token.quoted || token.kind != TokenKind::Word);
    bracket.is_some_and(|token| token.is_mark(b'(')) || named
}

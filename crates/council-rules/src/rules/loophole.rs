//! # loophole
//!
//! ## What it does
//! Finds clauses that let a duty lapse: `if possible`, `as appropriate`, `where necessary`, `best effort`.
//!
//! ## Why it hurts
//! Whoever builds it decides when it is possible, and nobody can say that they decided wrongly.
//!
//! ## Example
//! Bad: `Refunds are handled as appropriate.`
//!
//! Good: `A refund is paid to the card of the order within five working days.`
//!
//! ## When not to apply it
//! Where the condition is defined elsewhere and the clause refers to it.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::TokenKind,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "loophole",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (71, "an escape clause decides who bears the risk"),
        (30, "a default that anything can defeat"),
        (65, "a duty that binds only who wants to be bound"),
    ],
    summary: "a clause that lets a duty lapse",
    reads: Reads::Words,
    source: include_str!("loophole.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "lets whoever builds it decide whether this binds",
        "name the condition under which it holds, and who decides",
    );
    for found in scan::sentences(model, Classes::BOUNDLESS).filter(scan::Found::is_checked) {
        for (at, len) in found.phrases(Classes::BOUNDLESS) {
            if !found.is_bracketed(at)
                && !is_condition(&found, at, len)
                && !is_made(&found, at)
                && !is_forbidden(&found, at, len)
                && !is_enabled(&found, at)
                && !is_granted(&found, at)
                && !is_spelled_out(&found, at + len)
                && !is_of_duty(&found, at)
            {
                let finding = found.says(&RULE, at, len, said);
                findings.push(if is_latitude(&found, at, len) { finding.noted() } else { finding });
            }
        }
    }
}

/// Tells whether the words leave a choice that nobody is hurt by: another thing of the same kind, or a case that cannot
/// arise. Readers call that true and of no use.
fn is_latitude(found: &scan::Found<'_, '_>, at: usize, len: usize) -> bool {
    let phrase = found.tokens.get(at..at + len).unwrap_or_default();
    phrase.iter().any(|token| LATITUDE.contains(&token.id))
}

const LATITUDE: [u64; 5] =
    lexicon::ids(["similar", "equivalent", "applicable", "ease", "comparable"]);

/// Tells whether the words stand between a binding word and its verb, so that they make the duty itself weak: `should, where
/// practical, stop`. That is told of the duty.
fn is_of_duty(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let is_set_off = found.before(at, 1).is_some_and(|comma| comma.is_mark(b','));
    let weak = Classes::SHOULD.with(Classes::MAY).with(Classes::CAN).with(Classes::MIGHT);
    is_set_off && found.before(at, 2).is_some_and(|modal| modal.is_plain_word() && modal.is(weak))
}

/// Tells whether something is made where it is not there yet: `creates the folder if needed`.
fn is_made(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let needed = found.after(at, 1).is_some_and(|token| NEEDED.contains(&token.id));
    let before = found.tokens.get(..at).unwrap_or_default();
    needed && before.iter().rev().take(6).any(|token| MAKING.contains(&token.id))
}

const NEEDED: [u64; 2] = lexicon::ids(["needed", "necessary"]);

const MAKING: [u64; 9] = lexicon::ids([
    "create",
    "creates",
    "created",
    "creating",
    "initialize",
    "initializes",
    "make",
    "makes",
    "mkdir",
]);

/// Tells whether the words say what something makes possible, and not when a duty holds: `…, enabling the client to start
/// it when needed`.
fn is_enabled(found: &scan::Found<'_, '_>, at: usize) -> bool {
    const REACH: usize = 14;
    let before = found.tokens.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    let enables = before.iter().rposition(|token| ENABLING.contains(&token.id));
    let duty = before.iter().rposition(|token| token.is(lexicon::MODAL));
    enables.is_some() && enables > duty && !found.is_bare()
}

const ENABLING: [u64; 6] =
    lexicon::ids(["enabling", "allowing", "letting", "enables", "allows", "lets"]);

/// Tells whether what follows says what the words mean: `must be easy to use: one command starts it`.
fn is_spelled_out(found: &scan::Found<'_, '_>, end: usize) -> bool {
    let colon = found.tokens.get(end).is_some_and(|token| token.is_mark(b':'));
    colon && found.tokens.get(end + 1).is_some()
}

/// Tells whether somebody who is named may do as they like: `as desired by the administrator`.
fn is_granted(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let likes = found.after(at, 1).is_some_and(|token| LIKING.contains(&token.id));
    let named = found.after(at, 2).is_some_and(|token| token.id == lexicon::id("by"));
    let binds = found.sentence.classes.intersects(Classes::MUST);
    likes && (named || !binds) && !found.is_bare()
}

const LIKING: [u64; 5] = lexicon::ids(["desired", "wanted", "preferred", "wished", "liked"]);

/// Tells whether a ban is widened by the words: not this `or equivalent`.
fn is_forbidden(found: &scan::Found<'_, '_>, at: usize, len: usize) -> bool {
    let equal = found.tokens.get(at..at + len).unwrap_or_default();
    let before = found.tokens.get(..at).unwrap_or_default();
    equal.iter().any(|token| token.id == lexicon::id("or"))
        && before.iter().any(|token| token.is(Classes::NOT))
}

/// Tells whether the words open a condition of their own: `if required fields are missing`, `as needed by the cache`.
fn is_condition(found: &scan::Found<'_, '_>, at: usize, len: usize) -> bool {
    // What is done else is said, so nobody is free to leave it.
    let rest = found.tokens.get(at + len..).unwrap_or_default();
    if rest.iter().any(|token| ELSE.contains(&token.id)) {
        return true;
    }
    let last = found.tokens.get(at + len - 1);
    let next = found.after(at, len);
    let adjective = last.is_some_and(|token| token.is(Classes::UNSURE.with(Classes::PARTICIPLE)));
    let noun = next.is_some_and(|token| {
        matches!(token.kind, TokenKind::Code | TokenKind::Name)
            || token.kind == TokenKind::Word
                && !token.is(Classes::FUNCTION.with(Classes::PREPOSITION))
                && !token.is(Classes::VERB)
    });
    let named = next.is_some_and(|token| token.id == lexicon::id("by"));
    adjective && (noun || named)
}

const ELSE: [u64; 2] = lexicon::ids(["otherwise", "else"]);

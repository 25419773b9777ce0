//! # unbounded-retry
//!
//! ## What it does
//! Finds retries without a limit or a pause.
//!
//! ## Why it hurts
//! Retries without a limit turn a short failure of one service into a long one of all, and nobody learns of it.
//!
//! ## Example
//! Bad: `The client shall retry until the server answers.`
//!
//! Good: `The client shall retry at most five times, waiting 1 s, 2 s, 4 s …, and then report the failure.`
//!
//! ## When not to apply it
//! Where a policy that is referred to gives the limit.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unbounded-retry",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::UnstableFeedback,
    severity: Severity::Minor,
    modes: &[
        (43, "a loop that feeds itself"),
        (49, "the worst case is that nothing ever answers"),
        (39, "what if it never succeeds"),
    ],
    summary: "a retry without a limit",
    reads: Reads::SentencesWith(&[&RETRY]),
    source: include_str!("unbounded_retry.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let binding = scan::triggered(model, &RULE).filter(scan::Found::binds);
    let words = (
        "this retries without a limit and without a pause",
        "give the number of attempts, the pause between them, and what happens after the last",
    );
    scan::report(&RULE, binding, seen, words, findings);
}

/// Finds a retry that a demand is about, where neither it nor its passage names a number, a limit or a backoff.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let is_retry = |token: &Token| token.is_plain_word() && RETRY.contains(&token.id);
    // `retry counters` and `the retry shall reuse the key` speak about retries; `shall retry` demands them.
    let at = found.tokens.iter().enumerate().position(|(at, token)| {
        is_retry(token) && demanded(found, at) && !found.after(at, 1).is_some_and(is_noun)
    })?;
    let bounded = found.passage().flat_map(|sentence| found.text.tokens(sentence)).any(|token| {
        token.kind == TokenKind::Number || token.is(Classes::NUMERAL) || LIMITS.contains(&token.id)
    });
    let forbids = found.sentence.classes.intersects(Classes::NOT);
    let demands = found.is_checked();
    (demands && !bounded && !forbids).then_some((at, 1))
}

/// Tells whether a binding word stands right before: `shall retry`, `must automatically retry`, `shall be retried`.
fn demanded(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let binds = |token: &Token| token.is(Classes::MUST.with(Classes::SHOULD));
    let before = found.before(at, 1);
    let passes = before.is_some_and(|token| token.is(Classes::ADVERB.with(Classes::BE)));
    before.is_some_and(binds) || passes && found.before(at, 2).is_some_and(binds)
}

fn is_noun(next: &Token) -> bool {
    ["counter", "counters", "policy", "logic", "behavior", "behaviour", "count", "state"]
        .iter()
        .any(|word| next.id == lexicon::id(word))
}

/// The words without which there is nothing to see.
const RETRY: [u64; 4] =
    [lexicon::id("retry"), lexicon::id("retries"), lexicon::id("retried"), lexicon::id("retrying")];

const LIMITS: [u64; 20] = lexicon::ids([
    "once",
    "twice",
    "backoff",
    "back-off",
    "limit",
    "limits",
    "limited",
    "maximum",
    "max",
    "attempts",
    "budget",
    "button",
    "manually",
    "jitter",
    "exponential",
    "interval",
    "deadline",
    "timeout",
    "user",
    "next",
]);

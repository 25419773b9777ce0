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
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::{Role, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unbounded-retry",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::UnstableFeedback,
    severity: Severity::Major,
    modes: &[
        (43, "a loop that feeds itself"),
        (49, "the worst case is that nothing ever answers"),
        (39, "what if it never succeeds"),
    ],
    summary: "a retry without a limit",
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

/// Finds a retry in a demand that names no number, no limit and no backoff.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let at =
        found.tokens.iter().position(|token| token.is_plain_word() && RETRY.contains(&token.id))?;
    let bounded = found.tokens.iter().any(|token| {
        token.kind == TokenKind::Number || token.is(Classes::NUMERAL) || LIMITS.contains(&token.id)
    });
    let forbids = found.sentence.classes.intersects(Classes::NOT);
    let demands = found.sentence.role == Role::Requirement
        && found.sentence.classes.intersects(Classes::MUST.with(Classes::SHOULD));
    (demands && !bounded && !forbids).then_some((at, 1))
}

/// The words without which there is nothing to see.
pub(crate) const RETRY: [u64; 4] =
    [lexicon::id("retry"), lexicon::id("retries"), lexicon::id("retried"), lexicon::id("retrying")];

const LIMITS: [u64; 11] = [
    lexicon::id("once"),
    lexicon::id("twice"),
    lexicon::id("backoff"),
    lexicon::id("limit"),
    lexicon::id("limited"),
    lexicon::id("maximum"),
    lexicon::id("max"),
    lexicon::id("attempts"),
    lexicon::id("budget"),
    lexicon::id("button"),
    lexicon::id("manually"),
];

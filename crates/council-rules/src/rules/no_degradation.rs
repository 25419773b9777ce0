//! # no-degradation
//!
//! ## What it does
//! Finds documents that rest on another party's service (a payment provider, an identity provider, an external API, a
//! language model) and never say what users get while it is down.
//!
//! ## Why it hurts
//! The other party's outage becomes one's own, and its length is not in one's hands. What still works has to be decided
//! before, since it decides what is stored where.
//!
//! ## Example
//! Bad: `The checkout shall charge the card through the payment provider.` and
//! `If the card is wrong, the checkout shall show an error.`
//!
//! Good: `The checkout shall charge the card through the payment provider.` and
//! `While the payment provider does not answer, orders are kept as unpaid, and buyers are told that they pay later.`
//!
//! ## When not to apply it
//! Where nothing works without the other party and everybody knows it; then say so in a sentence. Where the document knows
//! no failure at all, `no-error-path` is reported instead and this is not: who has not thought of failure is not asked
//! about its length first.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    no_error_path::{Act, FAILURES},
    outside,
    scan::{self, Found},
    silence,
};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon::Classes};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-degradation",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::MissingFallback,
    severity: Severity::Minor,
    modes: &[
        (49, "the worst case of a dependency is its absence"),
        (39, "what if the other party is gone for a day"),
        (47, "a plan that rests on others needs another one"),
    ],
    summary: "nothing is said for when another's service is down",
    reads: Reads::SentencesWith(&outside::TRIGGERS),
    source: include_str!("no_degradation.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let named = || scan::triggered(model, &RULE).filter(outside::is_named);
    // What is sent to or taken from the service is a matter of `no-error-path`.
    let is_own = |found: &Found<'_, '_>| silence::is_demand(found) && !Act::is_any_in(found);
    let Some(found) = named().find(is_own) else {
        return;
    };
    let knows = named().any(|found| found.sentence.classes.intersects(Classes::FAILURE));
    if knows || silence::speaks(model, &OUTAGES) || !silence::speaks(model, &FAILURES) {
        return;
    }
    let said = (
        "this rests on another party's service, and nothing says what users get while it is down",
        "say what still works, what users are told, what is kept for later, and when it is given up",
    );
    findings.push(silence::unanswered(&RULE, &found, said));
}

/// What a document says that knows that a service can be away.
const OUTAGES: [&str; 27] = [
    "unavailab",
    "not available",
    "unreachable",
    "cannot be reached",
    "outage",
    "offline",
    "downtime",
    " is down",
    " are down",
    "goes down",
    "timeout",
    "time out",
    "timed out",
    "fallback",
    "fall back",
    "degrad",
    "retry",
    "retri",
    "circuit breaker",
    "not respond",
    "does not answer",
    "failover",
    "fail over",
    "redundan",
    "resilien",
    "disconnect",
    "backoff",
];

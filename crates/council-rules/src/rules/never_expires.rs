//! # never-expires
//!
//! ## What it does
//! Finds sessions, links, tokens and keys that never expire, and links that are public.
//!
//! ## Why it hurts
//! Whoever finds it once can use it for ever.
//!
//! ## Example
//! Bad: `Sessions never expire.`
//!
//! Good: `A session ends after 30 minutes without use, and after 12 hours in any case.`
//!
//! ## When not to apply it
//! Where what lives for ever protects nothing.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "never-expires",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::UnmitigatedThreat,
    severity: Severity::Minor,
    modes: &[
        (79, "an attacker has all the time there is"),
        (66, "a right without an end"),
        (49, "the worst case is a link in a search engine"),
    ],
    summary: "access that never ends",
    reads: Reads::SentencesWith(&[&EXPIRE]),
    source: include_str!("never_expires.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let binding = scan::triggered(model, &RULE).filter(scan::Found::binds);
    let words = (
        "this gives access and never ends",
        "give it an end: a time, a number of uses, an event that revokes it",
    );
    scan::report(&RULE, binding, seen, words, findings);
}

/// Finds a thing that gives access together with `never expire` or `does not expire`.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let gives = found.tokens.iter().any(|token| ACCESS.contains(&token.id));
    let at = found.tokens.iter().position(|token| EXPIRE.contains(&token.id))?;
    let before = found.tokens.get(at.saturating_sub(3)..at)?;
    let negated = before.iter().any(|token| token.is(Classes::NOT));
    let conditional = found.sentence.classes.intersects(Classes::EXCEPTION);
    (gives && negated && !conditional).then_some((at, 1))
}

const ACCESS: [u64; 13] = [
    lexicon::id("session"),
    lexicon::id("sessions"),
    lexicon::id("link"),
    lexicon::id("links"),
    lexicon::id("token"),
    lexicon::id("tokens"),
    lexicon::id("key"),
    lexicon::id("keys"),
    lexicon::id("cookie"),
    lexicon::id("password"),
    lexicon::id("passwords"),
    lexicon::id("url"),
    lexicon::id("certificate"),
];

/// The words without which there is nothing to see.
const EXPIRE: [u64; 5] = [
    lexicon::id("expire"),
    lexicon::id("expires"),
    lexicon::id("expiry"),
    lexicon::id("timeout"),
    lexicon::id("expiration"),
];

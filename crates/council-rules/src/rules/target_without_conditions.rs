//! # target-without-conditions
//!
//! ## What it does
//! Finds response times that are promised (`within 2 seconds`) in documents that nowhere say for which share of the
//! requests, under which load, or on which network and data they hold.
//!
//! ## Why it hurts
//! One slow request in a thousand breaks it as written, and a test with one user and ten rows always passes.
//!
//! ## Example
//! Bad: `Search results are shown within 2 seconds.`
//!
//! Good: `95 % of searches over 100,000 articles show their results within 2 seconds with 50 users at once.`
//!
//! ## When not to apply it
//! Where the time is a limit that ends the work (a timeout), or nobody will measure it.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence::{self, has},
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Dimension, Meaning, Role},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "target-without-conditions",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (10, "what is not counted cannot be shown"),
        (29, "a time needs the load it is measured under"),
        (8, "one slow request is the counterexample"),
    ],
    summary: "a response time without a share, a load or a size",
    reads: Reads::Everything,
    source: include_str!("target_without_conditions.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.requires()) {
        let mut targets = scan::sentences_in(text, Classes::UNIT)
            .filter(|found| is_target(found) && !is_conditioned(found));
        let Some(first) = targets.next() else {
            continue;
        };
        let message = match targets.count() {
            0 => "this time holds for no named share of requests, load or size of data".to_owned(),
            more => {
                format!(
                    "this time and {more} more hold for no named share of requests, load or size of data"
                )
            }
        };
        let span = first.sentence.span;
        let advice = "say for which share (a percentile), under which load and on how much data it is measured";
        findings.push(Finding::at(&RULE, text, span, span, message, advice));
    }
}

/// Tells whether a sentence promises how soon something is done.
fn is_target(found: &Found<'_, '_>) -> bool {
    /// What takes longer is seldom a matter of load: people and jobs at night.
    const LONGEST: f64 = 10.0;
    // A scenario gives the conditions of what it measures.
    let measured = found.is_checked() && found.sentence.role != Role::Then
        || found.sentence.meaning == Meaning::Metrics;
    let times =
        found.quantities().iter().filter(|quantity| quantity.unit.dimension == Dimension::Time);
    let mut bounded = times.filter(|quantity| {
        quantity.base() <= LONGEST
            && quantity.at.checked_sub(1).is_some_and(|at| {
                // What takes longer than that is a trigger.
                let is_less = !found.before(at, 1).is_some_and(|last| LONGER.contains(&last.id));
                found.tokens.get(at).is_some_and(|token| {
                    WITHIN.contains(&token.id) || token.is_mark(b'<') || token.id == THAN && is_less
                })
            })
    });
    let shares = found.quantities().iter().any(|one| one.unit.dimension == Dimension::Percent);
    measured
        && bounded.next().is_some()
        && !shares
        && !has(found, &OTHERS)
        && !found.sentence.classes.intersects(Classes::NOT)
}

/// Tells whether the conditions of a time stand in its own passage, or are given for the whole section.
fn is_conditioned(found: &Found<'_, '_>) -> bool {
    let own =
        found.text.passage(found.sentence).map_or(found.sentence.span, |passage| passage.span);
    let own = found.text.lower().get(own.start..own.end).unwrap_or_default();
    silence::says(own, &OWN_CONDITIONS) || silence::says_around(found, &CONDITIONS)
}

/// What is said beside a time about when it holds.
const OWN_CONDITIONS: [&str; 13] = [
    "average",
    "typical",
    "hardware",
    "network",
    "connection",
    "broadband",
    "up to ",
    "with ",
    " per ",
    "for a ",
    " for ",
    "records",
    "%",
];

/// What a section says that names conditions of its times.
const CONDITIONS: [&str; 14] = [
    "percentile",
    "p50",
    "p90",
    "p95",
    "p99",
    "median",
    "under load",
    "normal load",
    "peak load",
    "expected load",
    "concurrent",
    "normal condition",
    "standard condition",
    "simultaneous",
];

const LONGER: [u64; 3] = lexicon::ids(["longer", "more", "greater"]);
const THAN: u64 = lexicon::id("than");
const WITHIN: [u64; 3] = lexicon::ids(["within", "under", "below"]);
const OTHERS: [u64; 34] = lexicon::ids([
    "startup",
    "start-up",
    "boot",
    "launch",
    "frame",
    "timeout",
    "timeouts",
    "wait",
    "waits",
    "debounce",
    "debounced",
    "delay",
    "retry",
    "retries",
    "poll",
    "polls",
    "interval",
    "every",
    "expire",
    "expires",
    "ttl",
    "cache",
    "cached",
    "window",
    "animation",
    "toast",
    "disappear",
    "disappears",
    "dismissed",
    "minutes",
    "grace",
    "cancel",
    "stop",
    "abort",
]);

//! # no-observability
//!
//! ## What it does
//! Finds documents that plan a rollout or promise a service level and never mention a metric, a log, an alert or any other
//! way to see how it runs.
//!
//! ## Why it hurts
//! Whether the promise is kept is then known to the customers first. A rollout in steps that nobody can look at is a
//! rollout in one step.
//!
//! ## Example
//! Bad: `The service shall be available 99.9 % of the time.` and nothing that counts.
//!
//! Good: `The service shall be available 99.9 % of the time.` and
//! `Availability is monitored from two places every minute; below 99.9 % over an hour the one on duty is called.`
//!
//! ## When not to apply it
//! Where the platform watches everything that runs on it; then name what it watches.

use council_core::{packet::Section, severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence,
};
use crate::{
    Finding, Kind, Model, Reads, Rule, lexicon,
    model::{Dimension, Quantity, Text, is_item},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-observability",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::NoObservability,
    severity: Severity::Minor,
    modes: &[
        (41, "without signs there is nothing to diagnose from"),
        (36, "a promise is kept only if it can be shown"),
        (74, "who is on duty needs something to look at"),
    ],
    summary: "nothing shows how it runs",
    reads: Reads::SentencesWith(&[&LEVELS]),
    source: include_str!("no_observability.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let advice = "name what is counted and logged, what is normal, and who is told when it is not";
    let promise = scan::triggered(model, &RULE).find(promises);
    let rollout = model.texts.iter().find_map(|text| Some((text, rollout(text)?)));
    if (promise.is_none() && rollout.is_none()) || silence::speaks(model, &SIGHTS) {
        return;
    }
    if let Some(found) = promise {
        let message = "this level is promised, and nothing shows whether it is kept";
        findings.push(silence::unanswered(&RULE, &found, (message, advice)));
    } else if let Some((text, section)) = rollout {
        findings.push(Finding::missing(
            &RULE,
            text,
            section.heading,
            text.place(section.heading),
            &["metric", "log", "alert", "monitoring"],
            "this goes out, and nothing shows how it runs",
            advice,
        ));
    }
}

/// Tells whether a demand promises a share of the time in which it works.
fn promises(found: &Found<'_, '_>) -> bool {
    let is_share = |quantity: &Quantity| {
        let is_high = quantity.unit.dimension == Dimension::Percent
            && (90.0..=100.0).contains(&quantity.value);
        is_high && is_of_time(found, quantity.at)
    };
    silence::is_demand(found) && found.quantities().iter().any(is_share)
}

/// Tells whether a share is one of time: a word of the promise stands close by, and no share of something else.
fn is_of_time(found: &Found<'_, '_>, at: usize) -> bool {
    const REACH: usize = 5;
    let near = found.tokens.get(at.saturating_sub(REACH)..(at + REACH).min(found.tokens.len()));
    let near = near.unwrap_or_default();
    let of = near.windows(3).any(|three| match three {
        [percent, of, next] => {
            percent.is_mark(b'%') && of.id == lexicon::id("of") && !OF_TIME.contains(&next.id)
        }
        _ => false,
    });
    !of && near.iter().any(|token| token.is_plain_word() && LEVELS.contains(&token.id))
}

const OF_TIME: [u64; 3] = lexicon::ids(["the", "all", "time"]);

/// Returns the section that says how it goes out and holds something.
fn rollout<'t>(text: &'t Text<'_>) -> Option<&'t Section> {
    text.document.sections.iter().find(|section| {
        let title = section.title.to_lowercase();
        section.level > 1
            && PLANS.iter().any(|word| title.contains(word))
            && !title.contains("planning")
            && !title.contains("deployments")
            && !is_item(&section.title)
            && text.slice(section.span).split_whitespace().nth(FEWEST_WORDS).is_some()
    })
}

/// How many words a section has that plans anything.
const FEWEST_WORDS: usize = 12;

const PLANS: [&str; 6] =
    ["rollout", "roll-out", "deployment", "launch plan", "release plan", "go-live"];

/// What a document says that looks at how it runs.
const SIGHTS: [&str; 20] = [
    "metric",
    "monitor",
    "measured",
    "alert",
    "dashboard",
    "logging",
    "log file",
    "audit log",
    "event log",
    "error log",
    "logs ",
    "telemetry",
    "observab",
    "tracing",
    "traces",
    "instrument",
    "health check",
    "on-call",
    "pager",
    "status page",
];

/// The words of a promise.
const LEVELS: [u64; 5] = lexicon::ids(["availability", "available", "uptime", "sla", "slo"]);

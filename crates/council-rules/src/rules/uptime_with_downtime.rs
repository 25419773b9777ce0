//! # uptime-with-downtime
//!
//! ## What it does
//! Finds a promised availability that a regular downtime of the same document uses up.
//!
//! ## Why it hurts
//! Two hours every Sunday are 98.8 %. Whoever signs the promise breaks it in the first week.
//!
//! ## Example
//! Bad: `The service is up 99.99 % of the time, with a maintenance window every Sunday from 02:00 to 04:00.`
//!
//! Good: `The service is up 99.9 % of the time, not counting a maintenance window every Sunday from 02:00 to 04:00.`
//!
//! ## When not to apply it
//! Where the two are about different parts, or maintenance goes on without an outage; then say so.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Dimension, Quantity, Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "uptime-with-downtime",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (6, "two constraints on the hours of a week"),
        (4, "the parts do not add up to the stated total"),
        (66, "what happens again and again adds up"),
    ],
    summary: "an availability that the stated downtime uses up",
    reads: Reads::SentencesWith(&[&DOWN]),
    source: include_str!("uptime_with_downtime.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let counts = |found: &Found<'_, '_>| found.is_own() && found.has_number();
        let Some((down, place)) = scan::triggered_in(text, &RULE)
            .filter(|found| counts(found) && !excepts(found))
            .filter_map(|found| Some((downtime(&found)?, found.sentence.span)))
            .max_by(|(one, _): &(f64, Span), (other, _)| one.total_cmp(other))
        else {
            continue;
        };
        for found in scan::sentences_in(text, Classes::NUMBER).filter(counts) {
            let Some(quantity) =
                uptime(&found).filter(|one| !excepts(&found) && !is_denied(&found, one.at))
            else {
                continue;
            };
            // A downtime that was rounded from the promise itself is no contradiction.
            if (100.0 - quantity.value) * 1.2 >= down * 100.0 {
                continue;
            }
            let line = text.document.lines().line(place.start);
            findings.push(
                Finding::at(
                    &RULE,
                    text,
                    quantity.span,
                    found.sentence.span,
                    format!(
                        "the downtime on line {line} leaves {:.3} % at most, less than `{}`",
                        100.0 - down * 100.0,
                        text.slice(quantity.span)
                    ),
                    "lower the promise, shorten the downtime, or say that it does not count",
                )
                .beside(place),
            );
        }
    }
}

/// Tells whether a sentence takes something out of the count.
fn excepts(found: &Found<'_, '_>) -> bool {
    found.sentence.classes.intersects(Classes::EXCEPTION)
        || found.tokens.iter().any(|token| OUTSIDE.contains(&token.id))
}

/// Tells whether a share is what nobody promises: `we cannot guarantee 100 %`.
fn is_denied(found: &Found<'_, '_>, at: usize) -> bool {
    const REACH: usize = 5;
    let before = found.tokens.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    before.iter().any(|token| token.is(Classes::NOT))
}

/// Returns the share of time that a sentence promises.
fn uptime(found: &Found<'_, '_>) -> Option<Quantity> {
    let share = found.quantities().iter().copied().find(|quantity| {
        quantity.unit.dimension == Dimension::Percent && (90.0..=100.0).contains(&quantity.value)
    })?;
    // `Up to 95 %` is a bound and no availability.
    let is_up = |(at, token): (usize, &Token)| {
        token.is_plain_word() && UP.contains(&token.id) && !found.after_is(at, 1, "to")
    };
    found.tokens.iter().enumerate().any(is_up).then_some(share)
}

/// Returns the share of time that a sentence takes away, if it does so again and again.
fn downtime(found: &Found<'_, '_>) -> Option<f64> {
    if !found.tokens.iter().any(|token| token.is_plain_word() && DOWN.contains(&token.id)) {
        return None;
    }
    let period = period(found.tokens)?;
    let length =
        found.quantities().iter().find(|quantity| quantity.unit.dimension == Dimension::Time);
    let seconds = length.map(Quantity::base).or_else(|| clock_span(found.text, found.tokens))?;
    (seconds > 0.0 && seconds < period).then_some(seconds / period)
}

/// Returns after how many seconds something comes again: `every Sunday`, `per month`, `nightly`.
fn period(tokens: &[Token]) -> Option<f64> {
    let named = |id: u64, named: &[(u64, f64)]| {
        named.iter().find(|(word, _)| *word == id).map(|(_, days)| days * 86_400.0)
    };
    tokens.iter().enumerate().find_map(|(at, token)| {
        named(token.id, &REGULAR).or_else(|| {
            let next = tokens.get(at + 1).filter(|_| EVERY.contains(&token.id))?;
            named(next.id, &PERIODS)
        })
    })
}

/// Reads `02:00 to 04:00` and returns how many seconds lie between.
fn clock_span(text: &Text<'_>, tokens: &[Token]) -> Option<f64> {
    let clock = |window: &[Token]| match window {
        [hour, colon, minute]
            if hour.kind == TokenKind::Number
                && colon.is_mark(b':')
                && minute.kind == TokenKind::Number =>
        {
            let number = |token: &Token| text.word(token).parse::<f64>().ok();
            Some(number(hour)? * 3600.0 + number(minute)? * 60.0)
        }
        _ => None,
    };
    let mut times = tokens.windows(3).filter_map(clock);
    let (from, to) = (times.next()?, times.next()?);
    // A window from evening to morning ends on the next day.
    Some(if to > from { to - from } else { to + 86_400.0 - from })
}

const UP: [u64; 6] = [
    lexicon::id("uptime"),
    lexicon::id("availability"),
    lexicon::id("available"),
    lexicon::id("up"),
    lexicon::id("online"),
    lexicon::id("reachable"),
];

/// Words of being down.
const DOWN: [u64; 5] = [
    lexicon::id("maintenance"),
    lexicon::id("downtime"),
    lexicon::id("outage"),
    lexicon::id("offline"),
    lexicon::id("unavailable"),
];

const EVERY: [u64; 4] =
    [lexicon::id("every"), lexicon::id("per"), lexicon::id("each"), lexicon::id("a")];

const OUTSIDE: [u64; 6] = [
    lexicon::id("outside"),
    lexicon::id("apart"),
    lexicon::id("besides"),
    lexicon::id("counting"),
    lexicon::id("zero-downtime"),
    lexicon::id("exclusive"),
];

/// Words that say by themselves how often, and the days between.
const REGULAR: [(u64, f64); 4] = [
    (lexicon::id("daily"), 1.0),
    (lexicon::id("nightly"), 1.0),
    (lexicon::id("weekly"), 7.0),
    (lexicon::id("monthly"), 30.0),
];

/// What comes again, and the days between.
const PERIODS: [(u64, f64); 13] = [
    (lexicon::id("day"), 1.0),
    (lexicon::id("night"), 1.0),
    (lexicon::id("week"), 7.0),
    (lexicon::id("month"), 30.0),
    (lexicon::id("quarter"), 91.0),
    (lexicon::id("year"), 365.0),
    (lexicon::id("monday"), 7.0),
    (lexicon::id("tuesday"), 7.0),
    (lexicon::id("wednesday"), 7.0),
    (lexicon::id("thursday"), 7.0),
    (lexicon::id("friday"), 7.0),
    (lexicon::id("saturday"), 7.0),
    (lexicon::id("sunday"), 7.0),
];

//! # timeout-below-latency
//!
//! ## What it does
//! Finds timeouts that end before what they wait for may take.
//!
//! ## Why it hurts
//! Every slow but allowed answer becomes a failure, and its retry makes the next one slower.
//!
//! ## Example
//! Bad: `The service shall answer within 5 s.` and `The client shall have a timeout of 2 s.`
//!
//! Good: `The service shall answer within 5 s.` and `The client shall have a timeout of 8 s.`
//!
//! ## When not to apply it
//! Where the two are about different calls.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Bound, Dimension},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "timeout-below-latency",
    kind: Kind::Infeasible,
    subcategory: Subcategory::Infeasible,
    severity: Severity::Major,
    modes: &[
        (6, "two limits that leave no room"),
        (43, "a loop of timeouts and retries"),
        (66, "the wait ends before the event"),
    ],
    summary: "a timeout shorter than what it waits for",
    reads: Reads::Everything,
    source: include_str!("timeout_below_latency.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut slowest: Option<(f64, Span)> = None;
        let mut timeouts: Vec<(f64, Span, Span)> = Vec::new();
        let measured = text.sentences.iter().filter(|sentence| {
            sentence.role.binds() && sentence.classes.intersects(Classes::NUMBER)
        });
        for sentence in measured {
            let tokens = text.tokens(sentence);
            let has = |words: &[u64]| tokens.iter().any(|token| words.contains(&token.id));
            let mut times = text
                .quantities(sentence)
                .iter()
                .filter(|quantity| quantity.unit.dimension == Dimension::Time)
                .peekable();
            if times.peek().is_none() {
                continue;
            }
            // Once for the sentence and not for each of its quantities.
            let is_timeout = has(&TIMEOUT);
            let is_latency = !is_timeout && has(&LATENCY);
            for quantity in times {
                if is_timeout {
                    timeouts.push((quantity.base(), quantity.span, sentence.span));
                } else if is_latency && quantity.bound == Bound::Most {
                    let slower = slowest.is_none_or(|(base, _)| quantity.base() > base);
                    slowest = if slower { Some((quantity.base(), quantity.span)) } else { slowest };
                }
            }
        }
        let (Some((latency, place)), [(timeout, span, sentence)]) = (slowest, timeouts.as_slice())
        else {
            continue;
        };
        if *timeout < latency && *timeout > 0.0 {
            let line = text.document.lines().line(place.start);
            findings.push(
                Finding::at(
                    &RULE,
                    text,
                    *span,
                    *sentence,
                    format!(
                        "this timeout ends before the {} that line {line} allows",
                        text.slice(place)
                    ),
                    "make the timeout longer than what it waits for, or the answer faster",
                )
                .beside(place),
            );
        }
    }
}

const TIMEOUT: [u64; 4] = [
    lexicon::id("timeout"),
    lexicon::id("timeouts"),
    lexicon::id("times-out"),
    lexicon::id("deadline"),
];

const LATENCY: [u64; 6] = [
    lexicon::id("latency"),
    lexicon::id("respond"),
    lexicon::id("responds"),
    lexicon::id("response"),
    lexicon::id("answer"),
    lexicon::id("answers"),
];

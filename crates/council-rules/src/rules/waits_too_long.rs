//! # waits-too-long
//!
//! ## What it does
//! Finds timeouts that are as long as, or longer than, what the whole may take or may add.
//!
//! ## Why it hurts
//! The first time the timeout is used up, the limit of the whole is broken, although both were kept to the letter.
//!
//! ## Example
//! Bad: `The price request shall time out after 5 seconds.` and `The check shall add less than 5 seconds to the run.`
//!
//! Good: `The price request shall time out after 3 seconds.` and `The check shall add less than 5 seconds to the run.`
//!
//! ## When not to apply it
//! Where the two are about different calls.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Bound, Dimension, Text, Token},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "waits-too-long",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (6, "two limits that leave no room"),
        (66, "the wait ends after the whole must have ended"),
        (8, "a run in which the timeout is used up is the counterexample"),
    ],
    summary: "a timeout longer than the whole may take",
    reads: Reads::Everything,
    source: include_str!("waits_too_long.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut whole: Option<(f64, Span, Span)> = None;
        let mut timeouts: Vec<(f64, Span, Span)> = Vec::new();
        for sentence in text.sentences.iter().filter(|sentence| {
            sentence.role.binds() && sentence.classes.intersects(Classes::NUMBER)
        }) {
            let tokens = text.tokens(sentence);
            let [only] = text.quantities(sentence) else { continue };
            if only.unit.dimension != Dimension::Time || only.value <= 0.0 {
                continue;
            }
            let has = |words: &[u64]| tokens.iter().any(|token| words.contains(&token.id));
            if is_timeout(tokens) {
                timeouts.push((only.base(), only.span, sentence.span));
            } else if only.bound == Bound::Most && has(&WHOLE) && !has(&MANY) {
                let less = whole.is_none_or(|(base, ..)| only.base() <= base);
                whole = if less { Some((only.base(), only.span, sentence.span)) } else { whole };
            }
        }
        let Some((most, place, around)) = whole else { continue };
        let timeout = timeouts.iter().rev().find(|(base, ..)| *base >= most);
        let Some((_, span, sentence)) = timeout else { continue };
        findings.push(report(text, (*span, *sentence), (place, around)));
    }
}

/// Tells whether a sentence gives the time after which something is given up.
fn is_timeout(tokens: &[Token]) -> bool {
    let named = tokens.iter().any(|token| TIMEOUT.contains(&token.id));
    let told = tokens.windows(2).any(|pair| {
        matches!(pair, [one, two] if TIMES.contains(&one.id) && two.id == lexicon::id("out"))
    });
    named || told
}

/// Reports both at the later of the two places.
fn report(text: &Text<'_>, wait: (Span, Span), whole: (Span, Span)) -> Finding {
    let line = |span: Span| text.document.lines().line(span.start);
    let (own, most) = (text.slice(wait.0), text.slice(whole.0));
    let ((span, around), message) = if whole.0.start > wait.0.start {
        let line = line(wait.0);
        (whole, format!("`{most}` for the whole is broken by the wait of `{own}` on line {line}"))
    } else {
        let line = line(whole.0);
        (
            wait,
            format!("a wait of `{own}` breaks the `{most}` that line {line} allows for the whole"),
        )
    };
    let advice = "shorten the wait, or allow the whole more time";
    Finding::at(&RULE, text, span, around, message, advice)
}

const TIMEOUT: [u64; 4] = lexicon::ids(["timeout", "timeouts", "times-out", "timed-out"]);

const TIMES: [u64; 4] = lexicon::ids(["times", "time", "timed", "timing"]);

/// Words of a limit on the whole, or on what is added to it.
const WHOLE: [u64; 12] = lexicon::ids([
    "total",
    "overall",
    "entire",
    "whole",
    "end-to-end",
    "overhead",
    "increase",
    "increases",
    "adds",
    "add",
    "additional",
    "extra",
]);

/// Words that make it a limit of something else than one run.
const MANY: [u64; 6] = lexicon::ids(["per", "each", "every", "average", "p95", "p99"]);

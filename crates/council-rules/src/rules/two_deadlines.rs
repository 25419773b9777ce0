//! # two-deadlines
//!
//! ## What it does
//! Finds one event with two deadlines: `is ready within 24 hours` and `is ready immediately`.
//!
//! ## Why it hurts
//! Both cannot be the limit; a test takes one of them.
//!
//! ## Example
//! Bad: `The export is ready within 24 hours.` and `The export is ready immediately after the request.`
//!
//! Good: `The export is ready within 24 hours of the request.`
//!
//! ## When not to apply it
//! Where the two are about different cases; then name the case in both.

use std::collections::BTreeMap;

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule, lexicon,
    model::{Bound, Dimension, Quantity, Sentence, Text, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "two-deadlines",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Blocker,
    confidence: 0.8,
    modes: &[
        (66, "one event, two times"),
        (6, "two constraints on one quantity"),
        (34, "a contradiction is kept in sight"),
    ],
    summary: "one event with two deadlines",
    source: include_str!("two_deadlines.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut first: BTreeMap<u64, Deadline> = BTreeMap::new();
        for sentence in text.sentences.iter().filter(|sentence| sentence.role.binds()) {
            let Some((key, deadline)) = Deadline::of(text, sentence) else {
                continue;
            };
            let Some(earlier) = first.get(&key) else {
                first.insert(key, deadline);
                continue;
            };
            if earlier.differs(&deadline) {
                let line = text.document.lines().line(earlier.sentence.start);
                findings.push(Finding::at(
                    &RULE,
                    text,
                    deadline.span,
                    deadline.sentence,
                    format!(
                        "`{}` here, `{}` for the same on line {line}",
                        text.slice(deadline.span),
                        text.slice(earlier.span)
                    ),
                    "decide which deadline holds, and for which case",
                ));
            }
        }
    }
}

/// When something has to have happened.
struct Deadline {
    sentence: Span,
    span: Span,
    /// In seconds; at once is nothing.
    seconds: f64,
}

impl Deadline {
    /// Reads the deadline of a sentence, with what identifies its event: the words before the deadline.
    fn of(text: &Text<'_>, sentence: &Sentence) -> Option<(u64, Deadline)> {
        let tokens = text.tokens(sentence);
        let quantities = Quantity::all(text, tokens);
        let timed = quantities.iter().find(|quantity| {
            quantity.unit.dimension == Dimension::Time && quantity.bound == Bound::Most
        });
        let at_once = tokens.iter().position(|token| AT_ONCE.contains(&token.id));
        let (at, span, seconds) = match (timed, at_once) {
            (Some(quantity), None) => (quantity.at, quantity.span, quantity.base()),
            (None, Some(at)) => (at, tokens.get(at)?.span(), 0.0),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        let before = tokens.get(..at)?;
        let event: Vec<u64> = scan::content(before)
            .filter(|token| token.kind == TokenKind::Word)
            .map(|token| token.id)
            .collect();
        if event.len() < 2 {
            return None;
        }
        let key = event
            .iter()
            .fold(0_u64, |key, id| (key.rotate_left(7) ^ id).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Some((key, Deadline { sentence: sentence.span, span, seconds }))
    }

    fn differs(&self, other: &Deadline) -> bool {
        (self.seconds - other.seconds).abs() > f64::EPSILON
    }
}

const AT_ONCE: [u64; 4] = [
    lexicon::id("immediately"),
    lexicon::id("instantly"),
    lexicon::id("instantaneously"),
    lexicon::id("at-once"),
];

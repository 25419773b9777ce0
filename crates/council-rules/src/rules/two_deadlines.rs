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

use std::collections::{BTreeMap, BTreeSet};

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::{Bound, Dimension, Sentence, Text, Token, TokenKind},
    registry,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "two-deadlines",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Blocker,
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
        let mut stated: BTreeMap<BTreeSet<String>, Deadline> = BTreeMap::new();
        for sentence in text.sentences.iter().filter(|sentence| sentence.role.binds()) {
            let Some((key, deadline)) = Deadline::of(text, sentence) else {
                continue;
            };
            let stems = stems(text, sentence, &deadline);
            let earlier = first.get(&key).or_else(|| stated.get(stems.as_ref()?)).copied();
            first.entry(key).or_insert(deadline);
            if let Some(stems) = stems {
                stated.entry(stems).or_insert(deadline);
            }
            let Some(earlier) = earlier else {
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
#[derive(Clone, Copy)]
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
        let timed = text.quantities(sentence).iter().find(|quantity| {
            quantity.unit.dimension == Dimension::Time && quantity.bound == Bound::Most
        });
        let is_triggered = sentence.triggers.intersects(registry::trigger(&RULE));
        let spoken = if is_triggered { tokens } else { &[] };
        let at_once = spoken.iter().position(|token| AT_ONCE.contains(&token.id));
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

/// Returns the stems of the words before a deadline in any order, so that `messages are delivered` is `delivery of a message`.
///
/// A sentence that gives its limit for a share of the cases has others beside it.
fn stems(text: &Text<'_>, sentence: &Sentence, deadline: &Deadline) -> Option<BTreeSet<String>> {
    let tokens = text.tokens(sentence);
    let is_share = |token: &Token| {
        token.is_mark(b'%')
            || token.kind == TokenKind::Name && is_percentile(text.word(token))
            || SHARE.contains(&token.id)
    };
    if tokens.iter().any(is_share) || sentence.classes.intersects(Classes::CONDITION) {
        return None;
    }
    let before = tokens.iter().take_while(|token| (token.start as usize) < deadline.span.start);
    let words = before.filter(|token| {
        token.kind == TokenKind::Word
            && !token.is(Classes::FUNCTION.with(Classes::PREPOSITION))
            && !TAKING.contains(&token.id)
    });
    let stems: BTreeSet<String> = words.map(|token| stem(text.word(token))).collect();
    (stems.len() >= 2).then_some(stems)
}

fn is_percentile(name: &str) -> bool {
    name.strip_prefix(['p', 'P']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Cuts the ending of a word, so that a noun and the verb it comes from are one.
fn stem(word: &str) -> String {
    const ENDINGS: [&str; 10] = ["ions", "ion", "ings", "ing", "ies", "ed", "es", "s", "y", "e"];
    let word = word.to_lowercase();
    let mut cut = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
    let stem = cut.find(|stem| stem.len() >= 4 && !word.ends_with("ss"));
    stem.map_or(word.clone(), str::to_owned)
}

/// Words that only say that something takes time.
const TAKING: [u64; 5] = [
    lexicon::id("take"),
    lexicon::id("takes"),
    lexicon::id("complete"),
    lexicon::id("completed"),
    lexicon::id("maximum"),
];

/// Words of a limit that holds for a part of the cases.
const SHARE: [u64; 5] = [
    lexicon::id("percentile"),
    lexicon::id("median"),
    lexicon::id("average"),
    lexicon::id("mean"),
    lexicon::id("percent"),
];

/// Words for no time at all.
pub(crate) const AT_ONCE: [u64; 4] = [
    lexicon::id("immediately"),
    lexicon::id("instantly"),
    lexicon::id("instantaneously"),
    lexicon::id("at-once"),
];

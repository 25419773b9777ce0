//! # contradicting-permission
//!
//! ## What it does
//! Finds a right that is given without limit and taken back elsewhere: `can delete a card at any time` and `cards
//! cannot be deleted while …`.
//!
//! ## Why it hurts
//! Whoever builds it decides which of the two wins.
//!
//! ## Example
//! Bad: `A member can cancel at any time.` and `A booking cannot be cancelled on the day.`
//!
//! Good: `A member can cancel until the day before.`
//!
//! ## When not to apply it
//! Where the two are about different things that share words.

use std::collections::BTreeSet;

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::{Sentence, Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "contradicting-permission",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Blocker,
    modes: &[
        (65, "a right and its refusal"),
        (34, "a contradiction is kept in sight"),
        (71, "an exception that the rule does not know"),
    ],
    summary: "a right given without limit and taken back",
    source: include_str!("contradicting_permission.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let binding: Vec<Demand> = text
            .sentences
            .iter()
            .filter(|sentence| sentence.role.binds())
            .filter_map(|sentence| Demand::of(text, sentence))
            .collect();
        let unlimited = binding.iter().filter(|demand| demand.unlimited && !demand.negated);
        for given in unlimited.take(MOST) {
            let taken = binding.iter().find(|other| {
                other.negated && other.verb == given.verb && shares(&given.things, &other.things)
            });
            if let Some(taken) = taken {
                let line = text.document.lines().line(given.span.start);
                findings.push(Finding::at(
                    &RULE,
                    text,
                    taken.span,
                    taken.span,
                    format!(
                        "line {line} gives this right without limit, and here it is taken back"
                    ),
                    "put the limit where the right is given",
                ));
            }
        }
    }
}

/// How many rights are compared in one document.
const MOST: usize = 200;

/// A demand that gives a right without limit or takes one, as what is done to which things.
struct Demand {
    span: Span,
    verb: u64,
    things: BTreeSet<u64>,
    negated: bool,
    unlimited: bool,
}

impl Demand {
    fn of(text: &Text<'_>, sentence: &Sentence) -> Option<Demand> {
        let tokens = text.tokens(sentence);
        let modal = tokens.iter().position(|token| token.is(lexicon::MODAL))?;
        let after = tokens.get(modal + 1..)?;
        let verb = after.iter().take(4).find(|token| {
            token.is(Classes::VERB.with(Classes::PARTICIPLE)) && !token.is(Classes::BE)
        })?;
        let negated = tokens.get(modal).is_some_and(|token| token.is(Classes::NOT))
            || after.first().is_some_and(|token| token.is(Classes::NOT));
        let unlimited = is_unlimited(tokens);
        if !negated && !unlimited {
            return None;
        }
        let things = tokens.iter().filter(|token| {
            token.kind == TokenKind::Word && !token.is(Classes::FUNCTION) && token.id != verb.id
        });
        Some(Demand {
            span: sentence.span,
            verb: stem(text.word(verb)),
            things: things.map(|token| stem(text.word(token))).collect(),
            negated,
            unlimited,
        })
    }
}

/// Tells whether a right is given for all time: `at any time`, `always`, `whenever`.
fn is_unlimited(tokens: &[Token]) -> bool {
    let any_time = tokens.windows(2).any(|two| matches!(two, [any, time] if any.id == lexicon::id("any") && (time.id == lexicon::id("time") || time.id == lexicon::id("moment"))));
    any_time || tokens.iter().any(|token| ALWAYS.contains(&token.id))
}

const ALWAYS: [u64; 3] = [lexicon::id("always"), lexicon::id("anytime"), lexicon::id("whenever")];

/// Tells whether two demands are about the same thing: two words of content in common.
fn shares(one: &BTreeSet<u64>, other: &BTreeSet<u64>) -> bool {
    one.intersection(other).count() >= 2
}

/// Returns the identity of a word without its most common endings.
fn stem(word: &str) -> u64 {
    let lower = word.to_ascii_lowercase();
    let bare = ["ing", "ed", "es", "d", "s"]
        .iter()
        .find_map(|ending| lower.strip_suffix(ending).filter(|bare| bare.len() > 2));
    lexicon::hash(bare.unwrap_or(&lower).trim_end_matches('e').as_bytes())
}

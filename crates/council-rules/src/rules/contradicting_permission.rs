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

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::{Token, TokenKind},
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
        let given = scan::triggered_in(text, &RULE).filter(Found::binds);
        let given = given.filter(|found| is_unlimited(found.tokens));
        let given: Vec<Demand> = given
            .filter_map(|found| Demand::of(&found))
            .filter(|demand| !demand.negated)
            .take(MOST)
            .collect();
        if given.is_empty() {
            continue;
        }
        let taken = scan::sentences_in(text, Classes::NOT).filter(Found::binds).filter(is_negated);
        let taken: Vec<Demand> = taken.filter_map(|found| Demand::of(&found)).collect();
        for given in given {
            let taken = taken
                .iter()
                .find(|taken| taken.verb == given.verb && shares(&given.things, &taken.things));
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
}

impl Demand {
    fn of(found: &Found<'_, '_>) -> Option<Demand> {
        let (text, tokens) = (found.text, found.tokens);
        let modal = modal(tokens)?;
        let verb = tokens.get(modal + 1..)?.iter().take(4).find(|token| {
            token.is(Classes::VERB.with(Classes::PARTICIPLE)) && !token.is(Classes::BE)
        })?;
        let things = tokens.iter().filter(|token| {
            token.kind == TokenKind::Word && !token.is(Classes::FUNCTION) && token.id != verb.id
        });
        Some(Demand {
            span: found.sentence.span,
            verb: stem(text.word(verb)),
            things: things.map(|token| stem(text.word(token))).collect(),
            negated: is_negated(found),
        })
    }
}

fn modal(tokens: &[Token]) -> Option<usize> {
    tokens.iter().position(|token| token.is(lexicon::MODAL))
}

/// Tells whether the first binding word takes something away: `must not`, `cannot`.
fn is_negated(found: &Found<'_, '_>) -> bool {
    let modal = modal(found.tokens).and_then(|at| found.tokens.get(at..));
    modal.is_some_and(|tokens| tokens.iter().take(2).any(|token| token.is(Classes::NOT)))
}

/// Tells whether a right is given for all time: `at any time`, `always`, `whenever`.
fn is_unlimited(tokens: &[Token]) -> bool {
    let any_time = tokens.windows(2).any(|two| matches!(two, [any, time] if any.id == lexicon::id("any") && (time.id == lexicon::id("time") || time.id == lexicon::id("moment"))));
    any_time || tokens.iter().any(|token| ALWAYS.contains(&token.id))
}

const ALWAYS: [u64; 3] = lexicon::ids(["always", "anytime", "whenever"]);

/// The words without which nothing is given for all time.
pub(crate) const WORDS: [&[u64]; 2] = [&ALWAYS, &[lexicon::id("any")]];

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

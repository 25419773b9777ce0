//! # subjective-word
//!
//! ## What it does
//! Finds judging words such as `appropriate`, `easy` or `robust` in requirements and criteria.
//!
//! ## Why it hurts
//! Two readers test two different things, and both are right. Whoever builds it decides alone what was meant.
//!
//! ## Example
//! Bad: `The search shall be easy to use.`
//!
//! Good: `A buyer who knows the number of an order finds it in at most three steps.`
//!
//! ## When not to apply it
//! Where the judgement is explained in the same sentence, or the word is a name (`Safe Mode`). In a specification a word is
//! left alone that could be struck out without loss (`stops properly` beside what is then seen), that belongs to a term
//! (`graceful shutdown`), or that stands in a condition.

use std::cell::LazyCell;

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{harmless, scan};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes, scores},
    model::{Kind as DocumentKind, Role, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "subjective-word",
    kind: Kind::Subjective,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (25, "a vague word has no edge, and this mode asks where the edge is"),
        (61, "interpretation differs where the words leave it open"),
        (16, "one undefined word makes a class of readings"),
    ],
    summary: "a judging word in a requirement",
    reads: Reads::Words,
    source: include_str!("subjective_word.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        if text.is_bare_list {
            let all = scan::of(text).filter(scan::Found::is_checked);
            all.for_each(|found| {
                let plain = LazyCell::new(|| is_plain_demand(&found));
                look(&found, |token| is_scored(token, &plain), findings);
            });
        } else {
            let all = Classes::SUBJECTIVE.with(Classes::PLAIN_SUBJECTIVE);
            let judging = scan::sentences_in(text, all).filter(scan::Found::is_checked);
            let first = findings.len();
            judging.for_each(|found| look(&found, |token| is_judged(&found, token), findings));
            if text.kind != DocumentKind::Function {
                tell_once(findings, first);
            }
        }
    }
}

/// Keeps the first of the findings in a document and lets it say how many there are. Of twenty such notes that readers saw
/// one by one in whole documents none was worth having; that a document judges where it could measure is one thing to know.
fn tell_once(findings: &mut Vec<Finding>, first: usize) {
    let more = findings.len().saturating_sub(first + 1);
    findings.truncate(first + 1);
    if let Some(told) = findings.get_mut(first).filter(|_| more > 0) {
        told.message = format!("{}; {more} more in this document", told.message).into();
    }
}

/// Reports the words of a sentence that judge.
fn look(found: &scan::Found<'_, '_>, judges: impl Fn(&Token) -> bool, findings: &mut Vec<Finding>) {
    for (at, token) in found.tokens.iter().enumerate() {
        if !token.is_plain_word()
            || !judges(token)
            || found.is_name(at)
            || is_measured(found, at)
            || is_at_once(found, at)
            || is_told(found, at)
            || !found.is_bare() && harmless::is(found, at)
        {
            continue;
        }
        let word = found.text.word(token);
        findings.push(Finding::at(
            &RULE,
            found.text,
            token.span(),
            found.sentence.span,
            format!("`{word}` is a judgement that two readers make differently"),
            format!("say what can be seen or measured when it is `{word}`"),
        ));
    }
}

/// Tells whether the sentence goes on to say what the word means, or says what it is good against or for.
fn is_told(found: &scan::Found<'_, '_>, at: usize) -> bool {
    if found.is_bare() {
        return false;
    }
    let good = found.before(at, 1).is_some_and(|last| AGAINST.contains(&last.id));
    tells(found, at) || good || found.is_bracketed(at)
}

/// Tells whether words after it say what it means.
fn tells(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    rest.iter().any(|token| token.is_mark(b'(') || TELLING.contains(&token.id))
}

/// Words after which it is said what a judgement rests on.
const TELLING: [u64; 17] = lexicon::ids([
    "following",
    "including",
    "indicating",
    "explaining",
    "stating",
    "describing",
    "naming",
    "suggesting",
    "listing",
    "based",
    "according",
    "matching",
    "without",
    "means",
    "defined",
    "specified",
    "i.e",
]);

/// Words before what is to be kept away, or is only a reason.
const AGAINST: [u64; 6] =
    lexicon::ids(["prevent", "preventing", "prevents", "avoid", "avoiding", "for"]);

/// Tells whether a word judges in a specification, where most adjectives tell one thing from another.
fn is_judged(found: &scan::Found<'_, '_>, token: &Token) -> bool {
    let unnamed = found.text.kind == DocumentKind::Function && UNNAMED.contains(&token.id);
    token.is(Classes::SUBJECTIVE) || unnamed
}

/// Tells whether a word judges in a bare list, where nothing around it says what it means: it is known to, or what was
/// learned of such words says so.
fn is_scored(token: &Token, plain: &LazyCell<bool, impl FnOnce() -> bool>) -> bool {
    const LEAST: u8 = 35;
    // Of words of other classes, other rules know more.
    let known = Classes::FUNCTION
        .with(Classes::NOT)
        .with(Classes::AMOUNT)
        .with(Classes::SPEED)
        .with(Classes::LOOSE)
        .with(Classes::HEDGE)
        .with(Classes::COMPARATIVE)
        .with(Classes::SUPERLATIVE)
        .with(Classes::UNSURE)
        .with(Classes::NUMERAL);
    token.is(Classes::SUBJECTIVE)
        || (token.is(Classes::PLAIN_SUBJECTIVE) && **plain)
        || (!token.is(known) && scores::score(token.id) >= LEAST)
}

/// Tells whether a sentence is a demand in plain words: no scenario step, no code, no names of things in software.
///
/// There a word such as `new` or `certain` leaves a choice to the reader; beside code it mostly describes.
fn is_plain_demand(found: &scan::Found<'_, '_>) -> bool {
    let technical = |token: &Token| matches!(token.kind, TokenKind::Code | TokenKind::Name);
    found.sentence.role == Role::Requirement && !found.tokens.iter().any(technical)
}

/// Tells whether it is the `same` of `at the same time`, which compares nothing.
fn is_at_once(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let is = |token: Option<&Token>, word: &str| {
        token.is_some_and(|token| token.id == lexicon::id(word))
    };
    let ends = is(found.after(at, 1), "time") || is(found.after(at, 1), "moment");
    ends && is(found.tokens.get(at), "same")
        && is(found.before(at, 1), "the")
        && is(found.before(at, 2), "at")
}

/// Tells whether the judgement is explained by a number or a bound beside it.
fn is_measured(found: &scan::Found<'_, '_>, at: usize) -> bool {
    found.tokens.iter().skip(at + 1).take(4).any(|token| token.kind == TokenKind::Number)
}

/// Words that stand for something the description does not name.
const UNNAMED: [u64; 5] = [
    lexicon::id("certain"),
    lexicon::id("specific"),
    lexicon::id("particular"),
    lexicon::id("similar"),
    lexicon::id("special"),
];

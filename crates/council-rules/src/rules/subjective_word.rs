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
//! Good: `A new user finds an order by its number in at most three steps.`
//!
//! ## When not to apply it
//! Where the judgement is explained in the same sentence, or the word is a name (`Safe Mode`).

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
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
    source: include_str!("subjective_word.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let all = Classes::SUBJECTIVE.with(Classes::PLAIN_SUBJECTIVE);
    for found in scan::sentences(model, all).filter(scan::Found::is_checked) {
        for (at, token) in found.words(all) {
            let judges = token.is(Classes::SUBJECTIVE) || is_plain_demand(&found, token);
            if !judges || found.is_name(at) || is_measured(&found, at) || is_at_once(&found, at) {
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
}

/// Tells whether a sentence is a demand in plain words: no scenario step, no code, no names of things in software.
///
/// There a word such as `new` or `certain` leaves a choice to the reader; beside code it mostly describes.
fn is_plain_demand(found: &scan::Found<'_, '_>, token: &Token) -> bool {
    if found.text.kind == DocumentKind::Function {
        return UNNAMED.contains(&token.id);
    }
    let plain = found.text.kind == DocumentKind::Requirements;
    let technical =
        found.tokens.iter().any(|token| matches!(token.kind, TokenKind::Code | TokenKind::Name));
    plain && !technical && found.sentence.role == Role::Requirement
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

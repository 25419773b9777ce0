//! # superlative
//!
//! ## What it does
//! Finds claims to be the utmost: `best`, `fastest`, `highest possible`.
//!
//! ## Why it hurts
//! The utmost has no test: something better can always be thought of.
//!
//! ## Example
//! Bad: `The system shall give the best results.`
//!
//! Good: `The system shall return the ten matches with the highest score.`
//!
//! ## When not to apply it
//! Where the utmost is computed from a list that is there (`the latest entry`, `the largest value`).

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Shape, Token},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "superlative",
    kind: Kind::Superlative,
    subcategory: Subcategory::NaiveOptimization,
    severity: Severity::Minor,
    modes: &[
        (48, "an optimum needs an objective and its limits"),
        (51, "good enough has a threshold, best has none"),
        (46, "what is best by one criterion costs another"),
    ],
    summary: "a claim to be the utmost",
    reads: Reads::Words,
    source: include_str!("superlative.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let checked = scan::sentences(model, Classes::SUPERLATIVE).filter(scan::Found::is_checked);
    for found in checked.filter(scan::Found::is_bare) {
        for (at, token) in found.words(Classes::SUPERLATIVE) {
            if is_computed(&found, at) || found.is_name(at) || is_amount(&found, at) {
                continue;
            }
            let word = found.text.word(token);
            findings.push(Finding::at(
                &RULE,
                found.text,
                token.span(),
                found.sentence.span,
                format!("`{word}` claims the utmost, which no test can show"),
                "give the threshold that is good enough, and for whom",
            ));
        }
    }
}

/// Tells whether the utmost is taken from things that are there, or is part of a bound: `at least`, `the latest entry`.
fn is_computed(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let bound = found.before(at, 1).is_some_and(|token| token.id == lexicon::id("at"));
    let chosen = found.before(at, 1).is_some_and(|token| token.id == lexicon::id("the"))
        && found.after(at, 1).is_some_and(|token| {
            !token.is(Classes::SUBJECTIVE.with(Classes::PLAIN_SUBJECTIVE).with(Classes::UNSURE))
        });
    let judged = found.after(at, 1).is_some_and(|token| {
        token.is(Classes::SUBJECTIVE.with(Classes::PLAIN_SUBJECTIVE).with(Classes::UNSURE))
    });
    let quality =
        [lexicon::id("best"), lexicon::id("worst"), lexicon::id("utmost"), lexicon::id("ultimate")];
    let is_quality = found.tokens.get(at).is_some_and(|token| quality.contains(&token.id));
    bound
        || (chosen && !judged && !is_quality)
        || is_term(found, at)
        || found.has_number_near(at, 2)
}

/// Tells whether `most` or `least` counts instead of praising: only before a judgement it makes the utmost of it.
fn is_amount(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let counts =
        |token: &Token| token.id == lexicon::id("most") || token.id == lexicon::id("least");
    let judged = found.after(at, 1).is_some_and(|next| {
        next.is(Classes::SUBJECTIVE.with(Classes::PLAIN_SUBJECTIVE)) && next.is_plain_word()
            || JUDGED.iter().any(|end| found.text.word(next).ends_with(end))
    });
    // The latest, oldest, longest of some things is found by looking at them.
    let ordered = found.tokens.get(at).is_some_and(|token| ORDERED.contains(&token.id));
    // What was most recent or most frequent can be looked up, and a best practice is a term.
    let known = found.after(at, 1).is_some_and(|next| KNOWN.contains(&next.id));
    found.tokens.get(at).is_some_and(counts) && !judged
        || ordered && !found.text.is_bare_list
        || known
}

/// What the utmost of is known.
const KNOWN: [u64; 9] = lexicon::ids([
    "recent",
    "recently",
    "frequent",
    "frequently",
    "common",
    "active",
    "practice",
    "practices",
    "used",
]);

/// Ends of adjectives that judge.
const JUDGED: [&str; 6] = ["able", "ible", "ful", "ive", "ant", "ent"];

/// The ends of an order that a program can compute.
const ORDERED: [u64; 14] = lexicon::ids([
    "latest", "earliest", "newest", "oldest", "longest", "shortest", "largest", "smallest",
    "biggest", "highest", "lowest", "fewest", "nearest", "closest",
]);

/// Tells whether the utmost is part of what a method is called: a name owns it, or it is a term of its trade.
fn is_term(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let owner = found.before(at, 1).filter(|token| token.shape == Shape::Title);
    let is_owned = owner.is_some_and(|token| found.text.word(token).ends_with("'s"));
    let word = found.tokens.get(at).map(|token| token.id);
    let next = found.after(at, 1).map(|token| token.id);
    is_owned || TERMS.iter().any(|(one, other)| word == Some(*one) && next == Some(*other))
}

/// Terms in which the utmost is computed or is a principle with a definition.
const TERMS: [(u64, u64); 12] = [
    (lexicon::id("shortest"), lexicon::id("path")),
    (lexicon::id("shortest"), lexicon::id("paths")),
    (lexicon::id("longest"), lexicon::id("prefix")),
    (lexicon::id("longest"), lexicon::id("common")),
    (lexicon::id("nearest"), lexicon::id("neighbour")),
    (lexicon::id("nearest"), lexicon::id("neighbor")),
    (lexicon::id("least"), lexicon::id("privilege")),
    (lexicon::id("least"), lexicon::id("squares")),
    (lexicon::id("least"), lexicon::id("significant")),
    (lexicon::id("most"), lexicon::id("significant")),
    (lexicon::id("greatest"), lexicon::id("common")),
    (lexicon::id("lowest"), lexicon::id("common")),
];

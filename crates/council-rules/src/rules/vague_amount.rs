//! # vague-amount
//!
//! ## What it does
//! Finds amounts without a number: `several`, `many`, `sufficient`, `a reasonable number of`.
//!
//! ## Why it hurts
//! A test needs a number. `Several` passes with two and fails with a hundred, or the other way round.
//!
//! ## Example
//! Bad: `The system shall keep several backups.`
//!
//! Good: `The system shall keep the last seven daily backups.`
//!
//! ## When not to apply it
//! Where the number follows (`several (at least three)`), or `most` and `some` only describe the world.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "vague-amount",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (29, "a qualitative amount has to become a quantity"),
        (19, "an order of magnitude is asked for and none is given"),
        (10, "what is not counted cannot be shown"),
    ],
    summary: "an amount without a number",
    source: include_str!("vague_amount.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::AMOUNT.with(STRETCHING)).filter(scan::Found::aims)
    {
        let holds = |classes| found.sentence.classes.intersects(classes);
        if !holds(Classes::AMOUNT.with(Classes::MEASURE)) {
            continue;
        }
        let mut taken = 0;
        for (at, len) in found.phrases(Classes::AMOUNT) {
            taken = at + len;
            report(&found, at, len, findings);
        }
        for (at, _) in found.words(Classes::MEASURE) {
            if at >= taken && is_elastic(&found, at) && !found.has_number_near(at, 4) {
                report(&found, at - 1, 2, findings);
            }
        }
        for (at, _) in found.words(Classes::AMOUNT) {
            if at >= taken
                && !found.is_name(at)
                && !is_condition(&found, at)
                && !is_bound(&found, at)
                && !found.has_number_near(at, 3)
            {
                report(&found, at, 1, findings);
            }
        }
    }
}

/// Adjectives that stretch a measure.
const STRETCHING: Classes = Classes::ELASTIC.with(Classes::SUBJECTIVE).with(Classes::SPEED);

/// Tells whether an adjective stretches the measure before which it stands, and an article makes it one amount.
fn is_elastic(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let stretched =
        found.before(at, 1).is_some_and(|token| token.is_plain_word() && token.is(STRETCHING));
    let article = found.before(at, 2).is_some_and(|token| {
        token.id == lexicon::id("a")
            || token.id == lexicon::id("an")
            || token.is(Classes::PREPOSITION)
    });
    stretched && article
}

/// Tells whether it is the `most` of `at most one`, which has its number in a word.
fn is_bound(found: &scan::Found<'_, '_>, at: usize) -> bool {
    found.before(at, 1).is_some_and(|token| token.id == lexicon::id("at"))
        && found.after(at, 1).is_some_and(|token| token.is(Classes::NUMERAL))
}

/// Tells whether the amount stands in the condition of a scenario, where `multiple files` just means more than one.
fn is_condition(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let opens = found.tokens.first().is_some_and(|token| token.is(Classes::CONDITION));
    let before = found.tokens.get(at.saturating_sub(6)..at).unwrap_or_default();
    opens || before.iter().any(|token| token.is(Classes::CONDITION))
}

fn report(found: &scan::Found<'_, '_>, at: usize, len: usize, findings: &mut Vec<Finding>) {
    let said = ("is an amount without a number", "give the number, or the range, that passes");
    findings.push(found.says(&RULE, at, len, said));
}

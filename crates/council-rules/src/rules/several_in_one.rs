//! # several-in-one
//!
//! ## What it does
//! Finds requirements that hold several duties: two binding words joined by `and`, or `and/or`.
//!
//! ## Why it hurts
//! Half of it can be met, and no test can say so. A change to one half drags the other along.
//!
//! ## Example
//! Bad: `The system shall save the file and shall notify the owner.`
//!
//! Good: `FR-1 The system shall save the file.` `FR-2 The system shall notify the owner.`
//!
//! ## When not to apply it
//! Where the parts make sense only together, such as a value and its unit.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "several-in-one",
    kind: Kind::NonAtomic,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (7, "one proposition at a time can be proven"),
        (4, "a conjunction is taken apart into its terms"),
        (54, "a search over cases needs them apart"),
    ],
    summary: "several duties in one requirement",
    source: include_str!("several_in_one.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let may_hold_two = Classes::SEVERAL_DUTIES.with(Classes::OR);
    for found in scan::sentences(model, may_hold_two).filter(scan::Found::is_checked) {
        if let Some((at, len)) = either_both(&found) {
            report(&found, at, len, "`and/or` leaves open whether one or both are meant", findings);
        } else if let Some((at, len)) = second_duty(&found) {
            report(&found, at, len, "two duties stand in one requirement", findings);
        }
    }
}

fn report(
    found: &scan::Found<'_, '_>,
    at: usize,
    len: usize,
    message: &'static str,
    findings: &mut Vec<Finding>,
) {
    let span = found.span(at, len);
    let advice = "give each duty a sentence, an id and a criterion of its own";
    findings.push(Finding::at(&RULE, found.text, span, found.sentence.span, message, advice));
}

/// Finds `and/or` in a sentence that binds.
fn either_both(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let holds = |classes| found.sentence.classes.intersects(classes);
    if !holds(Classes::MUST.with(Classes::SHOULD)) || !holds(Classes::AND) || !holds(Classes::OR) {
        return None;
    }
    let and = found.words(Classes::AND).find(|(at, _)| {
        found.after(*at, 1).is_some_and(|mark| mark.is_mark(b'/')) && found.after_is(*at, 2, "or")
    })?;
    Some((and.0, 3))
}

/// Finds a second binding word that `and` joins to the first: `… and shall …`, `… and the server shall …`.
fn second_duty(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    const REACH: usize = 24;
    if !found.sentence.classes.intersects(Classes::SEVERAL_DUTIES) {
        return None;
    }
    let duties = found.words(Classes::MUST);
    let mut strong = duties.filter(|(_, token)| token.id != lexicon::id("will"));
    let ((first, _), (second, _)) = (strong.next()?, strong.next()?);
    let from = first.max(second.saturating_sub(REACH));
    let between = found.tokens.get(from..second)?;
    let and = between.iter().rposition(|token| token.is(Classes::AND) || token.is_mark(b';'))?;
    let clause = between.get(and..)?;
    // `that`, `which`, `if` between `and` and the duty make it part of a clause, not a duty of its own.
    let is_clause =
        clause.iter().any(|token| token.is(Classes::CONDITION) || token.id == lexicon::id("which"));
    (!is_clause).then_some((from + and, second - (from + and) + 1))
}

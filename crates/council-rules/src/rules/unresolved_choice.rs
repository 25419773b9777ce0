//! # unresolved-choice
//!
//! ## What it does
//! Finds demands that leave a choice open: opposites joined by `or`, two bounds joined by `or`, `a certain`.
//!
//! ## Why it hurts
//! Whoever builds it chooses, and whoever tests it may have chosen otherwise.
//!
//! ## Example
//! Bad:
//!
//! ```python
//! def extreme(values):
//!     """Return the smallest or largest value.
//!
//!     >>> extreme([2])
//!     2
//!     """
//! ```
//!
//! Good:
//!
//! ```python
//! def largest(values):
//!     """Return the largest value.
//!
//!     >>> largest([2])
//!     2
//!     """
//! ```
//!
//! ## When not to apply it
//! Where the sentence says who or what chooses: `if`, `depending on`, a parameter, a setting.

use std::cell::LazyCell;

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Dimension, Kind as DocumentKind, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unresolved-choice",
    kind: Kind::Ambiguous,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Major,
    modes: &[
        (1, "from `or` alone neither follows"),
        (26, "neither true nor false until somebody chooses"),
        (45, "a decision that was not taken"),
    ],
    summary: "a choice that is left open",
    reads: Reads::Everything,
    source: include_str!("unresolved_choice.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let own = scan::sentences(model, Classes::OR).filter(scan::Found::is_checked);
    let words =
        ("the choice between the two is left open", "say which one holds, or by what it is chosen");
    scan::report(&RULE, own, seen, words, findings);
}

/// Finds `or` between opposites or between two amounts of the same kind, where nothing says which one holds.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let decided = LazyCell::new(|| {
        let decides = |token: &Token| DECIDING.contains(&token.id) || token.is(Classes::CONDITION);
        found.tokens.iter().any(decides)
    });
    let at = found.words(Classes::OR).map(|(at, _)| at).find(|at| {
        let (left, right) = (found.before(*at, 1), found.after(*at, 1));
        let opposite = matches!((left, right), (Some(left), Some(right)) if opposites(left, right));
        let amounts = two_amounts(found, *at);
        // Where much is specified, `enable or disable` is a switch, and both are wanted.
        let function = found.text.kind == DocumentKind::Function;
        let open = function && leaves_open(found, *at);
        (opposite && (function || found.text.is_bare_list)) || amounts || (open && !*decided)
    })?;
    let function = found.text.kind == DocumentKind::Function;
    (function || !*decided || two_amounts(found, at)).then_some((at.saturating_sub(1), 3))
}

/// Tells whether two words are opposites, so that a demand cannot mean both.
fn opposites(one: &Token, other: &Token) -> bool {
    OPPOSITES.iter().any(|pair| *pair == [one.id, other.id] || *pair == [other.id, one.id])
}

/// Tells whether amounts of one dimension stand on both sides: `5 seconds or 5 minutes`.
fn two_amounts(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let all = found.quantities();
    // `or more` and `or less` give no second amount.
    if found.after(at, 1).is_some_and(|next| VALUES.contains(&next.id)) {
        return false;
    }
    if bare_amount(found, at) {
        return true;
    }
    // They are in order, and there can be as many as there are words.
    let (before, after) = all.split_at(all.partition_point(|quantity| quantity.at < at));
    let left = before.last().filter(|quantity| at - quantity.at <= 3);
    let right = after.first().filter(|quantity| quantity.at - at <= 3);
    matches!((left, right), (Some(left), Some(right))
        if left.unit.dimension == right.unit.dimension && (left.base() - right.base()).abs() > f64::EPSILON)
}

/// Tells whether a number without a unit stands before a measure: `5 or 10 seconds`.
fn bare_amount(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let number = found.before(at, 1).filter(|token| token.kind == TokenKind::Number);
    let value: Option<f64> = number.and_then(|token| found.text.word(token).parse().ok());
    let all = found.quantities();
    let measured = all.binary_search_by_key(&(at + 1), |quantity| quantity.at).ok();
    let measured = measured.and_then(|measured| all.get(measured));
    matches!((value, measured), (Some(value), Some(measured))
        if measured.unit.dimension != Dimension::Count && (value - measured.value).abs() > f64::EPSILON)
}

/// Tells whether a description of one function names alternatives for what it does or returns.
fn leaves_open(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let (left, right) = (found.before(at, 1), found.after(at, 1));
    let plain = |token: Option<&Token>| {
        token.is_some_and(|token| {
            token.kind == TokenKind::Word
                && !VALUES.contains(&token.id)
                && !token.is(Classes::NUMERAL)
        })
    };
    plain(left) && plain(right)
}

/// Words that say by what a choice is made.
const DECIDING: [u64; 9] = [
    lexicon::id("depending"),
    lexicon::id("whichever"),
    lexicon::id("parameter"),
    lexicon::id("configured"),
    lexicon::id("setting"),
    lexicon::id("according"),
    lexicon::id("respectively"),
    lexicon::id("choose"),
    lexicon::id("selects"),
];

/// Words after or before `or` that make it no choice: values, equality, negation.
const VALUES: [u64; 12] = [
    lexicon::id("true"),
    lexicon::id("false"),
    lexicon::id("none"),
    lexicon::id("null"),
    lexicon::id("equal"),
    lexicon::id("equals"),
    lexicon::id("not"),
    lexicon::id("more"),
    lexicon::id("less"),
    lexicon::id("greater"),
    lexicon::id("fewer"),
    lexicon::id("no"),
];

const OPPOSITES: &[[u64; 2]] = &[
    lexicon::ids(["smallest", "largest"]),
    lexicon::ids(["shortest", "longest"]),
    lexicon::ids(["minimum", "maximum"]),
    lexicon::ids(["minimal", "maximal"]),
    lexicon::ids(["min", "max"]),
    lexicon::ids(["lowest", "highest"]),
    lexicon::ids(["least", "most"]),
    lexicon::ids(["first", "last"]),
    lexicon::ids(["earliest", "latest"]),
    lexicon::ids(["odd", "even"]),
    lexicon::ids(["ascending", "descending"]),
    lexicon::ids(["ascendingly", "descendingly"]),
    lexicon::ids(["increasing", "decreasing"]),
    lexicon::ids(["positive", "negative"]),
    lexicon::ids(["before", "after"]),
    lexicon::ids(["uppercase", "lowercase"]),
    lexicon::ids(["upper", "lower"]),
    lexicon::ids(["left", "right"]),
    lexicon::ids(["inner", "outer"]),
    lexicon::ids(["strongest", "weakest"]),
    lexicon::ids(["closest", "farthest"]),
    lexicon::ids(["nearest", "farthest"]),
    lexicon::ids(["fastest", "slowest"]),
    lexicon::ids(["newest", "oldest"]),
    lexicon::ids(["encrypted", "unencrypted"]),
    lexicon::ids(["synchronous", "asynchronous"]),
    lexicon::ids(["synchronously", "asynchronously"]),
    lexicon::ids(["internal", "external"]),
    lexicon::ids(["public", "private"]),
    lexicon::ids(["allow", "deny"]),
    lexicon::ids(["accept", "reject"]),
    lexicon::ids(["enable", "disable"]),
    lexicon::ids(["inclusive", "exclusive"]),
    lexicon::ids(["local", "remote"]),
];

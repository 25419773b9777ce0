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

use std::cell::LazyCell;

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    expression::{bound, clause, rough},
    scan, worded,
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Bound, Dimension, Role, Shape, Token, TokenKind},
    wording::Wording,
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
    reads: Reads::Words,
    source: include_str!("vague_amount.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    const HOLDING: Classes =
        Classes::AMOUNT.with(Classes::MEASURE).with(Classes::GRADE).with(Classes::ELASTIC);
    let first = findings.len();
    let own = scan::sentences(model, HOLDING).filter(scan::Found::is_own);
    for found in own {
        let before = findings.len();
        look(&found, findings);
        if findings.len() == before && found.is_demand() && !found.names_standard() {
            let rough = rough::find(&found, bound::Of::Amount)
                .filter(|(at, _)| !is_explained(&found, *at) && !is_bounded_next(&found));
            findings.extend(rough.map(|(at, len)| finding(&found, at, len).noted()));
        }
    }
    worded::note(model, &RULE, Wording::Amount, SAID, first, findings);
}

fn look(found: &scan::Found<'_, '_>, findings: &mut Vec<Finding>) {
    if !(found.is_specified() && found.lists_demand()) {
        if let Some(told) = bound::told(found).filter(|told| told.of == bound::Of::Amount) {
            findings.push(told.weigh(finding(found, told.at, told.len)));
        } else if found.is_checked() && found.sentence.role == Role::Criterion {
            // What is tested by its words is read word by word, wherever it stands.
            let first = findings.len();
            look_at_words(found, findings);
            findings.iter_mut().skip(first).for_each(|one| one.severity = Severity::Note);
        }
        return;
    }
    look_at_words(found, findings);
}

/// Looks at each word of a sentence.
fn look_at_words(found: &scan::Found<'_, '_>, findings: &mut Vec<Finding>) {
    let main = LazyCell::new(|| clause::main(found));
    let mut at = 0;
    while let Some(token) = found.tokens.get(at) {
        let bound = bound::at(found, at);
        let len = bound.map_or(1, |(_, len)| len);
        let is_amount = match bound {
            Some((of, _)) => of == bound::Of::Amount && !found.before_is(at, "how"),
            None => {
                token.is_plain_word()
                    && token.is(Classes::AMOUNT)
                    && found.is_checked()
                    && counts(found, at)
            }
        };
        // `429 Too Many Requests` is a name, and `too many` speaks of a limit that is given elsewhere.
        let is_titled = token.shape == Shape::Title && at > 0;
        let is_over = found.before_is(at, "too") || token.id == lexicon::id("too");
        let is_told = || found.names_standard() || bound.is_some() && is_bounded_next(found);
        if is_amount && !is_titled && !is_over && !is_condition(found, at, *main) && !is_told() {
            findings.push(finding(found, at, len));
        }
        at += len;
    }
}

/// Tells whether the sentence that follows, or another cell of the row, gives the bound.
fn is_bounded_next(found: &scan::Found<'_, '_>) -> bool {
    found.is_measured_beside(|quantity| match quantity.unit.dimension {
        Dimension::Count => quantity.bound != Bound::Exact,
        Dimension::Time | Dimension::Data | Dimension::Percent | Dimension::Rate => true,
    })
}

/// Tells whether the word stands in a clause that explains the duty before it: `…: a mesh of several shells is closed`,
/// `…, so several copies become one`.
fn is_explained(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let before = found.tokens.get(..at).unwrap_or_default();
    let duty = before.iter().rposition(|token| token.is(lexicon::MODAL));
    let turns = |token: &Token| {
        matches!(token.kind, TokenKind::Mark(b':' | b';')) || clause::subordinates(token)
    };
    let explains = before.iter().rposition(turns);
    duty.is_some() && explains > duty && !found.text.is_bare_list
}

/// Tells whether a word alone is an amount: no part of a name, no bound with its number, no question.
fn counts(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let described = found.after(at, 1).is_some_and(|next| BESIDE.contains(&next.id));
    // In a specification `multiple` and `some` mostly mean more than one and any.
    let any = !found.text.is_bare_list && found.tokens.get(at).is_some_and(|t| ANY.contains(&t.id));
    // `most frequently used` and `the most popular plan` rank.
    let ranks = found.tokens.get(at).is_some_and(|token| token.id == lexicon::id("most"))
        && found.after(at, 1).is_some_and(|next| is_ranked(found.text.word(next)));
    !any && !ranks
        && !is_measured(found, at)
        && !is_explained(found, at)
        && !found.is_name(at)
        && !is_bound(found, at)
        && !is_asked(found, at)
        && !described
        && !found.has_number_near(at, 3)
}

/// Tells whether `most` before a word makes it the highest of a rank. `Most` counts what follows it at once, several
/// things or a part of them: `most orders`, `most of the orders`, `most people`.
fn is_ranked(word: &str) -> bool {
    const COUNTED: [&str; 4] = ["of", "people", "data", "traffic"];
    let is_many = word.ends_with('s') && !word.ends_with("ous") && !word.ends_with("ss");
    !is_many && !COUNTED.contains(&word)
}

/// Tells whether the amount is asked for or compared, and not given: `how much interest`, `as many as there are`.
fn is_asked(found: &scan::Found<'_, '_>, at: usize) -> bool {
    found.before(at, 1).is_some_and(|token| ASKING.contains(&token.id))
}

/// Words before an amount that is asked for, denied or grammar.
const ASKING: [u64; 9] =
    lexicon::ids(["how", "infinitely", "no", "not", "than", "the", "as", "least", "these"]);

/// Tells whether what it is enough for follows, and so measures it: `large enough to hold a frame`, `much like this`.
fn is_measured(found: &scan::Found<'_, '_>, at: usize) -> bool {
    const REACH: usize = 8;
    let word = found.tokens.get(at).map(|token| token.id);
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    let measures = |token: &Token| MEASURING.contains(&token.id);
    let purpose = rest.iter().take(REACH).any(measures);
    // `A reply is sufficient` accepts it, and how much `sufficient stock` is, the order says.
    let is_said = rest.first().is_none_or(|next| matches!(next.kind, TokenKind::Mark(_)))
        && found.before(at, 1).is_some_and(|token| token.is(Classes::BE));
    let is_needed = rest.first().is_some_and(|next| NEEDED.contains(&next.id));
    word.is_some_and(|id| ENOUGH.contains(&id)) && (purpose || is_said || is_needed)
        || found.after(at, 1).is_some_and(|next| LIKE.contains(&next.id))
}

const ENOUGH: [u64; 3] = lexicon::ids(["enough", "sufficient", "sufficiently"]);

/// What has to be as much as somebody asks for, or as a right demands.
const NEEDED: [u64; 14] = lexicon::ids([
    "stock",
    "inventory",
    "balance",
    "funds",
    "credit",
    "credits",
    "quantity",
    "permission",
    "permissions",
    "privilege",
    "privileges",
    "rights",
    "access",
    "authority",
]);

/// Words that lead to what it is enough for.
const MEASURING: [u64; 3] = lexicon::ids(["to", "that", "for"]);

/// Words after `much` that make it compare.
const LIKE: [u64; 4] = lexicon::ids(["like", "more", "less", "as"]);

const ANY: [u64; 3] = lexicon::ids(["multiple", "some", "various"]);

/// Words after `some` and `most` that make them another thing.
const BESIDE: [u64; 4] = lexicon::ids(["recent", "recently", "sense", "other"]);

/// Tells whether it is the `most` of `at most once`, which is a bound.
fn is_bound(found: &scan::Found<'_, '_>, at: usize) -> bool {
    found.before_is(at, "at")
}

/// Tells whether the amount stands in the condition of a scenario, where `multiple files` just means more than one.
fn is_condition(found: &scan::Found<'_, '_>, at: usize, main: Option<usize>) -> bool {
    let opens = main.is_none_or(|main| at < main);
    let before = found.tokens.get(at.saturating_sub(6)..at).unwrap_or_default();
    opens || before.iter().any(|token| token.is(Classes::CONDITION))
}

/// What is wrong with an amount, and what would repair it.
const SAID: (&str, &str) =
    ("is an amount without a number", "give the number, or the range, that passes");

fn finding(found: &scan::Found<'_, '_>, at: usize, len: usize) -> Finding {
    found.says(&RULE, at, len, SAID)
}

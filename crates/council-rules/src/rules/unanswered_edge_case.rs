//! # unanswered-edge-case
//!
//! ## What it does
//! Finds edge cases that are only asked: questions under `Edge Cases` with no answer behind or below them, and no
//! requirement about the same thing.
//!
//! ## Why it hurts
//! Somebody saw the hard case and left it. Whoever builds it meets the case again, decides alone, and no test says
//! what is right.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Checkout
//!
//! ## Edge cases
//!
//! - What happens when the basket is empty?
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Checkout
//!
//! ## Edge cases
//!
//! - The basket is empty: checkout is not offered, and the page shows the last orders.
//! ```
//!
//! ## When not to apply it
//! Where the question is answered in a document that is named beside it.

use std::cell::LazyCell;

use council_core::{packet::PassageKind, severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::Classes,
    model::{Meaning, Role, Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unanswered-edge-case",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (52, "a question that was asked and not answered"),
        (8, "the hard case is the counterexample"),
        (76, "not known, and nobody is to find out"),
    ],
    summary: "an edge case that is asked and not answered",
    reads: Reads::Everything,
    source: include_str!("unanswered_edge_case.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        let asked: Vec<Asked<'_, '_>> = asked(text).take(MOST).map(Asked::of).collect();
        let demands = LazyCell::new(|| Demand::all(text));
        let mut open = asked.iter().filter(|asked| !demands.iter().any(|one| one.answers(asked)));
        let Some(first) = open.next() else {
            continue;
        };
        let message = match open.count() {
            0 => "this edge case is asked and not answered".to_owned(),
            more => format!("this edge case and {more} more are asked and not answered"),
        };
        let span = first.found.sentence.span;
        let advice = "write what happens in each case, or who decides it and by when";
        findings.push(Finding::at(&RULE, text, span, span, message, advice));
    }
}

/// The most questions that are looked at in one document.
const MOST: usize = 16;

/// Goes through the questions among edge cases that nothing in their own item answers.
fn asked<'m, 'a>(text: &'m Text<'a>) -> impl Iterator<Item = Found<'m, 'a>> {
    let is_open = move |(index, found): &(usize, Found<'m, 'a>)| {
        let sentence = found.sentence;
        let is_asked = sentence.meaning == Meaning::EdgeCases && sentence.role == Role::Question;
        let Some(passage) = text.passage(sentence).filter(|_| is_asked) else {
            return false;
        };
        // What stands behind the question, or below it, answers it. Cells of one row answer each other.
        let next = text.sentences.get(index + 1);
        let goes_on = next.is_some_and(|next| {
            let below = text.passage(next).is_some_and(|one| {
                one.depth > passage.depth
                    || one.kind == PassageKind::Paragraph && next.meaning == Meaning::EdgeCases
            });
            next.passage == sentence.passage || below
        });
        passage.kind == PassageKind::Item && !goes_on
    };
    scan::of(text).enumerate().filter(is_open).map(|(_, found)| found)
}

/// A question.
struct Asked<'m, 'a> {
    found: Found<'m, 'a>,
    /// What it asks about, each word as often as it stands there.
    ids: Vec<u64>,
    /// How many of these an answer has.
    wanted: usize,
}

impl<'m, 'a> Asked<'m, 'a> {
    fn of(found: Found<'m, 'a>) -> Self {
        let is_content =
            |token: &&Token| token.kind == TokenKind::Word && !token.is(Classes::FUNCTION);
        let ids: Vec<u64> = found.tokens.iter().filter(is_content).map(|token| token.id).collect();
        let wanted = (ids.len() * 3).div_ceil(5).max(3);
        Asked { found, ids, wanted }
    }
}

/// A sentence that binds.
struct Demand<'m, 'a> {
    found: Found<'m, 'a>,
    /// A bit for each of its words, which others may share: it is compared with many questions.
    words: u64,
}

impl<'m, 'a> Demand<'m, 'a> {
    fn all(text: &'m Text<'a>) -> Vec<Self> {
        let binding = scan::of(text).filter(Found::binds);
        let with_words = |found: Found<'m, 'a>| {
            let words = found.tokens.iter().fold(0, |words, token| words | bit(token.id));
            Demand { found, words }
        };
        binding.map(with_words).collect()
    }

    /// Tells whether it speaks of most of what a question asks about.
    fn answers(&self, asked: &Asked<'_, '_>) -> bool {
        let Asked { ids, wanted, .. } = asked;
        let may_speak = |id: &u64| self.words & bit(*id) != 0;
        let speaks = |id: &u64| self.found.tokens.iter().any(|token| token.id == *id);
        let count = |holds: &dyn Fn(&u64) -> bool| ids.iter().filter(|id| holds(id)).count();
        count(&may_speak) >= *wanted && count(&speaks) >= *wanted
    }
}

fn bit(id: u64) -> u64 {
    1 << (id & 63)
}

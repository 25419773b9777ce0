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
//! Bad: `- What happens when the basket is empty?`
//!
//! Good: `- The basket is empty: checkout is not offered, and the page shows the last orders.`
//!
//! ## When not to apply it
//! Where the question is answered in a document that is named beside it.

use council_core::{packet::PassageKind, severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::Classes,
    model::{Meaning, Role, Text, TokenKind},
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
    source: include_str!("unanswered_edge_case.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        let asked: Vec<Found<'_, '_>> = asked(text).take(MOST).collect();
        let mut open = asked.iter().filter(|found| !is_required(text, found));
        let Some(first) = open.next() else {
            continue;
        };
        let message = match open.count() {
            0 => "this edge case is asked and not answered".to_owned(),
            more => format!("this edge case and {more} more are asked and not answered"),
        };
        let span = first.sentence.span;
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

/// Tells whether a demand elsewhere speaks of most of what a question asks about.
fn is_required(text: &Text<'_>, question: &Found<'_, '_>) -> bool {
    let asked: Vec<u64> = question
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Word && !token.is(Classes::FUNCTION))
        .map(|token| token.id)
        .collect();
    let wanted = (asked.len() * 3).div_ceil(5).max(3);
    scan::of(text).any(|found| {
        let speaks = |id: &&u64| found.tokens.iter().any(|token| token.id == **id);
        found.binds() && asked.iter().filter(speaks).count() >= wanted
    })
}

//! # question-in-design
//!
//! ## What it does
//! Finds questions about the design (`Should old orders be moved too?`) that stand among requirements or in the design
//! itself, with no answer behind or below them.
//!
//! ## Why it hurts
//! What surrounds it reads as decided. The question is met again by whoever builds it, and answered alone.
//!
//! ## Example
//! Bad: `- FR-3: Old orders are moved. Should drafts be moved too?`
//!
//! Good: `- FR-3: Old orders are moved, drafts are not.`
//!
//! ## When not to apply it
//! Where the section is a list of questions; give it a heading that says so.

use council_core::{packet::PassageKind, severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule, lexicon,
    model::{Meaning, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "question-in-design",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (52, "a question that was asked and not answered"),
        (45, "a decision that was not taken"),
        (76, "what is not decided is named as such"),
    ],
    summary: "a question among what is decided",
    reads: Reads::SentencesWith(&WORDS),
    source: include_str!("question_in_design.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        let asked = scan::triggered_in(text, &RULE).filter(|found| is_open(text, found));
        // Questions of one section are one matter.
        let mut last = None;
        for found in asked {
            let span = found.sentence.span;
            let section = text.document.section_index(span.start);
            if last.replace(section) == Some(section) {
                continue;
            }
            let message = "this asks what the design should be, and nothing here answers";
            let advice = "answer it, or move it to the open questions with who decides and by when";
            findings.push(Finding::at(&RULE, text, span, span, message, advice));
        }
    }
}

/// Tells whether a sentence asks what the design should be, and ends its passage with nothing below it.
fn is_open(text: &Text<'_>, found: &Found<'_, '_>) -> bool {
    let sentence = found.sentence;
    let asks =
        found.tokens.last().is_some_and(|token| token.is_mark(b'?')) && asks_for_design(found);
    let Some(passage) = text.passage(sentence).filter(|_| asks) else {
        return false;
    };
    let is_elsewhere = matches!(
        sentence.meaning,
        Meaning::Questions
            | Meaning::EdgeCases
            | Meaning::Alternatives
            | Meaning::Problem
            | Meaning::History
            | Meaning::References
            | Meaning::Testing
            | Meaning::Review
            | Meaning::Examples
    );
    let next = text.passages.get(sentence.passage as usize + 1);
    let goes_below = next.is_some_and(|next| {
        next.depth > passage.depth
            || passage.kind == PassageKind::Paragraph
                && matches!(next.kind, PassageKind::Paragraph | PassageKind::Item)
    });
    let is_prose = matches!(passage.kind, PassageKind::Item | PassageKind::Paragraph);
    let last = found.passage().last().is_some_and(|last| last.span == sentence.span);
    let is_asked = is_prose && passage.quotes == 0 && !is_elsewhere && last && !goes_below;
    is_asked && !found.is_of_form()
}

/// Tells whether words open a question about what is to be: `should`, `how will`, but not `how much`.
fn asks_for_design(found: &Found<'_, '_>) -> bool {
    let [first, second, ..] = found.tokens else {
        return false;
    };
    let opens =
        ASKING.contains(&first.id) || AFTER.contains(&first.id) && PLANS.contains(&second.id);
    opens && !first.quoted
}

/// The words with which such a question begins.
const WORDS: [&[u64]; 2] = [&ASKING, &AFTER];

const ASKING: [u64; 7] = lexicon::ids(["should", "do", "does", "shall", "must", "is", "are"]);
const AFTER: [u64; 4] = lexicon::ids(["what", "how", "where", "who"]);
const PLANS: [u64; 4] = lexicon::ids(["should", "will", "happens", "do"]);

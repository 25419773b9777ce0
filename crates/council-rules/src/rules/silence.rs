//! Silences: a packet demands something and nowhere answers the question that the demand raises.

use std::{cell::OnceCell, collections::BTreeMap};

use council_core::packet::Span;
use memchr::memmem;

use super::scan::{self, Found};
use crate::{
    Finding, Model, Rule,
    lexicon::{self, Classes},
    model::{Meaning, Text},
};

/// Reports the first sentence of documents that raises a rule's question, unless one of the answers stands anywhere in them.
///
/// Once for all of them, because documents of a packet answer for each other, and one answer ends the silence for all
/// demands.
pub(super) fn report(
    rule: &'static Rule,
    texts: &[Text<'_>],
    asks: impl Fn(&Found<'_, '_>) -> bool,
    answers: &[&str],
    said: (&'static str, &'static str),
    findings: &mut Vec<Finding>,
) {
    let mut raising = texts.iter().flat_map(|text| scan::triggered_in(text, rule));
    if let Some(found) = raising.find(|found| asks(found))
        && !texts.iter().any(|text| says(text.lower(), answers))
    {
        findings.push(unanswered(rule, &found, said));
    }
}

/// Reports a sentence as a whole, since all of it raises the question.
pub(super) fn unanswered(
    rule: &'static Rule,
    found: &Found<'_, '_>,
    (message, remediation): (&'static str, &'static str),
) -> Finding {
    let span = found.sentence.span;
    Finding::at(rule, found.text, span, span, message, remediation)
}

/// Tells whether one of the answers stands anywhere in a packet.
pub(super) fn speaks(model: &Model<'_>, answers: &[&str]) -> bool {
    model.texts.iter().any(|text| says(text.lower(), answers))
}

/// Tells whether one of the answers stands in a text in small letters.
pub(super) fn says(words: &str, answers: &[&str]) -> bool {
    answers.iter().any(|answer| memmem::find(words.as_bytes(), answer.as_bytes()).is_some())
}

/// Where answers stand in a text, each looked for once: many sentences ask for the same one, each beside itself.
pub(super) struct Answers<'m, 'a> {
    text: &'m Text<'a>,
    /// Where each begins for the first time and, once that was not enough, for the last time.
    found: BTreeMap<String, (Option<usize>, OnceCell<Option<usize>>)>,
}

impl<'m, 'a> Answers<'m, 'a> {
    pub(super) fn of(text: &'m Text<'a>) -> Self {
        Self { text, found: BTreeMap::new() }
    }

    /// Tells whether an answer stands outside of a span.
    pub(super) fn stands_outside(&mut self, span: Span, answer: &str) -> bool {
        let (words, bytes) = (self.text.lower().as_bytes(), answer.as_bytes());
        if !self.found.contains_key(answer) {
            let first = memmem::find(words, bytes);
            self.found.insert(answer.to_owned(), (first, OnceCell::new()));
        }
        let Some((Some(first), last)) = self.found.get(answer) else {
            return false;
        };
        let last = || *last.get_or_init(|| memmem::find_iter(words, bytes).last());
        first + answer.len() <= span.start || last().is_some_and(|last| span.end <= last)
    }
}

/// Tells whether one of the answers stands in a section with a sentence that mentions what is asked about.
pub(super) fn speaks_around(
    rule: &'static Rule,
    model: &Model<'_>,
    mentions: impl Fn(&Found<'_, '_>) -> bool,
    answers: &[&str],
) -> bool {
    model.texts.iter().any(|text| {
        // Sentences of one section follow each other, so each section is read once, however many of them there are.
        let mut last = None;
        scan::triggered_in(text, rule).filter(|found| mentions(found)).any(|found| {
            let section = text.document.section_index(found.sentence.span.start);
            let is_new = last.replace(section) != Some(section);
            is_new && says(section_of(text, section), answers)
        })
    })
}

/// Returns a section with its heading and everything under it, in small letters; the whole text where there is none.
fn section_of<'t>(text: &'t Text<'_>, section: Option<usize>) -> &'t str {
    let span = span_of(text, section);
    text.lower().get(span.start..span.end).unwrap_or_default()
}

fn span_of(text: &Text<'_>, section: Option<usize>) -> Span {
    let section = section.and_then(|index| text.document.sections.get(index));
    section.map_or(text.document.whole().span, |section| section.span)
}

/// Tells whether one of the answers stands in the section around a sentence. Each is looked for once a section, however many
/// sentences ask.
pub(super) fn says_around(found: &Found<'_, '_>, answers: &[&str]) -> bool {
    let section = found.text.document.section_index(found.sentence.span.start);
    let span = span_of(found.text, section);
    answers.iter().any(|answer| found.text.holds(span, answer))
}

/// Tells whether a sentence asks for something that is to be there: a demand, or part of a story.
pub(super) fn is_demand(found: &Found<'_, '_>) -> bool {
    let meaning = found.sentence.meaning;
    let tells = matches!(meaning, Meaning::Stories | Meaning::Requirements) && found.is_own();
    (found.binds() || tells) && is_wanted(found)
}

/// Tells whether a sentence says one thing that is wanted, and neither what is left out or tested nor how it was before.
pub(super) fn is_wanted(found: &Found<'_, '_>) -> bool {
    let is_elsewhere =
        matches!(found.sentence.meaning, Meaning::NonGoals | Meaning::Testing | Meaning::Problem);
    !is_elsewhere
        && !is_condition(found)
        && found.tokens.len() <= LONGEST
        && !found.sentence.classes.intersects(Classes::NOT)
}

/// The most tokens of a sentence that demands one thing.
const LONGEST: usize = 60;

/// Tells whether a sentence is the condition of a scenario, which another sentence builds on: `GIVEN a file is there`.
fn is_condition(found: &Found<'_, '_>) -> bool {
    let first = found.tokens.first().is_some_and(|token| CONDITIONS.contains(&token.id));
    first && !found.sentence.classes.intersects(Classes::MUST.with(Classes::CAN))
}

const CONDITIONS: [u64; 2] = lexicon::ids(["given", "when"]);

/// Tells whether one of some words stands in a sentence, as the document's own word.
pub(super) fn has(found: &Found<'_, '_>, words: &[u64]) -> bool {
    found.tokens.iter().any(|token| token.is_plain_word() && words.contains(&token.id))
}

/// Tells whether one of some words is followed by one of others, with at most some tokens between them.
pub(super) fn has_near(
    found: &Found<'_, '_>,
    first: &[u64],
    second: &[u64],
    between: usize,
) -> bool {
    let is_one = |at: usize, words: &[u64]| {
        found.tokens.get(at).is_some_and(|token| token.is_plain_word() && words.contains(&token.id))
    };
    let mut firsts = (0..found.tokens.len()).filter(|at| is_one(*at, first));
    firsts.any(|at| (at + 1..=at + 1 + between).any(|next| is_one(next, second)))
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;

    #[test]
    fn an_answer_in_the_asking_sentence_is_none() {
        let words = "An approver looks. It shall be approved by the approver. Nobody does.";
        let packet = markdown_prd("a.md", words).value;
        let model = Model::of(&packet);
        let mut answers = Answers::of(model.texts.first().unwrap());
        let asking = Span::new(19, 56);
        for (answer, stands) in
            [("approver", true), ("approved by", false), ("nobody", true), ("owner", false)]
        {
            assert_eq!(answers.stands_outside(asking, answer), stands, "{answer}");
            assert_eq!(answers.stands_outside(asking, answer), stands, "{answer} again");
        }
    }
}

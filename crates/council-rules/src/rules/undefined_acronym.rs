//! # undefined-acronym
//!
//! ## What it does
//! Finds abbreviations in capital letters that the document never explains and that are not common knowledge.
//!
//! ## Why it hurts
//! Every reader fills in a meaning of their own, and a coding agent invents one.
//!
//! ## Example
//! Bad: `Events are sent via the QRT bus.`
//!
//! Good: `Events are sent via the queued real-time (QRT) bus.`
//!
//! ## When not to apply it
//! Where every reader knows it; add it to a glossary section, which silences this rule for the whole document.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{few::Few, scan};
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::Classes,
    model::{Meaning, Role, Shape, Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "undefined-acronym",
    kind: Kind::UndefinedTerm,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (61, "a word is read by what it means to the reader"),
        (63, "readers need one frame for one name"),
        (5, "a symbol without an interpretation says nothing"),
    ],
    summary: "an abbreviation that is never explained",
    source: include_str!("undefined_acronym.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    // The files of a folder of keys are parts of one document: what one explains, all know.
    let (keyed, pages): (Vec<&Text<'_>>, Vec<&Text<'_>>) =
        model.texts.iter().partition(|text| text.is_keyed());
    for page in pages {
        report(&[page], findings);
    }
    report(&keyed, findings);
}

/// Reports the abbreviations that texts which are one document do not explain, each once.
fn report(texts: &[&Text<'_>], findings: &mut Vec<Finding>) {
    let mut open = Candidates::of(texts);
    for text in texts {
        explain(text, &mut open);
    }
    for text in texts {
        for capital in text.capitals.iter().filter(|capital| capital.is_upper) {
            let Some(place) = open.place(capital.id) else {
                continue;
            };
            let Some((found, at, token)) = scan::capital(text, capital) else {
                continue;
            };
            if !is_candidate(&found, at, token) {
                continue;
            }
            open.close(place);
            let word = text.word(token);
            findings.push(Finding::at(
                &RULE,
                text,
                token.span(),
                found.sentence.span,
                format!("`{word}` is never explained"),
                format!("write it out where it is first used, or explain `{word}` in a glossary"),
            ));
        }
    }
}

/// Tells whether a token is written like an abbreviation and is not one that everybody knows.
fn is_candidate(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    if token.shape != Shape::Upper || token.kind != TokenKind::Word {
        return false;
    }
    let word = found.text.word(token);
    let lies = found.sentence.role != Role::Label && found.sentence.meaning != Meaning::Glossary;
    lies && !token.quoted
        && (2..=6).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_uppercase())
        && token.classes == Classes::NONE
        && !is_shouted(found, at, word)
}

/// Tells whether it is a word in capitals for emphasis: it reads like a word, or its neighbour is in capitals too.
fn is_shouted(found: &scan::Found<'_, '_>, at: usize, word: &str) -> bool {
    let beside = [found.before(at, 1), found.after(at, 1)];
    let in_a_row = beside.into_iter().flatten().any(|token| {
        token.kind == TokenKind::Word && token.shape == Shape::Upper && token.span().len() > 1
    });
    in_a_row || (word.len() >= 4 && reads_like_a_word(word))
}

/// Tells whether letters alternate as in a word: a vowel in every three letters.
fn reads_like_a_word(word: &str) -> bool {
    let is_vowel = |byte: &u8| matches!(byte, b'A' | b'E' | b'I' | b'O' | b'U' | b'Y');
    let bytes = word.as_bytes();
    bytes.windows(3).all(|three| three.iter().any(is_vowel))
        && !bytes.windows(3).all(|three| three.iter().all(is_vowel))
}

/// Words that are written like abbreviations, and which of them nothing explains so far.
struct Candidates {
    words: Few,
    are_open: Vec<bool>,
}

impl Candidates {
    fn of(texts: &[&Text<'_>]) -> Self {
        let capitals = texts.iter().flat_map(|text| &text.capitals);
        let upper = capitals.filter(|capital| capital.is_upper);
        let words = Few::of(upper.map(|capital| capital.id));
        Self { are_open: vec![true; words.len()], words }
    }

    /// Finds the place of a word that is still open.
    fn place(&self, id: u64) -> Option<usize> {
        self.words.place(id).filter(|place| self.are_open.get(*place) == Some(&true))
    }

    fn close(&mut self, place: usize) {
        if let Some(is_open) = self.are_open.get_mut(place) {
            *is_open = false;
        }
    }
}

/// Closes what a document explains: in brackets after its words, before them, as a label, or in a glossary.
fn explain(text: &Text<'_>, open: &mut Candidates) {
    // A word that is also written small is a word.
    for id in &text.small {
        if let Some(place) = open.place(*id) {
            open.close(place);
        }
    }
    let has_glossary = text.meanings.contains(&Meaning::Glossary);
    for capital in text.capitals.iter().filter(|capital| capital.is_followed || has_glossary) {
        if let Some(place) = open.place(capital.id)
            && let Some((found, at, token)) = scan::capital(text, capital)
            && is_explained(&found, at, token)
        {
            open.close(place);
        }
    }
}

/// Tells whether a place explains an abbreviation.
fn is_explained(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    let in_brackets = found.before(at, 1).is_some_and(|t| t.is_mark(b'('))
        && found.after(at, 1).is_some_and(|t| t.is_mark(b')'))
        && found.before(at, 2).is_some_and(|t| matches!(t.kind, TokenKind::Word));
    let opens = found.after(at, 1).is_some_and(|t| t.is_mark(b'('))
        && spells(found, at + 2, found.text.word(token));
    let stands_for = found.after_is(at, 1, "stands")
        || found.after_is(at, 1, "means")
        || found.after(at, 1).is_some_and(|t| t.is_mark(b'='));
    let labels = at == 0
        && found.sentence.opens
        && found.after(at, 1).is_some_and(|t| t.is_mark(b':') || t.is_mark(b'-'));
    let in_glossary = found.sentence.meaning == Meaning::Glossary;
    in_glossary || in_brackets || opens || stands_for || labels
}

/// Tells whether the words from a token on begin with the letters of an abbreviation.
fn spells(found: &scan::Found<'_, '_>, from: usize, word: &str) -> bool {
    let first = found.after(from, 0).map(|token| found.text.word(token));
    let begins = |words: &str| words.chars().next().map(|c| c.to_ascii_uppercase());
    first.is_some_and(|first| begins(first) == word.chars().next() && first.len() > 1)
}

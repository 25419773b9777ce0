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

use std::collections::BTreeSet;

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
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
    let candidates = candidates(texts);
    if candidates.ids.is_empty() {
        return;
    }
    let known: BTreeSet<u64> = texts.iter().flat_map(|text| explained(text, &candidates)).collect();
    let mut seen = BTreeSet::new();
    for text in texts {
        for (found, at, token) in scan::capitals(text, |capital| capital.is_upper) {
            if !is_candidate(&found, at, token)
                || known.contains(&token.id)
                || !seen.insert(token.id)
            {
                continue;
            }
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

/// Collects the words that are written like abbreviations.
fn candidates(texts: &[&Text<'_>]) -> Candidates {
    let mut ids: Vec<u64> = Vec::new();
    for text in texts {
        let upper = text.capitals.iter().filter(|capital| capital.is_upper);
        ids.extend(upper.map(|capital| capital.id));
    }
    ids.sort_unstable();
    ids.dedup();
    let mut marks = [0; 64];
    for id in &ids {
        if let Some(mark) = marks.get_mut(Candidates::place(*id)) {
            *mark |= Candidates::bit(*id);
        }
    }
    Candidates { marks, ids }
}

/// Words that are written like abbreviations, with marks that tell of almost every other word that it is none.
struct Candidates {
    marks: [u64; 64],
    ids: Vec<u64>,
}

impl Candidates {
    fn place(id: u64) -> usize {
        usize::try_from(id & 63).unwrap_or_default()
    }

    fn bit(id: u64) -> u64 {
        1 << ((id >> 6) & 63)
    }

    fn contains(&self, id: u64) -> bool {
        let marked = self.marks.get(Self::place(id)).is_some_and(|mark| mark & Self::bit(id) != 0);
        marked && self.ids.binary_search(&id).is_ok()
    }
}

/// Collects what the document explains: in brackets after its words, before them, as a label, or in a glossary.
fn explained(text: &Text<'_>, candidates: &Candidates) -> BTreeSet<u64> {
    // A word that is also written small is a word.
    let small = text.small.iter().copied().filter(|id| candidates.contains(*id));
    let mut known: BTreeSet<u64> = small.collect();
    for (found, at, token) in scan::capitals(text, |capital| candidates.contains(capital.id)) {
        let word = text.word(token);
        let in_brackets = found.before(at, 1).is_some_and(|t| t.is_mark(b'('))
            && found.after(at, 1).is_some_and(|t| t.is_mark(b')'))
            && found.before(at, 2).is_some_and(|t| matches!(t.kind, TokenKind::Word));
        let opens =
            found.after(at, 1).is_some_and(|t| t.is_mark(b'(')) && spells(&found, at + 2, word);
        let stands_for = found.after_is(at, 1, "stands")
            || found.after_is(at, 1, "means")
            || found.after(at, 1).is_some_and(|t| t.is_mark(b'='));
        let labels = at == 0
            && found.sentence.opens
            && found.after(at, 1).is_some_and(|t| t.is_mark(b':') || t.is_mark(b'-'));
        let in_glossary = found.sentence.meaning == Meaning::Glossary;
        if in_glossary || in_brackets || opens || stands_for || labels {
            known.insert(token.id);
        }
    }
    known
}

/// Tells whether the words from a token on begin with the letters of an abbreviation.
fn spells(found: &scan::Found<'_, '_>, from: usize, word: &str) -> bool {
    let first = found.after(from, 0).map(|token| found.text.word(token));
    let begins = |words: &str| words.chars().next().map(|c| c.to_ascii_uppercase());
    first.is_some_and(|first| begins(first) == word.chars().next() && first.len() > 1)
}

//! The words of a sentence in order, each with what it does there, so that two sentences can be laid side by side.

use super::{
    decide::Compared,
    words::{self, Part, Words},
};
use crate::{
    lexicon::{self, Classes},
    model::{Shape, Token, TokenKind},
};

/// The words of a sentence, in order.
#[derive(Clone)]
pub(super) struct SentenceWords {
    pub(super) words: Vec<SentenceWord>,
    /// The words that say what the sentence is about, in the order of their keys, so that two sentences are compared in one
    /// pass before they are laid side by side.
    telling: Vec<u64>,
}

/// A word of a sentence. A document has many of them, so what is written there is left to its token.
#[derive(Clone, Copy)]
pub(super) struct SentenceWord {
    /// The same for words that mean the same.
    stem: u32,
    /// The place of its token in the sentence.
    pub(super) at: u8,
    pub(super) class: WordClass,
}

/// What a word does in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordClass {
    /// It carries grammar, or says that there is a duty.
    Grammar,
    /// It turns something round.
    Negation,
    /// It opens a condition.
    Condition,
    /// It says what the sentence is about.
    Content,
    /// It names or counts something.
    Name,
}

impl SentenceWords {
    /// Reads the words of a sentence that is not too long to be compared.
    pub(super) fn of(own: &Compared<'_, '_>, known: &mut Words) -> Self {
        let source = own.text.document.text();
        let mut words = Vec::with_capacity(own.tokens().len());
        for (at, token) in (0_u8..).zip(own.tokens()) {
            if token.kind == TokenKind::Word {
                let Some(word) = known.of(source, token) else { continue };
                let class = WordClass::of_word(token, word.part, at > 0);
                words.push(SentenceWord { stem: word.stem, at, class });
                continue;
            }
            let text = own.text.word(token);
            if !matches!(token.kind, TokenKind::Mark(_)) && !is_id(token, text) {
                let class = WordClass::Name;
                words.push(SentenceWord { stem: words::meaning(text), at, class });
            }
        }
        let tells = words.iter().filter(|word| word.class.tells());
        let mut telling: Vec<u64> = tells.map(|word| word.key()).collect();
        telling.sort_unstable();
        Self { words, telling }
    }

    /// Returns how many words say what the sentence is about.
    pub(super) fn told(&self) -> usize {
        self.telling.len()
    }

    /// Returns how many of the words that say what a sentence is about another one has, each as often as it stands in both.
    pub(super) fn shared(&self, other: &SentenceWords) -> usize {
        let (mut own, mut others) = (self.telling.as_slice(), other.telling.as_slice());
        let mut shared = 0;
        while let ([one, rest @ ..], [two, left @ ..]) = (own, others) {
            shared += usize::from(one == two);
            if one <= two {
                own = rest;
            }
            if two <= one {
                others = left;
            }
        }
        shared
    }

    /// Returns how many words turn something round.
    pub(super) fn negations(&self) -> usize {
        self.words.iter().filter(|word| word.class == WordClass::Negation).count()
    }

    /// Returns the last word that was found elsewhere.
    pub(super) fn last(&self, found: &[bool]) -> Option<SentenceWord> {
        let at = found.iter().rposition(|found| *found)?;
        self.words.get(at).copied()
    }

    /// Finds each word in another sentence: where there, if it stands there and is not taken yet.
    pub(super) fn places_in(&self, other: &SentenceWords) -> Vec<Option<usize>> {
        let mut is_taken = vec![false; other.words.len()];
        let mut place = |word: &SentenceWord| {
            let same = |own: &SentenceWord| own.stem == word.stem && own.class == word.class;
            let mut words = other.words.iter().zip(&is_taken);
            let at = words.position(|(own, is_taken)| !is_taken && same(own))?;
            *is_taken.get_mut(at)? = true;
            Some(at)
        };
        self.words.iter().map(&mut place).collect()
    }
}

impl SentenceWord {
    /// Returns what is the same for words that are found in each other's place.
    fn key(self) -> u64 {
        u64::from(self.stem) << 1 | u64::from(self.class == WordClass::Name)
    }
}

impl WordClass {
    /// Tells whether such a word says what a sentence is about.
    pub(super) fn tells(self) -> bool {
        matches!(self, Self::Content | Self::Name)
    }

    /// Returns what a word does that may open its sentence or follow others.
    fn of_word(token: &Token, part: Part, follows: bool) -> Self {
        const GRAMMAR: Classes = Classes::FUNCTION
            .with(Classes::PREPOSITION)
            .with(Classes::DETERMINER)
            .with(Classes::BE)
            .with(lexicon::MODAL);
        if token.is(Classes::NOT) {
            return Self::Negation;
        }
        if part == Part::Condition || token.id == lexicon::id("during") {
            return Self::Condition;
        }
        if token.is(GRAMMAR) {
            return Self::Grammar;
        }
        let is_name = follows && token.span().len() > 1 && !token.is(lexicon::MODAL);
        match token.shape {
            Shape::Upper | Shape::Mixed if is_name => Self::Name,
            Shape::Lower | Shape::Title | Shape::Upper | Shape::Mixed => Self::Content,
        }
    }
}

/// Tells whether a token is the id of a requirement, which says nothing about its content.
fn is_id(token: &Token, text: &str) -> bool {
    token.kind == TokenKind::Name && words::is_item_id(text)
}

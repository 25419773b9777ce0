//! The words of a sentence in order, each with what it does there, so that two sentences can be laid side by side.

use council_core::packet::Span;

use super::{decide::Compared, words};
use crate::{
    lexicon::{self, Classes},
    model::{Shape, Token, TokenKind},
};

/// The words of a sentence, in order.
pub(super) struct SentenceWords<'m> {
    pub(super) words: Vec<SentenceWord<'m>>,
}

pub(super) struct SentenceWord<'m> {
    pub(super) text: &'m str,
    pub(super) span: Span,
    stem: u32,
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

impl<'m> SentenceWords<'m> {
    pub(super) fn of(own: &Compared<'m, '_>) -> Self {
        let sentence_word = |(at, token): (usize, &Token)| {
            let text = own.text.word(token);
            let class = WordClass::of(token, text, at)?;
            Some(SentenceWord { text, span: token.span(), stem: words::meaning(text), class })
        };
        Self { words: own.tokens().iter().enumerate().filter_map(sentence_word).collect() }
    }

    /// Returns how many words turn something round.
    pub(super) fn negations(&self) -> usize {
        self.words.iter().filter(|word| word.class == WordClass::Negation).count()
    }

    /// Returns where the last word stands that was found elsewhere.
    pub(super) fn last(&self, found: &[bool]) -> Option<Span> {
        let at = found.iter().rposition(|found| *found)?;
        self.words.get(at).map(|word| word.span)
    }

    /// Finds each word in another sentence: where there, if it stands there and is not taken yet.
    pub(super) fn places_in(&self, other: &SentenceWords<'_>) -> Vec<Option<usize>> {
        let mut is_taken = vec![false; other.words.len()];
        let mut place = |word: &SentenceWord<'_>| {
            let same = |own: &SentenceWord<'_>| own.stem == word.stem && own.class == word.class;
            let mut words = other.words.iter().zip(&is_taken);
            let at = words.position(|(own, is_taken)| !is_taken && same(own))?;
            *is_taken.get_mut(at)? = true;
            Some(at)
        };
        self.words.iter().map(&mut place).collect()
    }
}

impl WordClass {
    /// Tells whether such a word says what a sentence is about.
    pub(super) fn tells(self) -> bool {
        matches!(self, Self::Content | Self::Name)
    }

    fn of(token: &Token, word: &str, at: usize) -> Option<Self> {
        const GRAMMAR: Classes = Classes::FUNCTION
            .with(Classes::PREPOSITION)
            .with(Classes::DETERMINER)
            .with(Classes::BE)
            .with(lexicon::MODAL);
        Some(match token.kind {
            TokenKind::Mark(_) => return None,
            TokenKind::Name if words::is_item_id(word) => return None,
            TokenKind::Name | TokenKind::Number | TokenKind::Code => Self::Name,
            TokenKind::Word if token.is(Classes::NOT) => Self::Negation,
            TokenKind::Word if words::opens_condition(token) => Self::Condition,
            TokenKind::Word if token.is(GRAMMAR) => Self::Grammar,
            TokenKind::Word => match token.shape {
                Shape::Upper | Shape::Mixed
                    if at > 0 && word.len() > 1 && !token.is(lexicon::MODAL) =>
                {
                    Self::Name
                }
                Shape::Lower | Shape::Title | Shape::Upper | Shape::Mixed => Self::Content,
            },
        })
    }
}

//! Sentences that tell what somebody did: `We met on Monday.` Nobody can build them.

use crate::{
    lexicon::{self, Classes, MODAL},
    model::{Shape, Text, Token, TokenKind},
    wording,
};

/// Who does something, where people tell of themselves.
const PEOPLE: [u64; 12] = lexicon::ids([
    "everybody",
    "everyone",
    "he",
    "i",
    "nobody",
    "people",
    "she",
    "somebody",
    "someone",
    "they",
    "we",
    "who",
]);

/// What may stand between who did something and what was done.
const BETWEEN: [u64; 8] =
    lexicon::ids(["all", "also", "both", "finally", "first", "just", "mostly", "then"]);

/// Past forms that do not end as regular ones do, of what people do when they meet, go and speak.
const IRREGULAR: [u64; 47] = lexicon::ids([
    "ate",
    "began",
    "bought",
    "brought",
    "built",
    "came",
    "chose",
    "cut",
    "did",
    "drank",
    "drew",
    "drove",
    "fell",
    "felt",
    "forgot",
    "found",
    "gave",
    "got",
    "had",
    "heard",
    "held",
    "kept",
    "knew",
    "left",
    "lost",
    "made",
    "met",
    "paid",
    "ran",
    "said",
    "sat",
    "saw",
    "sent",
    "showed",
    "slept",
    "spent",
    "spoke",
    "stood",
    "taught",
    "thought",
    "told",
    "took",
    "understood",
    "was",
    "went",
    "were",
    "wrote",
]);

/// Tells whether a sentence only tells what somebody did.
pub(super) fn is_told(text: &Text<'_>, tokens: &[Token]) -> bool {
    if tokens.iter().any(|token| token.is(MODAL)) {
        return false;
    }
    let mut rest = tokens.iter().skip_while(|token| !is_word(token)).peekable();
    let Some(first) = rest.next() else { return false };
    if !names_somebody(first) {
        return false;
    }
    // `Ana and Ben`, `Ana Silva`: more of whom it speaks.
    let is_more = |token: &&Token| {
        let is_capital = token.shape == Shape::Title;
        is_capital || token.is(Classes::AND) || BETWEEN.contains(&token.id)
    };
    while rest.next_if(is_more).is_some() {}
    rest.next().is_some_and(|verb| is_past(text.slice(verb.span()), verb.id))
}

/// A name is a capital word that English does not have.
fn names_somebody(token: &Token) -> bool {
    let is_name = token.shape == Shape::Title && !wording::is_english(token.id);
    is_name || PEOPLE.contains(&token.id)
}

fn is_word(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Word | TokenKind::Name)
}

fn is_past(word: &str, id: u64) -> bool {
    IRREGULAR.contains(&id) || word.len() > 4 && word.ends_with("ed")
}

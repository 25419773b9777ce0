//! Clauses: where what a statement demands begins, and which words only stand in a clause beside it.

use super::super::scan::Found;
use crate::{
    lexicon::{self, Classes},
    model::{Shape, Token, TokenKind},
};

/// Returns where the main clause of a sentence begins: after its label, the words of a scenario and its condition.
///
/// Nothing where all of it is a condition, as in a `WHEN` step.
pub(in super::super) fn main(found: &Found<'_, '_>) -> Option<usize> {
    let mut at = after_label(found);
    while found.tokens.get(at).is_some_and(|token| STEPS.contains(&token.id)) {
        at += 1;
    }
    let opens = found.tokens.get(at).is_some_and(|token| OPENING.contains(&token.id));
    let leads = found.tokens.get(at).is_some_and(|token| LEADING.contains(&token.id));
    if !opens && !leads {
        return Some(at);
    }
    let rest = found.tokens.get(at..).unwrap_or_default();
    let mut depth = 0_usize;
    let end = rest.iter().position(|token| {
        match token.kind {
            TokenKind::Mark(b'(') => depth += 1,
            TokenKind::Mark(b')') => depth = depth.saturating_sub(1),
            TokenKind::Mark(_)
            | TokenKind::Word
            | TokenKind::Name
            | TokenKind::Number
            | TokenKind::Code => {}
        }
        depth == 0 && (token.is_mark(b',') || token.id == lexicon::id("then"))
    });
    // `WHEN a file is read THE system …`: in capitals the words of the form are told from the others.
    let is_form = found.tokens.get(at).is_some_and(|token| token.shape == Shape::Upper);
    let is_subject = |token: &Token| token.id == lexicon::id("the") && token.shape == Shape::Upper;
    let stated = rest.iter().position(is_subject).filter(|_| is_form);
    if let Some(stated) = stated.filter(|stated| end.is_none_or(|end| *stated < end)) {
        return Some(at + stated);
    }
    let Some(from) = end.map(|end| at + end + 1) else {
        return leads.then_some(at);
    };
    let then = found.tokens.get(from).is_some_and(|token| STEPS.contains(&token.id));
    Some(if then { from + 1 } else { from })
}

/// Returns where the words begin that follow an id or a label: `FR-1: …`, `**Export**: …`.
pub(in super::super) fn after_label(found: &Found<'_, '_>) -> usize {
    const LONGEST: usize = 8;
    let head = found.tokens.get(..LONGEST.min(found.tokens.len())).unwrap_or_default();
    let before_colon = head.iter().position(|token| token.is_mark(b':'));
    match before_colon {
        Some(colon) if !head.iter().take(colon).any(|token| token.is(lexicon::MODAL)) => colon + 1,
        Some(_) | None => {
            let is_id = |token: &&Token| {
                token.kind == TokenKind::Name || matches!(token.kind, TokenKind::Mark(_))
            };
            let leads = head.first().is_some_and(|token| token.kind == TokenKind::Name);
            if leads { head.iter().take_while(is_id).count() } else { 0 }
        }
    }
}

/// Tells whether a word opens a clause that only describes: `that`, `which`, `because`, `so`, `if`.
pub(in super::super) fn subordinates(token: &Token) -> bool {
    token.kind == TokenKind::Word
        && (token.is(Classes::CONDITION.with(Classes::EXCEPTION))
            || SUBORDINATE.contains(&token.id))
}

/// Tells whether a mark ends a clause.
pub(in super::super) fn closes(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Mark(b',' | b';' | b'-' | b')' | b':'))
}

/// Tells whether a token is an adverb: one that is known, or one that is made with `-ly`.
pub(in super::super) fn is_adverb(found: &Found<'_, '_>, token: &Token) -> bool {
    let known = Classes::ADVERB.with(Classes::HEDGE).with(Classes::LOOSE);
    token.is_plain_word()
        && (token.is(known)
            || DEGREE.contains(&token.id)
            || (token.span().len() > 4 && found.text.word(token).ends_with("ly")))
}

/// Words of a scenario before what a step says.
const STEPS: [u64; 4] = lexicon::ids(["then", "and", "but", "also"]);

/// Words that open a condition at the beginning of a sentence.
const OPENING: [u64; 13] = lexicon::ids([
    "if", "when", "while", "whenever", "where", "once", "until", "given", "provided", "whether",
    "after", "before", "unless",
]);

/// Words that lead to a circumstance at the beginning of a sentence: `At night, …`.
const LEADING: [u64; 9] =
    lexicon::ids(["for", "on", "in", "at", "by", "with", "under", "upon", "during"]);

/// Words beside conditions that open a clause which only describes.
const SUBORDINATE: [u64; 14] = lexicon::ids([
    "that", "which", "who", "whom", "whose", "so", "because", "since", "what", "how", "why", "as",
    "than", "although",
]);

/// Adverbs of degree and frequency that are not made with `-ly`.
pub(in super::super) const DEGREE: [u64; 16] = lexicon::ids([
    "very", "quite", "rather", "too", "so", "fairly", "pretty", "somewhat", "often", "still",
    "now", "even", "at", "always", "not", "never",
]);

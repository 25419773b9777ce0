//! Judging words that nobody would ask about: what they say is said beside them, or they say nothing.

use super::{expression::clause, scan::Found};
use crate::{
    lexicon::{self, Classes},
    model::{Dimension, Token, TokenKind},
};

/// Tells whether a judging word of a specification leaves nothing open.
pub(super) fn is(found: &Found<'_, '_>, at: usize) -> bool {
    let Some(token) = found.tokens.get(at) else {
        return false;
    };
    is_condition(found, at)
        || is_term(found, at, token)
        || is_ability(found, at, token)
        || is_outcome_named(found, at, token)
        || is_message_told(found, at)
        || is_filler(found, token)
        || is_trouble(found, at, token)
        || is_done(found, at, token)
        || is_timed(found, at)
        || is_listed(found, at)
        || found.names_standard()
}

/// Tells whether the word stands in a condition: what happens then is said behind it.
fn is_condition(found: &Found<'_, '_>, at: usize) -> bool {
    let before = found.tokens.get(..at).unwrap_or_default();
    let given = before.first().is_some_and(|first| GIVEN.contains(&first.id));
    let then = found.tokens.get(at..).unwrap_or_default().iter();
    let then = then.into_iter().any(|token| token.id == lexicon::id("then"));
    clause::main(found).is_none_or(|main| at < main) || given && then
}

const GIVEN: [u64; 4] = lexicon::ids(["given", "when", "if", "while"]);

/// Tells whether the word is part of a term of the trade: `graceful shutdown`, `stops gracefully`.
fn is_term(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    const REACH: usize = 4;
    if !GRACE.contains(&token.id) {
        return false;
    }
    let from = at.saturating_sub(REACH);
    let near = found.tokens.get(from..(at + REACH).min(found.tokens.len())).unwrap_or_default();
    let ends = |token: &Token| token.kind == TokenKind::Word && ENDING.contains(&token.id);
    near.iter().any(ends)
}

const GRACE: [u64; 2] = lexicon::ids(["graceful", "gracefully"]);

/// Ways to end or to give way, which systems do in a known way if they do it gracefully.
const ENDING: [u64; 22] = lexicon::ids([
    "shutdown",
    "shutdowns",
    "shut",
    "shuts",
    "stop",
    "stops",
    "stopped",
    "exit",
    "exits",
    "terminate",
    "terminates",
    "terminated",
    "termination",
    "close",
    "closes",
    "closed",
    "fallback",
    "fall",
    "falls",
    "disable",
    "drain",
    "disconnect",
]);

/// Tells whether the word says what something can be used for, or is fit for: `usable as a library`, `suitable for the
/// build server`, `meaningful only with a reply`.
fn is_ability(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    let next = found.after(at, 1);
    let leads = |words: &[u64]| next.is_some_and(|next| words.contains(&next.id));
    FIT.contains(&token.id) && leads(&FOR)
}

const FIT: [u64; 6] =
    lexicon::ids(["usable", "useful", "meaningful", "suitable", "helpful", "convenient"]);

const FOR: [u64; 8] = lexicon::ids(["for", "as", "via", "by", "only", "in", "from", "when"]);

/// Tells whether it is said what is done in a good way: `gracefully disables the log`, `handles it gracefully with a
/// notice that …`. To handle something gracefully says nothing.
fn is_outcome_named(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    if !GRACE.contains(&token.id) {
        return false;
    }
    let next = found.after(at, 1);
    let says = next.is_some_and(|next| {
        next.kind == TokenKind::Word
            && (next.is(Classes::VERB) || SAYING.contains(&next.id))
            && !HANDLING.contains(&next.id)
    });
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    let goes_on = rest.iter().any(|token| SAYING.contains(&token.id));
    says || goes_on
}

const HANDLING: [u64; 8] = lexicon::ids([
    "handle", "handles", "handled", "handling", "manage", "manages", "recover", "recovers",
]);

/// Words that lead to what is then done.
const SAYING: [u64; 5] = lexicon::ids(["with", "by", "and", "instead", "rather"]);

/// Tells whether it is a message whose content follows: `a helpful message with the command to run`.
fn is_message_told(found: &Found<'_, '_>, at: usize) -> bool {
    const REACH: usize = 4;
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    let message = rest.iter().take(REACH).position(|token| MESSAGES.contains(&token.id));
    let behind = message.and_then(|message| rest.get(message + 1..)).unwrap_or_default();
    behind.iter().take(REACH).any(|token| CONTENT.contains(&token.id))
}

const MESSAGES: [u64; 10] = lexicon::ids([
    "message",
    "messages",
    "error",
    "errors",
    "explanation",
    "hint",
    "hints",
    "feedback",
    "notice",
    "text",
]);

const CONTENT: [u64; 6] = lexicon::ids(["with", "that", "which", "about", "clearly", "if"]);

/// Tells whether the word could be struck out without loss, because the sentence says exactly what is to be there: it
/// holds a value, a quotation or code.
fn is_filler(found: &Found<'_, '_>, token: &Token) -> bool {
    let exact =
        |token: &Token| token.quoted || matches!(token.kind, TokenKind::Code | TokenKind::Number);
    FILLING.contains(&token.id) && found.tokens.iter().skip(clause::after_label(found)).any(exact)
}

/// Words that add praise and nothing else.
const FILLING: [u64; 17] = lexicon::ids([
    "proper",
    "properly",
    "simple",
    "simply",
    "basic",
    "seamless",
    "seamlessly",
    "smooth",
    "smoothly",
    "convenient",
    "conveniently",
    "carefully",
    "careful",
    "easily",
    "comprehensive",
    "reliably",
    "meaningful",
]);

/// Tells whether `properly` stands before what is done, which is done or is not: `properly signed`.
fn is_done(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    let next = found.after(at, 1).filter(|next| next.kind == TokenKind::Word);
    token.id == lexicon::id("properly")
        && next.is_some_and(|next| found.text.word(next).ends_with("ed"))
        && next.is_some_and(|next| !HANDLING.contains(&next.id))
}

/// Tells whether it is a time whose figure stands beside it: `within reasonable time | < 5 minutes`.
fn is_timed(found: &Found<'_, '_>, at: usize) -> bool {
    found.after(at, 1).is_some_and(|next| next.is(Classes::MEASURE))
        && found.is_measured_beside(|quantity| quantity.unit.dimension == Dimension::Time)
}

/// Tells whether the word names a trouble that nobody forbids: `it may be difficult to know` tells how things are.
fn is_trouble(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    const REACH: usize = 4;
    let before = found.tokens.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    let denies = |token: &Token| token.is(Classes::NOT.with(Classes::MUST));
    TROUBLES.contains(&token.id) && !before.iter().any(denies)
}

const TROUBLES: [u64; 9] = lexicon::ids([
    "difficult",
    "complicated",
    "cumbersome",
    "tedious",
    "annoying",
    "confusing",
    "confuse",
    "distract",
    "distracting",
]);

/// Tells whether the word is one of the values that a colon leads to: `sizes: tiny, base, large`.
fn is_listed(found: &Found<'_, '_>, at: usize) -> bool {
    found.before(at, 1).is_some_and(|last| last.is_mark(b':'))
        && found.after(at, 1).is_some_and(|next| next.is_mark(b','))
}

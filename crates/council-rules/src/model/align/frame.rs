//! Words around a duty that say that there is one, or that there is none, in other ways than `must` and `not`: `has no choice
//! but to`, `is kept from`, `permission … is denied`.

use crate::{
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// What a word of a frame does to the statement in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    /// Nothing: it only says that there is a duty.
    Empty,
    /// It turns round what follows.
    Negation,
    /// It turns round what it is said of.
    Refusal,
}

/// Says what a word does that can belong to a frame; nothing where it is a word like any other.
pub(super) fn of(tokens: &[Token], at: usize) -> Option<Frame> {
    let token = tokens.get(at)?;
    let next = tokens.get(at + 1);
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let is_denied = |token: Option<&Token>| token.is_some_and(|token| token.is(Classes::NOT));
    let is_next = |words: &[u64]| next.is_some_and(|next| words.contains(&next.id));
    let leads_to = || is_next(&[TO]);
    if FAILING.contains(&token.id) && is_denied(before) && leads_to()
        || OPTIONAL.contains(&token.id) && is_denied(before)
        || CHOICE.contains(&token.id) && is_denied(before) && is_next(&[BUT])
        || CERTAINTY.contains(&token.id) && before.is_some_and(|last| last.id == WITHOUT)
        || CLEAR.contains(&token.id) && before.is_some_and(|last| STEERING.contains(&last.id))
        || ORDERS.contains(&token.id) && is_under(tokens, at)
        || token.id == SHORT && before.is_some_and(|last| STOPPING.contains(&last.id))
    {
        return Some(Frame::Empty);
    }
    if RIGHT.contains(&token.id) && (is_denied_near(tokens, at) || is_taken_away(tokens, at)) {
        return Some(Frame::Empty);
    }
    let is_act = next.is_some_and(|next| next.kind == TokenKind::Word) && !leads_to();
    if DECLINING.contains(&token.id) && leads_to()
        || CEASING.contains(&token.id) && is_act
        || STEERING.contains(&token.id) && is_next(&CLEAR)
        || STOPPING.contains(&token.id) && is_next(&[SHORT])
    {
        return Some(Frame::Negation);
    }
    let is_taken = TAKING.contains(&token.id)
        && before.is_some_and(|last| last.is(Classes::BE))
        && tokens.iter().take(at).any(|token| RIGHT.contains(&token.id));
    let is_kept = KEPT.contains(&token.id) && is_next(&[FROM]);
    let is_unlawful = UNLAWFUL.contains(&token.id) && is_next(&JUDGED);
    (is_taken || is_kept || is_unlawful).then_some(Frame::Refusal)
}

/// Tells whether a word that denies says that there is a duty after all: `must not fail to`, `no choice but to`, `is not
/// optional`.
pub(super) fn demands(tokens: &[Token], at: usize) -> bool {
    let is = |steps: usize, words: &[u64]| {
        tokens.get(at + steps).is_some_and(|token| words.contains(&token.id))
    };
    is(1, &FAILING) && is(2, &[TO]) || is(1, &OPTIONAL) || is(1, &CHOICE) && is(2, &[BUT])
}

/// Tells whether `under` stands before a noun: `under orders`, `under strict instructions`.
fn is_under(tokens: &[Token], at: usize) -> bool {
    const NEAR: usize = 2;
    let before = tokens.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
    before.iter().any(|token| token.id == UNDER)
}

/// Tells whether a word that denies stands shortly before.
fn is_denied_near(tokens: &[Token], at: usize) -> bool {
    const NEAR: usize = 4;
    let before = tokens.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
    before.iter().any(|token| token.is(Classes::NOT))
}

/// Tells whether what a noun grants is taken away later in the sentence: `permission to … is denied`.
fn is_taken_away(tokens: &[Token], at: usize) -> bool {
    const REACH: usize = 40;
    let rest = tokens.get(at..).unwrap_or_default();
    rest.iter()
        .take(REACH)
        .zip(rest.iter().skip(1))
        .any(|(one, other)| one.is(Classes::BE) && TAKING.contains(&other.id))
}

const TO: u64 = lexicon::id("to");
const BUT: u64 = lexicon::id("but");
const FROM: u64 = lexicon::id("from");
const WITHOUT: u64 = lexicon::id("without");
const UNDER: u64 = lexicon::id("under");
const SHORT: u64 = lexicon::id("short");

/// Verbs of leaving undone.
const FAILING: [u64; 7] =
    lexicon::ids(["fail", "fails", "failing", "hesitate", "neglect", "omit", "forget"]);

/// What a duty is not.
const OPTIONAL: [u64; 4] = lexicon::ids(["optional", "negotiable", "voluntary", "debatable"]);

/// What nobody has who must.
const CHOICE: [u64; 4] = lexicon::ids(["choice", "option", "alternative", "way"]);

/// What a duty is without.
const CERTAINTY: [u64; 5] = lexicon::ids(["fail", "exception", "exceptions", "question", "excuse"]);

/// What somebody is under who must.
const ORDERS: [u64; 4] = lexicon::ids(["instructions", "orders", "contract", "oath"]);

/// Verbs of not doing, before `to`.
const DECLINING: [u64; 5] = lexicon::ids(["refuse", "refuses", "decline", "declines", "resist"]);

/// Verbs of not doing, before what is not done.
const CEASING: [u64; 10] = lexicon::ids([
    "cease", "ceases", "desist", "desists", "forgo", "forgoes", "eschew", "eschews", "shun",
    "shuns",
]);

const STOPPING: [u64; 2] = lexicon::ids(["stop", "stops"]);

const STEERING: [u64; 8] =
    lexicon::ids(["steer", "steers", "stay", "stays", "keep", "keeps", "stand", "stands"]);

const CLEAR: [u64; 4] = lexicon::ids(["clear", "away", "off", "aloof"]);

/// Participles of holding somebody back, before `from`.
const KEPT: [u64; 12] = lexicon::ids([
    "kept",
    "prevented",
    "stopped",
    "blocked",
    "restrained",
    "excluded",
    "restricted",
    "deterred",
    "exempted",
    "discouraged",
    "debarred",
    "disqualified",
]);

/// Words for what nobody may do, before what it is.
const UNLAWFUL: [u64; 8] = lexicon::ids([
    "unlawful",
    "illegal",
    "unacceptable",
    "inadmissible",
    "intolerable",
    "wrong",
    "improper",
    "impossible",
]);

const JUDGED: [u64; 3] = lexicon::ids(["for", "that", "to"]);

/// Nouns for what somebody may do.
const RIGHT: [u64; 12] = lexicon::ids([
    "right",
    "business",
    "permission",
    "ability",
    "authority",
    "licence",
    "license",
    "attempt",
    "attempts",
    "freedom",
    "privilege",
    "mandate",
]);

/// Participles of taking a right away.
const TAKING: [u64; 11] = lexicon::ids([
    "denied",
    "disabled",
    "blocked",
    "refused",
    "revoked",
    "withdrawn",
    "rejected",
    "withheld",
    "thwarted",
    "suspended",
    "foiled",
]);

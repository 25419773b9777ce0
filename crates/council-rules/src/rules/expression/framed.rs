//! A remark of the author in the place of what is to be written, set off from the sentence by brackets, angles or dashes:
//! `[owner to supply]`, `<< fill in after the test >>`, `-- needs a decision --`, `(waiting on input from legal)`.
//!
//! What stands there in any words is no part of the demand. What a text can also put into such a frame is left out: links,
//! lists, names, numbers, and brackets that are spoken about.

use super::{super::scan::Found, slot, undecided};
use crate::{
    lexicon::{self, Classes},
    model::{Shape, Token, TokenKind},
};

/// Finds a square bracket that opens at a token and holds words in the place of a value, and returns how many tokens it has.
pub(super) fn square(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 9;
    let open = found.tokens.get(at)?;
    let before = found.before(at, 1).filter(|last| last.end < open.start)?;
    let rest = found.tokens.get(at + 1..)?;
    let end = rest.iter().take(LONGEST).position(|token| token.is_mark(b']'))?;
    let (inner, close) = (rest.get(..end)?, rest.get(end)?);
    let is_linked = rest.get(end + 1).is_some_and(|next| {
        next.is_mark(b'(')
            || next.start == close.end && matches!(next.kind, TokenKind::Mark(b'[' | b':' | b'{'))
    });
    let after = at + end + 2;
    let is_value = slot::waits(before);
    let is_measured = found.tokens.get(after).is_some_and(|next| next.is(Classes::UNIT));
    let stands = undecided::ends(found, after) || is_measured || is_value;
    let says = match inner {
        [one] => is_value && is_value_name(one) && (is_measured || undecided::ends(found, after)),
        [] => false,
        [..] => is_remark(inner),
    };
    let is_defined = || is_target(found, open.end as usize, close.start as usize);
    let is_frame = stands && says && !is_linked && !slot::is_spoken(found, at, end + 2);
    (is_frame && !is_defined()).then_some(end + 2)
}

/// Tells whether words are a remark: at least two of them, in small letters for the most part, without numbers or names.
fn is_remark(inner: &[Token]) -> bool {
    let is_told = inner.iter().all(|token| {
        token.is_plain_word() || matches!(token.kind, TokenKind::Mark(b':' | b'?' | b'-'))
    });
    let words = || inner.iter().filter(|token| token.is_plain_word());
    let is_small = |token: &&Token| token.shape == Shape::Lower;
    let is_shouted = words().all(|token| token.shape == Shape::Upper);
    is_told
        && words().count() >= 2
        && (is_shouted || words().filter(is_small).count() * 2 > words().count())
}

/// Tells whether a word alone in a bracket names a value: in capitals, or as what belongs there.
fn is_value_name(token: &Token) -> bool {
    token.is_plain_word()
        && token.span().len() >= 3
        && (token.shape == Shape::Upper && !token.is(Classes::ACRONYM)
            || token.shape == Shape::Lower && token.is(Classes::MEASURE))
}

/// Tells whether a document says where a link with these words leads: `[words]: https://…`.
fn is_target(found: &Found<'_, '_>, start: usize, end: usize) -> bool {
    let text = found.text.document.text();
    found.text.leads(text.get(start..end).unwrap_or_default().trim())
}

/// Finds a round bracket in which somebody waits: `(waiting on input from legal)`, `(number pending from finance)`.
pub(super) fn round(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 8;
    let rest = found.tokens.get(at + 1..)?;
    let end = rest.iter().take(LONGEST + 1).position(|token| token.is_mark(b')'))?;
    let inner = rest.get(..end).filter(|inner| inner.iter().all(Token::is_plain_word))?;
    let is =
        |at: usize, words: &[u64]| inner.get(at).is_some_and(|token| words.contains(&token.id));
    let waits_for = is(0, &WAITING) && is(1, &[ON, FOR]);
    let is_awaited = is(0, &AWAITED) && inner.len() > 1;
    let is_pending = is(1, &AWAITED) && is(2, &[FROM, BY, UNTIL, WITH]);
    let has_value = inner.first().is_some_and(|first| first.is(Classes::MEASURE));
    // `(ask the pilots)`, `(check with legal)`, `(not final)`.
    let asks = is(0, &[ASK]) && inner.len() > 1 || is(0, &ASKING) && is(1, &[WITH]);
    let is_open = is(0, &[NOT])
        && inner.len() <= 3
        && inner.last().is_some_and(|last| FINAL.contains(&last.id));
    // `at most (number) files`
    let is_slot = inner.len() == 1
        && has_value
        && found.before(at, 1).is_some_and(|last| undecided::BOUNDING.contains(&last.id));
    if is_slot {
        return Some(end + 2);
    }
    let lists = inner.iter().any(|token| token.is(Classes::AND.with(Classes::OR)));
    let closes = undecided::ends(found, at + end + 2) && !lists;
    let says = waits_for || is_awaited || is_pending && has_value || asks || is_open;
    (closes && says).then_some(end + 2)
}

/// Finds words between doubled angles: `<< fill in later >>`, `<<number>>`.
pub(super) fn angles(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 10;
    let open = found.tokens.get(at)?;
    let next = found.after(at, 1).filter(|next| next.start == open.end)?;
    let rest = found.tokens.get(at + 1..)?;
    if next.kind == TokenKind::Name {
        let is_closed = found.after(at, 2).is_some_and(|last| last.is_mark(b'>'));
        return is_closed.then_some(3);
    }
    let close = rest.iter().take(LONGEST + 2).position(|token| token.is_mark(b'>'))?;
    let inner = rest.get(1..close)?;
    let is_doubled =
        next.is_mark(b'<') && rest.get(close + 1).is_some_and(|last| last.is_mark(b'>'));
    let is_said = inner.first().is_some_and(Token::is_plain_word);
    (is_doubled && is_said).then_some(close + 3)
}

/// Tells whether an angle holds words or letters with dots in the place of a value: `<to be completed>`, `<T.B.F.>`.
pub(super) fn tag(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    let name = found.text.word(token);
    let Some(inner) = name.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else {
        return false;
    };
    let is_dotted =
        inner.contains('.') && inner.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'.');
    let is_told = inner.split(' ').count() >= 3
        && inner.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b':'));
    let before = found.before(at, 1).filter(|last| last.end < token.start);
    before.is_some_and(Token::is_plain_word)
        && (is_dotted || is_told)
        && undecided::ends(found, at + 1)
}

/// Finds a few words between runs of dashes: `-- needs a decision --`.
pub(super) fn dashes(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 6;
    let rest = found.tokens.get(at..)?;
    let run = |from: usize| {
        let tokens = rest.get(from..).unwrap_or_default();
        let glued = tokens.windows(2).take_while(|pair| {
            matches!(pair, [one, other] if one.is_mark(b'-') && other.is_mark(b'-') && one.end == other.start)
        });
        glued.count() + 1
    };
    let opening = run(0);
    let words =
        rest.get(opening..)?.iter().take(LONGEST + 1).take_while(|token| token.is_plain_word());
    let words = words.count();
    let close = opening + words;
    let is_closed = rest.get(close).is_some_and(|token| token.is_mark(b'-')) && run(close) >= 2;
    let len = close + run(close);
    (opening >= 2
        && (1..=LONGEST).contains(&words)
        && is_closed
        && undecided::ends(found, at + len))
    .then_some(len)
}

/// Finds a name for a value that a program would fill in, at the end of a demand: `${THRESHOLD}`.
pub(super) fn variable(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let open = found.after(at, 1).filter(|open| open.is_mark(b'{'))?;
    let name = found.after(at, 2).filter(|name| name.start == open.end)?;
    let is_name =
        matches!(name.kind, TokenKind::Word | TokenKind::Name) && name.shape != Shape::Lower;
    let is_closed = found.after(at, 3).is_some_and(|close| close.is_mark(b'}'));
    let led = found.before(at, 1).is_some_and(Token::is_plain_word);
    (is_name && is_closed && led && undecided::ends(found, at + 4)).then_some(4)
}

/// Finds two marks of a question where a value should be: `as ?? (ask the team)`.
pub(super) fn doubted(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let first = found.tokens.get(at)?;
    let is_doubled =
        found.after(at, 1).is_some_and(|next| next.is_mark(b'?') && next.start == first.end);
    let led =
        found.before(at, 1).is_some_and(|last| last.is_plain_word() && last.end < first.start);
    (is_doubled && led).then_some(2)
}

const ON: u64 = lexicon::id("on");
const FOR: u64 = lexicon::id("for");
const FROM: u64 = lexicon::id("from");
const BY: u64 = lexicon::id("by");
const UNTIL: u64 = lexicon::id("until");
const WITH: u64 = lexicon::id("with");

const ASK: u64 = lexicon::id("ask");
const NOT: u64 = lexicon::id("not");

const ASKING: [u64; 6] =
    lexicon::ids(["check", "confirm", "clarify", "discuss", "verify", "align"]);

/// What is said of something that is decided.
const FINAL: [u64; 8] = lexicon::ids([
    "final",
    "agreed",
    "fixed",
    "settled",
    "confirmed",
    "decided",
    "ready",
    "signed",
]);

const WAITING: [u64; 2] = lexicon::ids(["waiting", "wait"]);

const AWAITED: [u64; 3] = lexicon::ids(["awaiting", "pending", "awaited"]);

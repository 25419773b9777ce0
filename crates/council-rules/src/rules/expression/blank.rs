//! A duty without its verb or its value, known by what stands there instead: words that no verb can begin with, a mark
//! repeated, a remark that nothing is there yet.

use super::{super::scan::Found, undecided};
use crate::{
    lexicon::{self, Classes},
    model::{Shape, Token, TokenKind},
};

/// Finds what stands in the place of a verb or a value at a token of a demand, and returns how many tokens it has.
pub(in super::super) fn at(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let token = found.tokens.get(at).filter(|token| !token.quoted)?;
    match token.kind {
        TokenKind::Mark(b'%') => percent(found, at),
        TokenKind::Mark(b'(') => remark(found, at),
        TokenKind::Mark(b'[') => bracket(found, at),
        TokenKind::Mark(mark) => repeated(found, at, mark),
        TokenKind::Word => announced(found, at, token)
            .or_else(|| unsaid(found, at, token))
            .or_else(|| babbled(found, at, token)),
        TokenKind::Name | TokenKind::Number | TokenKind::Code => None,
    }
}

/// Finds an announcement of what is not there: `details will come`, `text to be supplied`.
fn announced(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    let comes = CONTENT.contains(&token.id)
        && (found.after_is(at, 1, "will") || found.after_is(at, 1, "to"))
        && found.after(at, 2).is_some_and(|verb| COMING.contains(&verb.id));
    comes.then_some(3)
}

/// Finds a binding word behind which a bracket stands to the end, and no verb: `must (see the minutes).`
fn unsaid(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    const LONGEST: usize = 12;
    if !token.is_plain_word() || !token.is(Classes::MUST) {
        return None;
    }
    found.after(at, 1).filter(|opening| opening.is_mark(b'('))?;
    let rest = found.tokens.get(at + 2..)?;
    let len = rest.iter().take(LONGEST).position(|token| token.is_mark(b')'))?;
    undecided::ends(found, at + len + 3).then_some(len + 3)
}

/// Finds a word that is said over and over in the place of others: `must blah blah.`
fn babbled(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    let again = |other: &&Token| other.id == token.id && other.is_plain_word();
    let rest = found.tokens.get(at..)?;
    let len = rest.iter().take_while(again).count();
    let is_word = token.is_plain_word() && !token.is(Classes::FUNCTION.with(Classes::PREPOSITION));
    let is_first = found.before(at, 1).is_none_or(|last| last.id != token.id);
    (len >= 2 && is_word && is_first && undecided::ends(found, at + len)).then_some(len)
}

/// Finds a name between two signs of percent: `%VALUE%`.
fn percent(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let (open, name, close) = (found.tokens.get(at)?, found.after(at, 1)?, found.after(at, 2)?);
    let is_name =
        matches!(name.kind, TokenKind::Word | TokenKind::Name) && name.shape == Shape::Upper;
    let is_one = open.end == name.start && name.end == close.start && close.is_mark(b'%');
    (is_name && is_one).then_some(3)
}

/// Finds a remark in brackets whose words say that nothing stands there yet: `(content outstanding)`, `(dummy)`.
fn remark(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 5;
    let rest = found.tokens.get(at + 1..)?;
    let end = rest.iter().take(LONGEST + 1).position(|token| token.is_mark(b')'))?;
    let inner = rest.get(..end).filter(|inner| inner.iter().all(Token::is_plain_word))?;
    let says = |token: Option<&Token>| token.is_some_and(|token| ABSENT.contains(&token.id));
    let lists = end > 3 && !says(inner.last())
        || inner.iter().any(|token| token.is(Classes::AND.with(Classes::OR)));
    (!lists && (says(inner.last()) || says(inner.first()))).then_some(end + 2)
}

/// Finds a square bracket in the place of a verb or a value: right behind a binding word, or before a
/// unit.
fn bracket(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 7;
    let rest = found.tokens.get(at + 1..)?;
    let end = rest.iter().take(LONGEST).position(|token| token.is_mark(b']'))?;
    let inner = rest.get(..end)?;
    let (opening, close) = (found.tokens.get(at)?, rest.get(end)?);
    let before = found.before(at, 1).filter(|last| last.end < opening.start)?;
    let next = rest.get(end + 1);
    let linked = next.is_some_and(|next| {
        next.start == close.end && matches!(next.kind, TokenKind::Mark(b'(' | b'[' | b':'))
    });
    let measured = next.is_some_and(|next| next.is(Classes::UNIT)) && inner.len() <= 2;
    let is_duty = before.is(lexicon::MODAL);
    let has_number = inner.iter().any(|token| token.kind == TokenKind::Number);
    let stands = is_duty || measured;
    (!linked && !has_number && stands).then_some(end + 2)
}

/// Finds a mark three times in a row: `@@@`, `###`.
fn repeated(found: &Found<'_, '_>, at: usize, mark: u8) -> Option<usize> {
    const LONGEST: usize = 8;
    if !matches!(mark, b'@' | b'#' | b'$' | b'~' | b'^' | b'=' | b'+') {
        return None;
    }
    let rest = found.tokens.get(at..)?;
    let len = rest.iter().take(LONGEST).take_while(|token| token.is_mark(mark)).count();
    let again = found.before(at, 1).is_some_and(|last| last.is_mark(mark));
    (len >= 3 && !again).then_some(len)
}

/// What a text is made of.
const CONTENT: [u64; 10] = lexicon::ids([
    "details",
    "detail",
    "text",
    "content",
    "value",
    "values",
    "wording",
    "specifics",
    "figures",
    "more",
]);

const COMING: [u64; 5] = lexicon::ids(["come", "follow", "arrive", "appear", "emerge"]);

/// Words of a remark that something is not there, or does not hold yet.
const ABSENT: [u64; 17] = lexicon::ids([
    "outstanding",
    "dummy",
    "provisional",
    "unconfirmed",
    "tentative",
    "discuss",
    "undecided",
    "placeholder",
    "missing",
    "unwritten",
    "blank",
    "guess",
    "wip",
    "tbd",
    "discussed",
    "decided",
    "guessed",
]);

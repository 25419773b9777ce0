//! The place of a verb that nobody wrote: what follows a binding word cannot begin what is demanded.
//!
//! A verb, an adverb or an aside can follow `must` and `shall`, and hardly anything else. So whatever stands there, in any
//! words, holds the place of what is still to be written.

use council_core::packet::PassageKind;

use super::{super::scan::Found, clause, framed, undecided};
use crate::{
    lexicon::{self, Classes},
    model::{Shape, Token, TokenKind},
};

/// Finds a binding word at a token after which no verb phrase begins, and returns how many tokens show it: `must the agreed
/// value`, `SHALL WIP.`, `must (content outstanding).`, `shall awaiting approval`.
pub(in super::super) fn at(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    if !token.is(Classes::MUST) || token.id == lexicon::id("will") || !has_subject(found, at) {
        return None;
    }
    let first = at + 1;
    let mut place = first;
    while found.tokens.get(place).is_some_and(|token| is_beside(found, token)) {
        place += 1;
    }
    let next = found.tokens.get(place)?;
    let is_direct = place == first;
    let begins = match next.kind {
        TokenKind::Word if next.is_plain_word() => {
            is_direct && begins_noun(found, at, next) || never_begins(found, place, next, token)
        }
        TokenKind::Word | TokenKind::Code => false,
        TokenKind::Name | TokenKind::Number => is_direct && undecided::ends(found, place + 1),
        TokenKind::Mark(b'-') => return framed::dashes(found, place).map(|len| place + len - at),
        TokenKind::Mark(b'(') => return remark_alone(found, place).map(|end| end - at),
        TokenKind::Mark(mark) => is_direct && stands_for_words(mark),
    };
    begins.then_some(place + 1 - at)
}

/// Tells whether a token can stand between a binding word and its verb: an adverb, but none that opens a noun phrase.
fn is_beside(found: &Found<'_, '_>, token: &Token) -> bool {
    clause::is_adverb(found, token)
        && !token.is(Classes::NOT.with(Classes::PREPOSITION))
        && !VERBS_IN_LY.contains(&token.id)
        || BESIDE.contains(&token.id) && token.is_plain_word()
}

/// Tells whether a subject stands before a binding word, so that none can follow it: `Only then must the client …`, `nor
/// shall it …` have theirs behind, and a cell or a title has none.
fn has_subject(found: &Found<'_, '_>, at: usize) -> bool {
    let Some(before) = found.before(at, 1) else {
        return false;
    };
    let is_word = before.is_plain_word()
        && (!before.is(Classes::FUNCTION) && !before.is(Classes::ADVERB)
            || PRONOUNS.contains(&before.id));
    let is_named = is_word
        || matches!(before.kind, TokenKind::Code | TokenKind::Name | TokenKind::Number)
        || before.is_mark(b')')
        || before.is_mark(b']');
    let main = clause::main(found).unwrap_or(0);
    let opens =
        main > at || found.tokens.get(main).is_some_and(|first| INVERTING.contains(&first.id));
    let passage = found.text.passage(found.sentence);
    let is_prose = passage
        .is_some_and(|passage| matches!(passage.kind, PassageKind::Paragraph | PassageKind::Item));
    is_named && !opens && is_prose
}

/// Tells whether a word opens a noun phrase in the place of a verb. With a modal before, `can and must the` leaves a verb out.
fn begins_noun(found: &Found<'_, '_>, at: usize, next: &Token) -> bool {
    let before = found.tokens.get(..at).unwrap_or_default();
    let is_first = !before.iter().any(|token| token.is(lexicon::MODAL));
    is_first && OPENING_NOUN.contains(&next.id)
}

/// Tells whether a word is no base form of a verb whatever it means: another modal, `to`, a participle, a mark in capitals.
fn never_begins(found: &Found<'_, '_>, place: usize, next: &Token, duty: &Token) -> bool {
    let word = found.text.word(next);
    let is_mark = next.shape == Shape::Upper
        && !next.is(Classes::VERB.with(Classes::NOT).with(Classes::BE))
        && is_in_capitals_to_end(found, place);
    let is_modal = next.is(lexicon::MODAL) && next.shape == Shape::Lower;
    let is_ing = next.shape == Shape::Lower
        && word.len() > 5
        && word.ends_with("ing")
        && !next.is(Classes::VERB.with(Classes::PREPOSITION).with(Classes::CONDITION))
        && !NOT_PARTICIPLES.contains(&next.id);
    let is_undone = word.starts_with("un") && word.ends_with("ed");
    let is_subject = next.id == lexicon::id("subject") && found.after_is(place, 1, "to");
    let is_none = word.len() == 1 && found.after(place, 1).is_some_and(|mark| mark.is_mark(b'/'));
    let is_other_form = is_modal || is_ing || is_undone || FORMS.contains(&next.id);
    let is_yet = found.before(place, 1).is_some_and(|last| last.id == lexicon::id("yet"));
    let is_to = next.id == lexicon::id("to") && duty.is_plain_word();
    is_mark
        || is_other_form
        || is_subject
        || is_none
        || is_to && (is_yet || !is_aside(found, place))
}

/// Tells whether `to` opens an aside before the verb: `must, to this end, stop` and `must to this end stop`.
fn is_aside(found: &Found<'_, '_>, place: usize) -> bool {
    found.after(place, 1).is_some_and(|next| next.is(Classes::DETERMINER))
}

/// Tells whether all words from a token to the end are in capitals, though the sentence is not.
fn is_in_capitals_to_end(found: &Found<'_, '_>, place: usize) -> bool {
    const LONGEST: usize = 6;
    let rest = found.tokens.get(place..).unwrap_or_default();
    let words = rest.iter().take_while(|token| {
        token.kind == TokenKind::Word && token.shape == Shape::Upper && !token.quoted
            || token.is_mark(b'.') && token.span().len() == 1
    });
    let len = words.count();
    let is_shouted = || {
        let before = found.tokens.get(..place.saturating_sub(1)).unwrap_or_default();
        let mut words = before.iter().filter(|token| token.kind == TokenKind::Word).peekable();
        words.peek().is_some() && words.all(|token| token.shape == Shape::Upper)
    };
    let end = place + len;
    let stops =
        undecided::ends(found, end) || found.tokens.get(end).is_some_and(|t| t.is_mark(b'!'));
    len <= LONGEST && stops && (len == 1 || !is_shouted())
}

/// Finds a bracket after a binding word with which the sentence ends, and returns where that is.
fn remark_alone(found: &Found<'_, '_>, open: usize) -> Option<usize> {
    const LONGEST: usize = 12;
    let rest = found.tokens.get(open + 1..)?;
    let close = rest.iter().take(LONGEST).position(|token| token.is_mark(b')'))?;
    let end = open + close + 2;
    let stops = found.tokens.get(end).is_none_or(|token| token.is_mark(b'.'));
    (stops && close > 0).then_some(end)
}

/// Tells whether a mark can only stand for words that are left out.
fn stands_for_words(mark: u8) -> bool {
    matches!(mark, b'{' | b'$' | b'?' | b'@' | b'~' | b'^' | b'=' | b'<')
}

/// Finds capitals with dots between them where the rest of a demand should be: `shall hold T.B.S.`
pub(in super::super) fn dotted(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 8;
    let rest = found.tokens.get(at..)?;
    // Hardly any word is a single capital.
    rest.first().filter(|first| is_capital(first) || first.is_mark(b'.'))?;
    let is_glued = |pair: &[Token]| matches!(pair, [one, other] if one.end == other.start);
    let len = 1 + rest.windows(2).take(LONGEST).take_while(|pair| is_glued(pair)).count();
    let letters = rest.get(..len)?;
    let is_dotted = letters.iter().enumerate().all(|(step, token)| {
        if step % 2 == 1 { token.is_mark(b'.') } else { is_capital(token) || token.is_mark(b'.') }
    });
    let capitals = letters.iter().filter(|token| is_capital(token)).count();
    let before = found.before(at, 1)?;
    // `J. R. Smith` and `the U.S.` are names.
    let is_place = before.is_plain_word() && !KNOWN.contains(&letters_of(found, letters).as_str());
    (is_dotted && capitals >= 2 && is_place && found.tokens.get(at + len).is_none()).then_some(len)
}

fn is_capital(token: &Token) -> bool {
    token.is_plain_word() && token.span().len() == 1 && token.shape != Shape::Lower
}

fn letters_of(found: &Found<'_, '_>, letters: &[Token]) -> String {
    letters.iter().filter(|token| is_capital(token)).map(|token| found.text.word(token)).collect()
}

/// Abbreviations with dots that name something.
const KNOWN: [&str; 6] = ["US", "USA", "UK", "EU", "UN", "DC"];

/// Words between a binding word and its verb that are no adverbs by their make.
const BESIDE: [u64; 4] = lexicon::ids(["yet", "still", "also", "now"]);

/// Verbs that end like adverbs.
const VERBS_IN_LY: [u64; 12] = lexicon::ids([
    "apply", "comply", "reply", "supply", "rely", "imply", "multiply", "fly", "tally", "rally",
    "ally", "reapply",
]);

/// Pronouns that can be the subject of a duty.
const PRONOUNS: [u64; 15] = lexicon::ids([
    "it", "they", "this", "that", "these", "those", "you", "we", "which", "who", "there", "he",
    "she", "both", "one",
]);

/// Words that open a noun phrase and no verb phrase; `all`, `each` and `both` can stand before a verb.
const OPENING_NOUN: [u64; 9] =
    lexicon::ids(["a", "an", "the", "this", "these", "those", "its", "their", "our"]);

/// Forms of irregular verbs that no demand begins with.
const FORMS: [u64; 8] =
    lexicon::ids(["left", "known", "written", "given", "chosen", "shown", "taken", "gone"]);

/// Words in `-ing` that are no participles.
const NOT_PARTICIPLES: [u64; 8] = lexicon::ids([
    "nothing",
    "something",
    "anything",
    "everything",
    "string",
    "spring",
    "according",
    "including",
]);

/// Words that open a clause whose verb stands before its subject.
const INVERTING: [u64; 16] = lexicon::ids([
    "only", "nor", "neither", "under", "in", "at", "so", "never", "not", "why", "how", "what",
    "when", "where", "which", "on",
]);

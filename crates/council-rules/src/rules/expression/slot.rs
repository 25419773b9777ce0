//! An unfilled slot: a mark, a bracket or a blank where something is still to be written.
//!
//! A text can also speak about such things: a list of things to do, a grey placeholder, a template. A mark counts only in
//! the place of what it stands for.

use super::{super::scan::Found, blank, framed, undecided, unwritten};
use crate::{
    lexicon::{self, Classes},
    model::{Shape, Text, Token, TokenKind},
};

/// Finds what is unfilled at a token, and returns how many tokens it has.
pub(in super::super) fn at(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let token = found.tokens.get(at).filter(|token| !token.quoted)?;
    match token.kind {
        TokenKind::Mark(b'[') => bracketed(found, at, b']'),
        TokenKind::Mark(b'(') => {
            bracketed(found, at, b')').filter(|len| is_remark(found, at, *len))
        }
        TokenKind::Mark(b'{') => braced(found, at),
        TokenKind::Mark(b'?') => questioned(found, at).filter(|_| !speaks_of_marks(found)),
        TokenKind::Mark(b'_') => Some(1),
        TokenKind::Mark(b'e') => breaks_off(found, at).then_some(1),
        TokenKind::Name => angled(found, at, token).then_some(1),
        TokenKind::Word => {
            let is_marked = is_mark(found, at, token) && !speaks_of_marks(found);
            let marked = is_marked.then_some(1);
            // What a bracket opens with was weighed with it.
            let opens = found.before(at, 1).is_some_and(|last| last.is_mark(b'['));
            let decided = || undecided::at(found, at, false).filter(|_| !opens && demands(found));
            marked.or_else(decided).or_else(|| counted(found, at, token))
        }
        TokenKind::Mark(_) | TokenKind::Number | TokenKind::Code => None,
    }
}

/// Finds what is likely to be unfilled at a token of a demand, and returns how many tokens it has: a bracket that asks its
/// author for something or holds dots alone, a name in angle brackets or braces in the place of a value, words that leave a
/// decision to somebody. Some of them mean what they say, so that they are worth no more than a note.
pub(in super::super) fn likely(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let token = found.tokens.get(at).filter(|token| !token.quoted)?;
    match token.kind {
        TokenKind::Mark(b'[') => asking(found, at).or_else(|| framed::square(found, at)),
        TokenKind::Mark(b'(') => remarked(found, at).or_else(|| framed::round(found, at)),
        TokenKind::Mark(b'{') => variable(found, at),
        TokenKind::Mark(b'<') => framed::angles(found, at),
        TokenKind::Mark(b'$') => framed::variable(found, at),
        TokenKind::Mark(b'?') => framed::doubted(found, at),
        TokenKind::Mark(b'-') => framed::dashes(found, at),
        TokenKind::Name => (valued(found, at, token) || framed::tag(found, at, token)).then_some(1),
        TokenKind::Word if ends_in_mark(found, at, token) => Some(1),
        TokenKind::Word => undecided::likely(found, at)
            .or_else(|| unwritten::at(found, at, token))
            .or_else(|| unwritten::dotted(found, at)),
        TokenKind::Mark(_) | TokenKind::Number | TokenKind::Code => None,
    }
    .or_else(|| blank::at(found, at))
}

/// Finds a square bracket in which an author is told what to write, or in which only marks stand.
fn asking(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 10;
    let rest = found.tokens.get(at + 1..)?;
    let end = rest.iter().take(LONGEST).position(|token| token.is_mark(b']'))?;
    let inner = rest.get(..end)?;
    let close = rest.get(end)?;
    // `[text](link)`, `[text][1]`, `[1]: link`, `list[0]` are something else.
    let opening = found.tokens.get(at)?;
    let glued = found.before(at, 1).is_some_and(|last| last.end == opening.start);
    let linked = rest.get(end + 1).is_some_and(|next| {
        next.start == close.end && matches!(next.kind, TokenKind::Mark(b'(' | b'[' | b':'))
    });
    let marks = |token: &Token| matches!(token.kind, TokenKind::Mark(b'.' | b'e' | b'?' | b'-'));
    let first = inner.first()?;
    let asks =
        first.is_plain_word() && (ASKING.contains(&first.id) || DECIDING.contains(&first.id));
    let spoken = is_spoken(found, at, end + 2);
    (!glued && !linked && !spoken && (inner.iter().all(marks) || asks)).then_some(end + 2)
}

/// Finds a remark in brackets that says that something is not there: `(missing)`, `(details later)`.
fn remarked(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 4;
    let rest = found.tokens.get(at + 1..)?;
    let end = rest.iter().take(LONGEST + 1).position(|token| token.is_mark(b')'))?;
    let inner = rest.get(..end)?;
    let last = inner.last()?;
    let is_plain = inner.iter().all(Token::is_plain_word);
    let closes = undecided::ends(found, at + end + 2);
    (is_plain && closes && ABSENT.contains(&last.id)).then_some(end + 2)
}

/// Finds a word in braces in the place of a value.
fn variable(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let opening = found.tokens.get(at)?;
    let inner = found.after(at, 1).filter(|token| token.is_plain_word())?;
    let close = found.after(at, 2).filter(|token| token.is_mark(b'}'))?;
    let before = found.before(at, 1).filter(|last| last.end < opening.start)?;
    let goes_on = found.after(at, 3).is_some_and(|next| {
        next.start == close.end && !matches!(next.kind, TokenKind::Mark(b'.' | b',' | b';' | b')'))
    });
    let waits = waits(before) || found.after(at, 3).is_some_and(|next| next.is(Classes::UNIT));
    let is_bound = undecided::BOUNDING.contains(&before.id);
    let is_value = FILLING.contains(&inner.id) || VALUES.contains(&inner.id) || is_bound;
    let spoken = speaks_of_templates(found.text);
    (waits && is_value && !goes_on && !spoken).then_some(3)
}

/// Tells whether a small word in angle brackets stands in the place of a value: `at most <number> files`.
fn valued(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    let name = found.text.word(token);
    let Some(inner) = name.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else {
        return false;
    };
    let mut words = inner.split(' ').map(|word| lexicon::hash(word.as_bytes()));
    if inner.contains(' ') {
        return words.any(|id| undecided::DECIDED.contains(&id));
    }
    let id = lexicon::hash(inner.as_bytes());
    let is_value = VALUES.contains(&id) || ASKING.contains(&id) || DECIDING.contains(&id);
    let before = found.before(at, 1).filter(|last| last.end < token.start);
    // `the <enter> button` names what is on it.
    let is_pressed = found.after(at, 1).is_some_and(|next| PRESSED.contains(&next.id));
    if before.is_some_and(|last| undecided::BOUNDING.contains(&last.id)) {
        return true;
    }
    let follows = before.is_some_and(waits) && !is_pressed;
    let measured = found.after(at, 1).is_some_and(|next| next.is(Classes::UNIT));
    is_value && before.is_some() && (follows || measured || undecided::ends(found, at + 1))
}

/// What has its name written on it.
const PRESSED: [u64; 6] = lexicon::ids(["button", "buttons", "key", "keys", "link", "tab"]);

/// Tells whether a word wants something after it: a modal, an article, a preposition, a word of measuring.
pub(super) fn waits(token: &Token) -> bool {
    let leading = lexicon::MODAL.with(Classes::DETERMINER).with(Classes::PREPOSITION);
    token.is(leading.with(Classes::BE)) || undecided::MEASURING.contains(&token.id)
}

/// Verbs that tell an author to settle something.
const DECIDING: [u64; 10] = lexicon::ids([
    "decide",
    "determine",
    "confirm",
    "clarify",
    "complete",
    "pick",
    "select",
    "state",
    "update",
    "put",
]);

/// Words for what is not there.
const ABSENT: [u64; 9] = lexicon::ids([
    "missing",
    "unclear",
    "unknown",
    "undecided",
    "undefined",
    "later",
    "soon",
    "known",
    "open",
]);

/// Nouns for what belongs into a slot.
const VALUES: [u64; 9] = lexicon::ids([
    "value", "number", "amount", "figure", "date", "limit", "name", "text", "duration",
]);

/// Tells whether a bracket of a demand says one thing: `status (pending, done, failed)` lists what there is.
fn is_remark(found: &Found<'_, '_>, at: usize, len: usize) -> bool {
    let inside = found.tokens.get(at..at + len).unwrap_or_default();
    let has_mark = inside.iter().any(|token| token.is(Classes::PLACEHOLDER));
    let lists = inside.iter().any(|token| token.is_mark(b','));
    has_mark || demands(found) && !lists
}

/// Tells whether a sentence is one in which something is left out: a demand, or what says why something must be.
pub(in super::super) fn demands(found: &Found<'_, '_>) -> bool {
    found.binds() || found.says_must()
}

/// Tells whether a word marks what is missing, in its place: `TBD`, `TODO: …`, `TBD seconds`.
fn is_mark(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    let always = ALWAYS.contains(&token.id);
    let is_known = token.is(Classes::PLACEHOLDER) && (always || token.shape == Shape::Upper);
    if !is_known || !(always || MARKS.contains(&token.id)) {
        return false;
    }
    let before = found.before(at, 1);
    // Names and kinds of marks are spoken about: `a TODO`, `no TBD`, `marked as TBD`, `#TODO`.
    let is_word = MARKS.contains(&token.id) && token.id != lexicon::id("xxx");
    let spoken = before.is_some_and(|last| {
        let pointed = last.is(Classes::DETERMINER.with(Classes::QUANTIFIER));
        pointed && (is_word || DENIED.contains(&last.id))
            || last.is(Classes::OR)
            || SPOKEN.contains(&last.id)
            || matches!(last.kind, TokenKind::Mark(b'/' | b'#' | b'@') | TokenKind::Code)
    });
    if spoken {
        return false;
    }
    let demanded = before.is_none_or(|last| {
        last.is(lexicon::MODAL.with(Classes::BE)) || undecided::MEASURING.contains(&last.id)
    });
    let Some(next) = found.after(at, 1) else {
        return true;
    };
    match next.kind {
        TokenKind::Mark(mark) => !matches!(mark, b'/' | b'=' | b'|'),
        TokenKind::Word => {
            let goes_on = next.is(Classes::PREPOSITION.with(Classes::CONDITION));
            next.is(Classes::UNIT) && always || demanded && goes_on || always && goes_on
        }
        TokenKind::Name | TokenKind::Number | TokenKind::Code => false,
    }
}

/// Tells whether a demand ends in a mark in capitals, whatever stands before it: `shall add WIP.`, `covers XX.`
fn ends_in_mark(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    let is_mark = token.shape == Shape::Upper
        && (LETTERS.contains(&token.id) || MARKS.contains(&token.id) || token.id == WIP);
    let spoken = found.before(at, 1).is_none_or(|last| {
        !last.is_plain_word() || SPOKEN.contains(&last.id) && !last.is(Classes::AND)
    });
    let stops = found.after(at, 1).is_none_or(|next| next.is_mark(b'.') || next.is_mark(b';'));
    is_mark && !spoken && stops && !speaks_of_marks(found)
}

const WIP: u64 = lexicon::id("wip");

/// Tells whether a sentence is about marks: it calls them what they are, or names several sorts of them.
fn speaks_of_marks(found: &Found<'_, '_>) -> bool {
    let words = || found.tokens.iter().filter(|token| token.is_plain_word());
    let mut marks = words().filter(|token| ALWAYS.contains(&token.id) || MARKS.contains(&token.id));
    let first = marks.next().map(|token| token.id);
    marks.any(|token| Some(token.id) != first) || words().any(|token| CALLED.contains(&token.id))
}

/// Finds letters that stand for a number before a unit: `NN seconds`, `XX %`.
fn counted(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    let stands = token.shape == Shape::Upper && LETTERS.contains(&token.id);
    let next = found.after(at, 1)?;
    (stands && (next.is(Classes::UNIT) || next.is_mark(b'%'))).then_some(2)
}

/// Finds a bracket whose words say that something is to be filled in.
fn bracketed(found: &Found<'_, '_>, at: usize, close: u8) -> Option<usize> {
    const LONGEST: usize = 40;
    let rest = found.tokens.get(at + 1..)?;
    let end = rest.iter().take(LONGEST).position(|token| token.is_mark(close))?;
    let inner = rest.get(..end).filter(|inner| !inner.is_empty())?;
    let first = inner.first()?;
    let named = |token: &Token| token.is_plain_word() && token.is(Classes::PLACEHOLDER);
    let marks =
        |token: &Token| named(token) && (ALWAYS.contains(&token.id) || token.shape == Shape::Upper);
    let is_slot = if close == b']' {
        let asks = first.is_plain_word() && ASKING.contains(&first.id) && inner.len() >= 2;
        let choice = inner.iter().any(|token| token.is_mark(b'|'));
        inner.iter().all(named) || marks(first) || (asks && !choice)
    } else {
        marks(first) && inner.len() <= 3
    };
    // `No [NEEDS CLARIFICATION] markers remain`, `use [TBD: why] where …` speak about such brackets.
    if is_spoken(found, at, end + 2) {
        return None;
    }
    let opens = |offset: usize| undecided::at(found, at + 1 + offset, true).is_some();
    let short = inner.len() <= 10;
    (is_slot || short && (0..inner.len()).any(opens)).then_some(end + 2)
}

/// Tells whether the text speaks about a bracket of some tokens.
pub(super) fn is_spoken(found: &Found<'_, '_>, at: usize, len: usize) -> bool {
    found.before(at, 1).is_some_and(|last| {
        DENIED.contains(&last.id) || SPOKEN.contains(&last.id) || USING.contains(&last.id)
    }) || found.after(at, len).is_some_and(|next| MARKERS.contains(&next.id))
}

/// Finds `{{value}}` in prose.
fn braced(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 8;
    let twice = found.after(at, 1).filter(|next| next.is_mark(b'{'))?;
    let opening = found.tokens.get(at).filter(|token| token.end == twice.start)?;
    // A template that is glued to other text is a pattern of a name: `user-{{id}}`.
    let glued = found.before(at, 1).is_some_and(|last| last.end == opening.start);
    // `{{% alert %}}` is for the program that makes pages of it.
    let is_code = found.after(at, 2).is_some_and(|mark| mark.is_mark(b'%') || mark.is_mark(b'<'));
    if is_code || speaks_of_templates(found.text) {
        return None;
    }
    let rest = found.tokens.get(at + 2..)?;
    let end = rest.iter().take(LONGEST).position(|token| token.is_mark(b'}'))?;
    let closed = rest.get(end + 1).filter(|token| token.is_mark(b'}'))?;
    let goes_on = rest.get(end + 2).is_some_and(|next| {
        next.start == closed.end
            && !matches!(next.kind, TokenKind::Mark(b'.' | b',' | b';' | b')' | b'%'))
    });
    (end > 0 && !glued && !goes_on).then_some(end + 4)
}

/// Tells whether a document is about templates: then braces show what one has, and leave nothing open.
fn speaks_of_templates(text: &Text<'_>) -> bool {
    let all = text.whole().span;
    ["template variable", "substitut"].iter().any(|term| text.holds(all, term))
}

/// Finds `???`.
fn questioned(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let run = found.tokens.get(at..)?;
    let len = run
        .windows(2)
        .take_while(
            |pair| matches!(pair, [one, other] if other.is_mark(b'?') && one.end == other.start),
        )
        .count()
        + 1;
    (len >= 3).then_some(len)
}

/// Tells whether dots stand where the rest of a demand should: `shall …`, `within … of the start`.
fn breaks_off(found: &Found<'_, '_>, at: usize) -> bool {
    let Some(last) = found.before(at, 1).filter(|last| last.is_plain_word()) else {
        return false;
    };
    // Dots that end a word belong to it: `Loading…` is shown.
    let glued = found.tokens.get(at).is_some_and(|token| token.start == last.end);
    let waits = last.is(lexicon::MODAL.with(Classes::DETERMINER))
        || undecided::MEASURING.contains(&last.id);
    let demands = found.sentence.classes.intersects(Classes::MUST);
    demands && !glued && (waits || undecided::ends(found, at + 1))
}

/// Tells whether a name in angle brackets is a slot: its words say so, or it is in capitals in the place of a value.
fn angled(found: &Found<'_, '_>, at: usize, token: &Token) -> bool {
    let name = found.text.word(token);
    let Some(inner) = name.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else {
        return false;
    };
    let words = inner.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut ids = words.map(|word| lexicon::hash(word.as_bytes()));
    if inner.contains(' ') {
        // `map <string, value>` is a type.
        if inner.contains(',') && found.before(at, 1).is_some_and(|last| TYPES.contains(&last.id)) {
            return false;
        }
        let first = ids.clone().next();
        return ids.any(|id| FILLING.contains(&id) || ALWAYS.contains(&id) || MARKS.contains(&id))
            || first.is_some_and(|id| ASKING.contains(&id));
    }
    if ids.any(|id| ALWAYS.contains(&id) || MARKS.contains(&id) || id == PLACEHOLDER) {
        return true;
    }
    let capitals = inner.len() >= 3
        && inner.bytes().all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'_' | b'-'));
    let before = found.before(at, 1).filter(|last| last.end < token.start);
    let expected = before
        .is_some_and(|last| last.is(lexicon::MODAL) || undecided::MEASURING.contains(&last.id));
    let word = before.is_some_and(Token::is_plain_word);
    let measured = found.after(at, 1).is_some_and(|next| next.is(Classes::UNIT));
    let demands = found.sentence.classes.intersects(Classes::MUST);
    capitals && demands && word && (expected || measured || undecided::ends(found, at + 1))
}

/// Types that say in angle brackets of what they are made.
const TYPES: [u64; 6] = lexicon::ids(["map", "dict", "dictionary", "pair", "tuple", "hashmap"]);

/// Abbreviations that are no words in small letters either.
const ALWAYS: [u64; 9] =
    lexicon::ids(["tbd", "tba", "tbc", "tbs", "tktk", "fixme", "t.b.d", "t.b.a", "t.b.c"]);

/// Marks that are written in capitals.
const MARKS: [u64; 5] = lexicon::ids(["todo", "xxx", "tbr", "tbf", "fixthis"]);

const PLACEHOLDER: u64 = lexicon::id("placeholder");

/// Letters that stand for digits.
const LETTERS: [u64; 5] = lexicon::ids(["nn", "nnn", "xx", "xxx", "yy"]);

/// Words before a mark that is spoken about.
const SPOKEN: [u64; 24] = lexicon::ids([
    "as",
    "marked",
    "mark",
    "marks",
    "says",
    "say",
    "called",
    "contains",
    "contain",
    "containing",
    "lists",
    "with",
    "without",
    "and",
    "like",
    "literal",
    "word",
    "words",
    "find",
    "finds",
    "remaining",
    "zero",
    "rejects",
    "reject",
]);

/// Words that deny or generalise what follows: nobody puts a placeholder after them.
const DENIED: [u64; 3] = lexicon::ids(["no", "any", "such"]);

/// Words that tell somebody to write a bracket.
const USING: [u64; 3] = lexicon::ids(["use", "uses", "using"]);

/// What such brackets are called.
const MARKERS: [u64; 6] =
    lexicon::ids(["marker", "markers", "tag", "tags", "items", "placeholders"]);

/// What marks are called where a text speaks of them.
const CALLED: [u64; 3] = lexicon::ids(["placeholders", "markers", "stubs"]);

/// Verbs that ask the author for what belongs into the bracket.
const ASKING: [u64; 17] = lexicon::ids([
    "describe", "explain", "insert", "enter", "specify", "provide", "fill", "add", "write",
    "replace", "define", "choose", "your", "list", "brief", "needs", "need",
]);

/// Words of a slot in angle brackets.
const FILLING: [u64; 8] =
    lexicon::ids(["here", "value", "placeholder", "insert", "fill", "decide", "undecided", "your"]);

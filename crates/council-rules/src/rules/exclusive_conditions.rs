//! # exclusive-conditions
//!
//! ## What it does
//! Finds a statement that asks for two things at once that exclude each other: `if the order is paid and unpaid`, `when the
//! user is signed in and signed out`, `below 5 and above 10`.
//!
//! ## Why it hurts
//! The condition never holds, so that what it guards is never built, or `or` was meant and is guessed.
//!
//! ## Example
//! Bad: `If the order is paid and unpaid, the shop shall send a reminder.`
//!
//! Good: `If the order is unpaid after ten days, the shop shall send a reminder.`
//!
//! ## When not to apply it
//! Where each of the two is a case of its own; then write `or`, or two statements.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Bound, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "exclusive-conditions",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (6, "no assignment satisfies both"),
        (1, "a statement and its negation"),
        (8, "there is no case in which it holds"),
    ],
    summary: "two conditions at once that exclude each other",
    reads: Reads::SentencesWith(&WORDS),
    source: include_str!("exclusive_conditions.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "cannot both hold at once",
        "say which of the two is meant, or write `or` where each is a case of its own",
    );
    for text in &model.texts {
        let stated = scan::triggered_in(text, &RULE).filter(Found::is_own);
        for found in stated.filter(|found| found.sentence.classes.intersects(Classes::AND)) {
            if let Some((at, len)) = states(&found).or_else(|| bounds(&found)) {
                findings.push(found.says(&RULE, at, len, said));
            }
        }
    }
}

/// Finds two states after one verb of being: `is paid and unpaid`, `is signed in and signed out`, `is paid and not paid`.
fn states(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    let is_be = |token: &Token| BEING.contains(&token.id) && token.is_plain_word();
    let places = found.tokens.iter().enumerate().filter(|(_, token)| is_be(token));
    places.map(|(at, _)| at).find_map(|be| {
        let is_both = found.after_is(be, 1, "both");
        let first = be + if is_both { 2 } else { 1 };
        let (one, and) = State::at(found, first)?;
        found.tokens.get(and).filter(|token| token.id == lexicon::id("and"))?;
        // `… and is unpaid`, `… and is also unpaid`.
        let rest = found.tokens.get(and + 1..)?.iter();
        let again = rest.take_while(|token| REPEATED.contains(&token.id)).count();
        let (other, end) = State::at(found, and + 1 + again)?;
        let is_joint = is_both || found.tokens.iter().any(|token| TOGETHER.contains(&token.id));
        let words = if one.is_event() || other.is_event() {
            LASTING.as_slice()
        } else {
            CONDITIONS.as_slice()
        };
        let applies = ends_clause(found, end) && (is_joint || is_condition(found, be, words));
        (one.excludes(other) && applies).then_some((first, end - first))
    })
}

/// A state that something is in.
#[derive(Clone, Copy)]
struct State {
    word: u64,
    /// `in` or `out`, behind `signed` and `logged`.
    way: Option<u64>,
    is_negated: bool,
}

impl State {
    /// Reads a state, and returns it with what comes after.
    fn at(found: &Found<'_, '_>, at: usize) -> Option<(State, usize)> {
        let is_negated = found.tokens.get(at).is_some_and(|token| token.id == lexicon::id("not"));
        let at = at + usize::from(is_negated);
        let token = found.tokens.get(at).filter(|token| token.is_plain_word())?;
        let ways = [lexicon::id("in"), lexicon::id("out"), lexicon::id("on"), lexicon::id("off")];
        let way = found.after(at, 1).filter(|_| SIGNED.contains(&token.id));
        let way = way.map(|token| token.id).filter(|id| ways.contains(id));
        if !(STATES.contains(&token.id) || way.is_some()) {
            return None;
        }
        let end = at + if way.is_some() { 2 } else { 1 };
        Some((State { word: token.id, way, is_negated }, end))
    }

    /// Tells whether it is also what happens, so that `when` may speak of two events.
    fn is_event(self) -> bool {
        EVENTS.contains(&self.word)
    }

    fn excludes(self, other: State) -> bool {
        if self.is_negated != other.is_negated {
            return self.word == other.word && self.way == other.way;
        }
        if self.way.is_some() || other.way.is_some() {
            return self.word == other.word && self.way != other.way && !self.is_negated;
        }
        let is_pair =
            |pair: &[u64]| pair == [self.word, other.word] || pair == [other.word, self.word];
        !self.is_negated && STATES.chunks_exact(2).any(is_pair)
    }
}

/// Tells whether a state ends where a clause does, so that it says what something is and belongs to no noun.
fn ends_clause(found: &Found<'_, '_>, end: usize) -> bool {
    found.tokens.get(end).is_none_or(|next| {
        matches!(next.kind, TokenKind::Mark(b',' | b'.' | b';' | b')' | b':'))
            || next.id == lexicon::id("then")
            || next.id == lexicon::id("at")
            || TOGETHER.contains(&next.id)
    })
}

/// Tells whether a verb stands in a condition that is one: it opens the sentence, or `if` does not mean `whether`.
///
/// `The page opens when the device is online and offline` speaks of two cases.
fn is_condition(found: &Found<'_, '_>, be: usize, words: &[u64]) -> bool {
    const STEPS: usize = 2;
    let before = found.tokens.get(..be).unwrap_or_default();
    let open = before.iter().rposition(|token| words.contains(&token.id));
    open.is_some_and(|open| {
        let follows_mark = open.checked_sub(1).and_then(|at| found.tokens.get(at));
        let follows_mark = follows_mark.is_some_and(|token| token.is_mark(b','));
        let is_one_clause = !before.iter().skip(open).any(|token| token.is_mark(b','));
        is_one_clause && (open <= STEPS || follows_mark)
    })
}

/// Finds two bounds of one number that leave nothing between them: `below 5 and above 10`.
fn bounds(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    let numbers = found.tokens.iter().enumerate();
    let mut numbers = numbers.filter(|(_, token)| token.kind == TokenKind::Number && !token.quoted);
    numbers.find_map(|(first, number)| {
        let (bound, from) = bound_before(found, first)?;
        let unit = found.after(first, 1).filter(|next| next.id != lexicon::id("and"));
        let and = first + if unit.is_some() { 2 } else { 1 };
        found.tokens.get(and).filter(|token| token.id == lexicon::id("and"))?;
        let within = found.tokens.get(and + 1..(and + 6).min(found.tokens.len()))?;
        let ahead = within.iter().position(|token| token.kind == TokenKind::Number)?;
        let second = and + 1 + ahead;
        let (other, start) = bound_before(found, second)?;
        let is_close =
            found.tokens.get(and + 1..start)?.iter().all(|token| REPEATED.contains(&token.id));
        let same_unit =
            unit.is_none_or(|unit| found.after(second, 1).is_some_and(|t| t.id == unit.id));
        let value =
            |token: &Token| found.text.word(token).replace([',', '_'], "").parse::<f64>().ok();
        let (one, two) = (value(number)?, value(found.tokens.get(second)?)?);
        let is_void = match (bound, other) {
            (Bound::Most, Bound::Least) => one <= two,
            (Bound::Least, Bound::Most) => one >= two,
            (Bound::Most | Bound::Least | Bound::Exact, _) => false,
        };
        let is_touching = (one - two).abs() < f64::EPSILON;
        (is_close && same_unit && is_void && !is_touching).then_some((from, second + 1 - from))
    })
}

/// Returns which side of a number the words before it allow, and where they begin.
fn bound_before(found: &Found<'_, '_>, at: usize) -> Option<(Bound, usize)> {
    let last = found.before(at, 1)?;
    let before = found.before(at, 2);
    let is =
        |token: Option<&Token>, words: &[u64]| token.is_some_and(|token| words.contains(&token.id));
    let than = last.id == lexicon::id("than");
    let side = match last.kind {
        TokenKind::Word if than && is(before, &LESS) => (Bound::Most, 2),
        TokenKind::Word if than && is(before, &MORE) => (Bound::Least, 2),
        TokenKind::Word if is(Some(last), &BELOW) => (Bound::Most, 1),
        TokenKind::Word if is(Some(last), &ABOVE) => (Bound::Least, 1),
        TokenKind::Word if is(before, &[lexicon::id("at")]) && last.id == lexicon::id("most") => {
            (Bound::Most, 2)
        }
        TokenKind::Word if is(before, &[lexicon::id("at")]) && last.id == lexicon::id("least") => {
            (Bound::Least, 2)
        }
        TokenKind::Word
        | TokenKind::Name
        | TokenKind::Number
        | TokenKind::Code
        | TokenKind::Mark(_) => return None,
    };
    let from = at - side.1;
    let denies = [lexicon::id("not"), lexicon::id("no"), lexicon::id("never"), lexicon::id("or")];
    (!is(found.before(from, 1), &denies)).then_some((side.0, from))
}

/// Verbs after which a state stands.
const BEING: [u64; 4] = lexicon::ids(["is", "be", "remains", "stays"]);

/// Words that open a condition which lasts.
const LASTING: [u64; 2] = lexicon::ids(["if", "while"]);

/// States that are also what happens: something is enabled, and later disabled.
const EVENTS: [u64; 21] = lexicon::ids([
    "enabled",
    "disabled",
    "locked",
    "unlocked",
    "connected",
    "disconnected",
    "accepted",
    "approved",
    "rejected",
    "published",
    "unpublished",
    "subscribed",
    "unsubscribed",
    "installed",
    "uninstalled",
    "activated",
    "deactivated",
    "checked",
    "unchecked",
    "assigned",
    "unassigned",
]);

/// Words that open a condition.
const CONDITIONS: [u64; 5] = lexicon::ids(["if", "when", "while", "whenever", "once"]);

/// Words that may stand again behind `and`.
const REPEATED: [u64; 4] = lexicon::ids(["is", "also", "both", "simultaneously"]);

/// Words that say that two things hold at once.
const TOGETHER: [u64; 2] = lexicon::ids(["simultaneously", "concurrently"]);

/// Verbs whose state is in the word behind them.
const SIGNED: [u64; 2] = lexicon::ids(["signed", "logged"]);

/// Words that with `than` allow what is smaller.
const LESS: [u64; 5] = lexicon::ids(["less", "fewer", "lower", "smaller", "shorter"]);

/// Words that with `than` allow what is larger.
const MORE: [u64; 5] = lexicon::ids(["more", "greater", "higher", "larger", "longer"]);

/// Words that allow what is smaller.
const BELOW: [u64; 2] = lexicon::ids(["below", "under"]);

/// Words that allow what is larger.
const ABOVE: [u64; 4] = lexicon::ids(["above", "over", "exceeds", "exceeding"]);

/// States, each followed by one that excludes it.
const STATES: [u64; 72] = lexicon::ids([
    "paid",
    "unpaid",
    "enabled",
    "disabled",
    "active",
    "inactive",
    "valid",
    "invalid",
    "online",
    "offline",
    "open",
    "closed",
    "locked",
    "unlocked",
    "connected",
    "disconnected",
    "authenticated",
    "unauthenticated",
    "authorised",
    "unauthorised",
    "authorized",
    "unauthorized",
    "present",
    "absent",
    "visible",
    "hidden",
    "visible",
    "invisible",
    "available",
    "unavailable",
    "known",
    "unknown",
    "encrypted",
    "unencrypted",
    "empty",
    "full",
    "accepted",
    "rejected",
    "approved",
    "rejected",
    "public",
    "private",
    "true",
    "false",
    "registered",
    "unregistered",
    "successful",
    "unsuccessful",
    "complete",
    "incomplete",
    "verified",
    "unverified",
    "published",
    "unpublished",
    "subscribed",
    "unsubscribed",
    "installed",
    "uninstalled",
    "positive",
    "negative",
    "reachable",
    "unreachable",
    "supported",
    "unsupported",
    "checked",
    "unchecked",
    "assigned",
    "unassigned",
    "even",
    "odd",
    "activated",
    "deactivated",
]);

/// Words that with `at` bound a number.
const EXTREMES: [u64; 2] = lexicon::ids(["most", "least"]);

/// The words without which there is nothing to see.
const WORDS: [&[u64]; 7] = [&STATES, &SIGNED, &LESS, &MORE, &BELOW, &ABOVE, &EXTREMES];

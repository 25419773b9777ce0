//! An open decision: words that say that something is settled later, elsewhere or not yet.

use super::{super::scan::Found, clause};
use crate::{
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// Finds an open decision that begins at a token, and returns how many tokens it has.
///
/// `bracketed` says that it stands in brackets of its own, where fewer words are enough.
pub(in super::super) fn at(found: &Found<'_, '_>, at: usize, bracketed: bool) -> Option<usize> {
    let token = found.tokens.get(at).filter(|token| token.is_plain_word())?;
    let len = match token.id {
        TO => to_be(found, at, bracketed).or_else(|| to_follow(found, at, bracketed)),
        YET | STILL | NOT => not_yet(found, at),
        UNDER => is_any(found, at + 1, &DEBATE).then_some(2),
        WILL => later(found, at),
        PENDING => pending(found, at, bracketed),
        NEEDS | NEED => is_any(found, at + 1, &ANSWERS).then_some(2),
        OPEN => (bracketed && is_any(found, at + 1, &POINTS) && ends(found, at + 2)).then_some(2),
        LOREM => is_any(found, at + 1, &[IPSUM]).then_some(2),
        _ => None,
    };
    len.or_else(|| (bracketed && OPENLY.contains(&token.id)).then_some(1))
}

/// Finds words of a demand that leave a decision to somebody: `to be discussed with the team`, `awaiting confirmation`,
/// `left open for now`, `remains to be seen`.
pub(in super::super) fn likely(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let token = found.tokens.get(at).filter(|token| token.is_plain_word())?;
    match token.id {
        TO if found.after_is(at, 1, "be") => {
            let end = at + 3;
            let decided = is_any(found, at + 2, &DECIDED);
            let given = is_any(found, at + 2, &GIVEN)
                && is_any(found, end, &[IN])
                && found
                    .tokens
                    .get(end..end + 4)?
                    .iter()
                    .any(|token| LATER.contains(&token.id) || PHASES.contains(&token.id));
            let is_duty = found.before(at, 1).is_some_and(|last| last.is(Classes::BE));
            let assigned = is_duty && is_any(found, end, &[BY, FROM, AT]);
            ((decided && !assigned || given) && !is_granted(found, at)).then_some(3)
        }
        AWAITING => {
            let noun = if found.after(at, 1)?.is(Classes::DETERMINER) { 2 } else { 1 };
            // `orders awaiting approval` are in a state; set off, the statement itself waits.
            // Nothing is lived in or shown that awaits something, so that the words stand for what is.
            let led = Classes::PREPOSITION.with(Classes::VERB).with(lexicon::MODAL);
            let is_set_off =
                found.before(at, 1).is_some_and(|last| clause::closes(last) || last.is(led));
            let waits = is_any(found, at + noun, &ANSWERS) || is_any(found, at + noun, &LEAVE);
            (waits && is_set_off).then_some(noun + 1)
        }
        // `will be agreed after the pilot` leaves it to a later time; what is given by then is given.
        WILL => {
            let settles = found.after_is(at, 1, "be") && is_any(found, at + 2, &DECIDED);
            (settles && is_any(found, at + 3, &UNTIL)).then_some(4)
        }
        SUBJECT => {
            let waits = found.after_is(at, 1, "to") && is_any(found, at + 2, &QUESTIONS);
            (waits && ends(found, at + 3)).then_some(3)
        }
        LEAVES => is_any(found, at + 1, &[OPEN]).then_some(2),
        _ if COMING.contains(&token.id) => {
            let noun = if is_any(found, at + 2, &MEETINGS) { 2 } else { 1 };
            (is_any(found, at + noun, &MEETINGS) && ends(found, at + noun + 1)).then_some(noun + 1)
        }
        _ if LACKING.contains(&token.id) && ends(found, at + 1) => lacking(found, at),
        REMAINS => {
            let open = is_any(found, at + 1, &[OPEN]) || is_any(found, at + 1, &UNDECIDED);
            let seen = found.after_is(at, 1, "to") && found.after_is(at, 2, "be");
            match (open, seen) {
                (true, _) => Some(2),
                (_, true) => Some(4),
                (false, false) => None,
            }
        }
        _ => None,
    }
}

/// Finds what is said to be open at the end of a demand: `…, exact number open`, `…, decision outstanding`.
fn lacking(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 3;
    let before = found.tokens.get(..at)?;
    let words = before.iter().rev().take(LONGEST + 1).take_while(|token| token.is_plain_word());
    let len = words.count();
    let is_named = before.last().is_some_and(|noun| {
        noun.is(Classes::MEASURE) || ANNOUNCING.contains(&noun.id) || ANSWERS.contains(&noun.id)
    });
    let is_set_off = found
        .before(at, len + 1)
        .is_some_and(|mark| matches!(mark.kind, TokenKind::Mark(b',' | b';' | b'-')));
    (is_named && (1..=LONGEST).contains(&len) && is_set_off).then_some(1)
}

/// What is said of a value that nobody has given.
const LACKING: [u64; 7] =
    lexicon::ids(["outstanding", "open", "pending", "undecided", "unclear", "unknown", "missing"]);

/// Words before what is still to be held.
const COMING: [u64; 4] = lexicon::ids(["next", "upcoming", "forthcoming", "coming"]);

/// Where people decide together.
const MEETINGS: [u64; 9] = lexicon::ids([
    "meeting",
    "call",
    "workshop",
    "committee",
    "kickoff",
    "planning",
    "sync",
    "contract",
    "agreement",
]);

/// Finds `to be decided`; after a verb such as `allow` it says what others may decide.
fn to_be(found: &Found<'_, '_>, at: usize, bracketed: bool) -> Option<usize> {
    if !found.after_is(at, 1, "be") {
        return None;
    }
    let mut last = at + 2;
    while found.tokens.get(last).is_some_and(|token| clause::is_adverb(found, token)) {
        last += 1;
    }
    let act = found.tokens.get(last).filter(|token| token.is_plain_word())?;
    let particle = is_any(found, last + 1, &PARTICLES);
    let decided = DECIDED.contains(&act.id) || (SPLIT.contains(&act.id) && particle);
    let given = GIVEN.contains(&act.id);
    let end = if particle { last + 2 } else { last + 1 };
    let before = found.before(at, 1);
    let is_announced = before.is_some_and(|token| {
        ANNOUNCING.contains(&token.id)
            || token.is(lexicon::MODAL)
            || clause::closes(token)
            || MEASURING.contains(&token.id)
    });
    let postponed = is_any(found, end, &LATER);
    let is_left = before.is_some_and(|token| LEFT.contains(&token.id));
    let open = bracketed || postponed || is_announced;
    // `is to be determined by the scheduler` is a duty of the scheduler.
    let assigned = is_any(found, end, &[BY, FROM, IN, AT, FOR]) && !bracketed;
    let is_open = (decided && (open || ends(found, end))
        || given && (bracketed || postponed || is_left))
        && !assigned;
    (is_open && !is_granted(found, at)).then_some(end - at)
}

/// Tells whether a verb before grants the decision to somebody: `lets rules be defined`, `needs to be decided`.
fn is_granted(found: &Found<'_, '_>, at: usize) -> bool {
    const NEAR: usize = 7;
    let before = found.tokens.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
    before.iter().rev().take_while(|token| !clause::closes(token)).any(|token| {
        let word = found.text.word(token);
        token.is_plain_word() && GRANTING.iter().any(|stem| starts(word, stem))
    })
}

fn starts(word: &str, stem: &str) -> bool {
    word.get(..stem.len()).is_some_and(|head| head.eq_ignore_ascii_case(stem))
}

/// Finds `details to follow`, `(to follow)`, `more to come`.
fn to_follow(found: &Found<'_, '_>, at: usize, bracketed: bool) -> Option<usize> {
    let follows = found.after_is(at, 1, "follow") || found.after_is(at, 1, "come");
    let announced = found.before(at, 1).is_some_and(|token| {
        ANNOUNCING.contains(&token.id)
            || token.is(lexicon::MODAL)
            || token.id == lexicon::id("more")
    });
    (follows && (bracketed || announced) && ends(found, at + 2)).then_some(2)
}

/// Finds `not yet decided`, `yet undecided`, `still open`, `still under discussion`, `not decided yet`.
fn not_yet(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let is_not = found.tokens.get(at).is_some_and(|token| token.id == NOT);
    if is_not {
        let yet = found.after_is(at, 1, "yet") || found.after_is(at, 1, "been");
        let act = if yet { at + 2 } else { at + 1 };
        let settled = is_any(found, act, &DECIDED)
            || found.after_is(at, 1, "yet") && is_any(found, act, &KNOWN)
            || (is_any(found, act, &GIVEN) && ends(found, act + 1));
        let late = found.tokens.get(act + 1).is_some_and(|token| token.id == YET);
        return (settled && (found.after_is(at, 1, "yet") || late))
            .then_some(act + 1 - at + usize::from(late));
    }
    let still = found.tokens.get(at).is_some_and(|token| token.id == STILL);
    if is_any(found, at + 1, &UNDECIDED) {
        return Some(2);
    }
    let settled = is_any(found, at + 2, &DECIDED)
        || is_any(found, at + 2, &SPLIT) && is_any(found, at + 3, &PARTICLES);
    let being = still && found.after_is(at, 1, "being") && settled;
    let under = still && found.after_is(at, 1, "under") && is_any(found, at + 2, &DEBATE);
    (being || under).then_some(3)
}

/// Finds `will be specified later`, `will be described in a later revision`.
fn later(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const REACH: usize = 4;
    let settles = found.after_is(at, 1, "be")
        && (is_any(found, at + 2, &DECIDED) || is_any(found, at + 2, &GIVEN));
    if !settles {
        return None;
    }
    let rest = found.tokens.get(at + 3..).unwrap_or_default();
    let mut rest = rest.iter().take(REACH).take_while(|token| token.is_plain_word());
    rest.position(|token| LATER.contains(&token.id)).map(|late| late + 4)
}

/// Finds `pending a decision from legal`, `(value pending)`; pending requests only wait.
fn pending(found: &Found<'_, '_>, at: usize, bracketed: bool) -> Option<usize> {
    let mut noun = at + 1;
    while found
        .tokens
        .get(noun)
        .is_some_and(|token| token.is(Classes::DETERMINER) || FURTHER.contains(&token.id))
    {
        noun += 1;
    }
    if is_any(found, noun, &ANSWERS) {
        return Some(noun + 1 - at);
    }
    // `pending procurement decision`
    if is_any(found, noun + 1, &ANSWERS) && ends(found, noun + 2) {
        return Some(noun + 2 - at);
    }
    (bracketed && ends(found, at + 1) && is_missing(found, at)).then_some(1)
}

/// Tells whether what a bracket calls pending is something to be written: `(exact limit pending)`. `(paid/pending)`
/// names two states, and `(built; human-verify pending)` says how far the work is.
fn is_missing(found: &Found<'_, '_>, at: usize) -> bool {
    let before = found.tokens.get(..at).unwrap_or_default().iter().rev();
    let named: Vec<&Token> = before.take_while(|token| token.is_plain_word()).take(4).collect();
    let opens = found
        .before(at, named.len() + 1)
        .is_some_and(|token| token.is_mark(b'(') || token.is_mark(b'['));
    let is_work = named.first().is_some_and(|last| {
        last.is(Classes::VERB) || found.text.slice(found.span(at - 1, 1)).contains('-')
    });
    opens && named.len() < 4 && !is_work
}

/// Tells whether a statement or a part of it ends before a token.
pub(in super::super) fn ends(found: &Found<'_, '_>, at: usize) -> bool {
    found.tokens.get(at).is_none_or(|token| {
        matches!(token.kind, TokenKind::Mark(b'.' | b',' | b';' | b')' | b']' | b'-' | b'?'))
    })
}

fn is_any(found: &Found<'_, '_>, at: usize, words: &[u64]) -> bool {
    let listed = |token: &Token| token.is_plain_word() && words.contains(&token.id);
    found.tokens.get(at).is_some_and(listed)
}

const TO: u64 = lexicon::id("to");
const AWAITING: u64 = lexicon::id("awaiting");
const LEAVES: u64 = lexicon::id("left");
const SUBJECT: u64 = lexicon::id("subject");
const REMAINS: u64 = lexicon::id("remains");

/// Words that lead to a time at which something will be known.
const UNTIL: [u64; 7] =
    lexicon::ids(["after", "once", "when", "during", "until", "following", "before"]);

/// What is open as long as it is spoken of.
const QUESTIONS: [u64; 8] = lexicon::ids([
    "clarification",
    "agreement",
    "confirmation",
    "negotiation",
    "discussion",
    "decision",
    "definition",
    "refinement",
]);

/// What somebody else gives.
const LEAVE: [u64; 2] = lexicon::ids(["confirmation", "approval"]);

/// Parts of a work that come one after the other.
const PHASES: [u64; 7] =
    lexicon::ids(["phase", "iteration", "sprint", "milestone", "version", "revision", "release"]);
/// What is not there before somebody says it.
const KNOWN: [u64; 4] = lexicon::ids(["known", "available", "clear", "certain"]);
const YET: u64 = lexicon::id("yet");
const STILL: u64 = lexicon::id("still");
const NOT: u64 = lexicon::id("not");
const UNDER: u64 = lexicon::id("under");
const WILL: u64 = lexicon::id("will");
const PENDING: u64 = lexicon::id("pending");
const NEEDS: u64 = lexicon::id("needs");
const NEED: u64 = lexicon::id("need");
const OPEN: u64 = lexicon::id("open");
const LOREM: u64 = lexicon::id("lorem");
const IPSUM: u64 = lexicon::id("ipsum");
const BY: u64 = lexicon::id("by");
const FROM: u64 = lexicon::id("from");
const IN: u64 = lexicon::id("in");
const AT: u64 = lexicon::id("at");
const FOR: u64 = lexicon::id("for");

/// What is done to a question.
pub(super) const DECIDED: [u64; 20] = lexicon::ids([
    "determined",
    "decided",
    "agreed",
    "clarified",
    "discussed",
    "finalised",
    "finalized",
    "settled",
    "resolved",
    "negotiated",
    "announced",
    "tbd",
    "confirmed",
    "concluded",
    "debated",
    "elaborated",
    "fleshed",
    "ironed",
    "sorted",
    "scoped",
]);

/// What is done to a text or a value, also by those who use the product.
const GIVEN: [u64; 18] = lexicon::ids([
    "defined",
    "specified",
    "described",
    "documented",
    "detailed",
    "provided",
    "supplied",
    "added",
    "given",
    "written",
    "filled",
    "completed",
    "chosen",
    "selected",
    "named",
    "inserted",
    "covered",
    "addressed",
]);

/// Acts that settle something with a particle: `worked out`, `filled in`.
const SPLIT: [u64; 7] =
    lexicon::ids(["worked", "filled", "sorted", "fleshed", "ironed", "thought", "figured"]);

const PARTICLES: [u64; 4] = lexicon::ids(["out", "in", "through", "on"]);

/// Words that announce what is not there.
const ANNOUNCING: [u64; 20] = lexicon::ids([
    "yet",
    "still",
    "details",
    "detail",
    "value",
    "values",
    "specifics",
    "particulars",
    "remains",
    "remain",
    "remaining",
    "number",
    "numbers",
    "figure",
    "figures",
    "rest",
    "wording",
    "content",
    "contents",
    "decision",
]);

/// Words that say that something is left to do.
const LEFT: [u64; 5] = lexicon::ids(["yet", "still", "details", "remains", "remain"]);

/// Words after which a measure stands.
pub(in super::super) const MEASURING: [u64; 16] = lexicon::ids([
    "within",
    "least",
    "most",
    "than",
    "every",
    "after",
    "exactly",
    "below",
    "under",
    "over",
    "about",
    "approximately",
    "around",
    "of",
    "to",
    "for",
]);

/// Words after which nothing but a measure stands.
pub(in super::super) const BOUNDING: [u64; 9] = lexicon::ids([
    "within",
    "least",
    "most",
    "than",
    "exactly",
    "below",
    "approximately",
    "every",
    "around",
]);

/// Words of a time that is not now.
const LATER: [u64; 7] = lexicon::ids([
    "later",
    "soon",
    "subsequently",
    "eventually",
    "future",
    "subsequent",
    "afterwards",
]);

/// What is not decided.
const UNDECIDED: [u64; 10] = lexicon::ids([
    "undecided",
    "undetermined",
    "unresolved",
    "unsettled",
    "unclear",
    "unspecified",
    "undefined",
    "unknown",
    "tbd",
    "unagreed",
]);

/// What is said of a decision and of nothing else.
const OPENLY: [u64; 4] = lexicon::ids(["undecided", "undetermined", "unsettled", "unagreed"]);

/// Where a decision is made.
const DEBATE: [u64; 5] =
    lexicon::ids(["discussion", "consideration", "debate", "negotiation", "deliberation"]);

/// What a decision waits for.
const ANSWERS: [u64; 16] = lexicon::ids([
    "decision",
    "decisions",
    "input",
    "clarification",
    "agreement",
    "discussion",
    "answer",
    "answers",
    "feedback",
    "guidance",
    "sign-off",
    "signoff",
    "resolution",
    "definition",
    "advice",
    "consultation",
]);

const FURTHER: [u64; 6] =
    lexicon::ids(["further", "final", "formal", "more", "additional", "legal"]);

const POINTS: [u64; 6] = lexicon::ids(["point", "question", "issue", "item", "decision", "topic"]);

/// The beginnings of verbs that let others decide.
const GRANTING: [&str; 12] = [
    "allow", "enabl", "permit", "let", "requir", "need", "want", "able", "expect", "caus", "has",
    "have",
];

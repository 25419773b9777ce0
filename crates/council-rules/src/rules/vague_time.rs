//! # vague-time
//!
//! ## What it does
//! Finds times without a number: `quickly`, `promptly`, `in a timely manner`, `regularly`.
//!
//! ## Why it hurts
//! Nobody can test `quickly`, and everybody can claim it. Timeouts and capacity are then chosen without a target.
//!
//! ## Example
//! Bad: `The page shall load quickly.`
//!
//! Good: `The page shall load in at most 2 s at the 95th percentile.`
//!
//! ## When not to apply it
//! Where the number stands in the same sentence, or `immediately` means `before anything else` and the order is what matters.

use council_core::{packet::PassageKind, severity::Severity, taxonomy::Subcategory};

use super::{
    expression::{bound, rough},
    scan, worded,
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Dimension, Quantity, Role, Shape, Token, TokenKind, phrase_at},
    wording::Wording,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "vague-time",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (66, "a statement about time without a time"),
        (29, "a speed has to become a number"),
        (19, "an order of magnitude would already help"),
    ],
    summary: "a time without a number",
    reads: Reads::Words,
    source: include_str!("vague_time.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    const HOLDING: Classes = Classes::SPEED.with(Classes::MEASURE).with(Classes::GRADE);
    let first = findings.len();
    let own = scan::sentences(model, HOLDING).filter(scan::Found::is_own);
    for found in own {
        let before = findings.len();
        look(&found, findings);
        let is_told = || {
            is_listed_below(&found)
                || found.is_measured_beside(is_time_span)
                || found.quantities().iter().any(is_time_span)
        };
        if findings.len() == before && found.is_demand() && !is_told() {
            let rough =
                rough::find(&found, bound::Of::Time).filter(|(at, _)| !is_purpose(&found, *at));
            findings.extend(rough.map(|(at, len)| finding(&found, at, len).noted()));
        }
    }
    worded::note(model, &RULE, Wording::Time, SAID, first, findings);
}

fn look(found: &scan::Found<'_, '_>, findings: &mut Vec<Finding>) {
    if !(found.is_specified() && found.lists_demand()) {
        if let Some(told) = bound::told(found).filter(|told| told.of == bound::Of::Time) {
            findings.push(told.weigh(finding(found, told.at, told.len)));
        } else if found.is_checked() && found.sentence.role == Role::Criterion {
            // What is tested by its words is read word by word, wherever it stands.
            let first = findings.len();
            look_at_words(found, findings);
            findings.iter_mut().skip(first).for_each(|one| one.severity = Severity::Note);
        }
        return;
    }
    look_at_words(found, findings);
}

/// Looks at each word of a sentence.
fn look_at_words(found: &scan::Found<'_, '_>, findings: &mut Vec<Finding>) {
    let mut at = 0;
    while let Some(token) = found.tokens.get(at) {
        let bound = bound::at(found, at);
        let (of, mut len) = bound.unwrap_or((bound::Of::Amount, 1));
        let is_time = of == bound::Of::Time;
        let phrase = phrase_at(found.tokens, at).filter(|(_, of)| of.intersects(Classes::SPEED));
        let is_phrase = phrase.is_some()
            && !token.quoted
            && found.is_checked()
            && !found.has_number_near(at, 2);
        len = phrase.map_or(len, |(longer, _)| len.max(longer));
        let is_word = bound.is_none()
            && token.is_plain_word()
            && token.is(Classes::SPEED)
            && found.is_checked()
            && (found.text.is_bare_list || !OCCASIONAL.contains(&token.id))
            && !(token.shape == Shape::Title && at > 0)
            && !found.before_is(at, "as")
            && !found.after_is(at, 1, "down")
            && !found.is_name(at)
            && !is_key(found, at)
            && !is_at_once(token)
            && !found.before_is(at, "most")
            && !found.before_is(at, "least")
            && !is_failing(found, at)
            && !is_purpose(found, at)
            && !is_kind(found, at)
            && !found.has_number_near(at, 6);
        let is_told = || {
            is_measured(found, at + len)
                || is_listed_below(found)
                || found.is_measured_beside(is_time_span)
                || !is_time && found.quantities().iter().any(is_time_span)
        };
        let is_reason = || is_time && is_purpose(found, at);
        let is_vague = (is_time || is_phrase || is_word) && !is_term(found, at, len);
        if is_vague && !is_reason() && !is_told() {
            findings.push(finding(found, at, len));
        }
        at += len;
    }
}

/// Tells whether a quantity is a time.
fn is_time_span(quantity: &Quantity) -> bool {
    quantity.unit.dimension == Dimension::Time
}

/// Tells whether the words are a term that asks for no time: `eventually consistent`, or the `at times` of somebody who
/// tells how things are.
fn is_term(found: &scan::Found<'_, '_>, at: usize, len: usize) -> bool {
    let consistent = found.after(at, 1).is_some_and(|next| CONSISTENT.contains(&next.id));
    let tells = len == 2 && found.after_is(at, 1, "times") && !found.text.is_bare_list;
    consistent || tells
}

const CONSISTENT: [u64; 2] = lexicon::ids(["consistent", "consistency"]);

/// Tells whether the word names a kind of thing and no speed: a regular user, a quick action, instant messages.
fn is_kind(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let Some(token) = found.tokens.get(at) else { return false };
    let noun = found.after(at, 1).is_some_and(|next| match next.kind {
        // `regular updates` are how often, `frequent memory access` and `regular messages` are which.
        TokenKind::Word => {
            !next.is(Classes::FUNCTION.with(Classes::PREPOSITION))
                && (USUAL.contains(&token.id) || !next.is(Classes::MEASURE))
        }
        TokenKind::Code => true,
        TokenKind::Name | TokenKind::Number | TokenKind::Mark(_) => false,
    });
    KINDS.contains(&token.id) && noun || is_of_participle(found, at, token)
}

/// Tells whether the word says which things are meant: `frequently used names`, but not `names are frequently updated`.
fn is_of_participle(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    let is_participle =
        |next: &Token| found.text.word(next).ends_with("ed") || next.id == lexicon::id("bought");
    let is_noun = |next: &Token| {
        next.kind == TokenKind::Word && !next.is(Classes::FUNCTION.with(Classes::PREPOSITION))
    };
    let is_done = found
        .before(at, 1)
        .is_some_and(|before| before.is(lexicon::MODAL) || BEING.contains(&before.id));
    HABITS.contains(&token.id)
        && !is_done
        && found.after(at, 1).is_some_and(is_participle)
        && found.after(at, 2).is_some_and(is_noun)
}

/// Adverbs of habit.
const HABITS: [u64; 4] = lexicon::ids(["frequently", "recently", "regularly", "rarely"]);

/// Forms of `be`.
const BEING: [u64; 6] = lexicon::ids(["be", "is", "are", "was", "were", "been"]);

/// Adjectives that also before a noun of measure tell which one.
const USUAL: [u64; 2] = lexicon::ids(["regular", "frequent"]);

/// Words that in a specification tell how often something is met, and not how often it is done.
const OCCASIONAL: [u64; 5] =
    lexicon::ids(["often", "sometimes", "occasionally", "occasional", "lately"]);

/// Adjectives of speed that before a noun mostly name a kind of thing.
const KINDS: [u64; 11] = lexicon::ids([
    "regular",
    "quick",
    "instant",
    "immediate",
    "fast",
    "slow",
    "real-time",
    "realtime",
    "periodic",
    "rapid",
    "frequent",
]);

/// Tells whether the word says that nothing comes between, which a test can show.
fn is_at_once(token: &Token) -> bool {
    AT_ONCE.contains(&token.id)
}

const AT_ONCE: [u64; 4] = lexicon::ids(["immediately", "immediate", "directly", "instant"]);

/// Tells whether something fails fast, which says in what order things are done.
fn is_failing(found: &scan::Found<'_, '_>, at: usize) -> bool {
    found.before(at, 1).is_some_and(|last| FAILING.contains(&last.id))
}

const FAILING: [u64; 4] = lexicon::ids(["fail", "fails", "failed", "failing"]);

/// Tells whether a list with numbers follows at once, which says how long it may take.
fn is_listed_below(found: &scan::Found<'_, '_>) -> bool {
    let next = found.text.passages.get(found.sentence.passage as usize + 1);
    next.is_some_and(|passage| {
        let words = found.text.slice(passage.span);
        let here = found.text.passage(found.sentence).map(|passage| passage.kind);
        here == Some(PassageKind::Paragraph)
            && passage.kind == PassageKind::Item
            && words.bytes().any(|byte| byte.is_ascii_digit())
    })
}

/// Tells whether a number follows: `a short period (up to 5 minutes)`.
fn is_measured(found: &scan::Found<'_, '_>, after: usize) -> bool {
    const REACH: usize = 6;
    let quantities = found.text.quantities(found.sentence);
    // `as soon as possible for up to 20 files` counts something else.
    let counts = |at: usize| {
        quantities.iter().any(|one| one.at == at && one.unit.dimension != Dimension::Time)
    };
    let rest = found.tokens.iter().enumerate().skip(after).take(REACH);
    rest.into_iter().any(|(at, token)| token.kind == TokenKind::Number && !counts(at))
}

/// Tells whether the word is a part of a key: `access:realtime`.
fn is_key(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let glued = |(last, own): (&Token, &Token)| last.is_mark(b':') && last.end == own.start;
    found.before(at, 1).zip(found.tokens.get(at)).is_some_and(glued)
}

/// Tells whether the word stands in what something is good for: `so that people can quickly correct it`.
fn is_purpose(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let before = found.tokens.get(..at).unwrap_or_default();
    before.iter().rev().take(20).any(|token| token.id == lexicon::id("so"))
}

/// What is wrong with a time, and what would repair it.
const SAID: (&str, &str) = (
    "is a time without a number",
    "give the longest time that passes, and at which percentile or load",
);

fn finding(found: &scan::Found<'_, '_>, at: usize, len: usize) -> Finding {
    let mut finding = found.says(&RULE, at, len, SAID);
    // `real-time updates` mostly names how they come.
    if found.tokens.get(at).is_some_and(|token| token.id == lexicon::id("real-time")) {
        finding.severity = Severity::Note;
    }
    finding
}

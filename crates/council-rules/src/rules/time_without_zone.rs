//! # time-without-zone
//!
//! ## What it does
//! Finds requirements that name a time of day or the border of a day in documents that nowhere speak of a time zone.
//!
//! ## Why it hurts
//! `Midnight` is another instant for the server, the user and the bank. What is due, expired or counted twice then
//! depends on where the code runs, and twice a year on the clock that is changed.
//!
//! ## Example
//! Bad: `The report shall be sent every day at 9 am.`
//!
//! Good: `The report shall be sent every day at 9 am in the time zone of the account.`
//!
//! ## When not to apply it
//! Where everything happens in one place that everybody knows; then say so once.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence,
};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "time-without-zone",
    kind: Kind::Ambiguous,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (66, "a moment is one only with its clock"),
        (61, "readers in two places read two instants"),
        (8, "the night in which the clock changes is the counterexample"),
    ],
    summary: "a time of day without a time zone",
    reads: Reads::SentencesWith(&WORDS),
    source: include_str!("time_without_zone.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut asking = model
        .texts
        .iter()
        .filter(|text| text.kind.requires())
        .flat_map(|text| scan::triggered_in(text, &RULE));
    let asks = |found: &Found<'_, '_>| found.binds() && is_clock(found);
    let Some(found) = asking.find(asks) else {
        return;
    };
    if silence::speaks(model, &ZONES) {
        return;
    }
    let said = (
        "this depends on a clock, and the document never says in which time zone",
        "say whose time zone counts, and what happens when the clock is changed",
    );
    findings.push(silence::unanswered(&RULE, &found, said));
}

/// Tells whether a sentence names a time of day or the border of a day or month.
fn is_clock(found: &Found<'_, '_>) -> bool {
    let id = |at: usize| found.tokens.get(at).filter(|token| !token.quoted).map(|token| token.id);
    let is = |at: usize, words: &[u64]| id(at).is_some_and(|id| words.contains(&id));
    (0..found.tokens.len()).any(|at| {
        // `end of the day`, `start of each month`
        let border =
            is(at, &BORDERS) && id(at + 1) == Some(OF) && (is(at + 2, &DAYS) || is(at + 3, &DAYS));
        let calendar = is(at, &[CALENDAR]) && is(at + 1, &DAYS);
        is(at, &[MIDNIGHT]) || border || calendar || is(at, &HALVES) && is_hour(found, at)
    })
}

/// Tells whether the token before `am` or `pm` is an hour.
fn is_hour(found: &Found<'_, '_>, at: usize) -> bool {
    let hour = found.before(at, 1).map(|token| found.text.word(token));
    hour.is_some_and(|hour| hour.starts_with(|c: char| c.is_ascii_digit()) && hour.len() <= 5)
}

/// What a document says that knows that clocks differ.
const ZONES: [&str; 12] = [
    "time zone",
    "timezone",
    "time-zone",
    "utc",
    "gmt",
    "local time",
    "server time",
    "zoned",
    "daylight",
    "wall clock",
    "tzdata",
    "iana",
];

/// The words without which no time of day is named.
const WORDS: [&[u64]; 3] = [&[MIDNIGHT, CALENDAR], &BORDERS, &HALVES];

const MIDNIGHT: u64 = lexicon::id("midnight");
const CALENDAR: u64 = lexicon::id("calendar");
const OF: u64 = lexicon::id("of");
const BORDERS: [u64; 4] = lexicon::ids(["end", "start", "beginning", "close"]);
const DAYS: [u64; 8] =
    lexicon::ids(["day", "days", "month", "months", "week", "year", "business", "quarter"]);
const HALVES: [u64; 2] = lexicon::ids(["am", "pm"]);

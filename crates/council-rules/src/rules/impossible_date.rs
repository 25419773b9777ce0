//! # impossible-date
//!
//! ## What it does
//! Finds dates that do not exist, and spans of dates that end before they begin.
//!
//! ## Why it hurts
//! A plan that rests on such a date rests on nothing.
//!
//! ## Example
//! Bad: `Launch on 2026-02-30.`
//!
//! Bad: `Launch by 31 February.`
//!
//! Good: `Launch on 2026-02-27.`
//!
//! ## When not to apply it
//! Where the digits are no date, such as a version or a number of a part, or the date is there to be refused.

use std::fmt;

use council_core::{
    packet::{Passage, Span},
    severity::Severity,
    taxonomy::Subcategory,
};
use memchr::memchr_iter;

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "impossible-date",
    kind: Kind::ImpossibleDate,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (66, "an order of times that cannot be"),
        (6, "a date that satisfies no calendar"),
        (73, "a date that no record can confirm"),
    ],
    summary: "a date that cannot be",
    reads: Reads::SentencesWith(&[&MONTHS]),
    source: include_str!("impossible_date.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for found in scan::triggered_in(text, &RULE).filter(Found::is_own) {
            named(&found, findings);
        }
        for passage in joined(text) {
            let words = text.slice(passage.span);
            let dates: Vec<(Span, Date)> = dates(words, passage.span.start);
            for (span, date) in dates.iter().filter(|(_, date)| !date.exists()) {
                report(text, *span, passage.span, format!("`{date}` is in no calendar"), findings);
            }
            for pair in dates.windows(2) {
                let [(first, start), (last, end)] = pair else {
                    continue;
                };
                let between = text.slice(Span::new(first.end, last.start)).trim();
                let is_span =
                    matches!(between, "to" | "until" | "-" | "–" | "—" | "→" | "through" | "till");
                if is_span && start.exists() && end.exists() && end < start {
                    let span = Span::new(first.start, last.end);
                    report(
                        text,
                        span,
                        passage.span,
                        format!("it ends on `{end}`, before it begins on `{start}`"),
                        findings,
                    );
                }
            }
        }
    }
}

/// Finds the passages with numbers in which a dash joins two digits, in order.
fn joined<'m>(text: &'m Text<'_>) -> impl Iterator<Item = &'m Passage> {
    let mut last = None;
    let numbers = scan::sentences_in(text, Classes::NUMBER);
    let passages = numbers.filter_map(move |found| {
        let own = found.sentence.passage;
        let is_new = last.replace(own) != Some(own);
        text.passage(found.sentence).filter(|_| is_new)
    });
    passages.filter(|passage| {
        let bytes = text.slice(passage.span).as_bytes();
        let is_digit =
            |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
        memchr_iter(b'-', bytes).any(|at| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)))
    })
}

fn report(text: &Text<'_>, span: Span, around: Span, message: String, findings: &mut Vec<Finding>) {
    findings.push(Finding::at(&RULE, text, span, around, message, "give the date that is meant"));
}

/// A day as it is written: year, month, day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    fn exists(self) -> bool {
        let leap = self.year.is_multiple_of(4)
            && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        let days = match self.month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        (1..=days).contains(&self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Reports days of a month that no year has: `31 February`, `June 31st`, `29 February 2026`.
fn named(found: &Found<'_, '_>, findings: &mut Vec<Finding>) {
    for (at, token) in found.tokens.iter().enumerate() {
        let Some(day) = day(found.text, token).filter(|day| (29..=31).contains(day)) else {
            continue;
        };
        let Some((month, first, last)) = month_beside(found, at) else {
            continue;
        };
        let year = found.after(last, 1).filter(|next| !next.is_mark(b','));
        let year = year.or_else(|| found.after(last, 2));
        let year = year.and_then(|token| number(found.text, token));
        // Without a year, any leap year will do.
        let year = year.filter(|year| (1900..2200).contains(year)).unwrap_or(2000);
        let refuses = Classes::NOT.with(Classes::PREVENT).with(Classes::FAILURE);
        if (Date { year, month, day }).exists() || found.sentence.classes.intersects(refuses) {
            continue;
        }
        let span = found.span(first, last + 1 - first);
        let message = format!("`{}` is in no calendar", found.text.slice(span));
        report(found.text, span, found.sentence.span, message, findings);
    }
}

/// Reads the day of a month, which has two digits unless it begins with zeros.
fn day(text: &Text<'_>, token: &Token) -> Option<u32> {
    if token.kind != TokenKind::Number {
        return None;
    }
    let word = text.word(token);
    if word.len() == 2 || word.starts_with('0') { word.parse().ok() } else { None }
}

fn number(text: &Text<'_>, token: &Token) -> Option<u32> {
    if token.kind != TokenKind::Number {
        return None;
    }
    text.word(token).parse().ok()
}

/// Finds the short month a day belongs to, before or after it, and returns it with the first and the last token of the date.
fn month_beside(found: &Found<'_, '_>, at: usize) -> Option<(u32, usize, usize)> {
    let month = |at: usize| {
        let token = found.tokens.get(at)?;
        let place = MONTHS.iter().position(|word| *word == token.id);
        place.and_then(|place| NUMBERS.get(place)).copied()
    };
    let mut last = at;
    if ["st", "th"].iter().any(|ending| found.after_is(at, 1, ending)) {
        last += 1;
    }
    if let Some(month) = at.checked_sub(1).and_then(month) {
        return Some((month, at - 1, last));
    }
    let next = if found.after_is(last, 1, "of") { last + 2 } else { last + 1 };
    month(next).map(|month| (month, at, next))
}

/// The months with fewer than 31 days.
const MONTHS: [u64; 11] = lexicon::ids([
    "february",
    "feb",
    "april",
    "apr",
    "june",
    "jun",
    "september",
    "sept",
    "sep",
    "november",
    "nov",
]);

/// Their numbers.
const NUMBERS: [u32; 11] = [2, 2, 4, 4, 6, 6, 9, 9, 9, 11, 11];

/// Finds dates written as year, month and day.
fn dates(words: &str, base: usize) -> Vec<(Span, Date)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '.');
    let mut found = Vec::new();
    let mut at = 0;
    for run in words.split(|c: char| !is_part(c)) {
        let digits = run.trim_end_matches('.');
        let span = Span::new(base + at, base + at + digits.len());
        at += run.len()
            + words
                .get(at + run.len()..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8);
        let mut parts = digits.splitn(3, '-');
        if let (Some(year), Some(month), Some(day)) = (parts.next(), parts.next(), parts.next())
            && (year.len(), month.len(), day.len()) == (4, 2, 2)
            && let (Ok(year), Ok(month), Ok(day)) = (year.parse(), month.parse(), day.parse())
            && (1900..2200).contains(&year)
        {
            found.push((span, Date { year, month, day }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar_is_known() {
        let date = |year, month, day| Date { year, month, day };
        assert!(date(2024, 2, 29).exists());
        assert!(!date(2026, 2, 29).exists());
        assert!(!date(2026, 13, 1).exists());
        assert_eq!(dates("from 2026-01-02 to 2026-02-30.", 0).len(), 2);
        assert!(dates("release 2026-1-2 and 12-2026-01", 0).is_empty());
    }
}

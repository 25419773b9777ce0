//! # mixed-script
//!
//! ## What it does
//! Finds words whose letters come from two scripts that look alike, such as a Latin word with a Cyrillic `а`.
//!
//! ## Why it hurts
//! To a search, a gate or a test the word is another word; to a person it is the same.
//!
//! ## Example
//! Bad: `аdmin` with a Cyrillic first letter.
//!
//! Good: `admin`
//!
//! ## When not to apply it
//! Where two scripts are joined on purpose by a hyphen.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{Finding, Kind, Model, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "mixed-script",
    kind: Kind::InstructionInjection,
    subcategory: Subcategory::InvariantFailure,
    severity: Severity::Major,
    modes: &[
        (79, "a look-alike is a disguise"),
        (73, "the letters betray who wrote them"),
        (7, "two spellings are two names"),
    ],
    summary: "a word of two scripts that look alike",
    source: include_str!("mixed_script.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let whole = text.document.text();
        let mut done = 0;
        let foreign = scan::foreign_lines(text).filter(|line| may_be_alike(line.of(whole)));
        let letters = foreign.flat_map(|line| {
            let letters = line.of(whole).char_indices().filter(|(_, c)| is_alike(*c));
            letters.map(move |(at, _)| line.start + at)
        });
        for at in letters {
            if at < done {
                continue;
            }
            let span = word_around(whole, at);
            done = span.end;
            let word = text.slice(span);
            let latin = word.chars().any(|c| c.is_ascii_alphabetic());
            // A unit such as `µs` has a Greek letter and means no deceit.
            if latin && word.chars().count() > 3 {
                findings.push(Finding::at(
                    &RULE,
                    text,
                    span,
                    span,
                    "letters of two scripts that look alike stand in one word",
                    "write the word with the letters of one script",
                ));
            }
        }
    }
}

/// Tells whether a letter is of a script whose letters look like Latin ones.
fn is_alike(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{4ff}')
}

/// Tells whether a line holds a byte with which such a letter begins. All are compared, many at once.
fn may_be_alike(line: &str) -> bool {
    line.bytes().fold(false, |any, byte| any | (0xcd..=0xd3).contains(&byte))
}

/// Returns the word around an offset.
fn word_around(whole: &str, at: usize) -> Span {
    let before = whole.get(..at).unwrap_or_default();
    let after = whole.get(at..).unwrap_or_default();
    let start = before.rfind(|c: char| !c.is_alphabetic());
    let start = start.map_or(0, |start| {
        start + before.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
    });
    let end = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
    Span::new(start, at + end)
}

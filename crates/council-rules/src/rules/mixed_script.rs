//! # mixed-script
//!
//! ## What it does
//! Finds words whose letters come from two scripts that look alike, such as a Latin word with a Cyrillic `а`, and lines
//! written with the letters of formulas.
//!
//! ## Why it hurts
//! To a search, a gate or a test the word is another word; to a person it is the same.
//!
//! ## Example
//! Bad: `The аdmin shall confirm the order.` with a Cyrillic first letter.
//!
//! Good: `The admin shall confirm the order.`
//!
//! ## When not to apply it
//! Where two scripts are joined on purpose by a hyphen, or such a word is shown as code on a line that names the script.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::{scan, unseen};
use crate::{Finding, Kind, Model, Reads, Rule};

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
    reads: Reads::Everything,
    source: include_str!("mixed_script.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for line in scan::foreign_lines(text) {
            let words = text.slice(line);
            let mut dressed = 0;
            for (at, word) in words_of(words) {
                let span = Span::new(line.start + at, line.start + at + word.len());
                if is_disguised(word) {
                    if is_code(words, at) && names_script(words) {
                        continue;
                    }
                    let message = "letters of two scripts that look alike stand in one word";
                    let advice = "write the word with the letters of one script";
                    findings.push(Finding::at(&RULE, text, span, span, message, advice));
                    continue;
                }
                dressed += usize::from(is_dressed(word));
                // Formulas have single letters; words in costume are written to be read and not to be found.
                if dressed == DRESSED {
                    dressed += 1;
                    let message = "words are written with letters that only look like letters";
                    let advice = "write the words with plain letters";
                    findings.push(Finding::at(&RULE, text, span, span, message, advice));
                }
            }
        }
    }
}

/// From how many words in costume on a line is reported.
const DRESSED: usize = 2;

/// Returns the words of a line, with the offset of each.
fn words_of(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match (start, c.is_alphabetic()) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.extend(line.get(from..at).map(|word| (from, word)));
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    words
}

/// Tells whether a line says that letters of another script stand on it: who deceives does not.
fn names_script(line: &str) -> bool {
    const SCRIPTS: [&str; 6] =
        ["cyrillic", "greek", "armenian", "homoglyph", "homograph", "confusable"];
    let lower = line.to_lowercase();
    SCRIPTS.iter().any(|script| lower.contains(script))
}

/// Tells whether what begins here stands in inline code.
fn is_code(line: &str, at: usize) -> bool {
    line.get(..at).is_some_and(|before| before.matches('`').count() % 2 == 1)
}

/// Tells whether a word has Latin letters, and all others only look like some. A unit such as `µs` means no deceit.
fn is_disguised(word: &str) -> bool {
    let mut counts = (0, 0);
    for c in word.chars() {
        if c.is_ascii_alphabetic() {
            counts.0 += 1;
        } else if unseen::look_alike(c).is_some() {
            counts.1 += 1;
        } else {
            return false;
        }
    }
    counts.0 > 0 && counts.1 > 0 && counts.0 + counts.1 > 3
}

/// Tells whether a word is of letters in costume: full-width, or from the alphabets of mathematics.
fn is_dressed(word: &str) -> bool {
    let mut letters = word.chars();
    letters.clone().nth(1).is_some() && letters.all(|c| unseen::undressed(c).is_some())
}

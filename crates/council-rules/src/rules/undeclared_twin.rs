//! # undeclared-twin
//!
//! ## What it does
//! Finds a name in the text that no code of the document has, where the code has the same name with one word more.
//!
//! ## Why it hurts
//! Either the text speaks of an older name or of something that was never defined. Whoever builds it guesses.
//!
//! ## Example
//! Bad: the code has nothing of that name.
//!
//! ````markdown
//! # Prices
//!
//! ## Design
//!
//! ```proto
//! rpc GetPriceList (Ask) returns (Answer);
//! ```
//!
//! The shop reads prices using GetList.
//! ````
//!
//! Good:
//!
//! ````markdown
//! # Prices
//!
//! ## Design
//!
//! ```proto
//! rpc GetPriceList (Ask) returns (Answer);
//! ```
//!
//! The shop reads prices using GetPriceList.
//! ````
//!
//! ## When not to apply it
//! Where the shorter name is another thing that is defined elsewhere; then say where.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::said::{word_bytes, word_len};
use crate::{
    Finding, Kind, Model, Reads, Rule, lexicon,
    model::{Role, Text, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "undeclared-twin",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Minor,
    modes: &[
        (1, "a name that is not the one that was defined"),
        (73, "a trace of an earlier version"),
        (5, "a symbol without an interpretation"),
    ],
    summary: "a name that the code has in a longer form only",
    reads: Reads::Everything,
    source: include_str!("undeclared_twin.rs"),
    check,
};

/// The most names that are read of one document's code.
const MOST: usize = 4000;

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        if text.document.fences.is_empty() {
            continue;
        }
        let (code, mut used) = fenced(text);
        spoken(text, &mut used);
        // Names of code that differ from no name that is used once are not looked at any further.
        let alone = used.iter().filter_map(|(name, places)| {
            let [place] = places.as_slice() else { return None };
            let words = words(name);
            let is_strange = words.len() >= 2 && !code.contains_key(name);
            is_strange.then(|| (*name, *place, key(name, &words)))
        });
        let alone: Vec<(&str, Span, String)> = alone.collect();
        let firsts: BTreeSet<u64> = alone.iter().map(|(name, ..)| first(name)).collect();
        let mut longer: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let may_be_longer = |name: &&&str| firsts.contains(&first(name));
        for name in code.keys().filter(may_be_longer).filter(|name| !used.contains_key(*name)) {
            let words = words(name);
            // The first and the last word say what sort of thing it is: without one of them it may be another.
            for left in 1..words.len().saturating_sub(1) {
                let mut rest = words.clone();
                if !TELLING.contains(&rest.remove(left).as_str()) {
                    longer.entry(key(name, &rest)).or_default().push(name);
                }
            }
        }
        for (name, place, key) in &alone {
            let Some([twin]) = longer.get(key).map(Vec::as_slice) else { continue };
            let line = code.get(twin).map_or(1, |at| text.document.lines().line(*at));
            findings.push(Finding::at(
                &RULE,
                text,
                *place,
                *place,
                format!("nothing here is called `{name}`; line {line} has `{twin}`"),
                "use the name that is defined, or define this one",
            ));
        }
    }
}

/// Words that tell members of one family of names apart.
const TELLING: [&str; 12] = [
    "mutable",
    "unsafe",
    "async",
    "sync",
    "raw",
    "unchecked",
    "by",
    "with",
    "or",
    "and",
    "list",
    "all",
];

/// Returns the names in the code of a document with where each stands first, and those in its comments.
fn fenced<'a>(text: &Text<'a>) -> (BTreeMap<&'a str, usize>, BTreeMap<&'a str, Vec<Span>>) {
    let (mut code, mut comments) = (BTreeMap::new(), BTreeMap::<&str, Vec<Span>>::new());
    for fence in &text.document.fences {
        let mut start = fence.code.start;
        for line in text.slice(fence.code).split_inclusive('\n') {
            let comment = comment(line);
            for (at, name) in names(line).filter(|(_, name)| is_compound(name)) {
                if at < comment {
                    if code.len() < MOST {
                        code.entry(name).or_insert(start + at);
                    }
                } else {
                    let span = Span::new(start + at, start + at + name.len());
                    comments.entry(name).or_default().push(span);
                }
            }
            start += line.len();
        }
    }
    (code, comments)
}

/// Returns where the comment of a line of code begins.
fn comment(line: &str) -> usize {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    if ["#", "--", "/*", "* "].iter().any(|mark| trimmed.starts_with(mark)) {
        return indent;
    }
    // Looked for by the byte that lines have seldom.
    let find = |mark: &[u8], byte: u8, before: usize| {
        let places = memchr::memchr_iter(byte, line.as_bytes());
        let mut places = places.filter_map(|at| at.checked_sub(before));
        places.find(|at| line.as_bytes().get(*at..).is_some_and(|rest| rest.starts_with(mark)))
    };
    find(b"// ", b'/', 0).or_else(|| find(b" # ", b'#', 1)).unwrap_or(line.len())
}

/// Adds the names that the text itself speaks of.
fn spoken<'a>(text: &Text<'a>, used: &mut BTreeMap<&'a str, Vec<Span>>) {
    for sentence in &text.sentences {
        // What was or could be is called by its own names.
        let is_told = matches!(
            sentence.role,
            Role::History
                | Role::Rationale
                | Role::Question
                | Role::Aside
                | Role::Template
                | Role::NonGoal
        );
        for token in text.tokens(sentence) {
            if !matches!(token.kind, TokenKind::Code | TokenKind::Name) {
                continue;
            }
            let word = text.word(token);
            let unticked = word.trim_start_matches('`');
            let ticks = word.len() - unticked.len();
            let bare = unticked.trim_end_matches('`').trim_end_matches("()");
            let Some((at, name)) =
                names(bare).next().filter(|(at, name)| *at == 0 && bare == *name)
            else {
                // What stands within a longer piece of code counts as used and is not reported.
                for (_, name) in names(word).filter(|(_, name)| is_compound(name)) {
                    used.entry(name).or_default().extend([token.span(), token.span()]);
                }
                continue;
            };
            if !is_compound(name) {
                continue;
            }
            let start = token.start as usize + ticks + at;
            let places = used.entry(name).or_default();
            places.push(Span::new(start, start + name.len()));
            if is_told {
                places.push(token.span());
            }
        }
    }
}

/// Goes through the names in a piece of text: letters, digits and underscores.
fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let begins = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
        let start = from + text.as_bytes().get(from..)?.iter().position(begins)?;
        let after = text.get(start..)?;
        let len = word_len(after.as_bytes(), &IS_NAME);
        from = start + len;
        Some((start, after.get(..len)?))
    })
}

/// Of which bytes names are made.
const IS_NAME: [bool; 256] = word_bytes(b"_");

/// Tells whether a name has more than one word: an underscore, or a capital that is not its first letter.
fn is_compound(name: &str) -> bool {
    name.bytes().skip(1).any(|byte| byte == b'_' || byte.is_ascii_uppercase())
}

/// Returns the identity of the first word of a name.
fn first(name: &str) -> u64 {
    let bytes = name.trim_start_matches('_').as_bytes();
    let ends = |two: &[u8]| {
        matches!(two, [_, b'_']) || matches!(two, [a, b'A'..=b'Z'] if !a.is_ascii_uppercase())
    };
    let len = bytes.windows(2).position(ends).map_or(bytes.len(), |at| at + 1);
    lexicon::hash(bytes.get(..len).unwrap_or_default())
}

/// Splits a name into its words, in small letters: `GetPriceList`, `get_price_list`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_upper = true;
    for part in name.split('_').filter(|part| !part.is_empty()) {
        words.push(String::new());
        for c in part.chars() {
            if c.is_ascii_uppercase() && !was_upper {
                words.push(String::new());
            }
            was_upper = c.is_ascii_uppercase();
            if let Some(word) = words.last_mut() {
                word.push(c.to_ascii_lowercase());
            }
        }
        was_upper = true;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns what two names have in common that are written alike and have the same words.
fn key(name: &str, words: &[String]) -> String {
    let is_upper = name.starts_with(|c: char| c.is_ascii_uppercase());
    let style = match (name.contains('_'), is_upper) {
        (true, true) => 'S',
        (true, false) => 's',
        (false, true) => 'P',
        (false, false) => 'c',
    };
    format!("{style}{}", words.join("_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_split_at_capitals_and_underscores() {
        assert_eq!(words("GetPriceList"), ["get", "price", "list"]);
        assert_eq!(words("get_price_list"), ["get", "price", "list"]);
        assert_eq!(words("MAX_RETRIES"), ["max", "retries"]);
        for name in ["GetPriceList", "get_price_list", "_MAX_RETRIES", "HTTPServer", "aB"] {
            let words = words(name);
            assert_eq!(first(name), lexicon::id(words.first().unwrap()), "{name}");
        }
    }
}

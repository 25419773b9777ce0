//! # likely-conflict
//!
//! ## What it does
//! Names the few statements of a document that a reviewer would most likely find contradicted elsewhere in it, and the lines
//! that speak of the same things. Which statements those are is learned from what reviewers wrote down about other documents.
//!
//! ## Why it hurts
//! Two places that cannot both hold are built by two people in two ways. At about one in five of these statements a
//! reviewer wrote down a contradiction, twice as often as elsewhere; the others are compared in a moment.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Stock lists
//!
//! ## Design details
//!
//! When the evening line is down, the default policy will run each job of the `night` queue 3 times and then add a record.
//!
//! The list names each article with its number, its price and the shelf on which it stands in the shop.
//!
//! The office prints the lists of the shops on paper for the driver who leaves at six in the morning.
//!
//! The driver signs the list at each shop and hands it to the clerk, who keeps it with the papers of that day.
//!
//! The clerk counts what stands on the shelf on the first Monday of a month and writes the sum below the list.
//!
//! The office compares the sums with those of the month before and tells the shop which articles it has too many of. A
//! shop that has too many of an article sends them back with the driver on the next day, and the office writes them off. What
//! is sent back is counted by the office again, and the sum stands on the list of the shop in the next month, below its own. A
//! shop that sends nothing back keeps its articles until the year ends, and counts them with all others on the last day of it.
//!
//! A job of the `night` queue that fails will never run again, whatever the policy says, and leaves no record behind it.
//!
//! The driver takes the lists of the shops to the office in the evening. The office reads them on the next day, writes
//! the sums into the book of the month, and asks the shop by telephone where a sum is not what it was in the month before it.
//! What the shop says stands in the book beside the sum, with the name of the clerk who said it, the day, and the hour of it.
//! The book is kept in the office for ten years, and a copy of it is sent to the owner of the shop on the first day of a year.
//! The owner reads the copy, signs it, and sends it back to the office, which keeps it beside the book. Where the owner finds
//! a sum that is wrong, the office and the shop look at the lists of that month together, and the clerk writes down what they
//! found. The owner may ask for the lists of any month of the last ten years, and the office sends them within a week.
//!
//! A shop that opens in the middle of a month begins with an empty list, and the clerk writes the first sum on the day on which
//! the shelves are full. A shop that closes for good sends its lists, its articles and its keys to the office with the driver,
//! and the office puts them into the cellar. A shop that is closed for repair keeps its lists, and the clerk of the shop next
//! to it looks after the shelves once a week. The owner of the house may look at the shelves on a day that is named in a
//! letter, with the clerk beside him. Nobody else goes behind the shelves, and nobody takes a list home. The lamps are put out
//! by the clerk who leaves last, and the door is locked by the same clerk with the key that hangs beside the till. The driver
//! has a key of his own for the back door, and leaves the crates there when he comes before the shop is open.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Stock lists
//!
//! The till writes the list of each shelf when a shop closes. Without a line it writes the list in the morning.
//! ```
//!
//! ## When not to apply it
//! Where the lines it names say the same; then say it in one of them and refer to it from the other.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{severity::Severity, taxonomy::Subcategory};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    attention::{self, Concern, Statement},
    model::Text,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "likely-conflict",
    kind: Kind::Ambiguous,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Note,
    modes: &[
        (52, "the question that two places answer in two ways"),
        (76, "what is not known, and not known to be so"),
    ],
    summary: "a statement that reviewers often find contradicted elsewhere",
    reads: Reads::Everything,
    source: include_str!("likely_conflict.rs"),
    check,
};

/// How many statements of a document are named at most.
const MOST: usize = 3;

/// How many words and marks a document has for each of them at least.
const TOKENS_EACH: usize = 600;

/// How many lines to compare with are named.
const LINES: usize = 2;

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies() && text.function.is_none()) {
        let most = MOST.min(text.tokens.len() / TOKENS_EACH);
        if most == 0 {
            continue;
        }
        let line = |one: &Statement| text.document.lines().line(one.span.start);
        let mut taken = BTreeSet::new();
        let mut chosen = Vec::new();
        for (_, statement) in attention::weighed(text, Concern::Conflict) {
            if chosen.len() < most && taken.insert(line(&statement)) {
                chosen.push(statement);
            }
        }
        let related = related(text, &chosen);
        findings
            .extend(chosen.iter().zip(related).filter_map(|(one, near)| finding(text, one, &near)));
    }
}

/// What stands elsewhere about the same things.
struct Related {
    lines: Vec<u32>,
    /// The words that those lines share with the statement, the rarest first.
    shared: Vec<u64>,
}

/// Finds for each of some statements the lines elsewhere that share most of its rare words.
fn related(text: &Text<'_>, chosen: &[Statement]) -> Vec<Related> {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    // Nearly all words are told by a bit to be none of them.
    let (mut bits, bit) = ([0_u64; 64], |id: u64| (id >> 26 & 63, 1 << (id >> 20 & 63)));
    for id in chosen.iter().flat_map(|one| attention::about(text, one)) {
        counts.insert(id, 0);
        let (place, bit) = bit(id);
        if let Some(bits) = usize::try_from(place).ok().and_then(|place| bits.get_mut(place)) {
            *bits |= bit;
        }
    }
    let may_count = |id: &u64| {
        let (place, bit) = bit(*id);
        let place = usize::try_from(place).unwrap_or_default();
        bits.get(place).is_some_and(|bits| bits & bit != 0)
    };
    let mut met: Vec<(Statement, BTreeSet<u64>)> = Vec::new();
    for (_, statement) in text.attended() {
        let mut own = BTreeSet::new();
        for id in attention::about(text, statement).filter(may_count) {
            if let Some(count) = counts.get_mut(&id) {
                *count += usize::from(own.insert(id));
            }
        }
        if own.len() > 1 {
            met.push((*statement, own));
        }
    }
    let lines = text.document.lines();
    let each = |statement: &Statement| {
        let words: BTreeSet<u64> = attention::about(text, statement).collect();
        let mut near: Vec<(usize, u32, Vec<u64>)> = Vec::new();
        let here = lines.line(statement.span.start);
        for (other, own) in &met {
            let shared: Vec<u64> = own.intersection(&words).copied().collect();
            // What stands in few statements tells more.
            let weight =
                shared.iter().filter_map(|id| counts.get(id)).map(|count| 1000 / (count + 1)).sum();
            let there = lines.line(other.span.start);
            if shared.len() > 1 && there != here {
                near.push((weight, there, shared));
            }
        }
        near.sort_unstable_by_key(|(weight, line, _)| (usize::MAX - weight, *line));
        near.dedup_by_key(|(_, line, _)| *line);
        near.truncate(LINES);
        let mut shared: Vec<u64> = near.iter().flat_map(|(.., shared)| shared).copied().collect();
        shared.sort_unstable_by_key(|id| (counts.get(id), *id));
        shared.dedup();
        let mut lines: Vec<u32> = near.into_iter().map(|(_, line, _)| line).collect();
        lines.sort_unstable();
        Related { lines, shared }
    };
    chosen.iter().map(each).collect()
}

/// Makes a finding; nothing where no other line speaks of the same things.
fn finding(text: &Text<'_>, statement: &Statement, near: &Related) -> Option<Finding> {
    let (lines, speak) = match near.lines.as_slice() {
        [] => return None,
        [line] => (format!("line {line}"), "speaks"),
        [first, .., last] => (format!("lines {first} and {last}"), "speak"),
    };
    let word = |id: &u64| attention::tokens(text, statement).find(|token| token.id == *id);
    let mut words =
        near.shared.iter().filter_map(word).map(|token| text.word(token).to_lowercase());
    let shared = match (words.next(), words.next()) {
        (Some(one), Some(other)) => format!("`{one}` and `{other}`"),
        (Some(one), None) => format!("`{one}`"),
        (None, _) => return None,
    };
    let message = format!(
        "{lines} {speak} of {shared} too, and statements like this one are often contradicted"
    );
    let advice = format!("compare it with {lines}: can all of them hold, in every case?");
    let around = text.sentences.get(statement.first).map_or(statement.span, |one| one.span);
    Some(Finding::at(&RULE, text, statement.span, around, message, advice))
}

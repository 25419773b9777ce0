//! How alike each two recommendations are: rare words in common, the more so about one section or the same words of the
//! text, the less so by one seat.

use std::collections::{BTreeMap, BTreeSet};

use super::{super::Issue, Grouping, count, section};
use crate::{evidence::LockedClaim, packet::Span};

/// How alike two recommendations are taken to be because they are about one section.
const SAME_SECTION: f64 = 0.05;
/// How alike because they quote the same words.
const SAME_WORDS: f64 = 0.09;
/// How much less alike because one seat says both.
pub(super) const SAME_SEAT: f64 = 0.05;
/// How much less alike because two rules say them: a rule has the same words for whatever it finds, and another rule finds
/// something else.
const OTHER_RULE: f64 = 1.0;

/// Words that every recommendation may have, and that say nothing about what it is about.
pub(super) const COMMON: &[&str] = &[
    "a", "add", "all", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could",
    "define", "do", "does", "each", "every", "example", "for", "from", "give", "had", "has",
    "have", "how", "if", "in", "into", "is", "it", "its", "make", "may", "more", "must", "name",
    "named", "no", "not", "of", "on", "one", "only", "or", "other", "out", "per", "require", "say",
    "shall", "should", "so", "state", "such", "test", "tests", "than", "that", "the", "their",
    "them", "then", "there", "these", "they", "this", "those", "to", "use", "what", "when",
    "which", "who", "will", "with", "would",
];

/// Words by number with their weights, in the order of the numbers.
type Weights = Vec<(usize, f64)>;

/// How alike each two recommendations are.
pub(super) struct Likenesses {
    /// By what they say alone.
    pub(super) said: Vec<Vec<f64>>,
    /// By everything.
    pub(super) all: Vec<Vec<f64>>,
}

/// Compares each two recommendations; `voices` has who speaks in each.
pub(super) fn likenesses(
    issues: &[&Issue],
    voices: &[BTreeSet<usize>],
    grouping: Grouping,
) -> Likenesses {
    let words = weighed(issues);
    let sections: Vec<Option<String>> = issues.iter().map(|issue| section(issue)).collect();
    let quotes: Vec<Vec<(&str, Span)>> = issues.iter().map(|issue| quoted(issue)).collect();
    let mut said = vec![vec![0.0; issues.len()]; issues.len()];
    let mut all = said.clone();
    let each = words.iter().zip(&sections).zip(quotes.iter().zip(voices));
    let each: Vec<_> = each.enumerate().collect();
    let rules: Vec<Option<&str>> = issues.iter().map(|issue| rule(issue)).collect();
    let are_others = |one: usize, two: usize| match (rules.get(one), rules.get(two)) {
        (Some(Some(first)), Some(Some(second))) => first != second && grouping >= Grouping::Third,
        (Some(_) | None, _) => false,
    };
    for (one, ((first, section), (quotes, voices))) in &each {
        for (two, ((second, other), (others, heard))) in each.iter().take(one + 1) {
            let shared = shared(first, second);
            let mut likeness = shared;
            if section.is_some() && section == other {
                likeness += SAME_SECTION;
            }
            if meet(quotes, others) {
                likeness += SAME_WORDS;
            }
            if !voices.is_disjoint(heard) {
                likeness -= SAME_SEAT;
            }
            if are_others(*one, *two) {
                likeness -= OTHER_RULE;
            }
            for (row, column) in [(*one, *two), (*two, *one)] {
                put(&mut said, row, column, shared);
                put(&mut all, row, column, likeness);
            }
        }
    }
    Likenesses { said, all }
}

fn put(table: &mut [Vec<f64>], row: usize, column: usize, value: f64) {
    if let Some(cell) = table.get_mut(row).and_then(|row| row.get_mut(column)) {
        *cell = value;
    }
}

/// Returns how much two lists of words have in common.
fn shared(first: &Weights, second: &Weights) -> f64 {
    let mut total = 0.0;
    let mut others = second.iter().peekable();
    for (word, weight) in first {
        while others.next_if(|(other, _)| other < word).is_some() {}
        if let Some((_, other)) = others.next_if(|(other, _)| other == word) {
            total += weight * other;
        }
    }
    total
}

fn rule(issue: &Issue) -> Option<&str> {
    issue.claims.first().and_then(|locked| locked.claim().rule.as_deref())
}

fn quoted(issue: &Issue) -> Vec<(&str, Span)> {
    issue.claims.iter().flat_map(LockedClaim::quoted).collect()
}

fn meet(one: &[(&str, Span)], two: &[(&str, Span)]) -> bool {
    one.iter().any(|(path, first)| {
        let overlaps = |second: &Span| first.start < second.end && second.start < first.end;
        two.iter().any(|(other, second)| path == other && overlaps(second))
    })
}

/// Weighs the words of each recommendation: the rarer among all, the heavier; each list has length 1.
fn weighed(issues: &[&Issue]) -> Vec<Weights> {
    let counts: Vec<BTreeMap<String, u32>> =
        issues.iter().map(|issue| counted(&said(issue))).collect();
    let mut holding: BTreeMap<&str, u32> = BTreeMap::new();
    for word in counts.iter().flat_map(BTreeMap::keys) {
        *holding.entry(word).or_default() += 1;
    }
    let numbered: BTreeMap<&str, (usize, u32)> = holding
        .into_iter()
        .enumerate()
        .map(|(number, (word, holders))| (word, (number, holders)))
        .collect();
    let total = count(issues.len());
    let weigh = |words: &BTreeMap<String, u32>| {
        let weights = words.iter().filter_map(|(word, times)| {
            let (number, holders) = numbered.get(word.as_str()).copied()?;
            Some((number, f64::from(*times).ln_1p() * (total / f64::from(holders)).ln()))
        });
        let weights: Weights = weights.collect();
        let length = weights.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
        let length = if length > 0.0 { length } else { 1.0 };
        weights.into_iter().map(|(word, weight)| (word, weight / length)).collect()
    };
    counts.iter().map(weigh).collect()
}

/// Returns what is said. What is quoted is left out: it would make any two claims about one sentence alike.
fn said(issue: &Issue) -> String {
    let words = |locked: &LockedClaim| {
        let claim = locked.claim();
        format!("{} {} ", claim.remediation, claim.description)
    };
    issue.claims.iter().map(words).collect()
}

fn counted(text: &str) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '.') {
        let word = word.trim_matches('.').to_lowercase();
        if word.chars().count() > 1 && !COMMON.contains(&word.as_str()) {
            *counts.entry(stem(&word).to_owned()).or_default() += 1;
        }
    }
    counts
}

/// Cuts an ending off, so that `rename`, `renames` and `renaming` are one word.
fn stem(word: &str) -> &str {
    const ENDINGS: [&str; 12] =
        ["ations", "ation", "ings", "ing", "ies", "ied", "ers", "es", "ed", "er", "s", "ly"];
    let cut =
        ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(|rest| rest.len() >= 3));
    cut.unwrap_or(word)
}

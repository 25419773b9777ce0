//! How recommendations were grouped first: by the words of finding and quote, and by section. Panels of then are folded so.

use std::collections::BTreeMap;

use super::{super::Issue, COMMON};
use crate::evidence::LockedClaim;

// What panels of then were grouped by does not change, whatever today's are.

/// How alike two recommendations are taken to be because they are about one section.
const SAME_SECTION: f64 = 0.05;
/// How many recommendations are compared by their words; where there are more, the section groups.
const COMPARED: usize = 400;
/// How alike two groups are at least that become one.
const ALIKE: f64 = 0.13;

/// Puts every recommendation into exactly one group.
pub(super) fn clusters(issues: &[&Issue]) -> Vec<Vec<usize>> {
    let sections: Vec<Option<String>> = issues.iter().map(|issue| section(issue)).collect();
    if issues.len() > COMPARED {
        by_section(&sections)
    } else {
        joined(&weighed(issues), &sections)
    }
}

fn section(issue: &Issue) -> Option<String> {
    issue.claims.first().map(|locked| locked.claim().location.to_string())
}

fn by_section(sections: &[Option<String>]) -> Vec<Vec<usize>> {
    let mut all: BTreeMap<&Option<String>, Vec<usize>> = BTreeMap::new();
    for (at, section) in sections.iter().enumerate() {
        all.entry(section).or_default().push(at);
    }
    all.into_values().collect()
}

/// Weighs the words of each issue: the rarer among all, the heavier; each list has length 1.
fn weighed(taken: &[&Issue]) -> Vec<BTreeMap<String, f64>> {
    let counts: Vec<BTreeMap<String, u32>> =
        taken.iter().map(|issue| counted(&said(issue))).collect();
    let mut holding: BTreeMap<&str, u32> = BTreeMap::new();
    for word in counts.iter().flat_map(BTreeMap::keys) {
        *holding.entry(word).or_default() += 1;
    }
    let total = f64::from(u32::try_from(taken.len()).unwrap_or(u32::MAX));
    let weigh = |words: &BTreeMap<String, u32>| {
        let weights = words.iter().map(|(word, count)| {
            let holders = holding.get(word.as_str()).copied().unwrap_or(1);
            (word.clone(), (1.0 + f64::from(*count).ln()) * (total / f64::from(holders)).ln())
        });
        let weights: BTreeMap<String, f64> = weights.collect();
        let length = weights.values().map(|weight| weight * weight).sum::<f64>().sqrt();
        let length = if length > 0.0 { length } else { 1.0 };
        weights.into_iter().map(|(word, weight)| (word, weight / length)).collect()
    };
    counts.iter().map(weigh).collect()
}

fn said(issue: &Issue) -> String {
    let words = |locked: &LockedClaim| {
        let claim = locked.claim();
        let quote = claim.evidence.quote().unwrap_or_default();
        format!("{} {} {quote} ", claim.remediation, claim.description)
    };
    issue.claims.iter().map(words).collect()
}

fn counted(text: &str) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '.') {
        let word = word.trim_matches('.').to_lowercase();
        let begins = word.starts_with(char::is_alphabetic);
        if begins && word.chars().count() > 1 && !COMMON.contains(&word.as_str()) {
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

/// Joins the two most alike groups until none are alike enough; how alike two groups are is the mean over their members.
fn joined(words: &[BTreeMap<String, f64>], sections: &[Option<String>]) -> Vec<Vec<usize>> {
    let mut clusters: Vec<Vec<usize>> = (0..words.len()).map(|at| vec![at]).collect();
    let alike = |one: usize, two: usize| {
        let shared = match (words.get(one), words.get(two)) {
            (Some(first), Some(second)) => first
                .iter()
                .map(|(word, weight)| weight * second.get(word).copied().unwrap_or(0.0))
                .sum::<f64>(),
            (None, _) | (_, None) => 0.0,
        };
        let is_same = sections.get(one).is_some_and(Option::is_some)
            && sections.get(one) == sections.get(two);
        if is_same { shared + SAME_SECTION } else { shared }
    };
    let mut table: Vec<Vec<f64>> =
        (0..words.len()).map(|one| (0..words.len()).map(|two| alike(one, two)).collect()).collect();
    loop {
        let mut best = (ALIKE, None);
        for (one, row) in table.iter().enumerate() {
            for (two, value) in row.iter().enumerate().take(one) {
                if *value > best.0 {
                    best = (*value, Some((two, one)));
                }
            }
        }
        let (_, Some((kept, gone))) = best else { return clusters };
        join(&mut clusters, &mut table, kept, gone);
    }
}

/// Puts one group into another and keeps the table of means true.
fn join(clusters: &mut Vec<Vec<usize>>, table: &mut Vec<Vec<f64>>, kept: usize, gone: usize) {
    let moved = clusters.remove(gone);
    let gone_row = table.remove(gone);
    let count = |members: usize| f64::from(u32::try_from(members).unwrap_or(u32::MAX));
    let Some(cluster) = clusters.get_mut(kept) else { return };
    let (ours, theirs) = (count(cluster.len()), count(moved.len()));
    cluster.extend(moved);
    for row in table.iter_mut() {
        row.remove(gone);
    }
    let other = |at: usize| if at < gone { at } else { at + 1 };
    let means: Vec<f64> = (0..clusters.len())
        .map(|at| {
            let before = table.get(kept).and_then(|row| row.get(at)).copied().unwrap_or(0.0);
            let come = gone_row.get(other(at)).copied().unwrap_or(0.0);
            (before * ours + come * theirs) / (ours + theirs)
        })
        .collect();
    for (at, mean) in means.into_iter().enumerate() {
        for (row, column) in [(kept, at), (at, kept)] {
            if let Some(cell) = table.get_mut(row).and_then(|row| row.get_mut(column)) {
                *cell = mean;
            }
        }
    }
}

//! Which recommendations say the same, by what they say and where.
//!
//! First whatever is alike enough is joined: rare words in common, the more so about one section or the same words of the
//! text, the less so by one seat, which seldom says a thing twice. A person decides about twenty-five things at most, so
//! where more are left, what one or two seats say is put together as separate points until so many are left: likest first,
//! and what more seats say later than what one says. What three say always stands by itself.

mod first;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Issue;
use crate::{evidence::LockedClaim, handoff::PanelSeat, packet::Span};

/// How alike two recommendations are taken to be because they are about one section.
const SAME_SECTION: f64 = 0.05;
/// How alike because they quote the same words.
const SAME_WORDS: f64 = 0.09;
/// How much less alike because one seat says both.
const SAME_SEAT: f64 = 0.05;
/// How alike two groups are at least that say the same.
const ALIKE: f64 = 0.17;
/// How much one seat's separate points belong together.
const ONE_VOICE: f64 = 0.05;
/// How much less what two seats say belongs to what one says.
const OTHER_WEIGHT: f64 = 0.1;
/// How many groups a person is asked to decide, if they can be had.
const DECIDED: usize = 25;
/// How many groups of separate points there may be however much else there is.
const SEPARATE: usize = 8;
/// From so many seats on what they say is never put together with something else.
const SEVERAL: usize = 3;
/// How many recommendations are compared by their words; where there are more, the section groups.
const COMPARED: usize = 400;

/// Words that every recommendation may have, and that say nothing about what it is about.
const COMMON: &[&str] = &[
    "a", "add", "all", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could",
    "define", "do", "does", "each", "every", "example", "for", "from", "give", "had", "has",
    "have", "how", "if", "in", "into", "is", "it", "its", "make", "may", "more", "must", "name",
    "named", "no", "not", "of", "on", "one", "only", "or", "other", "out", "per", "require", "say",
    "shall", "should", "so", "state", "such", "test", "tests", "than", "that", "the", "their",
    "them", "then", "there", "these", "they", "this", "those", "to", "use", "what", "when",
    "which", "who", "will", "with", "would",
];

/// Recommendations that belong together, by their places in the list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cluster {
    pub(super) members: Vec<usize>,
    /// Whether they say different things.
    pub(super) is_mixed: bool,
}

/// How recommendations are grouped that no chair groups. A panel is folded as it was grouped when it met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grouping {
    /// By the words of finding and quote; journals do not name it.
    #[default]
    First,
    /// By what is said, in at most so many groups as a person decides.
    Second,
}

impl Grouping {
    /// How a panel of today is grouped.
    pub const TODAY: Grouping = Grouping::Second;

    /// Tells whether it is the one that journals do not name.
    pub fn is_unnamed(&self) -> bool {
        *self == Grouping::default()
    }
}

/// Puts every recommendation into exactly one cluster.
pub(super) fn clusters(issues: &[&Issue], grouping: Grouping) -> Vec<Cluster> {
    if grouping == Grouping::First {
        let sorted = |mut members: Vec<usize>| {
            members.sort_unstable();
            Cluster { members, is_mixed: false }
        };
        return first::clusters(issues).into_iter().map(sorted).collect();
    }
    if issues.len() > COMPARED {
        let by_section = by_section(issues).into_iter();
        // Nobody has compared them.
        let mixed = |members: Vec<usize>| Cluster { is_mixed: members.len() > 1, members };
        return by_section.map(mixed).collect();
    }
    let table = likenesses(issues);
    let mut said = Joined::of((0..issues.len()).map(|at| vec![at]).collect(), &table);
    while let Some((likeness, kept, gone)) = said.best(|_, _, likeness| likeness) {
        if likeness <= ALIKE {
            break;
        }
        said.join(kept, gone);
    }
    let sorted = |mut members: Vec<usize>| {
        members.sort_unstable();
        members
    };
    let (several, few): (Vec<_>, Vec<_>) = said
        .groups
        .into_iter()
        .map(sorted)
        .partition(|members| seats(issues, members).len() >= SEVERAL);
    let room = DECIDED.saturating_sub(several.len()).max(SEPARATE);
    let whole = several.into_iter().map(|members| Cluster { members, is_mixed: false });
    whole.chain(put_together(issues, few, table, room)).collect()
}

/// Puts groups together until there are no more than so many: those whose joining costs least, by how little they are
/// alike and how many seats speak in them.
fn put_together(
    issues: &[&Issue],
    few: Vec<Vec<usize>>,
    mut table: Vec<Vec<f64>>,
    room: usize,
) -> Vec<Cluster> {
    let weight: BTreeMap<usize, usize> = few
        .iter()
        .flat_map(|members| {
            let count = seats(issues, members).len();
            members.iter().map(move |at| (*at, count))
        })
        .collect();
    for (one, row) in table.iter_mut().enumerate() {
        for (two, likeness) in row.iter_mut().enumerate() {
            if is_one_voice(issues, one, two) {
                *likeness += SAME_SEAT + ONE_VOICE;
            }
            if weight.get(&one) != weight.get(&two) {
                *likeness -= OTHER_WEIGHT;
            }
        }
    }
    let before: BTreeSet<Vec<usize>> = few.iter().cloned().collect();
    let mut left = Joined::of(few, &table);
    let cost = |one: &[usize], two: &[usize], likeness: f64| {
        let (one, two) = (count(seats(issues, one).len()), count(seats(issues, two).len()));
        -(one * two / (one + two)) * (1.0 - likeness)
    };
    while left.groups.len() > room {
        let Some((_, kept, gone)) = left.best(cost) else { break };
        left.join(kept, gone);
    }
    let cluster = |mut members: Vec<usize>| {
        members.sort_unstable();
        let is_mixed = !before.contains(&members);
        Cluster { members, is_mixed }
    };
    left.groups.into_iter().map(cluster).collect()
}

fn seats<'i>(issues: &[&'i Issue], members: &[usize]) -> BTreeSet<&'i PanelSeat> {
    members.iter().filter_map(|at| issues.get(*at)).flat_map(|issue| &issue.seats).collect()
}

fn section(issue: &Issue) -> Option<String> {
    issue.claims.first().map(|locked| locked.claim().location.to_string())
}

fn by_section(issues: &[&Issue]) -> Vec<Vec<usize>> {
    let mut all: BTreeMap<Option<String>, Vec<usize>> = BTreeMap::new();
    for (at, issue) in issues.iter().enumerate() {
        all.entry(section(issue)).or_default().push(at);
    }
    all.into_values().collect()
}

/// Returns how alike each two recommendations are.
fn likenesses(issues: &[&Issue]) -> Vec<Vec<f64>> {
    let words = weighed(issues);
    let sections: Vec<Option<String>> = issues.iter().map(|issue| section(issue)).collect();
    let alike = |one: usize, two: usize| {
        let (Some(first), Some(second)) = (words.get(one), words.get(two)) else { return 0.0 };
        let shared = first.iter().map(|(word, weight)| weight * second.get(word).unwrap_or(&0.0));
        let mut likeness: f64 = shared.sum();
        let is_same = sections.get(one).is_some_and(Option::is_some)
            && sections.get(one) == sections.get(two);
        if is_same {
            likeness += SAME_SECTION;
        }
        if quote_the_same(issues, one, two) {
            likeness += SAME_WORDS;
        }
        if is_one_voice(issues, one, two) {
            likeness -= SAME_SEAT;
        }
        likeness
    };
    let row = |one: usize| (0..issues.len()).map(|two| alike(one, two)).collect();
    (0..issues.len()).map(row).collect()
}

fn is_one_voice(issues: &[&Issue], one: usize, two: usize) -> bool {
    match (issues.get(one), issues.get(two)) {
        (Some(first), Some(second)) => first.seats.iter().any(|seat| second.seats.contains(seat)),
        (None, _) | (_, None) => false,
    }
}

fn quote_the_same(issues: &[&Issue], one: usize, two: usize) -> bool {
    let quotes = |at: usize| {
        let claims = issues.get(at).map(|issue| issue.claims.as_slice()).unwrap_or_default();
        claims.iter().flat_map(LockedClaim::quoted)
    };
    let meet = |one: Span, two: Span| one.start < two.end && two.start < one.end;
    quotes(one)
        .any(|(path, span)| quotes(two).any(|(other, second)| path == other && meet(span, second)))
}

/// Weighs the words of each recommendation: the rarer among all, the heavier; each list has length 1.
fn weighed(issues: &[&Issue]) -> Vec<BTreeMap<String, f64>> {
    let counts: Vec<BTreeMap<String, u32>> =
        issues.iter().map(|issue| counted(&said(issue))).collect();
    let mut holding: BTreeMap<&str, u32> = BTreeMap::new();
    for word in counts.iter().flat_map(BTreeMap::keys) {
        *holding.entry(word).or_default() += 1;
    }
    let total = count(issues.len());
    let weigh = |words: &BTreeMap<String, u32>| {
        let weights = words.iter().map(|(word, times)| {
            let holders = holding.get(word.as_str()).copied().unwrap_or(1);
            (word.clone(), f64::from(*times).ln_1p() * (total / f64::from(holders)).ln())
        });
        let weights: BTreeMap<String, f64> = weights.collect();
        let length = weights.values().map(|weight| weight * weight).sum::<f64>().sqrt();
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

fn count(things: usize) -> f64 {
    f64::from(u32::try_from(things).unwrap_or(u32::MAX))
}

/// Groups that become one two at a time, and how alike each two of them are: the mean over their members.
struct Joined {
    groups: Vec<Vec<usize>>,
    table: Vec<Vec<f64>>,
}

impl Joined {
    /// Begins with these groups of what the table compares.
    fn of(groups: Vec<Vec<usize>>, likenesses: &[Vec<f64>]) -> Self {
        let alike = |one: usize, two: usize| {
            likenesses.get(one).and_then(|row| row.get(two)).copied().unwrap_or(0.0)
        };
        let mean = |first: &Vec<usize>, second: &Vec<usize>| {
            let pairs = first.iter().flat_map(|one| second.iter().map(|two| alike(*one, *two)));
            pairs.sum::<f64>() / count(first.len() * second.len())
        };
        let row = |first| groups.iter().map(|second| mean(first, second)).collect();
        let table = groups.iter().map(row).collect();
        Self { groups, table }
    }

    /// Returns the two groups with the highest score and that score; of equal ones the first.
    fn best(&self, score: impl Fn(&[usize], &[usize], f64) -> f64) -> Option<(f64, usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
        for (two, (row, second)) in self.table.iter().zip(&self.groups).enumerate() {
            for (one, (likeness, first)) in row.iter().zip(&self.groups).enumerate().take(two) {
                let score = score(first, second, *likeness);
                if best.is_none_or(|(highest, _, _)| score > highest) {
                    best = Some((score, one, two));
                }
            }
        }
        best
    }

    /// Puts one group into an earlier one and keeps the means true.
    fn join(&mut self, kept: usize, gone: usize) {
        let moved = self.groups.remove(gone);
        let gone_row = self.table.remove(gone);
        let Some(group) = self.groups.get_mut(kept) else { return };
        let (ours, theirs) = (count(group.len()), count(moved.len()));
        group.extend(moved);
        for row in &mut self.table {
            row.remove(gone);
        }
        let other = |at: usize| if at < gone { at } else { at + 1 };
        let means: Vec<f64> = (0..self.groups.len())
            .map(|at| {
                let before =
                    self.table.get(kept).and_then(|row| row.get(at)).copied().unwrap_or(0.0);
                let come = gone_row.get(other(at)).copied().unwrap_or(0.0);
                (before * ours + come * theirs) / (ours + theirs)
            })
            .collect();
        for (at, mean) in means.into_iter().enumerate() {
            for (row, column) in [(kept, at), (at, kept)] {
                if let Some(cell) = self.table.get_mut(row).and_then(|row| row.get_mut(column)) {
                    *cell = mean;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;

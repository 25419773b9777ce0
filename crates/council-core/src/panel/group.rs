//! Recommendations in groups: what a human decides at once, because it is about one thing.
//!
//! A chair may group; what it leaves out or names twice is put right, so that every recommendation is in exactly one group.
//! Without a chair's word the words group: recommendations that share rare words, the more so in one section.

use std::collections::{BTreeMap, BTreeSet};

use super::Issue;
use crate::{
    evidence::LockedClaim,
    handoff::{Line, PanelSeat},
    packet::Packet,
    severity::Severity,
};

/// How alike two recommendations are taken to be because they are about one section.
const SAME_SECTION: f64 = 0.05;
/// How alike two groups are at least that become one.
const ALIKE: f64 = 0.13;
/// How many recommendations are compared by their words; where there are more, the section groups.
const COMPARED: usize = 400;
/// The longest topic that is made of a finding's own words.
const TOPIC: usize = 14;

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

/// What is decided at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The recommendations in it, by number from 1.
    pub members: Vec<usize>,
    /// What it is about.
    pub topic: Line,
    /// What the seats agree on, if somebody says so.
    pub agreed: Option<Line>,
    /// Where they differ, if somebody says so.
    pub disputed: Option<Line>,
    /// What a human chooses between, if somebody says so.
    pub choice: Option<Line>,
}

/// Says what keeps groups from holding each of so many recommendations exactly once; nothing where nobody grouped.
pub(super) fn fault(groups: &[Group], count: usize) -> Option<String> {
    if groups.is_empty() {
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for number in groups.iter().flat_map(|group| &group.members) {
        if !(1..=count).contains(number) {
            wrong.push(format!("there is no recommendation {number}"));
        } else if !seen.insert(*number) {
            wrong.push(format!("recommendation {number} is in two groups"));
        }
    }
    let missing: Vec<String> =
        (1..=count).filter(|number| !seen.contains(number)).map(|one| one.to_string()).collect();
    if !missing.is_empty() {
        wrong.push(format!("in no group: {}", missing.join(", ")));
    }
    let is_wrong = !wrong.is_empty();
    is_wrong.then(|| {
        format!("`groups` must hold every recommendation exactly once: {}", wrong.join("; "))
    })
}

/// Returns groups that hold every recommendation exactly once: the chair's in its order as far as they go, then what it
/// left out, most urgent first.
pub(super) fn settled(packet: &Packet, issues: &[Issue], proposed: &[Group]) -> Vec<Group> {
    let mut seen = BTreeSet::new();
    let mut groups = Vec::new();
    for group in proposed {
        let is_new = |number: &usize| (1..=issues.len()).contains(number) && seen.insert(*number);
        let members: Vec<usize> = group.members.iter().copied().filter(is_new).collect();
        if !members.is_empty() {
            groups.push(Group { members, ..group.clone() });
        }
    }
    let left: Vec<usize> = (1..=issues.len()).filter(|number| !seen.contains(number)).collect();
    groups.extend(computed(packet, issues, &left));
    groups
}

impl Group {
    /// Returns its members among the issues.
    pub(super) fn issues<'i>(&self, issues: &'i [Issue]) -> impl Iterator<Item = &'i Issue> {
        self.members.iter().filter_map(|number| issues.get(number.checked_sub(1)?))
    }

    /// Returns how bad it is: as bad as the worst of its members.
    pub fn severity(&self, issues: &[Issue]) -> Option<Severity> {
        self.issues(issues).map(|issue| issue.severity).max()
    }

    /// Returns who speaks in it, in the order of the panel.
    pub fn seats(&self, issues: &[Issue]) -> Vec<PanelSeat> {
        let mut seats: Vec<PanelSeat> = Vec::new();
        for seat in self.issues(issues).flat_map(|issue| &issue.seats) {
            if !seats.contains(seat) {
                seats.push(seat.clone());
            }
        }
        seats
    }
}

/// Groups recommendations by their words and sections, most urgent first.
fn computed(packet: &Packet, issues: &[Issue], numbers: &[usize]) -> Vec<Group> {
    let taken: Vec<(usize, &Issue)> = numbers
        .iter()
        .filter_map(|number| Some((*number, issues.get(number.checked_sub(1)?)?)))
        .collect();
    let sections: Vec<Option<String>> = taken.iter().map(|(_, issue)| section(issue)).collect();
    let clusters = if taken.len() > COMPARED {
        by_section(&sections)
    } else {
        let words: Vec<BTreeMap<String, f64>> = weighed(&taken);
        joined(&words, &sections)
    };
    let mut groups: Vec<Group> = Vec::new();
    for cluster in clusters {
        let mut members: Vec<usize> =
            cluster.iter().filter_map(|at| taken.get(*at)).map(|(number, _)| *number).collect();
        members.sort_unstable();
        let first = members.first().and_then(|number| issues.get(number.checked_sub(1)?));
        let Some(topic) = first.and_then(|issue| topic(packet, issue)) else { continue };
        groups.push(Group { members, topic, agreed: None, disputed: None, choice: None });
    }
    groups.sort_by_key(|group| group.members.first().copied());
    groups
}

/// Names what an issue is about: the heading of its section, and what is wrong in a few words.
fn topic(packet: &Packet, issue: &Issue) -> Option<Line> {
    let Some(first) = issue.claims.first() else {
        return issue
            .demand
            .as_ref()
            .and_then(|demand| Line::new(&shortened(demand.as_str(), TOPIC)));
    };
    let heading = super::issue::heading(packet, first);
    let says = shortened(&first.claim().description, TOPIC);
    Line::new(&format!("{heading}: {says}"))
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
fn weighed(taken: &[(usize, &Issue)]) -> Vec<BTreeMap<String, f64>> {
    let counts: Vec<BTreeMap<String, u32>> =
        taken.iter().map(|(_, issue)| counted(&said(issue))).collect();
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

/// Keeps the first words of a text.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() <= most {
        return words.join(" ");
    }
    let head = words.iter().take(most).copied().collect::<Vec<_>>().join(" ");
    format!("{} …", head.trim_end_matches([',', ';', ':', '.']))
}

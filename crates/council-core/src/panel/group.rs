//! Recommendations in groups: what a human decides at once, because it is about one thing.
//!
//! A chair may group; what it leaves out or names twice is put right, so that every recommendation is in exactly one group.
//! Without a chair's word the words group: [`super::cluster`].

use std::collections::BTreeSet;

use super::{
    Issue,
    cluster::{Cluster, Grouping, clusters},
};
use crate::{
    handoff::{CleanLine, PanelSeat},
    packet::Packet,
    severity::Severity,
};

/// The longest topic that is made of a finding's own words.
const TOPIC: usize = 14;

/// How many headings the topic of separate points names.
const HEADINGS: usize = 3;

/// What is decided at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionGroup {
    /// The recommendations in it, by number from 1.
    pub members: Vec<usize>,
    /// What it is about.
    pub topic: CleanLine,
    /// What the seats agree on, if somebody says so.
    pub agreed: Option<CleanLine>,
    /// Where they differ, if somebody says so.
    pub disputed: Option<CleanLine>,
    /// What a human chooses between, if somebody says so.
    pub choice: Option<CleanLine>,
    /// Whether its members say different things and stand together only to be looked at together.
    pub is_mixed: bool,
}

/// Says what keeps groups from holding each of so many recommendations exactly once; nothing where nobody grouped.
pub(super) fn fault(groups: &[DecisionGroup], count: usize) -> Option<String> {
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
pub(super) fn settled(
    packet: &Packet,
    issues: &[Issue],
    proposed: &[DecisionGroup],
    grouping: Grouping,
) -> Vec<DecisionGroup> {
    let mut seen = BTreeSet::new();
    let mut groups = Vec::new();
    for group in proposed {
        let is_new = |number: &usize| (1..=issues.len()).contains(number) && seen.insert(*number);
        let members: Vec<usize> = group.members.iter().copied().filter(is_new).collect();
        if !members.is_empty() {
            groups.push(DecisionGroup { members, ..group.clone() });
        }
    }
    let left: Vec<usize> = (1..=issues.len()).filter(|number| !seen.contains(number)).collect();
    groups.extend(computed(packet, issues, &left, grouping));
    groups
}

impl DecisionGroup {
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

/// Groups recommendations by what they say, most urgent first.
fn computed(
    packet: &Packet,
    issues: &[Issue],
    numbers: &[usize],
    grouping: Grouping,
) -> Vec<DecisionGroup> {
    let taken: Vec<(usize, &Issue)> = numbers
        .iter()
        .filter_map(|number| Some((*number, issues.get(number.checked_sub(1)?)?)))
        .collect();
    let those: Vec<&Issue> = taken.iter().map(|(_, issue)| *issue).collect();
    let mut groups: Vec<DecisionGroup> = Vec::new();
    for Cluster { members, is_mixed } in clusters(&those, grouping) {
        let those = || members.iter().filter_map(|at| taken.get(*at));
        let topic = if is_mixed {
            several(packet, those().map(|(_, issue)| *issue))
        } else {
            those().next().and_then(|(_, issue)| topic(packet, issue))
        };
        let Some(topic) = topic else { continue };
        let members = those().map(|(number, _)| *number).collect();
        groups.push(DecisionGroup {
            members,
            topic,
            agreed: None,
            disputed: None,
            choice: None,
            is_mixed,
        });
    }
    groups.sort_by_key(|group| group.members.first().copied());
    groups
}

/// Names what separate points are about: the headings of their sections.
fn several<'i>(packet: &Packet, issues: impl Iterator<Item = &'i Issue>) -> Option<CleanLine> {
    let mut headings: Vec<String> = Vec::new();
    let mut count = 0_usize;
    for issue in issues {
        count += 1;
        let heading = issue
            .claims
            .first()
            .map(|first| super::issue::heading(packet, &first.claim().location));
        headings.extend(heading.filter(|heading| !headings.contains(heading)));
    }
    let more = headings.len().saturating_sub(HEADINGS);
    headings.truncate(HEADINGS);
    let sections = headings.join(", ");
    match more {
        0 => CleanLine::new(&format!("{count} separate points: {sections}")),
        1 => CleanLine::new(&format!("{count} separate points: {sections} and 1 more section")),
        more => {
            CleanLine::new(&format!("{count} separate points: {sections} and {more} more sections"))
        }
    }
}

/// Names what an issue is about: the heading of its section, and what is wrong in a few words.
fn topic(packet: &Packet, issue: &Issue) -> Option<CleanLine> {
    let Some(first) = issue.claims.first() else {
        return issue
            .demand
            .as_ref()
            .and_then(|demand| CleanLine::new(&shortened(demand.as_str(), TOPIC)));
    };
    let heading = super::issue::heading(packet, &first.claim().location);
    let says = shortened(&first.claim().description, TOPIC);
    CleanLine::new(&format!("{heading}: {says}"))
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

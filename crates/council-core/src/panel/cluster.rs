//! Which recommendations say the same, by what they say and where.
//!
//! First whatever is alike enough is joined, and what does not belong there leaves again. A person decides about
//! twenty-five things at most, so where more are left, what one or two seats say is put together as separate points until so
//! many are left: likest first, and what more seats say later than what one says. What three say always stands by itself.

mod first;
mod joined;
mod likeness;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use self::{
    joined::Joined,
    likeness::{COMMON, Likenesses, SAME_SEAT, likenesses},
};
use super::Issue;
use crate::handoff::PanelSeat;

/// How alike two groups are at least that say the same.
const ALIKE: f64 = 0.17;
/// How much more alike a specialist's own points are to each other than to anybody else's.
const OWN_THEME: f64 = 2.0;
/// How many other points of a specialist show its theme.
const THEME: usize = 3;
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

/// Recommendations that belong together, by their places in the list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cluster {
    pub(super) members: Vec<usize>,
    /// Whether they say different things.
    pub(super) is_mixed: bool,
}

/// How recommendations are grouped that no chair groups, and how what was said is summed up. A panel is folded as it was
/// when it met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grouping {
    /// By the words of finding and quote; journals do not name it.
    #[default]
    First,
    /// By what is said, in at most so many groups as a person decides.
    Second,
    /// So, and what is like one of a group only, a specialist's own, or another rule's, stands apart from it.
    Third,
    /// So, and a finding of an earlier review is known by its section whatever the file of its version is called. The
    /// chair names the other places of a recommendation.
    Fourth,
    /// So, and nothing is said twice: a finding's recommendation does not repeat what is wrong, a seat's summary counts, and
    /// a heading is named once with its lines.
    Fifth,
}

impl Grouping {
    /// How a panel of today is grouped.
    pub const TODAY: Grouping = Grouping::Fifth;

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
    let voices = voices(issues);
    let likenesses = likenesses(issues, &voices, grouping);
    let alone = (0..issues.len()).map(|at| vec![at]).collect();
    let mut said = Joined::of(alone, &likenesses.all, &voices);
    while let Some((likeness, kept, gone)) = said.best(|_, _, likeness| likeness) {
        if likeness <= ALIKE {
            break;
        }
        said.join(kept, gone);
    }
    let groups = match grouping {
        Grouping::First | Grouping::Second => said.groups,
        Grouping::Third | Grouping::Fourth | Grouping::Fifth => said
            .groups
            .into_iter()
            .flat_map(|group| parted(issues, &voices, &likenesses, group))
            .collect(),
    };
    let sorted = |mut members: Vec<usize>| {
        members.sort_unstable();
        members
    };
    let (several, few): (Vec<_>, Vec<_>) = groups
        .into_iter()
        .map(sorted)
        .partition(|members| speakers(&voices, members).len() >= SEVERAL);
    let room = DECIDED.saturating_sub(several.len()).max(SEPARATE);
    let whole = several.into_iter().map(|members| Cluster { members, is_mixed: false });
    whole.chain(put_together(&voices, few, likenesses.all, room)).collect()
}

/// Lets go of members that do not say what the group says: such as are like fewer than half of the others, and a
/// specialist's own point, where several others say one thing.
fn parted(
    issues: &[&Issue],
    voices: &[BTreeSet<usize>],
    likenesses: &Likenesses,
    mut group: Vec<usize>,
) -> Vec<Vec<usize>> {
    let mut apart = Vec::new();
    while group.len() > 2 {
        let least = group.iter().map(|at| (half_way(&likenesses.all, &group, *at), *at));
        let least = least.min_by(|(one, _), (two, _)| one.total_cmp(two));
        let Some((_, stranger)) = least.filter(|(likeness, _)| *likeness <= ALIKE) else { break };
        group.retain(|at| *at != stranger);
        apart.push(vec![stranger]);
    }
    let is_own = |at: usize| {
        let others: Vec<usize> = group.iter().copied().filter(|other| *other != at).collect();
        let others = speakers(voices, &others);
        let own = voices.get(at).into_iter().flatten();
        others.len() - own.filter(|seat| others.contains(seat)).count() >= SEVERAL
            && has_own_theme(issues, voices, &likenesses.said, at)
    };
    let own: Vec<usize> = group.iter().copied().filter(|at| is_own(*at)).collect();
    group.retain(|at| !own.contains(at));
    apart.extend(own.into_iter().map(|at| vec![at]));
    apart.push(group);
    apart
}

/// Returns how alike a member is to half of the others at least.
fn half_way(table: &[Vec<f64>], group: &[usize], at: usize) -> f64 {
    let others = group.iter().filter(|other| **other != at);
    let mut likenesses: Vec<f64> = others.map(|other| alike(table, at, *other)).collect();
    likenesses.sort_by(f64::total_cmp);
    likenesses.get(likenesses.len() / 2).copied().unwrap_or(1.0)
}

/// Tells whether a specialist speaks of what only it looks for: such a point is far more like its other points than like
/// anybody else's, whatever sentence it quotes.
fn has_own_theme(
    issues: &[&Issue],
    voices: &[BTreeSet<usize>],
    said: &[Vec<f64>],
    at: usize,
) -> bool {
    let is_specialist =
        issues.get(at).is_some_and(|issue| issue.seats.iter().all(|seat| !seat.is_core()));
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for other in (0..issues.len()).filter(|other| *other != at) {
        let likeness = alike(said, at, other);
        if is_one_voice(voices, at, other) { own.push(likeness) } else { others.push(likeness) }
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / count(all.len().max(1));
    is_specialist && own.len() >= THEME && mean(&own) > OWN_THEME * mean(&others)
}

/// Puts groups together until there are no more than so many: those whose joining costs least, by how little they are
/// alike and how many seats speak in them.
fn put_together(
    voices: &[BTreeSet<usize>],
    few: Vec<Vec<usize>>,
    mut table: Vec<Vec<f64>>,
    room: usize,
) -> Vec<Cluster> {
    let weight: BTreeMap<usize, usize> = few
        .iter()
        .flat_map(|members| {
            let count = speakers(voices, members).len();
            members.iter().map(move |at| (*at, count))
        })
        .collect();
    for (one, row) in table.iter_mut().enumerate() {
        for (two, likeness) in row.iter_mut().enumerate() {
            if is_one_voice(voices, one, two) {
                *likeness += SAME_SEAT + ONE_VOICE;
            }
            if weight.get(&one) != weight.get(&two) {
                *likeness -= OTHER_WEIGHT;
            }
        }
    }
    let before: BTreeSet<Vec<usize>> = few.iter().cloned().collect();
    let mut left = Joined::of(few, &table, voices);
    let cost = |one: usize, two: usize, likeness: f64| {
        let (one, two) = (count(one), count(two));
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

/// Returns who speaks in each recommendation, by number.
fn voices(issues: &[&Issue]) -> Vec<BTreeSet<usize>> {
    let seats: BTreeSet<&PanelSeat> = issues.iter().flat_map(|issue| &issue.seats).collect();
    let numbers: BTreeMap<&PanelSeat, usize> =
        seats.into_iter().enumerate().map(|(number, seat)| (seat, number)).collect();
    let heard =
        |issue: &&Issue| issue.seats.iter().filter_map(|seat| numbers.get(seat).copied()).collect();
    issues.iter().map(heard).collect()
}

fn speakers(voices: &[BTreeSet<usize>], members: &[usize]) -> BTreeSet<usize> {
    members.iter().filter_map(|at| voices.get(*at)).flatten().copied().collect()
}

fn is_one_voice(voices: &[BTreeSet<usize>], one: usize, two: usize) -> bool {
    match (voices.get(one), voices.get(two)) {
        (Some(first), Some(second)) => !first.is_disjoint(second),
        (None, _) | (_, None) => false,
    }
}

fn alike(table: &[Vec<f64>], one: usize, two: usize) -> f64 {
    table.get(one).and_then(|row| row.get(two)).copied().unwrap_or(0.0)
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

fn count(things: usize) -> f64 {
    f64::from(u32::try_from(things).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;

//! How much a council's word weighs: who really sat in its seats, and how far they thought for themselves.
//!
//! Three seats with one model are one opinion three times. This is computed and stated; it changes no verdict.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    council::{Finding, Record, Round, Turned, turned},
    finding::SeatId,
    quorum::Vote,
};

/// What sits in a seat that is not filled by the rules.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mind {
    /// The model, by its whole name.
    pub model: String,
    /// The family it comes from.
    pub family: String,
}

/// How many minds took part to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// A model in every seat.
    Full,
    /// Models in more than one seat, but not in all.
    Partial,
    /// A model in one seat.
    Solo,
    /// None.
    RulesOnly,
}

impl Standing {
    /// Returns the word that records use.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Full => "FULL",
            Standing::Partial => "PARTIAL",
            Standing::Solo => "SOLO",
            Standing::RulesOnly => "RULES-ONLY",
        }
    }
}

/// How much a council's word weighs.
#[derive(Debug, Clone, PartialEq)]
pub struct Authority {
    /// How many minds took part to the end.
    pub standing: Standing,
    /// The models that did.
    pub models: BTreeSet<String>,
    /// The families they come from.
    pub families: BTreeSet<String>,
    /// How many independent votes the seats' votes are worth, from one to the number of seats.
    pub effective_votes: f64,
    /// Whether no two seats have one model, so that nothing but the text is common to what they said in the first round,
    /// in which no seat is shown what another says.
    pub is_independent: bool,
    /// How much of what two seats found in the first round both found, from 0 to 1, on average; none where nobody found
    /// anything.
    pub overlap: Option<f64>,
    /// Votes against what the seat itself said before whose reason cites neither words of the text nor another finding;
    /// they count as abstentions.
    pub turned: Vec<Turned>,
}

impl Authority {
    /// Weighs a session by what sat in its seats. A seat that is not named was filled by the rules.
    pub fn of(record: &Record, minds: &BTreeMap<SeatId, Mind>) -> Self {
        let live: BTreeMap<SeatId, Option<&Mind>> =
            record.live.iter().map(|seat| (*seat, minds.get(seat))).collect();
        let present: Vec<&Mind> = live.values().copied().flatten().collect();
        let standing = match present.len() {
            0 => Standing::RulesOnly,
            1 => Standing::Solo,
            all if all == SeatId::ALL.len() => Standing::Full,
            _ => Standing::Partial,
        };
        Self {
            standing,
            models: present.iter().map(|mind| mind.model.clone()).collect(),
            families: present.iter().map(|mind| mind.family.clone()).collect(),
            effective_votes: effective(record, &live),
            is_independent: is_independent(&live),
            overlap: overlap(record),
            turned: turned(&record.rounds, &record.findings),
        }
    }

    /// Tells whether agreement among the seats may be called consensus: more than one family has to agree.
    pub fn is_consensus(&self) -> bool {
        self.families.len() > 1
    }
}

/// Tells whether every seat is filled by something else; the rules in two seats are one.
fn is_independent(live: &BTreeMap<SeatId, Option<&Mind>>) -> bool {
    let minds: BTreeSet<_> = live.values().map(|mind| mind.map(|mind| &mind.model)).collect();
    minds.len() == live.len()
}

/// Returns how much of what two seats found in the first round both found, on average over the pairs.
fn overlap(record: &Record) -> Option<f64> {
    let first = |finding: &Finding| -> BTreeSet<SeatId> {
        let raised = finding.raised().filter(|raised| raised.round == Round::Broad);
        raised.map(|raised| raised.seat).filter(|seat| record.live.contains(seat)).collect()
    };
    let found: Vec<BTreeSet<SeatId>> = record.findings.iter().map(first).collect();
    let seats: Vec<&SeatId> = record.live.iter().collect();
    let mut shares = Vec::new();
    for (at, one) in seats.iter().enumerate() {
        for other in seats.iter().skip(at + 1) {
            let both = found.iter().filter(|by| by.contains(one) && by.contains(other)).count();
            let any = found.iter().filter(|by| by.contains(one) || by.contains(other)).count();
            if any > 0 {
                shares.push(count(both) / count(any));
            }
        }
    }
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / count(shares.len()))
}

fn count(length: usize) -> f64 {
    u32::try_from(length).map_or(0.0, f64::from)
}

/// Returns how many independent votes so many seats are worth that agree with each other so often: `n / (1 + (n - 1) r)`,
/// where `r` is the mean over pairs of how much more than half of the time two seats say the same. What has one model is
/// one mind however often it contradicts itself.
fn effective(record: &Record, live: &BTreeMap<SeatId, Option<&Mind>>) -> f64 {
    let seats: Vec<_> = live.iter().collect();
    let mut pairs = Vec::new();
    for (at, (one, mind)) in seats.iter().enumerate() {
        for (other, others_mind) in seats.iter().skip(at + 1) {
            let is_one_mind = mind.map(|mind| &mind.model) == others_mind.map(|mind| &mind.model);
            pairs.push(if is_one_mind { 1.0 } else { agreement(record, **one, **other) });
        }
    }
    if pairs.is_empty() {
        return count(seats.len());
    }
    let mean = pairs.iter().sum::<f64>() / count(pairs.len());
    count(seats.len()) / (1.0 + (count(seats.len()) - 1.0) * mean)
}

/// Returns how much more than half of the time two seats say the same of a finding, from 0 to 1.
fn agreement(record: &Record, one: SeatId, other: SeatId) -> f64 {
    let (mut same, mut both) = (0.0_f64, 0.0_f64);
    for finding in record.findings.iter() {
        if let (Some(one), Some(other)) = (stance(finding, one), stance(finding, other)) {
            both += 1.0;
            same += if one == other { 1.0 } else { 0.0 };
        }
    }
    if both > 0.0 { (2.0 * same / both - 1.0).max(0.0) } else { 0.0 }
}

/// Returns whether a seat stands behind a finding, if it says anything of it.
fn stance(finding: &Finding, seat: SeatId) -> Option<bool> {
    match finding.validity().and_then(|ballot| ballot.votes.get(seat)).map(|cast| cast.vote) {
        Some(Vote::Support) => return Some(true),
        Some(Vote::Oppose) => return Some(false),
        Some(Vote::Abstain) | None => {}
    }
    if finding.dissenting().contains(&seat) {
        return Some(false);
    }
    finding.supporting().contains(&seat).then_some(true)
}

//! How the seats of a council choose their modes: from the text alone, one seat after the other.
//!
//! `affinity = base relevance × matches / max matches` (see [`affinity`] for how matches are damped). The score is the
//! affinity, less 0.1 for each seat that already holds the mode, plus 0.1 for a category that is new to the seat and
//! 0.1 more for one that is new to the whole council. A seat takes the best scores; what the constraints demand waits
//! for as long as the free places suffice, and comes first when they do not. The same text always gives the same
//! selection.

mod affinity;
mod rationale;
mod seat;

use std::{cmp::Reverse, collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};

use super::{
    ModeCategory, ModeId, Relevance, SeatTitle, cluster_signature, role,
    signals::{self, Fired},
};
use crate::{
    finding::SeatId,
    packet::{Document, Packet},
};
use affinity::Affinities;
use seat::SeatDraft;

/// How many modes a seat holds.
pub const MODES_PER_SEAT: usize = 5;
/// How many of them must have a strong affinity to the text.
pub const STRONG_PER_SEAT: usize = 3;
/// How many categories they come from, at least.
pub const CATEGORIES_PER_SEAT: usize = 3;
/// How many places of the whole council may repeat a mode that another seat holds.
pub const OVERLAP_LIMIT: usize = 5;
/// What a mode loses for each seat that already holds it.
const OVERLAP_PENALTY: Relevance = Relevance::percent(10);
/// What a mode gains when its category is new to the seat, and again when it is new to the council.
const CATEGORY_BONUS: Relevance = Relevance::percent(10);

/// What every seat looks through, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeSelection {
    /// The signals that occur in the text, the most frequent first.
    pub signals: Vec<Fired>,
    /// One lens per seat, in the order of the seats.
    pub lenses: Vec<Lens>,
    /// What had to give way, in the protocol's order; empty when every constraint holds.
    pub relaxations: Vec<Relaxation>,
}

impl ModeSelection {
    /// Returns the distinct modes of all seats.
    pub fn modes(&self) -> BTreeSet<ModeId> {
        self.lenses.iter().flat_map(Lens::modes).collect()
    }

    /// Returns how many places repeat a mode that another seat holds: all places less the distinct modes.
    pub fn overlap(&self) -> usize {
        self.lenses.iter().map(|lens| lens.choices.len()).sum::<usize>() - self.modes().len()
    }
}

/// The five modes of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lens {
    /// The seat.
    pub seat: SeatId,
    /// Its modes, in the order in which they were chosen.
    pub choices: Vec<ModeChoice>,
    /// What it shares with which other seat; a seat with which it shares nothing is not listed.
    pub overlaps: Vec<SeatOverlap>,
}

impl Lens {
    /// Returns the modes, in the order in which they were chosen.
    pub fn modes(&self) -> Vec<ModeId> {
        self.choices.iter().map(|choice| choice.mode).collect()
    }

    /// Returns the categories present with their counts, the most frequent first.
    pub fn categories(&self) -> Vec<(ModeCategory, usize)> {
        ModeCategory::tally(&self.modes())
    }

    /// Returns the categories as one word, such as `formal-causal-meta`.
    pub fn cluster_signature(&self) -> String {
        cluster_signature(&self.modes())
    }

    /// Returns how the role follows from the modes; the session only picks one of the category's names.
    pub fn derivation(&self) -> Option<String> {
        role::derivation(&self.modes())
    }

    /// Returns the role that emerges from the modes, in a given session.
    pub fn role(&self, session: &str) -> Option<SeatTitle> {
        role::emergent(session, self.seat, &self.modes())
    }
}

/// A mode that a seat holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeChoice {
    /// The mode.
    pub mode: ModeId,
    /// How much the text calls for it.
    pub affinity: Relevance,
    /// What made the seat take it.
    pub reason: ModeReason,
    /// What matched, in a sentence.
    pub rationale: String,
    /// The score by which it was taken, in thousandths: its affinity, less what it costs that others hold it, and more for a
    /// new category. Older journals do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// What made a seat take a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ModeReason {
    /// No mode that was open to the seat had a better score.
    Score,
    /// It comes before better scores, because three modes must have a strong affinity.
    Strength,
    /// It comes before better scores, because the modes must come from three categories.
    Breadth,
    /// It comes before better scores, because one seat must hold a meta-level mode.
    Meta,
}

/// What a seat shares with another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatOverlap {
    /// The other seat.
    pub with: SeatId,
    /// The modes both hold.
    pub modes: Vec<ModeId>,
    /// What the shared modes lost in this seat's scores because the other seat held them first.
    pub penalty: Relevance,
}

/// A constraint that the text did not allow to be kept. The order is the order in which constraints give way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Relaxation {
    /// Too few modes are strong, so the seats share them without a penalty and beyond the limit.
    Overlap {
        /// How many modes reach a strong affinity.
        strong: usize,
        /// How many places may repeat a mode.
        limit: usize,
    },
    /// A seat took another mode of a category it holds, although a better score would have brought a new category.
    Categories {
        /// The seat.
        seat: SeatId,
        /// The mode it took.
        mode: ModeId,
    },
    /// The text does not speak strongly enough for three modes.
    Affinity {
        /// How many modes reach a strong affinity.
        strong: usize,
    },
}

impl Relaxation {
    /// Returns what gave way, in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Relaxation::Overlap { .. } => "overlap",
            Relaxation::Categories { .. } => "categories",
            Relaxation::Affinity { .. } => "affinity",
        }
    }
}

impl fmt::Display for Relaxation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Relaxation::Overlap { strong, limit } => write!(
                f,
                "only {strong} modes reach an affinity of {}, so the seats share them without a \
                 penalty: {limit} places may repeat a mode instead of {OVERLAP_LIMIT}",
                Relevance::STRONG
            ),
            Relaxation::Categories { seat, mode } => write!(
                f,
                "{seat} takes another mode of {} ({mode}) before one of a new category, so that \
                 {STRONG_PER_SEAT} of its modes reach an affinity of {}",
                mode.category(),
                Relevance::STRONG
            ),
            Relaxation::Affinity { strong } => write!(
                f,
                "the text speaks strongly for {strong} of the {} modes, so no seat can hold \
                 {STRONG_PER_SEAT} with an affinity of {}",
                ModeId::COUNT,
                Relevance::STRONG
            ),
        }
    }
}

/// Sorts modes by how much a text calls for them, the strongest first; equal ones stay in their order.
pub fn rank(text: &str, modes: &mut [ModeId]) {
    let affinities = Affinities::of(&signals::fired(text));
    modes.sort_by_key(|mode| Reverse(affinities.of_mode(*mode)));
}

/// Chooses five modes for every seat from the words of a packet.
pub fn select_for(packet: &Packet, seats: &[SeatId]) -> ModeSelection {
    let texts: Vec<&str> = packet.documents.iter().map(Document::text).collect();
    select(&texts.join("\n"), seats)
}

/// Chooses five modes for every seat from the words of a text.
pub fn select(text: &str, seats: &[SeatId]) -> ModeSelection {
    let signals = signals::fired(text);
    let affinities = Affinities::of(&signals);
    let terms = ConstraintTerms::of(&affinities, seats.len());

    let mut lenses: Vec<Lens> = Vec::new();
    let mut relaxations = terms.relaxations();
    for (turn, seat) in seats.iter().enumerate() {
        let draft = SeatDraft::open(&affinities, &terms, &lenses, seats.len() - turn);
        let picks = draft.complete();
        for pick in &picks {
            if pick.repeats_category {
                relaxations.push(Relaxation::Categories { seat: *seat, mode: pick.mode });
            }
        }
        let choices = picks.into_iter().map(|pick| ModeChoice {
            mode: pick.mode,
            affinity: affinities.of_mode(pick.mode),
            reason: pick.reason,
            rationale: rationale::of(pick.mode, pick.reason, &signals),
            score: Some(pick.score),
        });
        lenses.push(Lens { seat: *seat, choices: choices.collect(), overlaps: Vec::new() });
    }
    relaxations.sort();
    note_overlaps(&mut lenses, terms.penalty);
    ModeSelection { signals, lenses, relaxations }
}

/// What the constraints come to for one text.
struct ConstraintTerms {
    strong: usize,
    strong_per_seat: usize,
    overlap_limit: usize,
    penalty: Relevance,
}

impl ConstraintTerms {
    /// Settles what can be kept: the seats need `3 × seats` strong places, and every place beyond the number of strong
    /// modes repeats one.
    fn of(affinities: &Affinities, seats: usize) -> ConstraintTerms {
        let strong = affinities.strong().len();
        let strong_per_seat = strong.min(STRONG_PER_SEAT);
        let repeats = (strong_per_seat * seats).saturating_sub(strong);
        let relaxed = repeats > OVERLAP_LIMIT;
        ConstraintTerms {
            strong,
            strong_per_seat,
            overlap_limit: repeats.max(OVERLAP_LIMIT),
            penalty: if relaxed { Relevance::default() } else { OVERLAP_PENALTY },
        }
    }

    fn relaxations(&self) -> Vec<Relaxation> {
        let mut relaxations = Vec::new();
        if self.overlap_limit > OVERLAP_LIMIT {
            relaxations
                .push(Relaxation::Overlap { strong: self.strong, limit: self.overlap_limit });
        }
        if self.strong_per_seat < STRONG_PER_SEAT {
            relaxations.push(Relaxation::Affinity { strong: self.strong });
        }
        relaxations
    }
}

/// Writes into every lens what it shares with which other; only the seat that chose later has paid for it.
fn note_overlaps(lenses: &mut [Lens], penalty: Relevance) {
    let held: Vec<(SeatId, Vec<ModeId>)> =
        lenses.iter().map(|lens| (lens.seat, lens.modes())).collect();
    for (turn, lens) in lenses.iter_mut().enumerate() {
        let own = lens.modes();
        for (other, (seat, modes)) in held.iter().enumerate() {
            let shared: Vec<ModeId> =
                own.iter().copied().filter(|mode| other != turn && modes.contains(mode)).collect();
            if shared.is_empty() {
                continue;
            }
            let paid = if other < turn { shared.len() } else { 0 };
            lens.overlaps.push(SeatOverlap {
                with: *seat,
                modes: shared,
                penalty: penalty.times(paid),
            });
        }
    }
}

#[cfg(test)]
mod tests;

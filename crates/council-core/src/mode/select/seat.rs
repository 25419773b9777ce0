//! One seat's choice: the best scores, as long as what is owed still fits into the places that are left.
//!
//! Taking the best mode that leaves the rest possible is enough, without a search: three of five places pay for strength
//! and the other two can be filled from any category, so they always bring two new ones, a meta-level mode among them.
//! Only the supply of strong modes can run out, and that is counted.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{
    Affinities, CATEGORIES_PER_SEAT, CATEGORY_BONUS, ConstraintTerms, Lens, MODES_PER_SEAT,
    ModeReason,
};
use crate::mode::{Mode, ModeCategory, ModeId};

/// A mode a seat has taken.
pub(super) struct Pick {
    pub(super) mode: ModeId,
    pub(super) reason: ModeReason,
    /// It repeats a category of the seat where a better score would have brought a new one.
    pub(super) repeats_category: bool,
    /// The score by which it was taken, in thousandths.
    pub(super) score: i32,
}

/// A seat's choice in the making.
pub(super) struct SeatDraft<'a> {
    affinities: &'a Affinities,
    terms: &'a ConstraintTerms,
    /// How many earlier seats hold a mode.
    held: BTreeMap<ModeId, i32>,
    /// The categories of those modes.
    categories_held: BTreeSet<ModeCategory>,
    /// How many places this seat may fill with modes that are held already.
    allowance: usize,
    /// How many places this seat and those after it may fill with modes that are held already.
    overlap_left: usize,
    /// How many seats choose after this one.
    later: usize,
    /// This is the last seat and none before it holds a meta-level mode.
    meta_due: bool,
}

/// Why a seat may not take a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ModeRefusal {
    /// Other seats hold it, and what may be shared is needed elsewhere or used up.
    Held,
    /// The places left are needed for what the seat still owes.
    Owed,
    /// It is left to a later seat, which would have to repeat a mode without it.
    Left,
}

/// What the seat still owes when it has made some picks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Owed {
    strong: usize,
    categories: usize,
    meta: usize,
}

impl Owed {
    /// Returns how many places pay for it: strength is reckoned apart, since any weak mode can bring a new category,
    /// and a meta-level mode is one.
    fn places(self) -> usize {
        self.strong + self.categories.max(self.meta)
    }
}

impl<'a> SeatDraft<'a> {
    /// Opens the choice of the next seat after `before`; `turns` seats, this one included, are still to choose.
    pub(super) fn open(
        affinities: &'a Affinities,
        terms: &'a ConstraintTerms,
        before: &[Lens],
        turns: usize,
    ) -> SeatDraft<'a> {
        let mut held = BTreeMap::new();
        for mode in before.iter().flat_map(Lens::modes) {
            *held.entry(mode).or_default() += 1;
        }
        let spent = before.len() * MODES_PER_SEAT - held.len();
        let left = terms.overlap_limit.saturating_sub(spent);
        // The limit is shared out evenly, so that the second seat does not become a copy of the first.
        let allowance = left / turns.max(1);
        SeatDraft {
            affinities,
            terms,
            allowance: if before.is_empty() { 0 } else { allowance },
            overlap_left: left,
            later: turns.saturating_sub(1),
            categories_held: held.keys().map(|mode| mode.category()).collect(),
            meta_due: turns == 1 && !held.keys().any(|mode| mode.is_meta()),
            held,
        }
    }

    /// Chooses five modes.
    pub(super) fn complete(&self) -> Vec<Pick> {
        let mut picks: Vec<Pick> = Vec::new();
        while picks.len() < MODES_PER_SEAT {
            let taken: Vec<ModeId> = picks.iter().map(|pick| pick.mode).collect();
            let ranked = self.ranked(&taken);
            let refusals: Vec<(ModeId, ModeRefusal)> = ranked
                .iter()
                .map_while(|mode| Some((*mode, self.refusal(&taken, *mode)?)))
                .collect();
            let Some(mode) = ranked.get(refusals.len()) else {
                break;
            };
            picks.push(self.pick(&taken, *mode, &refusals));
        }
        picks
    }

    /// Returns the modes that are not taken, the best score first; equal scores go to the mode that has more to say
    /// about specifications in general, then to the lower number.
    fn ranked(&self, taken: &[ModeId]) -> Vec<ModeId> {
        let mut modes: Vec<&Mode> =
            Mode::all().iter().filter(|mode| !taken.contains(&mode.id)).collect();
        modes.sort_by_cached_key(|mode| {
            (Reverse(self.score(taken, mode.id)), Reverse(mode.base_relevance))
        });
        modes.into_iter().map(|mode| mode.id).collect()
    }

    fn score(&self, taken: &[ModeId], mode: ModeId) -> i32 {
        let holders = self.held.get(&mode).copied().unwrap_or_default();
        let penalty = holders * self.terms.penalty.thousandths();
        let bonus = if !is_new_category(taken, mode) {
            0
        } else if self.categories_held.contains(&mode.category()) {
            CATEGORY_BONUS.thousandths()
        } else {
            2 * CATEGORY_BONUS.thousandths()
        };
        self.affinities.of_mode(mode).thousandths() - penalty + bonus
    }

    /// Says why the seat, or those after it, could not keep their constraints once it takes a mode.
    fn refusal(&self, taken: &[ModeId], mode: ModeId) -> Option<ModeRefusal> {
        let after: Vec<ModeId> = taken.iter().copied().chain([mode]).collect();
        let repeated = after.iter().filter(|mode| self.held.contains_key(mode)).count();
        if repeated > self.allowance {
            return Some(ModeRefusal::Held);
        }
        let owed = self.owed(&after);
        if owed.places() > MODES_PER_SEAT - after.len() {
            return Some(ModeRefusal::Owed);
        }
        let open = self.affinities.strong().iter().copied().filter(|mode| !after.contains(mode));
        let (shared, free): (Vec<ModeId>, Vec<ModeId>) =
            open.partition(|mode| self.held.contains_key(mode));
        if owed.strong > free.len() + shared.len().min(self.allowance - repeated) {
            return Some(ModeRefusal::Held);
        }
        let repeats_later = (self.terms.strong_per_seat * self.later).saturating_sub(free.len());
        (repeated + repeats_later > self.overlap_left).then_some(ModeRefusal::Left)
    }

    fn owed(&self, taken: &[ModeId]) -> Owed {
        let strong =
            taken.iter().filter(|mode| self.affinities.of_mode(**mode).is_strong()).count();
        let categories: BTreeSet<ModeCategory> = taken.iter().map(|mode| mode.category()).collect();
        let meta = self.meta_due && !taken.iter().any(|mode| mode.is_meta());
        Owed {
            strong: self.terms.strong_per_seat.saturating_sub(strong),
            categories: CATEGORIES_PER_SEAT.saturating_sub(categories.len()),
            meta: usize::from(meta),
        }
    }

    /// Says why a mode was taken, and whether better scores had to stand back for what the seat owes.
    fn pick(&self, taken: &[ModeId], mode: ModeId, refusals: &[(ModeId, ModeRefusal)]) -> Pick {
        let mut overruled = refusals.iter().filter(|(_, refusal)| *refusal == ModeRefusal::Owed);
        let owed = self.owed(taken);
        let reason = if overruled.clone().next().is_none() {
            ModeReason::Score
        } else if owed.meta > 0 && mode.is_meta() {
            ModeReason::Meta
        } else if owed.strong > 0 && self.affinities.of_mode(mode).is_strong() {
            ModeReason::Strength
        } else {
            ModeReason::Breadth
        };
        let repeats_category = reason == ModeReason::Strength
            && !is_new_category(taken, mode)
            && overruled.any(|(better, _)| is_new_category(taken, *better));
        Pick { mode, reason, repeats_category, score: self.score(taken, mode) }
    }
}

fn is_new_category(taken: &[ModeId], mode: ModeId) -> bool {
    !taken.iter().any(|held| held.category() == mode.category())
}

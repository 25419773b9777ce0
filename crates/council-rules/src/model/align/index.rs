//! Which earlier statements may be about the same thing: those that share a rare stem.

use std::mem;

use super::statement::{Place, Stem};

/// How many of the rarest stems of a statement are looked up.
const LOOKED_UP: usize = 4;

/// How many statements that hold a stem are looked at, the latest first.
const REACH: usize = 12;

/// How many statements are compared with one.
pub(super) const COMPARED: usize = 6;

/// Which statements hold which stems. A slot may stand for several stems: what is found is compared anyway.
pub(super) struct Index {
    /// How many statements hold the stems of each slot.
    counts: Vec<u16>,
    /// The last place in the list for each slot, from one.
    heads: Vec<u32>,
    /// A statement, and the place before it for the same slot.
    places: Vec<(u32, u32)>,
    found: Vec<u32>,
    counted: Vec<(usize, u32)>,
}

impl Index {
    /// Counts the stems of all statements.
    pub(super) fn of(stems: &[Stem]) -> Self {
        let slots = stems.len().next_power_of_two().max(64);
        let mut index = Self {
            counts: vec![0; slots],
            heads: vec![0; slots],
            places: Vec::with_capacity(stems.len()),
            found: Vec::new(),
            counted: Vec::new(),
        };
        for stem in stems {
            let slot = index.slot(stem.id);
            if let Some(count) = index.counts.get_mut(slot) {
                *count = count.saturating_add(1);
            }
        }
        index
    }

    fn slot(&self, id: u32) -> usize {
        let mixed = id.wrapping_mul(0x9e37_79b1);
        (mixed >> 7) as usize & (self.counts.len() - 1)
    }

    /// Adds a statement.
    pub(super) fn insert(&mut self, statement: u32, stems: &[Stem]) {
        for stem in stems.iter().filter(|stem| stem.place != Place::Condition) {
            let slot = self.slot(stem.id);
            if self.counts.get(slot).is_none_or(|count| *count < 2) {
                continue;
            }
            let next = u32::try_from(self.places.len() + 1).unwrap_or(u32::MAX);
            if let Some(head) = self.heads.get_mut(slot) {
                self.places.push((statement, *head));
                *head = next;
            }
        }
    }

    /// Returns the earlier statements that share the rarest stems, those that share the most first.
    pub(super) fn candidates(&mut self, stems: &[Stem]) -> &[u32] {
        self.found.clear();
        let mut rare = [(u16::MAX, u32::MAX); LOOKED_UP];
        for stem in stems.iter().filter(|stem| stem.place != Place::Condition) {
            let slot = self.slot(stem.id);
            let count = self.counts.get(slot).copied().unwrap_or_default();
            if count >= 2 {
                keep_rarest(&mut rare, (count, u32::try_from(slot).unwrap_or_default()));
            }
        }
        for (_, slot) in rare {
            let mut at = self.heads.get(slot as usize).copied().unwrap_or_default();
            for _ in 0..REACH {
                let place = (at as usize).checked_sub(1).and_then(|at| self.places.get(at));
                let Some((statement, before)) = place else { break };
                self.found.push(*statement);
                at = *before;
            }
        }
        self.found.sort_unstable();
        let each = self.found.chunk_by(|one, other| one == other);
        self.counted.clear();
        self.counted.extend(each.filter_map(|same| Some((same.len(), *same.first()?))));
        self.counted.sort_unstable_by_key(|(count, statement)| (usize::MAX - count, *statement));
        self.found.clear();
        self.found.extend(self.counted.iter().take(COMPARED).map(|(_, statement)| *statement));
        &self.found
    }
}

/// Keeps the rarest slots with how often each is held, the rarest first.
fn keep_rarest(rare: &mut [(u16, u32)], slot: (u16, u32)) {
    let mut left = slot;
    for kept in rare {
        if left < *kept {
            mem::swap(kept, &mut left);
        }
    }
}

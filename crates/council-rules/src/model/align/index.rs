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
        // What is said of a whole statement makes a condition of it: `nothing ships until …`.
        let conditions = stems.iter().filter(|stem| stem.place == Place::Condition).count();
        let is_around = conditions * 2 > stems.len();
        for stem in stems.iter().filter(|stem| is_around || stem.place != Place::Condition) {
            let slot = self.slot(stem.id);
            let count = self.counts.get(slot).copied().unwrap_or_default();
            if count >= 2 {
                keep_rarest(&mut rare, (count, u32::try_from(slot).unwrap_or_default()));
            }
        }
        let (mut all, mut len) = ([0; LOOKED_UP * REACH], 0);
        for (_, slot) in rare {
            let mut last = self.heads.get(slot as usize).copied().unwrap_or_default();
            for _ in 0..REACH {
                let at = (last as usize).checked_sub(1).and_then(|at| self.places.get(at));
                let (Some((statement, before)), Some(place)) = (at, all.get_mut(len)) else {
                    break;
                };
                (*place, last, len) = (*statement, *before, len + 1);
            }
        }
        let all = all.get_mut(..len).unwrap_or_default();
        all.sort_unstable();
        let (mut most, mut singles) = ([(0, u32::MAX); COMPARED], [0; COMPARED]);
        let mut single = 0;
        for same in all.chunk_by(|one, other| one == other) {
            match same {
                // Nearly all are found once, and the earliest of these come last.
                [statement] => {
                    if let Some(place) = singles.get_mut(single) {
                        (*place, single) = (*statement, single + 1);
                    }
                }
                [statement, ..] => keep_commonest(&mut most, (same.len(), *statement)),
                [] => {}
            }
        }
        self.found.extend(most.iter().filter(|(count, _)| *count > 0).map(|(_, at)| *at));
        let room = COMPARED - self.found.len();
        self.found.extend(singles.iter().take(single.min(room)));
        &self.found
    }
}

/// Keeps the statements that were found most often, and the earlier of those that were found as often.
fn keep_commonest(most: &mut [(usize, u32)], found: (usize, u32)) {
    let mut left = found;
    for kept in most {
        if left.0 > kept.0 || left.0 == kept.0 && left.1 < kept.1 {
            mem::swap(kept, &mut left);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_share_the_most_come_first_and_then_the_earliest() {
        let stem = |id| Stem { id, weight: 1, count: 1, place: Place::Subject, qualifies: false };
        let statements = [vec![1, 9], vec![2, 9], vec![3, 8], vec![1, 2, 8], vec![1, 2, 3]];
        let statements = statements.map(|ids| ids.into_iter().map(stem).collect::<Vec<_>>());
        let mut index = Index::of(&statements.concat());
        let [earlier @ .., last] = &statements;
        for (at, stems) in (0..).zip(earlier) {
            index.insert(at, stems);
        }
        assert_eq!(index.candidates(last), [3, 0, 1, 2]);
        // However many there are, no more than a few are compared.
        let many = vec![stem(5); 20];
        let mut index = Index::of(&many);
        for (at, stem) in (0..).zip(&many) {
            index.insert(at, std::slice::from_ref(stem));
        }
        assert_eq!(index.candidates(&[stem(5)]), [8, 9, 10, 11, 12, 13]);
    }
}

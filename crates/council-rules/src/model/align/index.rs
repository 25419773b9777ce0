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
        for stem in stems.iter().filter(|stem| stem.place != Place::Condition) {
            let slot = self.slot(stem.id);
            let count = self.counts.get(slot).copied().unwrap_or_default();
            if count >= 2 {
                keep_rarest(&mut rare, (count, u32::try_from(slot).unwrap_or_default()));
            }
        }
        let mut lists = rare.map(|(_, slot)| {
            let first = self.heads.get(slot as usize).copied().unwrap_or_default();
            let mut list = List { statement: 0, before: first, left: REACH };
            list.advance(&self.places);
            list
        });
        let (mut most, mut singles) = ([(0, u32::MAX); COMPARED], [0; COMPARED]);
        let mut single = 0;
        loop {
            // Each list has its latest statement first, so the latest of all is the first of some of them.
            let latest = lists.iter().fold(0, |latest, list| latest.max(list.statement));
            let Some(statement) = latest.checked_sub(1) else { break };
            let mut count = 0;
            for list in &mut lists {
                while list.statement == latest {
                    list.advance(&self.places);
                    count += 1;
                }
            }
            // Nearly all are found once, and the earliest of these come last.
            if count > 1 {
                keep_commonest(&mut most, (count, statement));
            } else if let Some(place) = singles.get_mut(single % COMPARED) {
                *place = statement;
                single += 1;
            }
        }
        self.found.extend(most.iter().filter(|(count, _)| *count > 0).map(|(_, at)| *at));
        let room = COMPARED - self.found.len();
        let earliest = (single.saturating_sub(room)..single).rev();
        self.found.extend(earliest.filter_map(|at| singles.get(at % COMPARED)));
        &self.found
    }
}

/// The statements that hold a stem, the latest first.
struct List {
    /// The next one, counted from one; none where there is no other.
    statement: u32,
    /// The place of the one before it, from one.
    before: u32,
    /// How many more are looked at.
    left: usize,
}

impl List {
    fn advance(&mut self, places: &[(u32, u32)]) {
        let at = (self.before as usize).checked_sub(1).filter(|_| self.left > 0);
        let (statement, before) =
            at.and_then(|at| places.get(at)).map_or((0, 0), |(own, before)| (own + 1, *before));
        (self.statement, self.before) = (statement, before);
        self.left = self.left.saturating_sub(1);
    }
}

/// Keeps the statements that were found most often, and the earlier of those that were found as often.
fn keep_commonest(most: &mut [(u32, u32)], found: (u32, u32)) {
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

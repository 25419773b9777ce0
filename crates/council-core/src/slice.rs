//! How a packet that is too long for its budget is shared out among the seats, section by section.
//!
//! A seat reads a run of sections that begins at its share of the whole and goes on, round the end, as far as there is
//! room. So the seats together read as much as fits, and what is left of their room is read twice.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    finding::SeatId,
    packet::{Packet, Span},
};

/// A part of a packet that is read whole or not at all: what stands below one heading, or before the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketSlice<'a> {
    /// The document it is in.
    pub path: &'a str,
    /// The section's name in the document; none before the first heading.
    pub anchor: Option<&'a str>,
    /// Where it stands in the document.
    pub span: Span,
    /// Its text.
    pub text: &'a str,
}

/// Which pieces of a packet each seat reads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slices {
    /// The pieces, by where they stand.
    pub pieces: Vec<String>,
    /// What each seat reads, by place in this list. A seat that is not named reads everything.
    pub read: BTreeMap<SeatId, BTreeSet<usize>>,
}

impl Slices {
    /// Shares a packet out among seats that have room for so much each, where every piece has its weight.
    pub fn share(
        packet: &Packet,
        seats: &[SeatId],
        room: u64,
        weigh: impl Fn(&str) -> u64,
    ) -> Self {
        let pieces = pieces(packet);
        let weights: Vec<u64> = pieces.iter().map(|piece| weigh(piece.text)).collect();
        let named = |piece: &PacketSlice<'_>| match piece.anchor {
            Some(anchor) => format!("{}#{anchor}", piece.path),
            None => piece.path.to_owned(),
        };
        Self {
            pieces: pieces.iter().map(named).collect(),
            read: seats.iter().copied().zip(runs(&weights, seats.len(), room)).collect(),
        }
    }

    /// Returns the pieces that none of the seats reads.
    pub fn unread(&self) -> impl Iterator<Item = &str> {
        let is_read = |at: &usize| self.read.values().any(|read| read.contains(at));
        let pieces = self.pieces.iter().enumerate();
        pieces.filter(move |(at, _)| !is_read(at)).map(|(_, name)| name.as_str())
    }

    /// Returns the pieces that a seat reads.
    pub fn of(&self, seat: SeatId) -> impl Iterator<Item = &str> {
        let read = self.read.get(&seat).into_iter().flatten();
        read.filter_map(|at| self.pieces.get(*at)).map(String::as_str)
    }
}

/// Returns a packet's pieces in order; together they are the packet.
pub fn pieces(packet: &Packet) -> Vec<PacketSlice<'_>> {
    let mut pieces = Vec::new();
    for document in &packet.documents {
        let mut starts: Vec<(usize, Option<&str>)> = document
            .sections
            .iter()
            .map(|section| (section.span.start, Some(section.anchor.as_str())))
            .collect();
        starts.sort_by_key(|(start, _)| *start);
        starts.dedup_by_key(|(start, _)| *start);
        if starts.first().is_none_or(|(start, _)| *start > 0) {
            starts.insert(0, (0, None));
        }
        let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([document.text().len()]);
        for ((start, anchor), end) in starts.iter().zip(ends) {
            let span = Span::new(*start, end);
            let text = document.slice(span);
            if !text.is_empty() {
                pieces.push(PacketSlice { path: document.path(), anchor: *anchor, span, text });
            }
        }
    }
    pieces
}

/// Returns what each of so many seats reads.
fn runs(weights: &[u64], seats: usize, room: u64) -> Vec<BTreeSet<usize>> {
    let mut total = 0;
    let mut before = Vec::with_capacity(weights.len());
    for weight in weights {
        before.push(total);
        total += weight;
    }
    let count = u64::try_from(seats.max(1)).unwrap_or(u64::MAX);
    (0..count)
        .map(|seat| {
            let share = total.saturating_mul(seat) / count;
            let first = before.iter().position(|sum| *sum >= share).unwrap_or_default();
            let mut left = room;
            let run = weights.iter().enumerate().cycle().skip(first).take(weights.len());
            let fits = run.filter(|(_, weight)| {
                let rest = left.checked_sub(**weight);
                left = rest.unwrap_or(left);
                rest.is_some()
            });
            fits.map(|(at, _)| at).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn three_seats_with_room_for_a_third_each_read_everything_once() {
        let runs = runs(&[10; 9], 3, 30);
        assert_eq!(runs, [[0, 1, 2], [3, 4, 5], [6, 7, 8]].map(BTreeSet::from));
    }

    #[test]
    fn room_that_is_left_is_used_to_read_on() {
        let runs = runs(&[10; 3], 3, 20);
        assert_eq!(runs, [[0, 1], [1, 2], [2, 0]].map(BTreeSet::from));
    }

    #[test]
    fn what_fits_nowhere_is_read_by_nobody_and_the_rest_is() {
        let runs = runs(&[10, 500, 10], 2, 20);
        assert!(runs.iter().all(|run| *run == BTreeSet::from([0, 2])), "{runs:?}");
    }

    proptest! {
        #[test]
        fn no_seat_reads_more_than_it_has_room_for_and_what_is_left_out_did_not_fit(
            weights in prop::collection::vec(1_u64..60, 0..30),
            seats in 1_usize..4,
            room in 0_u64..200,
        ) {
            for run in runs(&weights, seats, room) {
                let used: u64 = run.iter().map(|at| weights[*at]).sum();
                prop_assert!(used <= room);
                for (at, weight) in weights.iter().enumerate() {
                    prop_assert!(run.contains(&at) || used + weight > room);
                }
            }
        }
    }
}

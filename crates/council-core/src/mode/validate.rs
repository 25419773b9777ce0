//! A declared selection against the constraints, whoever made it.

use std::{collections::BTreeSet, fmt};

use super::{
    CATEGORIES_PER_SEAT, MODES_PER_SEAT, ModeCategory, ModeId, OVERLAP_LIMIT, Relevance,
    STRONG_PER_SEAT,
};
use crate::{finding::SeatId, gate::Weight};

/// A constraint that a declared selection breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModeViolation {
    /// A seat of the council declares nothing.
    SeatMissing(SeatId),
    /// A seat declares its modes twice.
    SeatRepeated(SeatId),
    /// A seat holds more or fewer than five modes.
    Count {
        /// The seat.
        seat: SeatId,
        /// How many modes it lists.
        count: usize,
    },
    /// A seat holds a mode twice.
    Duplicate {
        /// The seat.
        seat: SeatId,
        /// The mode.
        mode: ModeId,
    },
    /// Fewer than three of a seat's modes have a strong affinity.
    Affinity {
        /// The seat.
        seat: SeatId,
        /// How many have.
        strong: usize,
    },
    /// No seat holds a meta-level mode.
    MetaMissing,
    /// The seats share too many modes.
    Overlap {
        /// How many places repeat a mode of another seat.
        overlap: usize,
    },
    /// A seat's modes come from fewer than three categories.
    Categories {
        /// The seat.
        seat: SeatId,
        /// How many categories they come from.
        count: usize,
    },
}

impl ModeViolation {
    /// Returns a stable name.
    pub fn code(&self) -> &'static str {
        match self {
            ModeViolation::SeatMissing(_) => "mode-seat-missing",
            ModeViolation::SeatRepeated(_) => "mode-seat-repeated",
            ModeViolation::Count { .. } => "mode-count",
            ModeViolation::Duplicate { .. } => "mode-duplicate",
            ModeViolation::Affinity { .. } => "mode-affinity",
            ModeViolation::MetaMissing => "mode-meta-missing",
            ModeViolation::Overlap { .. } => "mode-overlap",
            ModeViolation::Categories { .. } => "mode-categories",
        }
    }

    /// Returns whether the contracts say MUST (a block) or SHOULD (an advisory).
    ///
    /// The protocol lists overlap and categories among the checks before the first round, the state schema calls them
    /// SHOULD, and the protocol itself relaxes them when they cannot be met: they are advisories.
    pub fn weight(&self) -> Weight {
        match self {
            ModeViolation::SeatMissing(_)
            | ModeViolation::SeatRepeated(_)
            | ModeViolation::Count { .. }
            | ModeViolation::Duplicate { .. }
            | ModeViolation::Affinity { .. }
            | ModeViolation::MetaMissing => Weight::Block,
            ModeViolation::Overlap { .. } | ModeViolation::Categories { .. } => Weight::Advisory,
        }
    }
}

impl fmt::Display for ModeViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModeViolation::SeatMissing(seat) => {
                write!(f, "`{seat}` declares no modes, expected {MODES_PER_SEAT}")
            }
            ModeViolation::SeatRepeated(seat) => write!(f, "`{seat}` declares its modes twice"),
            ModeViolation::Count { seat, count } => {
                let modes = counted(*count, "mode", "modes");
                write!(f, "`{seat}` has {modes}, expected exactly {MODES_PER_SEAT}")
            }
            ModeViolation::Duplicate { seat, mode } => {
                write!(f, "`{seat}` lists mode {mode} ({}) more than once", mode.mode().name)
            }
            ModeViolation::Affinity { seat, strong } => write!(
                f,
                "`{seat}` has {} with an affinity of {} or more, expected at least {STRONG_PER_SEAT}",
                counted(*strong, "mode", "modes"),
                Relevance::STRONG
            ),
            ModeViolation::MetaMissing => {
                f.write_str("no seat holds a meta-level mode, expected one of 75 to 80")
            }
            ModeViolation::Overlap { overlap } => write!(
                f,
                "{overlap} places repeat a mode of another seat, expected at most {OVERLAP_LIMIT}"
            ),
            ModeViolation::Categories { seat, count } => write!(
                f,
                "`{seat}` has modes from {}, expected at least {CATEGORIES_PER_SEAT}",
                counted(*count, "category", "categories")
            ),
        }
    }
}

/// Holds what the seats declare against every constraint that needs no affinities.
pub fn validate(declared: &[(SeatId, Vec<ModeId>)]) -> Vec<ModeViolation> {
    let mut violations = Vec::new();
    for seat in SeatId::ALL {
        match declared.iter().filter(|(declaring, _)| *declaring == seat).count() {
            0 => violations.push(ModeViolation::SeatMissing(seat)),
            1 => {}
            _ => violations.push(ModeViolation::SeatRepeated(seat)),
        }
    }
    for (seat, modes) in declared {
        violations.extend(violations_of_seat(*seat, modes));
    }
    let sets: Vec<BTreeSet<ModeId>> =
        declared.iter().map(|(_, modes)| modes.iter().copied().collect()).collect();
    let council: BTreeSet<ModeId> = sets.iter().flatten().copied().collect();
    if !council.iter().any(|mode| mode.is_meta()) {
        violations.push(ModeViolation::MetaMissing);
    }
    let overlap = sets.iter().map(BTreeSet::len).sum::<usize>() - council.len();
    if overlap > OVERLAP_LIMIT {
        violations.push(ModeViolation::Overlap { overlap });
    }
    violations
}

/// Holds declared affinities against the minimum, for files that carry them.
pub fn validate_affinities(declared: &[(SeatId, Vec<Relevance>)]) -> Vec<ModeViolation> {
    let strong = |affinities: &[Relevance]| {
        affinities.iter().filter(|affinity| affinity.is_strong()).count()
    };
    declared
        .iter()
        .map(|(seat, affinities)| (*seat, strong(affinities)))
        .filter(|(_, strong)| *strong < STRONG_PER_SEAT)
        .map(|(seat, strong)| ModeViolation::Affinity { seat, strong })
        .collect()
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn violations_of_seat(seat: SeatId, modes: &[ModeId]) -> Vec<ModeViolation> {
    let mut violations = Vec::new();
    if modes.len() != MODES_PER_SEAT {
        violations.push(ModeViolation::Count { seat, count: modes.len() });
    }
    let mut seen = BTreeSet::new();
    let repeated: BTreeSet<ModeId> =
        modes.iter().copied().filter(|mode| !seen.insert(*mode)).collect();
    violations.extend(repeated.into_iter().map(|mode| ModeViolation::Duplicate { seat, mode }));
    let count = ModeCategory::tally(modes).len();
    // A seat without any mode is told about the modes only.
    if !modes.is_empty() && count < CATEGORIES_PER_SEAT {
        violations.push(ModeViolation::Categories { seat, count });
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(seats: [&[u8]; 3]) -> Vec<(SeatId, Vec<ModeId>)> {
        let modes = seats.map(|numbers| numbers.iter().map(|n| ModeId::new(*n).unwrap()).collect());
        SeatId::ALL.into_iter().zip(modes).collect()
    }

    fn check(seats: [&[u8]; 3], expected: &[&str]) {
        let violations = validate(&declared(seats));
        let codes: Vec<&str> = violations.iter().map(ModeViolation::code).collect();
        assert_eq!(codes, expected, "{violations:?}");
    }

    const SECOND: &[u8] = &[19, 49, 56, 65, 41];
    const THIRD: &[u8] = &[25, 31, 44, 62, 70];

    #[test]
    fn a_sound_selection_breaks_nothing() {
        check([&[1, 7, 8, 43, 75], SECOND, THIRD], &[]);
    }

    #[test]
    fn four_or_six_modes_are_not_five() {
        check([&[1, 7, 43, 75], SECOND, THIRD], &["mode-count"]);
        check([&[1, 7, 8, 43, 75, 79], SECOND, THIRD], &["mode-count"]);
        check([&[], SECOND, &[25, 31, 44, 62, 75]], &["mode-count"]);
    }

    #[test]
    fn a_mode_held_twice_by_one_seat_is_a_duplicate_and_no_overlap() {
        check([&[1, 1, 7, 43, 75], SECOND, THIRD], &["mode-duplicate"]);
    }

    #[test]
    fn somebody_must_watch_the_reasoning_itself() {
        check([&[1, 7, 8, 43, 74], SECOND, THIRD], &["mode-meta-missing"]);
    }

    #[test]
    fn five_shared_places_are_allowed_and_six_are_not() {
        let first: &[u8] = &[1, 19, 49, 56, 75];
        check([first, SECOND, &[1, 19, 44, 62, 70]], &[]);
        check([first, SECOND, &[1, 19, 49, 62, 70]], &["mode-overlap"]);
    }

    #[test]
    fn two_categories_are_too_few() {
        check([&[1, 7, 8, 75, 76], SECOND, THIRD], &["mode-categories"]);
    }

    #[test]
    fn every_seat_declares_once() {
        let mut twice = declared([&[1, 7, 8, 43, 75], SECOND, THIRD]);
        twice.truncate(2);
        assert_eq!(validate(&twice), [ModeViolation::SeatMissing(SeatId::ALL[2])]);
        let again = twice.first().cloned().unwrap();
        twice.push(again);
        assert!(validate(&twice).contains(&ModeViolation::SeatRepeated(SeatId::ALL[0])));
    }

    #[test]
    fn a_violation_says_what_was_expected() {
        let seat = SeatId::ALL[0];
        let said = |violation: ModeViolation| violation.to_string();
        assert_eq!(
            said(ModeViolation::Count { seat, count: 1 }),
            "`SA-1` has 1 mode, expected exactly 5"
        );
        assert_eq!(
            said(ModeViolation::Categories { seat, count: 2 }),
            "`SA-1` has modes from 2 categories, expected at least 3"
        );
        assert_eq!(
            said(ModeViolation::Affinity { seat, strong: 2 }),
            "`SA-1` has 2 modes with an affinity of 0.50 or more, expected at least 3"
        );
    }

    #[test]
    fn must_blocks_and_should_advises() {
        let seat = SeatId::ALL[0];
        assert_eq!(ModeViolation::Count { seat, count: 4 }.weight(), Weight::Block);
        assert_eq!(ModeViolation::Affinity { seat, strong: 2 }.weight(), Weight::Block);
        assert_eq!(ModeViolation::MetaMissing.weight(), Weight::Block);
        assert_eq!(ModeViolation::Overlap { overlap: 6 }.weight(), Weight::Advisory);
        assert_eq!(ModeViolation::Categories { seat, count: 2 }.weight(), Weight::Advisory);
    }

    #[test]
    fn two_strong_affinities_are_too_few() {
        let affinity = |number| Relevance::new(number).unwrap();
        let seat = SeatId::ALL[1];
        let weak = vec![affinity(0.9), affinity(0.5), affinity(0.49), affinity(0.1), affinity(0.0)];
        let strong = vec![affinity(0.9), affinity(0.5), affinity(0.5)];
        assert_eq!(validate_affinities(&[(seat, strong)]), []);
        assert_eq!(
            validate_affinities(&[(seat, weak)]),
            [ModeViolation::Affinity { seat, strong: 2 }]
        );
    }
}

//! Who sits in a project's forum, and the rules of its composition.

use std::collections::BTreeSet;

use jiff::civil::Date;
use thiserror::Error;

use super::seat::{ForumRole, ForumSeat, ForumSeatId};
use crate::ident::ProjectName;

/// A project's forum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The project.
    pub project: ProjectName,
    /// The day it was set up.
    pub created: Date,
    /// Who sits in it.
    pub seats: Seats,
}

/// The seats of a forum in speaking order. Seats that break the rules of composition cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    owners: Vec<ForumSeat>,
    advocates: Vec<ForumSeat>,
}

/// A rule of composition that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CompositionFault {
    /// There are too few or too many owners.
    #[error("{found} project owners, expected {} to {}", Seats::FEWEST_OWNERS, Seats::MOST_OWNERS)]
    Owners {
        /// How many there are.
        found: usize,
    },
    /// The advocates are not half the owners.
    #[error("{found} devil's advocates for {owners} project owners, expected {expected}")]
    Advocates {
        /// How many owners there are.
        owners: usize,
        /// How many advocates there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// Two seats have one id.
    #[error("seat id `{0}` is used twice")]
    Duplicate(ForumSeatId),
    /// A seat stands in the other role's list.
    #[error("seat `{seat}` stands among the {}, whose ids begin with `{}-`", plural(*list), list.prefix())]
    Misplaced {
        /// The seat.
        seat: ForumSeatId,
        /// The list it stands in.
        list: ForumRole,
    },
}

impl Seats {
    /// The fewest owners that can disagree.
    pub const FEWEST_OWNERS: usize = 2;

    /// The most owners.
    pub const MOST_OWNERS: usize = 4;

    /// Returns how many advocates go with a number of owners.
    pub fn advocates_for(owners: usize) -> usize {
        owners / 2
    }

    /// Seats a forum, or says every rule that does not hold. The order given is the order of speaking.
    pub fn new(
        owners: Vec<ForumSeat>,
        advocates: Vec<ForumSeat>,
    ) -> Result<Self, Vec<CompositionFault>> {
        let mut faults = Vec::new();
        if !(Self::FEWEST_OWNERS..=Self::MOST_OWNERS).contains(&owners.len()) {
            faults.push(CompositionFault::Owners { found: owners.len() });
        }
        let expected = Self::advocates_for(owners.len());
        if advocates.len() != expected {
            let (owners, found) = (owners.len(), advocates.len());
            faults.push(CompositionFault::Advocates { owners, found, expected });
        }
        for (list, seats) in [(ForumRole::Owner, &owners), (ForumRole::Advocate, &advocates)] {
            let misplaced = seats.iter().filter(|seat| seat.id.role() != list);
            faults
                .extend(misplaced.map(|seat| CompositionFault::Misplaced { seat: seat.id, list }));
        }
        let mut seen = BTreeSet::new();
        let repeated = owners.iter().chain(&advocates).filter(|seat| !seen.insert(seat.id));
        faults.extend(repeated.map(|seat| CompositionFault::Duplicate(seat.id)));
        if faults.is_empty() { Ok(Self { owners, advocates }) } else { Err(faults) }
    }

    /// Returns the owners in speaking order.
    pub fn owners(&self) -> &[ForumSeat] {
        &self.owners
    }

    /// Returns the advocates in speaking order.
    pub fn advocates(&self) -> &[ForumSeat] {
        &self.advocates
    }

    /// Returns every seat in speaking order.
    pub fn all(&self) -> impl Iterator<Item = &ForumSeat> {
        self.owners.iter().chain(&self.advocates)
    }

    /// Returns the seat of an id.
    pub fn seat(&self, id: ForumSeatId) -> Option<&ForumSeat> {
        self.all().find(|seat| seat.id == id)
    }
}

fn plural(role: ForumRole) -> &'static str {
    match role {
        ForumRole::Owner => "project owners",
        ForumRole::Advocate => "devil's advocates",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forum::script::seat;

    fn faults(owners: &[&str], advocates: &[&str]) -> Vec<String> {
        let seats = |ids: &[&str]| ids.iter().map(|id| seat(id, "Alex", "wide")).collect();
        Seats::new(seats(owners), seats(advocates))
            .err()
            .into_iter()
            .flatten()
            .map(|fault| fault.to_string())
            .collect()
    }

    #[test]
    fn two_to_four_owners_sit_with_half_as_many_advocates() {
        assert_eq!(faults(&["po-1", "po-2"], &["da-1"]), [""; 0]);
        assert_eq!(faults(&["po-1", "po-2", "po-3"], &["da-1"]), [""; 0]);
        assert_eq!(faults(&["po-1", "po-2", "po-3", "po-4"], &["da-1", "da-2"]), [""; 0]);
    }

    #[test]
    fn any_other_number_is_refused() {
        assert_eq!(faults(&["po-1"], &[]), ["1 project owners, expected 2 to 4"]);
        assert_eq!(
            faults(&["po-1", "po-2", "po-3", "po-4", "po-5"], &["da-1", "da-2"]),
            ["5 project owners, expected 2 to 4"]
        );
        assert_eq!(
            faults(&["po-1", "po-2", "po-3"], &["da-1", "da-2"]),
            ["2 devil's advocates for 3 project owners, expected 1"]
        );
        assert_eq!(
            faults(&["po-1", "po-2"], &[]),
            ["0 devil's advocates for 2 project owners, expected 1"]
        );
    }

    #[test]
    fn a_repeated_id_and_a_seat_in_the_wrong_list_are_refused() {
        assert_eq!(faults(&["po-1", "po-1"], &["da-1"]), ["seat id `po-1` is used twice"]);
        assert_eq!(
            faults(&["po-1", "da-2"], &["da-1"]),
            ["seat `da-2` stands among the project owners, whose ids begin with `po-`"]
        );
    }
}

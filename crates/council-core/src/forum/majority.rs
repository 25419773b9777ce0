//! The majority of the owners. Advocates do not appear here: they never vote.

use super::{
    answer::Stance,
    round::Round,
    seat::{ForumSeat, ForumSeatId},
    words::words,
};

words! {
    /// Which way a majority points.
    pub enum Direction {
        /// The owners want the proposal.
        Support = "support",
        /// The owners do not want it.
        Oppose = "oppose",
    }
}

impl Direction {
    /// Returns the stance of those who make up the majority.
    pub fn stance(self) -> Stance {
        match self {
            Direction::Support => Stance::Support,
            Direction::Oppose => Stance::Oppose,
        }
    }
}

/// Who stands where. Owners who were lost or took no position are not counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// The owners for the proposal.
    pub support: Vec<ForumSeatId>,
    /// The owners against it.
    pub oppose: Vec<ForumSeatId>,
    /// The owners with no stake in it.
    pub abstain: Vec<ForumSeatId>,
}

impl Tally {
    /// Counts a round.
    pub(crate) fn of(round: &Round) -> Self {
        let mut tally = Self::default();
        for owner in round.seats.owners().iter().filter(|owner| round.loss(owner.id).is_none()) {
            match round.position(owner.id).and_then(super::answer::OwnerPosition::taken) {
                Some(Stance::Support) => tally.support.push(owner.id),
                Some(Stance::Oppose) => tally.oppose.push(owner.id),
                Some(Stance::Abstain) => tally.abstain.push(owner.id),
                None => {}
            }
        }
        tally
    }

    /// Returns the direction that more than half of the owners who took a side want; a tie is none.
    pub fn majority(&self) -> Option<Direction> {
        match self.support.len().cmp(&self.oppose.len()) {
            std::cmp::Ordering::Greater => Some(Direction::Support),
            std::cmp::Ordering::Less => Some(Direction::Oppose),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Returns the owners who make up the majority.
    pub fn carriers(&self) -> &[ForumSeatId] {
        match self.majority() {
            Some(Direction::Support) => &self.support,
            Some(Direction::Oppose) => &self.oppose,
            None => &[],
        }
    }
}

/// Says where the owners have come out, in one paragraph made of their own words and nothing else.
pub(crate) fn paragraph(round: &Round, tally: &Tally) -> String {
    let sides = tally.support.len().saturating_add(tally.oppose.len());
    let Some(direction) = tally.majority() else {
        return format!(
            "No majority: {} support, {} oppose, {} abstain.",
            tally.support.len(),
            tally.oppose.len(),
            tally.abstain.len()
        );
    };
    let carriers = tally.carriers();
    let verb = match direction {
        Direction::Support => "support",
        Direction::Oppose => "oppose",
    };
    let names = |owner: &&ForumSeat| carriers.contains(&owner.id);
    let positions = round.seats.owners().iter().filter(names).filter_map(|owner| {
        let words: Vec<&str> = round.position(owner.id)?.position.split_whitespace().collect();
        Some(format!(" {}: {}", owner.name, words.join(" ")))
    });
    let head = format!(
        "{} of {sides} project owners who took a side {verb} the proposal.",
        carriers.len()
    );
    std::iter::once(head).chain(positions).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn majority(support: usize, oppose: usize, abstain: usize) -> Option<Direction> {
        let ids = |count| vec![ForumSeatId::read("po-1").unwrap(); count];
        Tally { support: ids(support), oppose: ids(oppose), abstain: ids(abstain) }.majority()
    }

    #[test]
    fn more_than_half_of_those_who_took_a_side_is_a_majority() {
        assert_eq!(majority(2, 1, 0), Some(Direction::Support));
        assert_eq!(majority(1, 3, 0), Some(Direction::Oppose));
        assert_eq!(majority(1, 0, 3), Some(Direction::Support));
    }

    #[test]
    fn a_tie_and_a_table_of_abstentions_are_no_majority() {
        assert_eq!(majority(2, 2, 0), None);
        assert_eq!(majority(0, 0, 4), None);
        assert_eq!(majority(0, 0, 0), None);
    }
}

//! How votes settle a question: two equal votes decide, an abstention is no vote, one seat never decides.

/// What a seat says on a ballot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vote {
    /// The finding is valid, or the remediation is good.
    Support,
    /// It is not.
    Oppose,
    /// No opinion, no reason given, or no right to one.
    Abstain,
}

/// How a ballot ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Settlement {
    /// Enough seats support it.
    Support,
    /// Enough seats oppose it.
    Oppose,
    /// Neither.
    Deadlocked,
}

/// How many equal votes decide. It exists only for a council that still has two live seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quorum {
    needed: usize,
}

impl Quorum {
    /// Equal votes that decide, of three seats and of two.
    const NEEDED: usize = 2;

    /// Returns the quorum of the seats that are left; fewer than two can decide nothing.
    pub fn of(seated: usize) -> Option<Quorum> {
        (seated >= Self::NEEDED).then_some(Quorum { needed: Self::NEEDED })
    }

    /// Settles a ballot.
    pub fn settle(self, votes: &[Vote]) -> Settlement {
        let count = |wanted: Vote| votes.iter().filter(|vote| **vote == wanted).count();
        if count(Vote::Support) >= self.needed {
            return Settlement::Support;
        }
        if count(Vote::Oppose) >= self.needed {
            return Settlement::Oppose;
        }
        Settlement::Deadlocked
    }
}

#[cfg(test)]
mod tests {
    use Vote::{Abstain, Oppose, Support};
    use proptest::prelude::*;

    use super::*;

    fn settle(votes: &[Vote]) -> Settlement {
        Quorum::of(3).unwrap().settle(votes)
    }

    #[test]
    fn two_of_three_decide() {
        assert_eq!(settle(&[Support, Support, Oppose]), Settlement::Support);
        assert_eq!(settle(&[Oppose, Support, Oppose]), Settlement::Oppose);
    }

    #[test]
    fn one_of_each_is_a_deadlock() {
        assert_eq!(settle(&[Support, Oppose, Abstain]), Settlement::Deadlocked);
    }

    #[test]
    fn with_one_seat_lost_both_others_must_agree() {
        let quorum = Quorum::of(2).unwrap();
        assert_eq!(quorum.settle(&[Support, Support]), Settlement::Support);
        assert_eq!(quorum.settle(&[Support, Oppose]), Settlement::Deadlocked);
        assert_eq!(quorum.settle(&[Support, Abstain]), Settlement::Deadlocked);
    }

    #[test]
    fn a_single_seat_is_no_quorum() {
        assert_eq!(Quorum::of(1), None);
        assert_eq!(Quorum::of(0), None);
    }

    fn vote() -> impl Strategy<Value = Vote> {
        prop_oneof![Just(Support), Just(Oppose), Just(Abstain)]
    }

    proptest! {
        #[test]
        fn one_vote_against_abstentions_never_decides(own in vote(), at in 0_usize..3) {
            let mut votes = [Abstain; 3];
            votes[at] = own;
            prop_assert_eq!(settle(&votes), Settlement::Deadlocked);
        }

        #[test]
        fn the_order_of_votes_does_not_matter(mut votes in prop::collection::vec(vote(), 0..=3)) {
            let before = settle(&votes);
            votes.reverse();
            prop_assert_eq!(settle(&votes), before);
        }

        #[test]
        fn an_abstention_never_changes_a_settled_ballot(votes in prop::collection::vec(vote(), 2..=2)) {
            let mut more = votes.clone();
            more.push(Abstain);
            prop_assert_eq!(settle(&more), settle(&votes));
        }
    }
}

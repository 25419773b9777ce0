//! How seats agree on a finding, and what became of it: two questions, two enums.

use std::collections::BTreeSet;

use crate::{finding::SeatId, quorum::Settlement};

/// How far the seats agree that a finding is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// Every live seat stands behind it.
    Unanimous,
    /// At least two live seats do.
    Majority,
    /// One seat does; the others have said nothing against it.
    Pending,
    /// A seat calls it invalid, or the seats differ on what it is or how to mend it.
    Contested,
    /// The vote confirmed it.
    QuorumSupport,
    /// The vote dismissed it.
    QuorumOppose,
    /// The vote settled nothing.
    Deadlocked,
}

impl Agreement {
    /// Derives the agreement before any vote: all live seats first, then two, then one.
    pub fn before_vote(
        supporting: &BTreeSet<SeatId>,
        live: &BTreeSet<SeatId>,
        contest: Contest,
    ) -> Self {
        if contest == Contest::Disputed {
            return Agreement::Contested;
        }
        let behind = supporting.intersection(live).count();
        if behind == live.len() && behind > 1 {
            return Agreement::Unanimous;
        }
        if behind > 1 { Agreement::Majority } else { Agreement::Pending }
    }

    /// Tells whether the council stands behind the finding.
    pub fn is_confirmed(self) -> bool {
        match self {
            Agreement::Unanimous | Agreement::Majority | Agreement::QuorumSupport => true,
            Agreement::Pending
            | Agreement::Contested
            | Agreement::QuorumOppose
            | Agreement::Deadlocked => false,
        }
    }
}

impl From<Settlement> for Agreement {
    fn from(settlement: Settlement) -> Self {
        match settlement {
            Settlement::Support => Agreement::QuorumSupport,
            Settlement::Oppose => Agreement::QuorumOppose,
            Settlement::Deadlocked => Agreement::Deadlocked,
        }
    }
}

/// Whether the seats dispute a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contest {
    /// Nobody disputes it.
    Undisputed,
    /// Somebody does.
    Disputed,
}

/// What became of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resolution {
    /// Nothing yet.
    Open,
    /// The seats agree how to mend it; the text is not changed yet.
    RemediationAgreed,
    /// The text was changed; nobody has looked again.
    RemediatedUnverified,
    /// The text was changed and the defect is gone.
    Verified,
    /// The council voted that it is none.
    Dismissed,
    /// A human lives with it.
    AcceptedRisk,
    /// A human put it off.
    Deferred,
    /// The council could not settle it.
    Deadlocked,
}

impl Resolution {
    /// Tells whether somebody still has to act on it.
    pub fn is_open(self) -> bool {
        match self {
            Resolution::Open
            | Resolution::RemediationAgreed
            | Resolution::RemediatedUnverified
            | Resolution::Deadlocked => true,
            Resolution::Verified
            | Resolution::Dismissed
            | Resolution::AcceptedRisk
            | Resolution::Deferred => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derive(supporting: &[SeatId], live: &[SeatId]) -> Agreement {
        let set = |seats: &[SeatId]| seats.iter().copied().collect();
        Agreement::before_vote(&set(supporting), &set(live), Contest::Undisputed)
    }

    #[test]
    fn unanimity_is_tested_first() {
        let [one, two, three] = SeatId::ALL;
        assert_eq!(derive(&[one, two, three], &SeatId::ALL), Agreement::Unanimous);
        assert_eq!(derive(&[one, two], &SeatId::ALL), Agreement::Majority);
        assert_eq!(derive(&[one], &SeatId::ALL), Agreement::Pending);
    }

    #[test]
    fn a_lost_seat_counts_for_nothing() {
        let [one, two, three] = SeatId::ALL;
        assert_eq!(derive(&[one, two], &[one, two]), Agreement::Unanimous);
        assert_eq!(derive(&[one, two], &[two, three]), Agreement::Pending);
    }

    #[test]
    fn a_dispute_outranks_any_number_of_supporters() {
        let all = SeatId::ALL.into_iter().collect();
        assert_eq!(Agreement::before_vote(&all, &all, Contest::Disputed), Agreement::Contested);
    }
}

//! How seats agree on a finding, and what became of it: two questions, two enums.

use crate::quorum::Settlement;

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
    /// Derives the agreement before any vote from how many of the live seats stand behind a finding: all of them first,
    /// then two, then one.
    pub fn before_vote(behind: usize, live: usize, contest: Contest) -> Self {
        if contest == Contest::Disputed {
            return Agreement::Contested;
        }
        if behind == live && behind > 1 {
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

    #[test]
    fn unanimity_is_tested_first() {
        let derive = |behind, live| Agreement::before_vote(behind, live, Contest::Undisputed);
        assert_eq!(derive(3, 3), Agreement::Unanimous);
        assert_eq!(derive(2, 3), Agreement::Majority);
        assert_eq!(derive(1, 3), Agreement::Pending);
        assert_eq!(derive(2, 2), Agreement::Unanimous);
        assert_eq!(derive(1, 1), Agreement::Pending);
    }

    #[test]
    fn a_dispute_outranks_any_number_of_supporters() {
        assert_eq!(Agreement::before_vote(3, 3, Contest::Disputed), Agreement::Contested);
    }
}

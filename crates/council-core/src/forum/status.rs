//! Whether a round is ready for the human's approval, what keeps it from being so, and the checklist of a round.

use std::{collections::BTreeSet, fmt};

use super::{
    challenge::ChallengeId, point::PointId, protocol::ForumProtocol, seat::ForumSeatId,
    summary::RoundSummary, violation::ProtocolViolation, words::words,
};

words! {
    /// What the human is asked for.
    pub enum RoundStatus {
        /// Something is in the way of an approval.
        Open = "open",
        /// The majority position can be approved.
        Ready = "ready",
    }
}

/// One thing in the way of an approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blocker {
    /// The owners are split, or none took a side.
    NoMajority,
    /// The owners are split on a point, or none took a side on it.
    NoMajorityOn(PointId),
    /// A seat that nobody holds, so that it asked questions and took no position.
    Unheld(ForumSeatId),
    /// A challenge that the group has not settled.
    OpenChallenge(ChallengeId),
    /// A challenge without an alternative.
    InvalidChallenge(ChallengeId),
    /// A breach of the protocol.
    Violation(ProtocolViolation),
    /// A seat that was lost, so that the round was not heard in full.
    Lost(ForumSeatId),
}

impl Blocker {
    /// Returns its stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Blocker::NoMajority | Blocker::NoMajorityOn(_) => "NO_MAJORITY",
            Blocker::Unheld(_) => "SEAT_UNHELD",
            Blocker::OpenChallenge(_) => "CHALLENGE_OPEN",
            Blocker::InvalidChallenge(_) => "CHALLENGE_INVALID",
            Blocker::Violation(violation) => violation.code(),
            Blocker::Lost(_) => "SEAT_LOST",
        }
    }

    /// Returns what the human can do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Blocker::NoMajority | Blocker::NoMajorityOn(_) => {
                "send another message that narrows or changes the proposal"
            }
            Blocker::Unheld(_) => {
                "let a model or a person hold the seat (`--reviewer`, `--seat`), or decide alone"
            }
            Blocker::OpenChallenge(_) => {
                "hold another round; after two rounds the challenge is yours to decide"
            }
            Blocker::InvalidChallenge(_) => {
                "hold another round, so that the advocate can give an alternative"
            }
            Blocker::Violation(_) => "hold another round in which the seat keeps to the protocol",
            Blocker::Lost(_) => "hold the round again so that the seat is heard",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blocker::NoMajority => f.write_str("the project owners have no majority"),
            Blocker::NoMajorityOn(point) => {
                write!(f, "the project owners have no majority on {point}")
            }
            Blocker::Unheld(seat) => {
                write!(f, "nobody holds {seat}, which took no position and asked questions")
            }
            Blocker::OpenChallenge(id) => write!(f, "challenge {id} is open"),
            Blocker::InvalidChallenge(id) => write!(f, "challenge {id} has no alternative"),
            Blocker::Violation(violation) => violation.fmt(f),
            Blocker::Lost(seat) => write!(f, "{seat} was lost and not heard"),
        }
    }
}

/// What has become of a summary outside the round: what was really shown, and what was handed off without a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Presented {
    /// The challenges on the page the human was shown.
    pub surfaced: BTreeSet<ChallengeId>,
    /// The handoffs that no decision stands behind.
    pub unapproved: Vec<String>,
}

/// The contract's checklist of a round, computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checklist {
    /// The six items, in order.
    pub items: [ChecklistItem; 6],
}

/// One item of the checklist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChecklistItem {
    /// What must hold.
    pub says: &'static str,
    /// Why it does not; empty if it does.
    pub against: Vec<String>,
}

impl ChecklistItem {
    /// Tells whether the item holds.
    pub fn holds(&self) -> bool {
        self.against.is_empty()
    }
}

impl RoundSummary {
    /// Returns what is in the way of an approval.
    pub fn blockers(&self) -> Vec<Blocker> {
        let unheld = self.round().questioners.iter().map(|seat| Blocker::Unheld(*seat));
        let lost = self.lost().into_iter().map(|(seat, _)| Blocker::Lost(seat));
        let violations = self.violations().iter().cloned().map(Blocker::Violation);
        let challenges = self.table().open().map(|challenge| {
            if challenge.is_valid() {
                Blocker::OpenChallenge(challenge.id)
            } else {
                Blocker::InvalidChallenge(challenge.id)
            }
        });
        let majority = self.undecided().into_iter().chain(unheld);
        majority.chain(lost).chain(violations).chain(challenges).collect()
    }

    /// Returns what the owners have no majority on.
    fn undecided(&self) -> Vec<Blocker> {
        match self.round().protocol {
            ForumProtocol::First => {
                let split = self.tally().majority().is_none();
                split.then_some(Blocker::NoMajority).into_iter().collect()
            }
            ForumProtocol::Second => {
                let split = self.settled().iter().filter(|one| one.held.is_none());
                split.map(|one| Blocker::NoMajorityOn(one.point.id)).collect()
            }
        }
    }

    /// Returns the status: ready only if nothing is in the way.
    pub fn status(&self) -> RoundStatus {
        if self.blockers().is_empty() { RoundStatus::Ready } else { RoundStatus::Open }
    }

    /// Computes the checklist from the round and from what became of its summary.
    pub fn checklist(&self, presented: &Presented) -> Checklist {
        let mut positions = self.unheard(super::ForumRole::Owner);
        let mut challenges = self.unheard(super::ForumRole::Advocate);
        for violation in self.violations() {
            match violation {
                ProtocolViolation::OwnerSilence { .. }
                | ProtocolViolation::Unread { .. }
                | ProtocolViolation::NoStance { .. }
                | ProtocolViolation::NoWording { .. }
                | ProtocolViolation::NoReason { .. } => positions.push(violation.to_string()),
                ProtocolViolation::AdvocateSilence { .. }
                | ProtocolViolation::Unexamined { .. }
                | ProtocolViolation::NoAlternative { .. } => challenges.push(violation.to_string()),
                ProtocolViolation::Unmoved { .. }
                | ProtocolViolation::Dismissal { .. }
                | ProtocolViolation::Unanswered { .. }
                | ProtocolViolation::Unjudged { .. }
                | ProtocolViolation::Loop { .. } => {}
            }
        }
        let incomplete = self.table().unresolved().filter(|challenge| !challenge.is_valid());
        let majority = self.undecided();
        let buried = self.table().unresolved().map(|challenge| challenge.id);
        let buried = buried.filter(|id| !presented.surfaced.contains(id));
        let unapproved = presented.unapproved.iter();
        let item = |says, against| ChecklistItem { says, against };
        Checklist {
            items: [
                item("all project owners have responded with a clear position", positions),
                item(
                    "all devil's advocates have responded with a valid risk and alternative",
                    challenges,
                ),
                item(
                    "no challenge is missing its alternative",
                    incomplete.map(|one| Blocker::InvalidChallenge(one.id).to_string()).collect(),
                ),
                item(
                    "the summary states the emerging majority position",
                    majority.iter().map(ToString::to_string).collect(),
                ),
                item(
                    "unresolved challenges are surfaced",
                    buried.map(|id| format!("challenge {id} is not on the page")).collect(),
                ),
                item(
                    "nothing was handed off without explicit human approval",
                    unapproved.map(|name| format!("no decision stands behind `{name}`")).collect(),
                ),
            ],
        }
    }

    /// Lists the members of a role that were lost, or whom nobody speaks for.
    fn unheard(&self, role: super::ForumRole) -> Vec<String> {
        let lost = self.lost().into_iter().map(|(seat, _)| (seat, Blocker::Lost(seat)));
        let unheld = self.round().questioners.iter().map(|seat| (*seat, Blocker::Unheld(*seat)));
        let of_role = lost.chain(unheld).filter(|(seat, _)| seat.role() == role);
        of_role.map(|(_, blocker)| blocker.to_string()).collect()
    }
}

//! The council: three seats, three rounds, one ending.
//!
//! A session is a value. [`CouncilSession::open`] makes one, [`CouncilSession::apply`] takes one input and answers with the
//! effects it wants. It never waits, reads or looks at a clock, so the fold of the same inputs is always the same session.

mod admission;
mod agenda;
mod decision;
mod effect;
mod finding;
mod input;
mod intake;
mod name;
mod opening;
mod parts;
mod protocol;
mod record;
mod related;
mod remedy;
mod session;
mod settle;
mod turned;
use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

pub use decision::{CouncilDecision, DatedDecision, Ruling, Rulings};
pub use effect::{
    CouncilQuestion, CouncilWarning, Effect, NeededReading, OwnPosition, Repair, ShownFinding,
};
pub use finding::{Ballot, CouncilFinding};
pub use input::{
    BroadAnswer, Cast, Cited, ConvergeAnswer, CouncilAnswer, FixProposal, Input, NewFindings,
    Opinion, RemediateAnswer, Unproven,
};
pub use name::{SessionId, stamp};
pub use opening::{CouncilOpening, Suppressed};
pub use parts::{RoundPart, VOTES_PER_ENTRY};
pub use protocol::{CouncilProtocol, Votes};
pub use record::{CouncilRecord, NotAsked, Quarantined, RoundRecord};
pub use related::related;
pub use remedy::Remedy;
pub use session::{CouncilSession, ProtocolError};
pub(crate) use turned::remarkable;
pub use turned::{Remarkable, VoteSubject};

pub use crate::flow::{AbortReason, Moment};

/// One pass over the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Round {
    /// Every seat reads with all its modes, alone.
    Broad,
    /// The seats look at each other's blockers and majors and propose what to do.
    Remediate,
    /// The seats vote on what is not settled.
    Converge,
}

impl Round {
    /// The rounds in order.
    pub const ALL: [Round; 3] = [Round::Broad, Round::Remediate, Round::Converge];

    /// Returns the number of the round, from 1.
    pub fn number(self) -> u8 {
        match self {
            Round::Broad => 1,
            Round::Remediate => 2,
            Round::Converge => 3,
        }
    }

    /// Returns the round after this one.
    pub fn next(self) -> Option<Round> {
        match self {
            Round::Broad => Some(Round::Remediate),
            Round::Remediate => Some(Round::Converge),
            Round::Converge => None,
        }
    }
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// Everything that had to be settled is settled.
    Converged,
    /// A vote settled nothing, or a blocker has no agreed remediation.
    Deadlocked,
    /// It was stopped before its end.
    Aborted(AbortReason),
}

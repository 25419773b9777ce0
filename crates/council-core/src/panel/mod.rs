//! The panel: named seats read a packet blind, then the chair sums up, and what it comes to is computed.
//!
//! A seat answers with claims. A claim counts once its evidence was found in the packet; what is not borne out is kept
//! apart. Claims about one thing become one [`Issue`], each issue one recommended revision, and the verdict follows from
//! the seats' ratings and findings; a chair can only make it stricter. [`PanelSession`] is the flow, [`convene`] the function
//! from what was said to the review.

mod chair;
mod cluster;
mod convene;
mod decide;
mod delta;
mod effect;
mod group;
mod handover;
mod issue;
mod perspective;
mod session;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jiff::civil::Date;
use thiserror::Error;

use crate::{
    authority::{Authority, Mind},
    evidence::{LockedClaim, Unlocked},
    finding::Claim,
    handoff::{CleanLine, ExaminedSections, Handoff, PacketVersion, PanelSeat, Prose, Rating},
    ident::ProjectName,
    series::ReviewNumber,
    tree::TreeEntry,
};

pub use cluster::Grouping;
pub use convene::convene;
pub use decide::{DecisionFault, Declined, PanelDecision, Waiver, decide, renew};
pub use delta::{Earlier, FindingsDelta, FollowedFinding, Visited};
pub use effect::{Effect, Input, PanelEnding, PanelQuestion, PanelWarning, Wave};
pub use group::DecisionGroup;
pub use handover::{Handover, HandoverItem, HandoverKind};
pub use issue::Issue;
pub use perspective::{Called, SPECIALIST_CALLS, biases, called, concerns, subjects};
pub use session::{PanelRecord, PanelSession};

/// What a panel is convened on.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// The project.
    pub project: ProjectName,
    /// Which review of the series it is.
    pub number: ReviewNumber,
    /// The day.
    pub date: Date,
    /// The version of the packet that is read.
    pub version: PacketVersion,
    /// Who sits on it, the chair left out: the core seats, then specialists.
    pub seats: Vec<PanelSeat>,
    /// What fills each seat, the chair's too, in words for a reader of the review.
    pub filled_by: BTreeMap<PanelSeat, CleanLine>,
    /// The models that sit in seats, the chair's left out.
    pub minds: BTreeMap<PanelSeat, Mind>,
    /// What stands at the top of the file beyond the contract: where the packet is, and its hash.
    pub extra: Vec<TreeEntry>,
    /// What was found before, for a review after the first.
    pub earlier: Option<Earlier>,
    /// What is to be said of specialists that the text calls for and who do not sit.
    pub unseated: Vec<CleanLine>,
    /// How recommendations are grouped where no chair groups.
    pub grouping: Grouping,
    /// What the rules find that would be said in seats which somebody else fills: facts, whoever sits there.
    pub beside: Vec<Claim>,
}

/// What a seat says, before anything of it was checked. It has seen nobody else's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What is wrong.
    pub claims: Vec<Claim>,
    /// What is right.
    pub endorsements: Vec<CleanLine>,
    /// What was looked at without finding anything.
    pub examined: Vec<ExaminedSections>,
    /// What the seat says of the whole; its findings can only make that stricter.
    pub rating: Rating,
    /// The answer in short, if the seat gives one.
    pub summary: Prose,
}

/// What the chair says. It has seen what the seats say and has no vote.
#[derive(Debug, Clone, PartialEq)]
pub struct ChairAnswer {
    /// What the chair takes the verdict to be. Where the seats amount to another one, the stricter counts.
    pub verdict: Rating,
    /// Where the chair sees seats at odds.
    pub conflicts: Vec<CleanLine>,
    /// What the chair thinks only a stakeholder can decide.
    pub questions: Vec<CleanLine>,
    /// What the chair would have decided at once, in its order; empty where it leaves that to the program.
    pub groups: Vec<DecisionGroup>,
    /// What the chair makes of it.
    pub assessment: Prose,
}

/// What was said to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// By a seat.
    Seat(Answer),
    /// By the chair.
    Chair(ChairAnswer),
}

/// What became of a panel, before it is computed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PanelReplies {
    /// What each seat says.
    pub answers: BTreeMap<PanelSeat, Answer>,
    /// What the chair says, if it was asked and answered.
    pub chair: Option<ChairAnswer>,
    /// Who will not answer any more, and why.
    pub lost: BTreeMap<PanelSeat, String>,
}

/// The driver did not keep to the flow; the session is as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProtocolError {
    /// A seat of the panel has not answered.
    #[error("`{0}` has not answered")]
    Unanswered(PanelSeat),
    /// Somebody answered who is not on the panel.
    #[error("`{0}` is not on the panel")]
    NotSeated(PanelSeat),
    /// The seat is not waiting for an answer.
    #[error("`{0}` was not asked, has answered or was lost")]
    NotAsked(PanelSeat),
    /// A seat answered as the chair, or the chair as a seat.
    #[error("`{0}` answered what somebody else was asked")]
    NotItsQuestion(PanelSeat),
    /// The session has ended.
    #[error("the session has ended")]
    Closed,
}

/// A panel review, computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// What each seat claims and the packet bears out.
    pub claims: BTreeMap<PanelSeat, Vec<LockedClaim>>,
    /// What a seat claims and the packet does not bear out: shown, and never part of the verdict.
    pub quarantined: Vec<(PanelSeat, Unlocked)>,
    /// What is wrong, each thing once, most urgent first: the order of the recommended revisions.
    pub issues: Vec<Issue>,
    /// What is decided at once: every issue is in exactly one group.
    pub groups: Vec<DecisionGroup>,
    /// What the chair took the verdict to be, if it said so.
    pub chair: Option<Rating>,
    /// What the seats amount to.
    pub computed: Option<Rating>,
    /// Who was lost, and why.
    pub lost: BTreeMap<PanelSeat, String>,
    /// What became of earlier findings, for a review after the first.
    pub delta: Option<FindingsDelta>,
    /// How much its word weighs.
    pub authority: Authority,
    /// The review as it is handed on.
    pub handoff: Handoff,
}

impl Record {
    /// Tells whether the chair took the verdict to be another one than the seats amount to.
    pub fn is_chair_at_odds(&self) -> bool {
        self.chair.is_some() && self.chair != self.computed
    }
}

//! What can happen to a session: a seat answers, a seat is lost, time passes, somebody cancels.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    alignment::{Assessment, VisionViolation},
    evidence::LockedClaim,
    finding::{Claim, SeatId},
    merge::FindingId,
    quorum::Vote,
    severity::Severity,
};

use super::{CouncilProtocol, Round};

/// One thing that happened to a council.
pub type Input = crate::flow::Input<SeatId, CouncilAnswer>;

/// What a seat says in a round, after its reply was read and its quotes were found.
#[derive(Debug, Clone, PartialEq)]
pub enum CouncilAnswer {
    /// To the broad round.
    Broad(BroadAnswer),
    /// To the remediation round.
    Remediate(RemediateAnswer),
    /// To the convergence round.
    Converge(ConvergeAnswer),
}

impl CouncilAnswer {
    /// Returns the round it answers.
    pub fn round(&self) -> Round {
        match self {
            CouncilAnswer::Broad(_) => Round::Broad,
            CouncilAnswer::Remediate(_) => Round::Remediate,
            CouncilAnswer::Converge(_) => Round::Converge,
        }
    }
}

/// New findings, with what did not pass the evidence lock.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewFindings {
    /// What the seat claims and the text shows.
    pub locked: Vec<LockedClaim>,
    /// Which of the claims break the vision, by their place in `locked`.
    pub violations: BTreeMap<usize, VisionViolation>,
    /// What the seat claims and the text does not show.
    pub unlocked: Vec<Unproven>,
    /// The notes that the claims go back to, by their place in `locked`.
    pub notes: BTreeMap<usize, Cited>,
}

/// The marks of the notes that something goes back to, as a seat cites them.
pub type Cited = BTreeSet<String>;

/// A claim that did not pass the evidence lock: shown, never voted on, never in the verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Unproven {
    /// What was claimed.
    pub claim: Claim,
    /// Why it did not pass.
    pub reason: String,
}

/// What a seat says in the broad round.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BroadAnswer {
    /// What it found.
    pub findings: NewFindings,
    /// How it sees the packet against the vision, if there is one.
    pub north_star: Option<Assessment>,
    /// What it would ask the author.
    pub questions: Vec<String>,
}

/// What a seat says in the remediation round.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RemediateAnswer {
    /// Whether others' findings hold.
    pub opinions: BTreeMap<FindingId, Opinion>,
    /// How they could be mended.
    pub proposals: BTreeMap<FindingId, FixProposal>,
    /// Its votes on whether remediations are good, where the second round asks for them.
    pub remediation: BTreeMap<FindingId, Cast>,
    /// Which findings it says are one defect, each pair with the one to keep second.
    pub same: BTreeSet<(FindingId, FindingId)>,
    /// What it found on the way.
    pub findings: NewFindings,
    /// How it sees the packet against the vision now.
    pub north_star: Option<Assessment>,
    /// What it would ask the author.
    pub questions: Vec<String>,
    /// The notes that what it says of a finding goes back to.
    pub notes: BTreeMap<FindingId, Cited>,
}

/// What a seat says in the convergence round.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConvergeAnswer {
    /// Whether findings hold that the seat has not looked at before.
    pub opinions: BTreeMap<FindingId, Opinion>,
    /// Last attempts to say how a finding could be mended.
    pub proposals: BTreeMap<FindingId, FixProposal>,
    /// Its votes on whether findings are valid.
    pub validity: BTreeMap<FindingId, Cast>,
    /// The votes among these whose reason cites words of the packet or another finding.
    pub cited: BTreeSet<FindingId>,
    /// Its votes on whether remediations are good.
    pub remediation: BTreeMap<FindingId, Cast>,
    /// How it sees the packet against the vision in the end.
    pub north_star: Option<Assessment>,
    /// The notes that what it says of a finding goes back to.
    pub notes: BTreeMap<FindingId, Cited>,
}

/// What a seat thinks of a finding it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// Whether it holds, and how bad it is if it does.
    pub holds: Option<Severity>,
    /// Why.
    pub rationale: Arc<str>,
}

impl Opinion {
    /// Tells whether it counts: under the first protocol one without a reason is none.
    pub(super) fn counts(&self, protocol: CouncilProtocol) -> bool {
        protocol >= CouncilProtocol::Second || !self.rationale.trim().is_empty()
    }
}

/// How a seat would mend a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixProposal {
    /// What to write instead.
    pub text: String,
    /// Whether the seat says that another remediation on the table cannot go together with this one.
    pub excludes_others: bool,
}

/// A vote and its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// The vote.
    pub vote: Vote,
    /// How bad the seat says that the finding is, if it supports it and says so.
    pub severity: Option<Severity>,
    /// Why.
    pub rationale: Arc<str>,
}

impl Cast {
    /// Tells whether it has a reason.
    pub fn is_reasoned(&self) -> bool {
        !self.rationale.trim().is_empty()
    }
}

//! What a session wants done: a seat asked, a snapshot written, somebody warned, the end.

use std::sync::Arc;

use crate::{
    agreement::Agreement,
    briefing::Briefing,
    finding::{Claim, SeatId},
    merge::FindingId,
    packet::Span,
    severity::Severity,
};

use super::{
    CouncilProtocol, Ending, Round, RoundPart, Votes,
    input::{Opinion, Unproven},
};

/// One thing the driver of a council must do.
pub type Effect = crate::flow::Effect<CouncilQuestion, CouncilWarning, Ending>;

/// A question to one seat.
#[derive(Debug, Clone, PartialEq)]
pub struct CouncilQuestion {
    /// Whom.
    pub seat: SeatId,
    /// In which round.
    pub round: Round,
    /// The rules it is asked under.
    pub protocol: CouncilProtocol,
    /// Which votes count.
    pub votes: Votes,
    /// Whether the seat may raise findings: by need it is asked only of what was found.
    pub may_raise: bool,
    /// What the round before handed on.
    pub briefing: Option<Arc<Briefing>>,
    /// All findings so far, the gravest first, without the names of those who raised them.
    pub findings: Arc<[ShownFinding]>,
    /// Those that may be one defect; the seat can say that they are.
    pub alike: Arc<[Vec<FindingId>]>,
    /// What the seat itself has said of them so far.
    pub own: Arc<[OwnPosition]>,
    /// The findings whose validity is voted on.
    pub validity: Arc<[FindingId]>,
    /// The findings whose remediation is voted on, with the remediation.
    pub remediation: Arc<[(FindingId, String)]>,
    /// Which part of the round it is, where an answer cannot hold all of it.
    pub part: Option<RoundPart>,
    /// What the seat has found in the parts before.
    pub found: Arc<[Claim]>,
    /// What was wrong with the first answer, when this is the second and last try.
    pub repair: Option<Repair>,
}

impl CouncilQuestion {
    /// Returns the remediations of a finding that exclude each other, where one of them is to be chosen.
    pub fn rivals(&self, id: &FindingId) -> &[String] {
        let shown = self.findings.iter().find(|shown| shown.id == *id);
        shown.map_or(&[], |shown| &shown.rivals)
    }
}

/// What a seat itself has said of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPosition {
    /// The finding.
    pub finding: FindingId,
    /// How bad it said it is when it raised it, if it did.
    pub raised: Option<Severity>,
    /// What it thought of it when it was asked.
    pub opinion: Option<Opinion>,
}

impl OwnPosition {
    /// Returns how bad the seat says that it is: when it was asked, else when it raised it.
    pub fn holds(&self) -> Option<Severity> {
        match &self.opinion {
            Some(opinion) => opinion.holds,
            None => self.raised,
        }
    }
}

/// Why a seat is asked again.
#[derive(Debug, Clone, PartialEq)]
pub enum Repair {
    /// The answer could not be read.
    Unreadable(String),
    /// These claims are not shown by the text.
    Unproven(Vec<Unproven>),
}

/// A finding as the other seats see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownFinding {
    /// Its id.
    pub id: FindingId,
    /// Whether the seat must say what it thinks of it; the rest is there to know.
    pub must_assess: bool,
    /// How bad it is said to be.
    pub severity: Severity,
    /// How far the seats agree.
    pub agreement: Agreement,
    /// Where it is.
    pub location: String,
    /// What is wrong.
    pub description: String,
    /// What shows it.
    pub evidence: String,
    /// What of the packet has to be read to judge it.
    pub reads: NeededReading,
    /// The rule that reports it, where one of those who raised it has rules.
    pub rule: Option<String>,
    /// How it could be mended.
    pub remediations: Vec<String>,
    /// Where the last round chooses between remediations that exclude each other: all of them, the one that is put to the
    /// vote first.
    pub rivals: Vec<String>,
    /// The remediation that the seat stands behind because it wrote it.
    pub own_remedy: Option<String>,
}

/// What of the packet has to be read to judge a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NeededReading {
    /// All of it: what is said to be missing may stand anywhere.
    Everything,
    /// What it quotes, by the document, and what stands around it.
    Quotes(Vec<(String, Span)>),
}

/// Something a watcher should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CouncilWarning {
    /// A round used more than its share of the budget.
    OverAllotment {
        /// Which.
        round: Round,
        /// What it used.
        spent: u64,
        /// What it should have used.
        allotted: u64,
    },
    /// A seat was lost.
    SeatLost {
        /// Which.
        seat: SeatId,
        /// Why.
        reason: String,
    },
}

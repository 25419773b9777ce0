//! A session as plain values, for those who write it down.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    alignment::{Alignment, Assessment, Violation},
    briefing::Briefing,
    finding::SeatId,
    merge::{FindingId, Raised},
    verdict::{Course, Facts, Judgement, judge},
};

use super::{Answer, Ending, Finding, Moment, Opening, Round, Session, Unproven};

/// Everything there is to say about a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// What it began with.
    pub opening: Opening,
    /// The rounds that have begun, in order.
    pub rounds: Vec<RoundRecord>,
    /// The findings as they stand.
    pub findings: Vec<Finding>,
    /// The seats that are left.
    pub live: BTreeSet<SeatId>,
    /// The seats that were lost, and why.
    pub lost: BTreeMap<SeatId, String>,
    /// What the text did not show.
    pub quarantined: Vec<Quarantined>,
    /// Each seat's latest view of the packet against the vision.
    pub assessments: BTreeMap<SeatId, Assessment>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// The last thing that happened.
    pub now: Moment,
    /// The tokens used.
    pub tokens: u64,
}

/// What one round left behind.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundRecord {
    /// Which round.
    pub round: Round,
    /// When it began.
    pub began: Moment,
    /// When it ended, if it has.
    pub ended: Option<Moment>,
    /// What each seat said.
    pub answers: BTreeMap<SeatId, Answer>,
    /// The claims of this round, in seat order.
    pub raised: Vec<Raised>,
    /// Which of them break the vision.
    pub violations: BTreeMap<FindingId, Violation>,
    /// The seats that were left at its end.
    pub live: BTreeSet<SeatId>,
    /// The findings as they stood at its end.
    pub merged: Vec<Finding>,
    /// Which of them were disputed then.
    pub contested: BTreeSet<FindingId>,
    /// What it handed to the next round.
    pub briefing: Option<Briefing>,
    /// The tokens it used.
    pub tokens: u64,
}

/// A claim that did not pass the evidence lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// Who made it.
    pub seat: SeatId,
    /// In which round.
    pub round: Round,
    /// What it was and why it did not pass.
    pub claim: Unproven,
}

impl Record {
    /// Computes the verdict from the gates and the findings.
    pub fn judgement(&self) -> Judgement {
        let course = match self.ending {
            Some(Ending::Aborted(_)) => Course::Aborted,
            Some(Ending::Converged | Ending::Deadlocked) | None if self.lost.is_empty() => {
                Course::Full
            }
            Some(Ending::Converged | Ending::Deadlocked) | None => Course::Degraded,
        };
        judge(&Facts {
            course,
            gates: self.opening.gates.iter().map(crate::gate::report::GateReport::fact).collect(),
            findings: self.findings.iter().map(|finding| finding.fact(&self.live)).collect(),
        })
    }

    /// Aggregates the seats' views of the packet against the vision.
    pub fn alignment(&self) -> Option<Alignment> {
        Alignment::of(&self.assessments)
    }

    /// Returns how many rounds have ended.
    pub fn completed(&self) -> usize {
        self.rounds.iter().filter(|round| round.ended.is_some()).count()
    }
}

impl Session {
    /// Returns the session as plain values.
    pub fn record(&self) -> Record {
        Record {
            opening: self.opening.clone(),
            rounds: self.rounds.clone(),
            findings: self.findings.clone(),
            live: self.live.clone(),
            lost: self.lost.clone(),
            quarantined: self.quarantined.clone(),
            assessments: self.assessments.clone(),
            ending: self.ending,
            now: self.now,
            tokens: self.spent(),
        }
    }
}

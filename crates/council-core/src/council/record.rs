//! A session as plain values, for those who write it down.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::civil::Date;

use crate::{
    agreement::{Agreement, Resolution},
    alignment::{Alignment, Assessment},
    briefing::Briefing,
    finding::SeatId,
    flow::Signers,
    gate::report::{GateFinding, GateReport},
    merge::{FindingId, RaisedClaim},
    severity::Severity,
    verdict::{FindingFact, GateFact, ReasonedVerdict, ReviewCourse, VerdictFacts, judge},
};

use super::{
    CouncilAnswer, CouncilFinding, CouncilOpening, CouncilProtocol, CouncilSession, DatedDecision,
    Ending, Moment, Round, Rulings, Unproven,
};

/// Everything there is to say about a session.
#[derive(Debug, Clone, PartialEq)]
pub struct CouncilRecord {
    /// What it began with.
    pub opening: Arc<CouncilOpening>,
    /// The rounds that have begun, in order.
    pub rounds: Vec<Arc<RoundRecord>>,
    /// The findings as they stand.
    pub findings: Arc<Vec<CouncilFinding>>,
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
    /// The people who answered in its seats.
    pub signers: Signers<SeatId>,
    /// What humans have said of it since it ended.
    pub decisions: Vec<DatedDecision>,
    /// The day on which it is looked at; what was decided up to an earlier day counts no more. A file does not know on which
    /// day it is read, so it is written without one.
    pub day: Option<Date>,
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
    pub answers: BTreeMap<SeatId, CouncilAnswer>,
    /// The claims of this round, in seat order.
    pub raised: Vec<RaisedClaim>,
    /// The seats that were left at its end.
    pub live: BTreeSet<SeatId>,
    /// The findings as they stood at its end.
    pub merged: Arc<Vec<CouncilFinding>>,
    /// The findings whose validity was voted on.
    pub ballot: BTreeSet<FindingId>,
    /// The remediations that were voted on, by finding.
    pub remedies: BTreeMap<FindingId, String>,
    /// Which of them were disputed then.
    pub contested: BTreeSet<FindingId>,
    /// What it handed to the next round.
    pub briefing: Option<Arc<Briefing>>,
    /// The tokens it used.
    pub tokens: u64,
    /// Why nobody was asked in it, if so. Under the first protocol nobody wrote it down.
    pub not_asked: Option<NotAsked>,
}

/// Why nobody was asked in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAsked {
    /// The review does not go so deep.
    TooDeep,
    /// There was nothing grave and nothing contested to ask about.
    NothingContested,
}

/// A claim that did not pass the evidence lock.
#[derive(Debug, Clone, PartialEq)]
pub struct Quarantined {
    /// Who made it.
    pub seat: SeatId,
    /// In which round.
    pub round: Round,
    /// What it was and why it did not pass.
    pub claim: Unproven,
}

impl CouncilRecord {
    /// Returns the session as it stands on a day.
    #[must_use]
    pub fn on(self, day: Option<Date>) -> Self {
        Self { day, ..self }
    }

    /// Returns the last day on which everything holds that humans have said of it, if there is one.
    pub fn holds_until(&self) -> Option<Date> {
        self.rulings().until()
    }

    /// Computes the verdict from the gates, the findings and what humans have said of them; a session that has not ended
    /// has none.
    pub fn judgement(&self) -> Option<ReasonedVerdict> {
        self.facts().map(|facts| judge(&facts))
    }

    /// Computes the verdict of the council alone, whatever humans have said since.
    pub fn councils_judgement(&self) -> Option<ReasonedVerdict> {
        self.weighed(&Rulings::default()).map(|facts| judge(&facts))
    }

    /// Returns what the verdict rests on; a session that has not ended has none.
    pub fn facts(&self) -> Option<VerdictFacts> {
        self.weighed(&self.rulings())
    }

    /// Returns the last word that humans have said on each finding.
    pub fn rulings(&self) -> Rulings<'_> {
        Rulings::of(&self.decisions, self.day)
    }

    /// Returns what became of a finding, with what humans have said of it.
    pub fn resolution(&self, finding: &CouncilFinding) -> Resolution {
        let ruled = self.rulings().on_finding(&finding.id().to_string());
        ruled.map_or_else(|| finding.resolution(&self.live), |(_, said)| said.ruling.resolution())
    }

    fn weighed(&self, rulings: &Rulings<'_>) -> Option<VerdictFacts> {
        let course = match self.ending? {
            Ending::Aborted(_) => ReviewCourse::Aborted,
            Ending::Converged | Ending::Deadlocked if !self.is_assessed() => {
                ReviewCourse::Unassessed
            }
            Ending::Converged | Ending::Deadlocked if self.lost.is_empty() => ReviewCourse::Full,
            Ending::Converged | Ending::Deadlocked => ReviewCourse::Degraded,
        };
        let is_open = |found: &GateFinding| rulings.on_gate_finding(&found.short_id()).is_none();
        let gate = |gate: &GateReport| {
            let findings = gate.findings.iter().filter(|found| is_open(found)).cloned().collect();
            let open = GateReport { findings, ..gate.clone() }.fact(self.opening.protocol);
            let is_carried = |found: &&GateFinding| {
                let ruling = rulings.on_gate_finding(&found.short_id());
                found.severity >= Severity::Major
                    && ruling.is_some_and(|(decided, said)| {
                        decided.carries_gates && said.ruling.needs_owner()
                    })
            };
            GateFact { carried: gate.findings.iter().filter(is_carried).count(), ..open }
        };
        let fact = |finding: &CouncilFinding| {
            let fact = finding.fact(&self.live);
            match rulings.on_finding(&fact.id) {
                Some((_, said)) => FindingFact { resolution: said.ruling.resolution(), ..fact },
                None => fact,
            }
        };
        Some(VerdictFacts {
            course,
            gates: self.opening.gates.iter().map(gate).collect(),
            findings: self
                .findings
                .iter()
                .filter(|finding| !self.is_weighed_by_gates(finding))
                .map(fact)
                .collect(),
        })
    }

    /// Tells whether a blocker or major is weighed where the gates found it, and not by what the seats made of it. What they
    /// voted on and could not settle is theirs.
    pub fn is_weighed_by_gates(&self, finding: &CouncilFinding) -> bool {
        finding.severity() >= Severity::Major
            && finding.agreement(&self.live) != Agreement::Deadlocked
            && self.opening.is_weighed_by_gates(finding.claim().rule.as_deref())
    }

    /// Aggregates the seats' views of the packet against the vision.
    pub fn alignment(&self) -> Option<Alignment> {
        let vision = self.opening.vision.as_ref()?;
        let mut alignment = Alignment::of(vision, &self.live, &self.assessments);
        if self.opening.protocol < CouncilProtocol::Second {
            // A phase that was only not harmed counted as served, and an oath that is not there as affirmed.
            alignment.served = alignment.phases.keys().copied().collect();
        } else {
            alignment.oath_affirmed &= vision.oath.is_some();
        }
        Some(alignment)
    }

    /// Tells whether every live seat has scored every phase of the vision, if there is one.
    pub fn is_assessed(&self) -> bool {
        is_assessed(&self.opening, &self.live, &self.assessments)
    }

    /// Returns how many rounds have ended.
    pub fn completed(&self) -> usize {
        self.rounds.iter().filter(|round| round.ended.is_some()).count()
    }

    /// Returns in how many of them somebody was asked; before the eighth protocol nobody counted.
    pub fn asked(&self) -> Option<usize> {
        let ended = self.rounds.iter().filter(|round| round.ended.is_some());
        let asked = ended.filter(|round| round.not_asked.is_none()).count();
        (self.opening.protocol >= CouncilProtocol::Eighth).then_some(asked)
    }
}

/// Tells whether every live seat has scored every phase of the vision, if there is one.
pub(super) fn is_assessed(
    opening: &CouncilOpening,
    live: &BTreeSet<SeatId>,
    assessments: &BTreeMap<SeatId, Assessment>,
) -> bool {
    let Some(vision) = &opening.vision else {
        return true;
    };
    let covers = |assessment: &Assessment| {
        vision.phases.iter().all(|phase| assessment.phases.contains_key(&phase.number))
    };
    live.iter().all(|seat| assessments.get(seat).is_some_and(covers))
}

impl CouncilSession {
    /// Returns the session as plain values.
    pub fn record(&self) -> CouncilRecord {
        CouncilRecord {
            opening: self.opening.clone(),
            rounds: self.rounds.clone(),
            findings: self.findings.clone(),
            live: self.live.clone(),
            lost: self.lost.clone(),
            quarantined: self.quarantined.clone(),
            assessments: self.assessments.clone(),
            ending: self.ending,
            now: self.meter.now,
            tokens: self.spent(),
            signers: self.signers.clone(),
            decisions: self.decisions.clone(),
            day: None,
        }
    }
}

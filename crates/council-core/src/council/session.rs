//! The state machine: one input at a time, every transition of the contract, nothing else.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use thiserror::Error;

use crate::{
    agreement::Agreement,
    alignment::Assessment,
    briefing,
    evidence::LockedClaim,
    finding::SeatId,
    gate::report::GateReport,
    ident::PacketId,
    merge::{self, FindingId, Raised},
    mode::{Lens, ModeId, Selection, select},
    north_star::Vision,
    packet::{Document, Packet},
    policy::Policy,
    quorum::{Quorum, Vote},
    severity::Severity,
};

use super::{
    AbortReason, Answer, Ask, Cast, Effect, Ending, Finding, Findings, Input, Moment, Repair,
    Round, RoundRecord, SessionId, Shown, Unproven, Warning, record::Quarantined,
};

/// The driver misused the session; the session is as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProtocolError {
    /// The session has ended.
    #[error("the session has ended")]
    Closed,
    /// The seat is not waiting for an answer.
    #[error("seat {0} was not asked, has answered or was lost")]
    NotAsked(SeatId),
    /// The answer is to another round.
    #[error("seat {seat} answered round {} in round {}", got.number(), expected.number())]
    WrongRound {
        /// Who answered.
        seat: SeatId,
        /// The round that is open.
        expected: Round,
        /// The round that was answered.
        got: Round,
    },
    /// The claim is tagged with a mode that is none of the seat's.
    #[error("seat {seat} does not hold mode {mode}")]
    ForeignMode {
        /// Who answered.
        seat: SeatId,
        /// The mode.
        mode: ModeId,
    },
    /// A council has three different seats.
    #[error("a council has the seats SA-1, SA-2 and SA-3")]
    WrongSeats,
}

/// What a session begins with.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// The packet under review.
    pub packet: PacketId,
    /// The session's id.
    pub id: SessionId,
    /// The version of the packet, if it names one.
    pub version: Option<String>,
    /// The hash of what was read.
    pub content_hash: String,
    /// The three seats with their modes.
    pub selection: Selection,
    /// The vision the packet is held against, if there is one.
    pub vision: Option<Vision>,
    /// What the deterministic gates found before any seat was asked.
    pub gates: Vec<GateReport>,
    /// When it begins.
    pub moment: Moment,
}

impl Opening {
    /// Convenes a council on a packet: the seats choose their modes by what the packet says.
    pub fn convene(
        packet: &Packet,
        id: SessionId,
        vision: Option<Vision>,
        gates: Vec<GateReport>,
        moment: Moment,
    ) -> Self {
        let text: Vec<&str> = packet.documents.iter().map(Document::text).collect();
        Self {
            id,
            packet: packet.id.clone(),
            version: packet.version.clone(),
            content_hash: packet.hash(),
            selection: select(&text.join("\n"), &SeatId::ALL),
            vision,
            gates,
            moment,
        }
    }
}

/// Where a seat stands in the open round.
#[derive(Debug, Clone, PartialEq)]
enum Standing {
    /// It has not answered.
    Asked,
    /// Its first answer had something wrong; what was right is kept.
    Repairing(Option<Answer>),
    /// It has answered.
    Answered(Answer),
}

/// A council session: the fold of its inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    pub(super) opening: Opening,
    pub(super) live: BTreeSet<SeatId>,
    pub(super) lost: BTreeMap<SeatId, String>,
    pub(super) rounds: Vec<RoundRecord>,
    pub(super) findings: Vec<Finding>,
    pub(super) assessments: BTreeMap<SeatId, Assessment>,
    pub(super) quarantined: Vec<Quarantined>,
    pub(super) ending: Option<Ending>,
    pub(super) now: Moment,
    standing: BTreeMap<SeatId, Standing>,
    questions: BTreeSet<String>,
    numbered: u32,
}

impl Session {
    /// Opens a session and asks every seat to read.
    pub fn open(opening: Opening) -> Result<(Self, Vec<Effect>), ProtocolError> {
        let live: BTreeSet<SeatId> =
            opening.selection.lenses.iter().map(|lens| lens.seat).collect();
        if opening.selection.lenses.len() != SeatId::COUNT || live.len() != SeatId::COUNT {
            return Err(ProtocolError::WrongSeats);
        }
        let now = opening.moment;
        let mut session = Self {
            opening,
            live,
            lost: BTreeMap::new(),
            rounds: Vec::new(),
            findings: Vec::new(),
            assessments: BTreeMap::new(),
            quarantined: Vec::new(),
            ending: None,
            now,
            standing: BTreeMap::new(),
            questions: BTreeSet::new(),
            numbered: 0,
        };
        let effects = session.begin(Round::Broad);
        Ok((session, effects))
    }

    /// Takes one input and returns what must happen next.
    pub fn apply(&mut self, policy: &Policy, input: Input) -> Result<Vec<Effect>, ProtocolError> {
        self.admit(&input)?;
        self.pass_time(input.moment());
        if self.now.active > policy.timeout {
            return Ok(self.abort(AbortReason::Timeout));
        }
        let mut effects = match input {
            Input::Ticked { .. } => return Ok(Vec::new()),
            Input::OutOfBudget { .. } => return Ok(self.abort(AbortReason::BudgetExhausted)),
            Input::Cancelled { .. } => return Ok(self.abort(AbortReason::Cancelled)),
            Input::Lost { seat, reason, .. } => self.lose(seat, reason),
            Input::Answered { seat, answer, tokens, .. } => {
                self.spend(tokens);
                self.hear(seat, answer)
            }
            Input::Unreadable { seat, reason, tokens, .. } => {
                self.spend(tokens);
                self.puzzle(seat, reason)
            }
        };
        if self.spent() > policy.budget {
            effects.extend(self.abort(AbortReason::BudgetExhausted));
            return Ok(effects);
        }
        if Quorum::of(self.live.len()).is_none() {
            effects.extend(self.abort(AbortReason::SeatsLost));
            return Ok(effects);
        }
        effects.extend(self.advance(policy));
        Ok(effects)
    }

    /// Returns how the session ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns the findings, merged.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the seats that are left.
    pub fn live(&self) -> &BTreeSet<SeatId> {
        &self.live
    }

    /// Returns how many tokens were used.
    pub fn spent(&self) -> u64 {
        self.rounds.iter().map(|round| round.tokens).sum()
    }

    /// Returns the open round.
    pub fn round(&self) -> Round {
        self.rounds.last().map_or(Round::Broad, |open| open.round)
    }

    /// Refuses what cannot happen now, before anything is changed.
    fn admit(&self, input: &Input) -> Result<(), ProtocolError> {
        if self.ending.is_some() {
            return Err(ProtocolError::Closed);
        }
        match input {
            Input::Answered { seat, answer, .. } => {
                if !self.is_waiting(*seat) {
                    return Err(ProtocolError::NotAsked(*seat));
                }
                let (expected, got) = (self.round(), answer.round());
                if expected != got {
                    return Err(ProtocolError::WrongRound { seat: *seat, expected, got });
                }
                self.admit_modes(*seat, answer)
            }
            Input::Unreadable { seat, .. } if !self.is_waiting(*seat) => {
                Err(ProtocolError::NotAsked(*seat))
            }
            Input::Lost { seat, .. } if !self.live.contains(seat) => {
                Err(ProtocolError::NotAsked(*seat))
            }
            Input::Unreadable { .. }
            | Input::Lost { .. }
            | Input::Ticked { .. }
            | Input::OutOfBudget { .. }
            | Input::Cancelled { .. } => Ok(()),
        }
    }

    /// Refuses claims in modes the seat does not hold: whoever read the answer must have settled that.
    fn admit_modes(&self, seat: SeatId, answer: &Answer) -> Result<(), ProtocolError> {
        let lens = self.opening.selection.lenses.iter().find(|lens| lens.seat == seat);
        let held = lens.map(Lens::modes).unwrap_or_default();
        let mut tagged = new_findings(answer).locked.iter().filter_map(|claim| claim.claim().mode);
        match tagged.find(|mode| !held.contains(mode)) {
            Some(mode) => Err(ProtocolError::ForeignMode { seat, mode }),
            None => Ok(()),
        }
    }

    fn is_waiting(&self, seat: SeatId) -> bool {
        matches!(self.standing.get(&seat), Some(Standing::Asked | Standing::Repairing(_)))
    }

    /// Moves the clocks forward, never back.
    fn pass_time(&mut self, moment: Moment) {
        self.now.at = self.now.at.max(moment.at);
        self.now.active = self.now.active.max(moment.active);
    }

    fn spend(&mut self, tokens: u64) {
        if let Some(open) = self.rounds.last_mut() {
            open.tokens = open.tokens.saturating_add(tokens);
        }
    }

    /// Takes a readable answer. Claims the text does not show are asked for once more.
    fn hear(&mut self, seat: SeatId, answer: Answer) -> Vec<Effect> {
        let held = match self.standing.get(&seat) {
            Some(Standing::Repairing(held)) => held.clone(),
            Some(Standing::Asked | Standing::Answered(_)) | None => {
                let unproven = new_findings(&answer).unlocked.clone();
                if !unproven.is_empty() {
                    self.standing.insert(seat, Standing::Repairing(Some(answer)));
                    return vec![self.ask_again(seat, Repair::Unproven(unproven))];
                }
                None
            }
        };
        let whole = match held {
            Some(first) => repaired(first, answer),
            None => answer,
        };
        self.standing.insert(seat, Standing::Answered(whole));
        Vec::new()
    }

    /// Takes an unreadable answer: asked for once more, then the seat is lost, or keeps what it said first.
    fn puzzle(&mut self, seat: SeatId, reason: String) -> Vec<Effect> {
        match self.standing.get(&seat).cloned() {
            Some(Standing::Repairing(Some(first))) => {
                self.standing.insert(seat, Standing::Answered(first));
                Vec::new()
            }
            Some(Standing::Repairing(None)) => self.lose(seat, reason),
            Some(Standing::Asked | Standing::Answered(_)) | None => {
                self.standing.insert(seat, Standing::Repairing(None));
                vec![self.ask_again(seat, Repair::Unreadable(reason))]
            }
        }
    }

    /// Loses a seat. What it said in earlier rounds stays said; it never votes again.
    fn lose(&mut self, seat: SeatId, reason: String) -> Vec<Effect> {
        self.live.remove(&seat);
        if self.is_waiting(seat) {
            self.standing.remove(&seat);
        }
        self.lost.insert(seat, reason.clone());
        vec![Effect::Warn(Warning::SeatLost { seat, reason })]
    }

    fn abort(&mut self, reason: AbortReason) -> Vec<Effect> {
        // What the seats have said in the open round is kept as partial findings.
        self.collect();
        self.close(Ending::Aborted(reason))
    }

    fn close(&mut self, ending: Ending) -> Vec<Effect> {
        self.ending = Some(ending);
        self.standing.clear();
        vec![Effect::Snapshot, Effect::Close(ending)]
    }

    /// Ends every round whose live seats have all answered and begins the next; with nothing to do a round is only
    /// recorded.
    fn advance(&mut self, policy: &Policy) -> Vec<Effect> {
        let mut effects = Vec::new();
        while self.ending.is_none() && self.is_round_over() {
            let round = self.round();
            self.collect();
            effects.extend(self.settle(round, policy));
            match round.next() {
                Some(next) => effects.extend(self.begin(next)),
                None => effects.extend(self.close(self.outcome())),
            }
        }
        effects
    }

    fn is_round_over(&self) -> bool {
        self.standing.values().all(|standing| matches!(standing, Standing::Answered(_)))
    }

    /// Opens a round and asks the live seats, if there is anything to ask.
    fn begin(&mut self, round: Round) -> Vec<Effect> {
        self.rounds.push(RoundRecord {
            round,
            began: self.now,
            ended: None,
            answers: BTreeMap::new(),
            raised: Vec::new(),
            violations: BTreeMap::new(),
            live: self.live.clone(),
            merged: Vec::new(),
            contested: BTreeSet::new(),
            briefing: None,
            tokens: 0,
        });
        self.standing.clear();
        if !self.has_work(round) {
            return Vec::new();
        }
        self.standing = self.live.iter().map(|seat| (*seat, Standing::Asked)).collect();
        self.live.iter().map(|seat| Effect::Ask(Box::new(self.ask(*seat)))).collect()
    }

    fn has_work(&self, round: Round) -> bool {
        match round {
            Round::Broad => true,
            Round::Remediate => self.findings.iter().any(|finding| self.needs_remediation(finding)),
            Round::Converge => self
                .findings
                .iter()
                .any(|finding| self.needs_vote(finding) || self.needs_remediation(finding)),
        }
    }

    /// Blockers, majors and whatever is disputed are looked at again.
    fn needs_remediation(&self, finding: &Finding) -> bool {
        finding.severity() >= Severity::Major
            || finding.agreement(&self.live) == Agreement::Contested
    }

    /// What is disputed is voted on, and so is every blocker and major that two seats do not stand behind.
    fn needs_vote(&self, finding: &Finding) -> bool {
        match finding.agreement(&self.live) {
            Agreement::Contested => true,
            Agreement::Pending => finding.severity() >= Severity::Major,
            Agreement::Unanimous
            | Agreement::Majority
            | Agreement::QuorumSupport
            | Agreement::QuorumOppose
            | Agreement::Deadlocked => false,
        }
    }

    fn ask_again(&self, seat: SeatId, repair: Repair) -> Effect {
        Effect::Ask(Box::new(Ask { repair: Some(repair), ..self.ask(seat) }))
    }

    fn ask(&self, seat: SeatId) -> Ask {
        let round = self.round();
        let shown: Vec<&Finding> = match round {
            Round::Broad => Vec::new(),
            Round::Remediate | Round::Converge => {
                self.findings.iter().filter(|finding| self.needs_remediation(finding)).collect()
            }
        };
        let voted =
            shown.iter().filter(|finding| round == Round::Converge && self.needs_vote(finding));
        let mended = shown
            .iter()
            .filter(|finding| round == Round::Converge && finding.severity() >= Severity::Major);
        let previous = self.rounds.iter().rev().nth(1);
        Ask {
            seat,
            round,
            briefing: previous.and_then(|open| open.briefing.clone()),
            validity: voted.map(|finding| finding.id().clone()).collect(),
            remediation: mended
                .map(|finding| (finding.id().clone(), finding.remediation().to_owned()))
                .collect(),
            findings: shown.into_iter().map(|finding| self.show(finding)).collect(),
            repair: None,
        }
    }

    fn show(&self, finding: &Finding) -> Shown {
        let proposed = finding.proposals().values().map(|proposal| proposal.text.clone());
        let claimed = finding.raised().map(|raised| raised.claim.claim().remediation.clone());
        let remediations: BTreeSet<String> =
            proposed.chain(claimed).filter(|text| !text.trim().is_empty()).collect();
        Shown {
            id: finding.id().clone(),
            severity: finding.severity(),
            agreement: finding.agreement(&self.live),
            location: finding.claim().location.to_string(),
            description: finding.claim().description.clone(),
            evidence: finding.shown_by(),
            remediations: remediations.into_iter().collect(),
        }
    }

    /// Takes what the seats said in the open round into the findings, in seat order, so that the order in which the
    /// answers came does not matter.
    fn collect(&mut self) {
        let round = self.round();
        let standing = std::mem::take(&mut self.standing);
        let answers: BTreeMap<SeatId, Answer> = standing
            .into_iter()
            .filter_map(|(seat, standing)| match standing {
                Standing::Answered(answer) | Standing::Repairing(Some(answer)) => {
                    Some((seat, answer))
                }
                Standing::Asked | Standing::Repairing(None) => None,
            })
            .collect();
        for (seat, answer) in &answers {
            match answer {
                Answer::Broad(answer) => {
                    self.take_findings(*seat, round, &answer.findings);
                    self.take_assessment(*seat, answer.north_star.as_ref());
                    self.questions.extend(answer.questions.iter().cloned());
                }
                Answer::Remediate(answer) => {
                    self.take_opinions(*seat, &answer.opinions);
                    for (id, proposal) in &answer.proposals {
                        if let Some(finding) = self.finding_mut(id) {
                            finding.propose(*seat, proposal.clone());
                        }
                    }
                    self.take_findings(*seat, round, &answer.findings);
                    self.take_assessment(*seat, answer.north_star.as_ref());
                    self.questions.extend(answer.questions.iter().cloned());
                }
                Answer::Converge(answer) => {
                    self.take_opinions(*seat, &answer.opinions);
                    self.take_assessment(*seat, answer.north_star.as_ref());
                }
            }
        }
        self.merge_raised();
        if let Some(open) = self.rounds.last_mut() {
            open.answers = answers;
        }
    }

    fn take_findings(&mut self, seat: SeatId, round: Round, findings: &Findings) {
        for (place, claim) in findings.locked.iter().enumerate() {
            self.numbered += 1;
            let id = FindingId::new(self.opening.packet.clone(), self.numbered);
            let Some(open) = self.rounds.last_mut() else {
                continue;
            };
            if let Some(violation) = findings.violations.get(&place) {
                open.violations.insert(id.clone(), *violation);
            }
            open.raised.push(Raised::new(id, seat, round, claim.clone()));
        }
        let unproven = findings.unlocked.iter().cloned();
        self.quarantined.extend(unproven.map(|claim| Quarantined { seat, round, claim }));
    }

    fn take_assessment(&mut self, seat: SeatId, assessment: Option<&Assessment>) {
        if let Some(assessment) = assessment {
            self.assessments.insert(seat, assessment.clone());
        }
    }

    fn take_opinions(&mut self, seat: SeatId, opinions: &BTreeMap<FindingId, super::Opinion>) {
        for (id, opinion) in opinions {
            if let Some(finding) = self.finding_mut(id) {
                finding.hear(seat, opinion.clone());
            }
        }
    }

    fn finding_mut(&mut self, id: &FindingId) -> Option<&mut Finding> {
        self.findings.iter_mut().find(|finding| finding.id() == id)
    }

    /// Merges the claims of the open round into the findings. A finding that gains a claim keeps its opinions.
    fn merge_raised(&mut self) {
        let raised = self.rounds.last().map(|open| open.raised.clone()).unwrap_or_default();
        if raised.is_empty() {
            return;
        }
        let known = std::mem::take(&mut self.findings);
        let groups = known.iter().map(|finding| finding.raised().cloned().collect()).collect();
        let merged = merge::merge(groups, raised);
        self.findings =
            merged.into_iter().filter_map(|group| Finding::regroup(group, &known)).collect();
    }

    /// Ends a round: the votes are counted, what is disputed is noted, the next round is briefed.
    fn settle(&mut self, round: Round, policy: &Policy) -> Vec<Effect> {
        if round == Round::Converge {
            self.count_votes();
        }
        let contested = self
            .findings
            .iter()
            .filter(|finding| match finding.agreement(&self.live) {
                Agreement::Contested | Agreement::Deadlocked => true,
                Agreement::Unanimous
                | Agreement::Majority
                | Agreement::Pending
                | Agreement::QuorumSupport
                | Agreement::QuorumOppose => false,
            })
            .map(|finding| finding.id().clone())
            .collect();
        let briefing = round.next().map(|_| {
            briefing::brief(&briefing::Material {
                after: round,
                at: self.now.at,
                findings: &self.findings,
                live: &self.live,
                lenses: &self.opening.selection.lenses,
                questions: &self.questions,
                decided_by: &policy.escalation_target,
            })
        });
        let now = self.now;
        let mut effects = vec![Effect::Snapshot];
        if let Some(open) = self.rounds.last_mut() {
            open.merged.clone_from(&self.findings);
            open.live.clone_from(&self.live);
            open.contested = contested;
            open.briefing = briefing;
            open.ended = Some(now);
            let allotted = match round {
                Round::Broad => policy.allotment.broad,
                Round::Remediate => policy.allotment.remediate,
                Round::Converge => policy.allotment.converge,
            };
            if open.tokens > allotted {
                effects.push(Effect::Warn(Warning::OverAllotment {
                    round,
                    spent: open.tokens,
                    allotted,
                }));
            }
        }
        effects
    }

    fn count_votes(&mut self) {
        let Some(quorum) = Quorum::of(self.live.len()) else {
            return;
        };
        let answers = self.rounds.last().map(|open| open.answers.clone()).unwrap_or_default();
        let silent = Cast { vote: Vote::Abstain, rationale: String::new() };
        let votes =
            |pick: &dyn Fn(&super::ConvergeAnswer) -> Option<Cast>| -> BTreeMap<SeatId, Cast> {
                let cast = |seat: &SeatId| match answers.get(seat) {
                    Some(Answer::Converge(answer)) => pick(answer),
                    Some(Answer::Broad(_) | Answer::Remediate(_)) | None => None,
                };
                self.live
                    .iter()
                    .map(|seat| (*seat, cast(seat).unwrap_or_else(|| silent.clone())))
                    .collect()
            };
        let mut findings = self.findings.clone();
        for finding in &mut findings {
            let id = finding.id().clone();
            if self.needs_vote(finding) {
                finding.vote_validity(votes(&|answer| answer.validity.get(&id).cloned()), quorum);
            }
            if finding.severity() >= Severity::Major && finding.agreement(&self.live).is_confirmed()
            {
                finding.vote_remediation(
                    votes(&|answer| answer.remediation.get(&id).cloned()),
                    quorum,
                );
            }
        }
        self.findings = findings;
    }

    /// Returns how a session ends whose three rounds are over.
    fn outcome(&self) -> Ending {
        let stuck = |finding: &Finding| {
            let agreement = finding.agreement(&self.live);
            let unmended = finding.severity() == Severity::Blocker
                && agreement.is_confirmed()
                && finding.remediation_ballot().map(|ballot| ballot.settlement)
                    != Some(crate::quorum::Settlement::Support);
            agreement == Agreement::Deadlocked || unmended
        };
        if self.findings.iter().any(stuck) { Ending::Deadlocked } else { Ending::Converged }
    }

    /// Returns how long the session has been active.
    pub fn active(&self) -> Duration {
        self.now.active
    }
}

/// Returns what an answer newly claims; the last round brings nothing new.
fn new_findings(answer: &Answer) -> &Findings {
    static NOTHING: Findings =
        Findings { locked: Vec::new(), violations: BTreeMap::new(), unlocked: Vec::new() };
    match answer {
        Answer::Broad(answer) => &answer.findings,
        Answer::Remediate(answer) => &answer.findings,
        Answer::Converge(_) => &NOTHING,
    }
}

/// Joins a first answer with its repair: what was proven first stays, what the repair proves is added, what it still
/// does not prove is quarantined.
fn repaired(first: Answer, second: Answer) -> Answer {
    match (first, second) {
        (Answer::Broad(mut first), Answer::Broad(second)) => {
            first.findings = joined(first.findings, second.findings);
            Answer::Broad(first)
        }
        (Answer::Remediate(mut first), Answer::Remediate(second)) => {
            first.findings = joined(first.findings, second.findings);
            Answer::Remediate(first)
        }
        (first, _) => first,
    }
}

fn joined(first: Findings, second: Findings) -> Findings {
    let mut locked: Vec<LockedClaim> = first.locked;
    let mut violations = first.violations;
    for (place, claim) in second.locked.into_iter().enumerate() {
        if locked.contains(&claim) {
            continue;
        }
        if let Some(violation) = second.violations.get(&place) {
            violations.insert(locked.len(), *violation);
        }
        locked.push(claim);
    }
    let mended: BTreeSet<&str> =
        locked.iter().map(|claim| claim.claim().description.as_str()).collect();
    let mut unlocked: Vec<Unproven> = Vec::new();
    for unproven in first.unlocked.into_iter().chain(second.unlocked) {
        if !mended.contains(unproven.description.as_str()) && !unlocked.contains(&unproven) {
            unlocked.push(unproven);
        }
    }
    Findings { locked, violations, unlocked }
}

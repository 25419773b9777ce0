//! The state machine: one input at a time, every transition of the contract, nothing else.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use thiserror::Error;

use super::{
    AbortReason, CouncilAnswer, CouncilFinding, CouncilOpening, CouncilProtocol, CouncilQuestion,
    CouncilWarning, DatedDecision, Effect, Ending, Input, Repair, Round, RoundRecord,
    intake::{new_findings, repaired},
    parts::PartsProgress,
    record::Quarantined,
};
use crate::{
    alignment::Assessment,
    depth::Depth,
    finding::SeatId,
    flow::{self, Machine, Meter, Signer, Signers},
    mode::{Lens, MODES_PER_SEAT, ModeId},
    policy::Policy,
    quorum::Quorum,
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
    /// A claim names no mode that led to it.
    #[error("seat {0} raises a finding without the mode that led to it")]
    NoMode(SeatId),
    /// A claim does not say what is wrong.
    #[error("seat {0} raises a finding without saying what is wrong")]
    NoDescription(SeatId),
    /// A seat has five different modes, and one seat of the council a meta-level one.
    #[error("every seat needs five different modes, and one seat a meta-level mode")]
    WrongModes,
    /// A council has three different seats.
    #[error("a council has the seats SA-1, SA-2 and SA-3")]
    WrongSeats,
}

/// Where a seat stands in the open round.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SeatState {
    /// It has not answered.
    Asked,
    /// Its first answer had something wrong; what was right is kept.
    Repairing(Option<CouncilAnswer>),
    /// It has answered.
    Answered(CouncilAnswer),
}

/// A council session: the fold of its inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct CouncilSession {
    pub(super) opening: Arc<CouncilOpening>,
    pub(super) live: BTreeSet<SeatId>,
    pub(super) lost: BTreeMap<SeatId, String>,
    pub(super) rounds: Vec<Arc<RoundRecord>>,
    pub(super) findings: Arc<Vec<CouncilFinding>>,
    pub(super) assessments: BTreeMap<SeatId, Assessment>,
    pub(super) quarantined: Vec<Quarantined>,
    pub(super) ending: Option<Ending>,
    pub(super) meter: Meter,
    pub(super) standing: BTreeMap<SeatId, SeatState>,
    pub(super) progress: BTreeMap<SeatId, PartsProgress>,
    pub(super) questions: BTreeSet<String>,
    pub(super) numbered: u32,
    pub(super) decisions: Vec<DatedDecision>,
    pub(super) signers: Signers<SeatId>,
}

impl CouncilSession {
    /// Opens a session and asks every seat to read.
    pub fn open(opening: CouncilOpening) -> Result<(Self, Vec<Effect>), ProtocolError> {
        let live: BTreeSet<SeatId> =
            opening.selection.lenses.iter().map(|lens| lens.seat).collect();
        if opening.selection.lenses.len() != SeatId::COUNT || live.len() != SeatId::COUNT {
            return Err(ProtocolError::WrongSeats);
        }
        let five =
            |lens: &Lens| lens.modes().iter().collect::<BTreeSet<_>>().len() == MODES_PER_SEAT;
        let meta = opening.selection.lenses.iter().flat_map(Lens::modes).any(ModeId::is_meta);
        if !opening.selection.lenses.iter().all(five) || !meta {
            return Err(ProtocolError::WrongModes);
        }
        let meter = Meter::new(opening.moment);
        let mut session = Self {
            opening: Arc::new(opening),
            live,
            lost: BTreeMap::new(),
            rounds: Vec::new(),
            findings: Arc::default(),
            assessments: BTreeMap::new(),
            quarantined: Vec::new(),
            ending: None,
            meter,
            standing: BTreeMap::new(),
            progress: BTreeMap::new(),
            questions: BTreeSet::new(),
            numbered: 0,
            decisions: Vec::new(),
            signers: Signers::default(),
        };
        let effects = session.begin(Round::Broad);
        Ok((session, effects))
    }

    /// Takes one input and returns what must happen next.
    pub fn apply(&mut self, policy: &Policy, input: Input) -> Result<Vec<Effect>, ProtocolError> {
        flow::apply(self, policy, input)
    }

    /// Returns how the session ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns what it began with.
    pub fn opening(&self) -> &Arc<CouncilOpening> {
        &self.opening
    }

    /// Returns the findings, merged.
    pub fn findings(&self) -> &[CouncilFinding] {
        &self.findings
    }

    /// Returns the seats that are left.
    pub fn live(&self) -> &BTreeSet<SeatId> {
        &self.live
    }

    /// Returns how many tokens were used.
    pub fn spent(&self) -> u64 {
        self.meter.spent
    }

    /// Returns the open round.
    pub fn round(&self) -> Round {
        self.rounds.last().map_or(Round::Broad, |open| open.round)
    }

    /// Returns the open round to be written on.
    pub(super) fn open_round(&mut self) -> Option<&mut RoundRecord> {
        self.rounds.last_mut().map(Arc::make_mut)
    }

    /// Drops a seat. What it said in earlier rounds stays said; it never votes again.
    fn drop_seat(&mut self, seat: SeatId, reason: String) -> Vec<Effect> {
        self.live.remove(&seat);
        // What the seat has proven stays proven, also when it is lost while it mends the rest.
        match self.standing.remove(&seat) {
            Some(SeatState::Repairing(Some(said)) | SeatState::Answered(said)) => {
                self.standing.insert(seat, SeatState::Answered(said));
            }
            Some(SeatState::Asked | SeatState::Repairing(None)) | None => {
                if let Some(said) = self.progress.remove(&seat).and_then(|progress| progress.said) {
                    self.standing.insert(seat, SeatState::Answered(said));
                }
            }
        }
        self.lost.insert(seat, reason.clone());
        vec![Effect::Warn(CouncilWarning::SeatLost { seat, reason })]
    }

    fn close(&mut self, ending: Ending) -> Vec<Effect> {
        self.ending = Some(ending);
        self.standing.clear();
        vec![Effect::Snapshot, Effect::Close(ending)]
    }

    fn is_round_over(&self) -> bool {
        self.standing.values().all(|standing| matches!(standing, SeatState::Answered(_)))
    }

    /// Opens a round and asks the live seats that there is something to ask.
    fn begin(&mut self, round: Round) -> Vec<Effect> {
        self.rounds.push(Arc::new(RoundRecord {
            round,
            began: self.meter.now,
            ended: None,
            answers: BTreeMap::new(),
            raised: Vec::new(),
            live: self.live.clone(),
            merged: Arc::default(),
            ballot: BTreeSet::new(),
            remedies: BTreeMap::new(),
            contested: BTreeSet::new(),
            briefing: None,
            tokens: 0,
            not_asked: None,
        }));
        self.standing.clear();
        self.progress.clear();
        let is_votable =
            self.opening.protocol == CouncilProtocol::First || !self.opening.rules_alone;
        if round == Round::Converge && is_votable {
            let (ballot, remedies) = (self.ballot(), self.remedies());
            if let Some(open) = self.open_round() {
                open.ballot = ballot;
                open.remedies = remedies;
            }
        }
        if round == Round::Remediate && self.agrees_early() {
            let remedies = self.remedies();
            if let Some(open) = self.open_round() {
                open.remedies = remedies;
            }
        }
        if !self.has_work(round) {
            let why = self.idle(round);
            if let Some(open) = self.open_round() {
                open.not_asked = why;
            }
            return Vec::new();
        }
        let asked: Vec<SeatId> =
            self.live.iter().copied().filter(|seat| self.is_asked(round, *seat)).collect();
        self.standing = asked.iter().map(|seat| (*seat, SeatState::Asked)).collect();
        let Some(first) = self.live.first() else { return Vec::new() };
        let is_own = self.opening.protocol >= CouncilProtocol::Seventh;
        if is_own || !self.opening.reply_entries.is_empty() || self.opening.depth == Depth::Auto {
            let ask = |seat: &SeatId| Effect::Ask(Arc::new(self.question(*seat)));
            return asked.iter().map(ask).collect();
        }
        let question = self.question(*first);
        let ask = |seat: &SeatId| {
            let own = self.own(*seat);
            Effect::Ask(Arc::new(CouncilQuestion { seat: *seat, own, ..question.clone() }))
        };
        self.live.iter().map(ask).collect()
    }

    /// Returns how long the session has been active.
    pub fn active(&self) -> Duration {
        self.meter.now.active
    }
}

impl Machine for CouncilSession {
    type Seat = SeatId;
    type Answer = CouncilAnswer;
    type Ask = CouncilQuestion;
    type Warning = CouncilWarning;
    type Ending = Ending;
    type Misuse = ProtocolError;

    fn admit(&self, input: &Input) -> Result<(), ProtocolError> {
        self.admits(input)
    }

    fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// Takes a readable answer. Claims the text does not show are asked for once more.
    fn on_answer(
        &mut self,
        seat: SeatId,
        answer: CouncilAnswer,
    ) -> Result<Vec<Effect>, ProtocolError> {
        let answer = self.fitted(answer);
        let held = match self.standing.get(&seat) {
            Some(SeatState::Repairing(held)) => held.clone(),
            Some(SeatState::Asked | SeatState::Answered(_)) | None => {
                let unproven = new_findings(&answer).unlocked.clone();
                if !unproven.is_empty() {
                    self.standing.insert(seat, SeatState::Repairing(Some(answer)));
                    return Ok(vec![self.ask_again(seat, Repair::Unproven(unproven))]);
                }
                None
            }
        };
        let whole = match held {
            Some(first) => repaired(first, answer),
            None => answer,
        };
        Ok(self.finish(seat, whole))
    }

    /// Takes an unreadable answer: asked for once more, then the seat is lost, or keeps what it said first.
    fn on_unreadable(
        &mut self,
        seat: SeatId,
        reason: String,
    ) -> Result<Vec<Effect>, ProtocolError> {
        Ok(match self.standing.get(&seat).cloned() {
            Some(SeatState::Repairing(Some(first))) => self.finish(seat, first),
            Some(SeatState::Repairing(None)) => self.drop_seat(seat, reason),
            Some(SeatState::Asked | SeatState::Answered(_)) | None => {
                self.standing.insert(seat, SeatState::Repairing(None));
                vec![self.ask_again(seat, Repair::Unreadable(reason))]
            }
        })
    }

    fn on_lost(&mut self, seat: SeatId, reason: String) -> Result<Vec<Effect>, ProtocolError> {
        Ok(self.drop_seat(seat, reason))
    }

    fn on_signed(&mut self, seat: SeatId, by: Signer) {
        self.signers.sign(&seat, by);
    }

    /// The open round keeps its own count.
    fn charge(&mut self, tokens: u64) {
        self.meter.spent = self.meter.spent.saturating_add(tokens);
        if let Some(open) = self.open_round() {
            open.tokens = open.tokens.saturating_add(tokens);
        }
    }

    fn is_deserted(&self) -> bool {
        Quorum::of(self.live.len()).is_none()
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

    fn abort(&mut self, reason: AbortReason) -> Vec<Effect> {
        // What the seats have said in the open round is kept as partial findings.
        self.collect();
        self.close(Ending::Aborted(reason))
    }

    fn has_ended(&self) -> bool {
        self.ending.is_some()
    }
}

//! A round as a flow: what happens around its answers (cost, time, budget, calls that fail) and how it ends.

use std::sync::Arc;

use super::{
    answer::{ForumAnswer, ForumInput as Said, Loss},
    ask::{ForumEffect as Wanted, ForumQuestion},
    round::{Round, RoundError},
    seat::ForumSeatId,
    summary::RoundSummary,
};
use crate::{
    flow::{self, AbortReason, Machine, Meter, Moment, Signer, Signers},
    policy::Policy,
};

/// What happens to a round.
pub type Input = flow::Input<ForumSeatId, ForumAnswer>;

/// What a round wants done.
pub type Effect = flow::Effect<ForumQuestion, ForumWarning, RoundEnding>;

/// A round while it is held: the fold of its inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct ForumSession {
    round: Round,
    summary: Option<RoundSummary>,
    meter: Meter,
    ending: Option<RoundEnding>,
    signers: Signers<ForumSeatId>,
}

/// How a round ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundEnding {
    /// Everyone was heard or lost, and the human is awaited.
    Held,
    /// It was stopped, and there is no summary.
    Aborted(AbortReason),
}

/// Something a watcher should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForumWarning {
    /// A seat will not answer any more in this round.
    SeatLost {
        /// Who.
        seat: ForumSeatId,
        /// Why.
        reason: String,
    },
}

/// A round as plain values.
#[derive(Debug, Clone, PartialEq)]
pub struct ForumRecord {
    /// How it ended, if it has.
    pub ending: Option<RoundEnding>,
    /// When the last thing happened.
    pub now: Moment,
    /// How many tokens were used.
    pub tokens: u64,
    /// The round as far as it has come.
    pub round: Round,
    /// What the human is shown, once everyone was heard.
    pub summary: Option<RoundSummary>,
    /// The people who answered.
    pub signers: Signers<ForumSeatId>,
}

impl ForumSession {
    /// Takes up a round that was opened.
    pub fn new(round: Round, wanted: Vec<Wanted>, now: Moment) -> (Self, Vec<Effect>) {
        let mut session = Self {
            round,
            summary: None,
            meter: Meter::new(now),
            ending: None,
            signers: Signers::default(),
        };
        let effects = session.follow(wanted);
        (session, effects)
    }

    /// Takes one input and returns what must happen next.
    pub fn apply(&mut self, policy: &Policy, input: Input) -> Result<Vec<Effect>, RoundError> {
        flow::apply(self, policy, input)
    }

    /// Returns how the round ended, if it has.
    pub fn ending(&self) -> Option<RoundEnding> {
        self.ending
    }

    /// Returns how many tokens were used.
    pub fn spent(&self) -> u64 {
        self.meter.spent
    }

    /// Returns the round as plain values.
    pub fn record(&self) -> ForumRecord {
        ForumRecord {
            ending: self.ending,
            now: self.meter.now,
            tokens: self.meter.spent,
            round: self.round.clone(),
            summary: self.summary.clone(),
            signers: self.signers.clone(),
        }
    }

    /// Turns what the round wants into what the engine is to do. Whoever watches is shown every answer.
    fn follow(&mut self, wanted: Vec<Wanted>) -> Vec<Effect> {
        let mut effects = vec![flow::Effect::Snapshot];
        for one in wanted {
            match one {
                Wanted::Ask(ask) => effects.push(flow::Effect::Ask(Arc::from(ask))),
                Wanted::AwaitDecision(summary) => {
                    self.summary = Some(*summary);
                    self.ending = Some(RoundEnding::Held);
                    effects.push(flow::Effect::Close(RoundEnding::Held));
                }
            }
        }
        effects
    }
}

impl Machine for ForumSession {
    type Seat = ForumSeatId;
    type Answer = ForumAnswer;
    type Ask = ForumQuestion;
    type Warning = ForumWarning;
    type Ending = RoundEnding;
    type Misuse = RoundError;

    /// The round itself knows who may speak.
    fn admit(&self, _input: &Input) -> Result<(), RoundError> {
        if self.has_ended() { Err(RoundError::Closed) } else { Ok(()) }
    }

    fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    fn on_answer(
        &mut self,
        seat: ForumSeatId,
        answer: ForumAnswer,
    ) -> Result<Vec<Effect>, RoundError> {
        let wanted = self.round.apply(Said::Answered { seat, answer })?;
        Ok(self.follow(wanted))
    }

    fn on_unreadable(
        &mut self,
        seat: ForumSeatId,
        reason: String,
    ) -> Result<Vec<Effect>, RoundError> {
        let wanted = self.round.apply(Said::Unreadable { seat, reason })?;
        Ok(self.follow(wanted))
    }

    fn on_lost(&mut self, seat: ForumSeatId, reason: String) -> Result<Vec<Effect>, RoundError> {
        let wanted = self.round.apply(Said::Lost { seat, reason: loss(&reason) })?;
        let warning = flow::Effect::Warn(ForumWarning::SeatLost { seat, reason });
        Ok(std::iter::once(warning).chain(self.follow(wanted)).collect())
    }

    fn on_signed(&mut self, seat: ForumSeatId, by: Signer) {
        let said = self.signers.sign(&seat, by);
        self.round.signed(seat, &said);
    }

    /// A round is held with whoever is left.
    fn is_deserted(&self) -> bool {
        false
    }

    /// The round has gone on with the answer.
    fn advance(&mut self, _policy: &Policy) -> Vec<Effect> {
        Vec::new()
    }

    fn abort(&mut self, reason: AbortReason) -> Vec<Effect> {
        let ending = RoundEnding::Aborted(reason);
        self.ending = Some(ending);
        vec![flow::Effect::Snapshot, flow::Effect::Close(ending)]
    }

    fn has_ended(&self) -> bool {
        self.ending.is_some()
    }
}

/// Sorts why a call failed for good. The engine words a timeout itself; whatever else is said is a failure.
fn loss(reason: &str) -> Loss {
    if reason.starts_with("no answer within") {
        return Loss::Timeout;
    }
    if reason.contains("refuse") { Loss::Refusal } else { Loss::Failure }
}

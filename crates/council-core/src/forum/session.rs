//! A round as a flow: what happens around its answers (cost, time, budget, calls that fail) and how it ends.

use std::sync::Arc;

use super::{
    answer::{Answer, Input as Said, Loss},
    ask::{Ask, Effect as Wanted},
    round::{ProtocolError, Round},
    seat::SeatId,
    summary::Summary,
};
use crate::{
    council::AbortReason,
    flow::{self, Moment},
    policy::Policy,
};

/// What happens to a round.
pub type Input = flow::Input<SeatId, Answer>;

/// What a round wants done.
pub type Effect = flow::Effect<Ask, Warning, Ending>;

/// A round while it is held: the fold of its inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    round: Round,
    summary: Option<Summary>,
    spent: u64,
    now: Moment,
    ending: Option<Ending>,
}

/// How a round ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Everyone was heard or lost, and the human is awaited.
    Held,
    /// It was stopped, and there is no summary.
    Aborted(AbortReason),
}

/// Something a watcher should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// A seat will not answer any more in this round.
    SeatLost {
        /// Who.
        seat: SeatId,
        /// Why.
        reason: String,
    },
}

/// A round as plain values.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionRecord {
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// When the last thing happened.
    pub now: Moment,
    /// How many tokens were used.
    pub tokens: u64,
    /// The round as far as it has come.
    pub round: Round,
    /// What the human is shown, once everyone was heard.
    pub summary: Option<Summary>,
}

impl Session {
    /// Takes up a round that was opened.
    pub fn new(round: Round, wanted: Vec<Wanted>, now: Moment) -> (Self, Vec<Effect>) {
        let mut session = Self { round, summary: None, spent: 0, now, ending: None };
        let effects = session.follow(wanted);
        (session, effects)
    }

    /// Takes one input and returns what must happen next.
    pub fn apply(&mut self, policy: &Policy, input: Input) -> Result<Vec<Effect>, ProtocolError> {
        if self.ending.is_some() {
            return Err(ProtocolError::Closed);
        }
        let moment = input.moment();
        self.now.at = self.now.at.max(moment.at);
        self.now.active = self.now.active.max(moment.active);
        let mut effects = match input {
            Input::OutOfBudget { .. } => return Ok(self.abort(AbortReason::BudgetExhausted)),
            Input::Cancelled { .. } => return Ok(self.abort(AbortReason::Cancelled)),
            Input::Ticked { .. } => Vec::new(),
            Input::Paid { tokens, .. } => {
                self.spent = self.spent.saturating_add(tokens);
                Vec::new()
            }
            Input::Answered { seat, answer, tokens, .. } => {
                self.hear(Said::Answered { seat, answer }, tokens)?
            }
            Input::Unreadable { seat, reason, tokens, .. } => {
                self.hear(Said::Unreadable { seat, reason }, tokens)?
            }
            Input::Lost { seat, reason, tokens, .. } => {
                let effects = self.hear(Said::Lost { seat, reason: loss(&reason) }, tokens)?;
                let warning = flow::Effect::Warn(Warning::SeatLost { seat, reason });
                std::iter::once(warning).chain(effects).collect()
            }
        };
        // An answer that came too late is still paid for and still heard, and a round that is over stays so.
        if self.ending.is_none()
            && let Some(reason) = self.exceeded(policy)
        {
            effects.retain(|effect| matches!(effect, flow::Effect::Warn(_)));
            effects.extend(self.abort(reason));
        }
        Ok(effects)
    }

    /// Returns how the round ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns how many tokens were used.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns the round as plain values.
    pub fn record(&self) -> SessionRecord {
        SessionRecord {
            ending: self.ending,
            now: self.now,
            tokens: self.spent,
            round: self.round.clone(),
            summary: self.summary.clone(),
        }
    }

    fn hear(&mut self, said: Said, tokens: u64) -> Result<Vec<Effect>, ProtocolError> {
        let wanted = self.round.apply(said)?;
        self.spent = self.spent.saturating_add(tokens);
        Ok(self.follow(wanted))
    }

    /// Turns what the round wants into what the engine is to do. Whoever watches is shown every answer.
    fn follow(&mut self, wanted: Vec<Wanted>) -> Vec<Effect> {
        let mut effects = vec![flow::Effect::Snapshot];
        for one in wanted {
            match one {
                Wanted::Ask(ask) => effects.push(flow::Effect::Ask(Arc::from(ask))),
                Wanted::AwaitDecision(summary) => {
                    self.summary = Some(*summary);
                    self.ending = Some(Ending::Held);
                    effects.push(flow::Effect::Close(Ending::Held));
                }
            }
        }
        effects
    }

    fn exceeded(&self, policy: &Policy) -> Option<AbortReason> {
        if self.now.active > policy.timeout {
            return Some(AbortReason::Timeout);
        }
        (self.spent > policy.budget).then_some(AbortReason::BudgetExhausted)
    }

    fn abort(&mut self, reason: AbortReason) -> Vec<Effect> {
        let ending = Ending::Aborted(reason);
        self.ending = Some(ending);
        vec![flow::Effect::Snapshot, flow::Effect::Close(ending)]
    }
}

/// Sorts why a call failed for good. The engine words a timeout itself; whatever else is said is a failure.
fn loss(reason: &str) -> Loss {
    if reason.starts_with("no answer within") {
        return Loss::Timeout;
    }
    if reason.contains("refuse") { Loss::Refusal } else { Loss::Failure }
}

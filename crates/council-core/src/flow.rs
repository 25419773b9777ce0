//! What every flow takes and answers with, whoever sits on it: something happened, something is wanted.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    authority::{Mind, MindKind},
    policy::Policy,
};

/// When something happened: by the wall for the record, by active time for the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The time of day.
    pub at: Timestamp,
    /// How long the session has been active, over all its processes; waiting for a human does not count.
    pub active: Duration,
}

/// One thing that happened, to a flow with seats `S` that answer with `A`.
#[derive(Debug, Clone, PartialEq)]
pub enum Input<S, A> {
    /// A seat answered, and the answer was read.
    Answered {
        /// Who.
        seat: S,
        /// What.
        answer: A,
        /// What it cost.
        tokens: u64,
        /// When.
        moment: Moment,
    },
    /// A seat answered, and the answer could not be read.
    Unreadable {
        /// Who.
        seat: S,
        /// Why not.
        reason: String,
        /// What it cost.
        tokens: u64,
        /// When.
        moment: Moment,
    },
    /// A call failed, will be made again, and was paid for all the same.
    Paid {
        /// What it cost.
        tokens: u64,
        /// When.
        moment: Moment,
    },
    /// A seat will not answer any more.
    Lost {
        /// Who.
        seat: S,
        /// Why.
        reason: String,
        /// What its last call cost all the same.
        tokens: u64,
        /// When.
        moment: Moment,
    },
    /// Somebody gives the name in which a seat answers; the answer follows.
    Signed {
        /// Which seat.
        seat: S,
        /// Who.
        by: Signer,
        /// When.
        moment: Moment,
    },
    /// Nothing but time.
    Ticked {
        /// When.
        moment: Moment,
    },
    /// The next call does not fit the budget.
    OutOfBudget {
        /// When.
        moment: Moment,
    },
    /// Somebody stopped the session for good.
    Cancelled {
        /// When.
        moment: Moment,
    },
}

impl<S, A> Input<S, A> {
    /// Returns when it happened.
    pub fn moment(&self) -> Moment {
        match self {
            Input::Answered { moment, .. }
            | Input::Unreadable { moment, .. }
            | Input::Paid { moment, .. }
            | Input::Lost { moment, .. }
            | Input::Signed { moment, .. }
            | Input::Ticked { moment }
            | Input::OutOfBudget { moment }
            | Input::Cancelled { moment } => *moment,
        }
    }
}

/// One thing the driver must do, for a flow that asks `Q`, warns of `W` and ends with `E`.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect<Q, W, E> {
    /// Ask a seat and bring back its answer.
    Ask(Arc<Q>),
    /// A round has ended: the record is worth writing.
    Snapshot,
    /// Tell whoever is watching.
    Warn(W),
    /// The session has ended.
    Close(E),
}

/// Why a session was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AbortReason {
    /// It was active too long.
    Timeout,
    /// The next call would cost too much.
    BudgetExhausted,
    /// Fewer than two seats were left.
    SeatsLost,
    /// Somebody stopped it.
    Cancelled,
}

/// Who handed in an answer, by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Signer {
    /// A person.
    Person(String),
    /// A coding agent that holds the session, by what its program calls itself.
    Host(String),
}

/// Who handed in answers, by the seats they answered in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signers<S: Ord>(BTreeMap<S, BTreeSet<Signer>>);

impl<S: Ord> Default for Signers<S> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<S: Ord + Clone> Signers<S> {
    /// Notes that somebody answers in a seat, and returns what the record says of the seat.
    pub(crate) fn sign(&mut self, seat: &S, by: Signer) -> String {
        let signers = self.0.entry(seat.clone()).or_default();
        signers.insert(by);
        let mind = Mind::of_signers(signers);
        match mind.kind {
            MindKind::Host => format!("the host's agent, {}", mind.model),
            MindKind::Person | MindKind::Model => format!("a person, {}", mind.model),
        }
    }

    /// Returns who thought in each seat.
    pub fn minds(&self) -> impl Iterator<Item = (S, Mind)> {
        self.0.iter().map(|(seat, signers)| (seat.clone(), Mind::of_signers(signers)))
    }
}

/// The time and the tokens of a session so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Meter {
    /// When the last thing happened.
    pub(crate) now: Moment,
    /// The tokens that were used.
    pub(crate) spent: u64,
}

impl Meter {
    /// Begins at a moment, with nothing spent.
    pub(crate) fn new(now: Moment) -> Self {
        Self { now, spent: 0 }
    }

    /// Moves the clocks forward, never back.
    fn advance(&mut self, moment: Moment) {
        self.now.at = self.now.at.max(moment.at);
        self.now.active = self.now.active.max(moment.active);
    }

    /// Tells which limit was passed, if any.
    fn exceeded(&self, policy: &Policy) -> Option<AbortReason> {
        if self.now.active > policy.timeout {
            return Some(AbortReason::Timeout);
        }
        (self.spent > policy.budget).then_some(AbortReason::BudgetExhausted)
    }
}

/// A flow from the inside: what an answer means is its own, when it is stopped is the same for all.
pub(crate) trait Machine {
    /// Names a place at the table.
    type Seat;
    /// What a seat says, read.
    type Answer;
    /// A question to a seat.
    type Ask;
    /// Something a watcher should know.
    type Warning;
    /// How it ends.
    type Ending;
    /// How the driver can misuse it.
    type Misuse;

    /// Refuses an input that cannot follow; the flow is then as it was.
    fn admit(&self, input: &Input<Self::Seat, Self::Answer>) -> Result<(), Self::Misuse>;

    /// Returns its time and tokens.
    fn meter(&mut self) -> &mut Meter;

    /// Takes a readable answer.
    fn on_answer(
        &mut self,
        seat: Self::Seat,
        answer: Self::Answer,
    ) -> Result<EffectsOf<Self>, Self::Misuse>;

    /// Takes an answer that cannot be read.
    fn on_unreadable(
        &mut self,
        seat: Self::Seat,
        reason: String,
    ) -> Result<EffectsOf<Self>, Self::Misuse>;

    /// Takes it that a seat will not answer any more.
    fn on_lost(
        &mut self,
        seat: Self::Seat,
        reason: String,
    ) -> Result<EffectsOf<Self>, Self::Misuse>;

    /// Takes the name in which a person answers for a seat.
    fn on_signed(&mut self, seat: Self::Seat, by: Signer);

    /// Counts tokens.
    fn charge(&mut self, tokens: u64) {
        let meter = self.meter();
        meter.spent = meter.spent.saturating_add(tokens);
    }

    /// Tells whether too many seats were lost.
    fn is_deserted(&self) -> bool;

    /// Goes on as far as it can without another answer.
    fn advance(&mut self, policy: &Policy) -> EffectsOf<Self>;

    /// Ends before its end.
    fn abort(&mut self, reason: AbortReason) -> EffectsOf<Self>;

    /// Tells whether it has ended.
    fn has_ended(&self) -> bool;
}

/// What a flow wants done next.
pub(crate) type EffectsOf<M> =
    Vec<Effect<<M as Machine>::Ask, <M as Machine>::Warning, <M as Machine>::Ending>>;

/// Takes one input and returns what must happen next.
pub(crate) fn apply<M: Machine>(
    machine: &mut M,
    policy: &Policy,
    input: Input<M::Seat, M::Answer>,
) -> Result<EffectsOf<M>, M::Misuse> {
    machine.admit(&input)?;
    machine.meter().advance(input.moment());
    // An answer that came too late is still paid for and still heard; the limits are looked at afterwards.
    let (mut effects, tokens) = match input {
        Input::OutOfBudget { .. } => return Ok(machine.abort(AbortReason::BudgetExhausted)),
        Input::Cancelled { .. } => return Ok(machine.abort(AbortReason::Cancelled)),
        Input::Signed { seat, by, .. } => {
            machine.on_signed(seat, by);
            return Ok(Vec::new());
        }
        Input::Ticked { .. } => (Vec::new(), 0),
        Input::Paid { tokens, .. } => (Vec::new(), tokens),
        Input::Lost { seat, reason, tokens, .. } => (machine.on_lost(seat, reason)?, tokens),
        Input::Answered { seat, answer, tokens, .. } => (machine.on_answer(seat, answer)?, tokens),
        Input::Unreadable { seat, reason, tokens, .. } => {
            (machine.on_unreadable(seat, reason)?, tokens)
        }
    };
    machine.charge(tokens);
    if machine.has_ended() {
        return Ok(effects);
    }
    let passed = machine.meter().exceeded(policy);
    let passed = passed.or_else(|| machine.is_deserted().then_some(AbortReason::SeatsLost));
    if let Some(reason) = passed {
        // Nobody is asked anything by a session that has ended.
        effects.retain(|effect| matches!(effect, Effect::Warn(_)));
        effects.extend(machine.abort(reason));
    } else {
        effects.extend(machine.advance(policy));
    }
    Ok(effects)
}

//! What every flow takes and answers with, whoever sits on it: something happened, something is wanted.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

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

//! What a session needs from outside: somebody to ask, somewhere to write, a clock, and somebody to tell.

use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc, time::Duration};

use council_core::{council::CouncilSession, packet::Packet};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{entry::Entry, flow::Flow, fold::Fold, pulse::Pulse};

/// A future behind a port.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Whatever went wrong behind a port.
pub type PortError = Box<dyn std::error::Error + Send + Sync>;

/// What fills each seat.
pub type Seats<F = CouncilSession> = BTreeMap<<F as Flow>::Seat, Arc<dyn Reviewer<F>>>;

/// Something that can fill a seat. Nothing it says is trusted.
pub trait Reviewer<F: Flow = CouncilSession>: Send + Sync {
    /// Returns what it is called in records, such as `rules`.
    fn name(&self) -> String;

    /// Returns the most tokens an answer to this call can cost.
    fn bound(&self, call: &Call<F>) -> u64;

    /// Returns what is about to leave this machine for an answer to this call, if anything is.
    fn sends(&self, _call: &Call<F>) -> Option<Sending> {
        None
    }

    /// Returns for how long it may be silent, where that was settled for it.
    fn answers_within(&self) -> Option<Duration> {
        None
    }

    /// Tells whether somebody else hands its answers in, sooner or later: the session then waits, and no process need.
    fn is_awaited(&self) -> bool {
        false
    }

    /// Answers, or fails. Dropping the future gives the call up.
    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<ReviewerReply, Fault>>;
}

/// A question to a seat, with everything the seat may know.
#[derive(Debug)]
pub struct Call<F: Flow = CouncilSession> {
    /// The packet under review.
    pub packet: Arc<Packet>,
    /// What the session began with.
    pub opening: Arc<F::Opening>,
    /// The question.
    pub ask: Arc<F::Ask>,
    /// Which try this is, from 1.
    pub attempt: u32,
    /// Where signs of life are noted while it is under way.
    pub pulse: Pulse,
}

impl<F: Flow> Clone for Call<F> {
    fn clone(&self) -> Self {
        Self {
            packet: self.packet.clone(),
            opening: self.opening.clone(),
            ask: self.ask.clone(),
            attempt: self.attempt,
            pulse: self.pulse.clone(),
        }
    }
}

/// What a reviewer says, as it said it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewerReply {
    /// The text.
    pub text: String,
    /// The tokens it cost, question included.
    pub tokens: u64,
    /// What left this machine for it, if anything did.
    pub delivery: Option<Delivery>,
}

/// What is about to leave this machine for a question, and where to. It is written down before anything is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sending {
    /// Where to.
    pub host: String,
    /// The words it is asked in, by their version and their hash.
    pub words: String,
    /// How many bytes.
    pub bytes: u64,
    /// Their hash.
    pub hash: String,
}

/// What left this machine for an answer, and where to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// Where to.
    pub host: String,
    /// The model that answered, as its server calls it.
    pub model: String,
    /// How many bytes were sent, in all copies.
    pub bytes_sent: u64,
    /// How many copies of the question were sent.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub copies: u64,
    /// Tokens read anew.
    pub fresh: u64,
    /// Tokens read from the provider's cache.
    pub cache_read: u64,
    /// Tokens read anew and put into the cache.
    pub cache_written: u64,
    /// Tokens written.
    pub output: u64,
}

fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_one(copies: &u64) -> bool {
    *copies == 1
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It may work when tried again.
    Passing {
        /// Why it failed.
        reason: String,
        /// How long the other side asks to be left alone.
        wait: Option<Duration>,
        /// The tokens it cost all the same, where the other side says so.
        tokens: u64,
    },
    /// Trying again is pointless.
    Lasting {
        /// Why it failed.
        reason: String,
        /// The tokens it cost all the same, where the other side says so.
        tokens: u64,
    },
}

/// Where a session outlives its process.
pub trait Journal<F: Flow = CouncilSession>: Send {
    /// Why something could not be written.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Returns how many bytes it still takes.
    fn room(&self) -> u64 {
        u64::MAX
    }

    /// Writes records that are in the fold already, and with them, in one step, whatever else is kept of how the session
    /// stands. When this returns, they are there whatever happens to the machine.
    fn commit(
        &mut self,
        entries: &[Entry<F>],
        fold: &Fold<F>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Writes the session as others read it. It can always be made again from the records.
    fn snapshot(
        &mut self,
        record: &F::Record,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// Time: of the day for the record, elapsed for the limits. The two may disagree, and only the second is measured.
pub trait Clock: Send + Sync {
    /// Returns the time of day.
    fn now(&self) -> Timestamp;

    /// Returns the time since some fixed moment, never going back.
    fn elapsed(&self) -> Duration;

    /// Waits.
    fn sleep(&self, how_long: Duration) -> BoxFuture<'_, ()>;
}

/// Somebody who wants to know how it goes.
pub trait Watch<F: Flow = CouncilSession>: Send + Sync {
    /// Takes notice.
    fn saw(&self, event: &Event<'_, F>);
}

/// Something worth telling.
#[derive(Debug)]
pub enum Event<'a, F: Flow = CouncilSession> {
    /// A seat is being asked.
    Asked {
        /// Whom.
        seat: F::Seat,
        /// In which round.
        round: F::Round,
        /// Whether it is asked to mend its first answer.
        is_repair: bool,
    },
    /// A seat has answered, and the answer is durable.
    Answered {
        /// Who.
        seat: F::Seat,
        /// What it cost.
        tokens: u64,
    },
    /// A call failed and will be tried again.
    Retrying {
        /// Whose.
        seat: F::Seat,
        /// Why.
        reason: &'a str,
        /// After how long.
        wait: Duration,
    },
    /// Something is not as it should be.
    Warned(&'a F::Warning),
    /// The record has changed.
    Recorded(&'a F::Record),
    /// The session has ended.
    Closed(F::Ending),
}

/// Nobody watches.
impl<F: Flow> Watch<F> for () {
    fn saw(&self, _event: &Event<'_, F>) {}
}

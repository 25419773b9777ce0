//! Drives a session: carries out what the flow wants, and writes down everything that happens before it acts on it.
//!
//! A session is the fold of its journal. [`Fold`] is that function, and live runs, resumed runs and replays all go
//! through it. [`drive`] waits for what happens, takes it into the fold, makes it durable, and only then asks, writes
//! or ends anything. Files, networks, clocks and processes are behind three ports: [`Journal`], [`Reviewer`] and
//! [`Clock`].

mod backoff;
mod budget;
mod drive;
mod entry;
mod flow;
mod fold;
mod in_flight;
mod port;
mod pulse;
#[cfg(test)]
mod tests;
mod traffic;

pub use backoff::{Patience, within};
pub use budget::Budget;
pub use drive::{EngineError, Ports, Start, Stop, deadline, drive};
pub use entry::{Entry, JOURNAL_VERSION, OpeningRecord, Signature};
pub use flow::{EffectOf, Flow, InputOf};
pub use fold::{Fold, FoldError, Pending};
pub use port::{
    BoxFuture, Call, Clock, Delivery, Event, Fault, Journal, PortError, Reviewer, ReviewerReply,
    Seats, Sending, Watch,
};
pub use pulse::{Pulse, QueuedQuestion};
pub use traffic::{SentQuestion, Traffic};

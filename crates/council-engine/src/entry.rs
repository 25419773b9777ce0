//! The journal's records: everything that happened to a session, in order, and nothing that can be computed from it.

use std::collections::BTreeMap;

use council_core::{
    council::{CouncilSession, DatedDecision},
    flow::{Moment, Signer},
    policy::Policy,
};
use council_formats::packet::Source;
use serde::{Deserialize, Serialize};

use crate::{
    flow::Flow,
    port::{Delivery, Sending},
};

/// The version of these records. A program reads the journals of all versions up to its own.
pub const JOURNAL_VERSION: u32 = 11;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", bound = "")]
pub enum Entry<F: Flow = CouncilSession> {
    /// The session began. Always the first record, and only the first.
    Opened(Box<OpeningRecord<F>>),
    /// A seat is about to be asked. Until its answer is here, the call counts as in flight.
    Asked {
        /// Whom.
        seat: F::Seat,
        /// In which round.
        round: F::Round,
        /// The most tokens the call can cost.
        bound: u64,
        /// What leaves this machine for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sending: Option<Sending>,
        /// When.
        moment: Moment,
    },
    /// A seat answered: its text as it came, before anybody has read it.
    Answered {
        /// Who.
        seat: F::Seat,
        /// What.
        text: String,
        /// What it cost.
        tokens: u64,
        /// What left this machine for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        delivery: Option<Delivery>,
        /// Who handed it in, where a person did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signed: Option<Signature>,
        /// When.
        moment: Moment,
    },
    /// A call failed and will be tried again.
    Faulted {
        /// Who was asked.
        seat: F::Seat,
        /// Why it failed.
        reason: String,
        /// What it cost all the same.
        #[serde(default, skip_serializing_if = "is_nothing")]
        tokens: u64,
        /// When.
        moment: Moment,
    },
    /// A seat will not answer any more.
    Lost {
        /// Who.
        seat: F::Seat,
        /// Why.
        reason: String,
        /// What its last call cost all the same.
        #[serde(default, skip_serializing_if = "is_nothing")]
        tokens: u64,
        /// When.
        moment: Moment,
    },
    /// Nothing but time: a review that asks nobody goes on, or the session's time ran out.
    Ticked {
        /// When.
        moment: Moment,
    },
    /// No call that is left fits the budget.
    OutOfBudget {
        /// When.
        moment: Moment,
    },
    /// Somebody stopped the session for good.
    Cancelled {
        /// When.
        moment: Moment,
    },
    /// A human said something of a session that has ended.
    Decided {
        /// What.
        decided: DatedDecision,
        /// When.
        moment: Moment,
    },
    /// Another process went on with the session. What was in flight before it is lost, and counts as spent.
    Resumed {
        /// The version of the program.
        tool_version: String,
        /// When.
        moment: Moment,
    },
}

/// What a session began with: enough to compute everything again, also when the packet has changed on disk since.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct OpeningRecord<F: Flow = CouncilSession> {
    /// The version of these records.
    pub journal_version: u32,
    /// The version of the program that wrote them.
    pub tool_version: String,
    /// What the flow begins with.
    pub opening: F::Opening,
    /// The limits it runs under.
    pub policy: Policy,
    /// What fills each seat.
    pub reviewers: BTreeMap<F::Seat, String>,
    /// The stage of a spec that the session is evidence for, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage_evidence: Option<String>,
    /// The packet's files as they were read.
    pub source: Source,
}

/// Who handed an answer in, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Who.
    pub by: String,
    /// The command with which, such as `council tui`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The hash of the question that was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Whether an agent of the program that holds the session answered, and not a person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_host: bool,
}

impl Signature {
    /// Returns who answered.
    pub fn signer(&self) -> Signer {
        let name = self.by.clone();
        if self.is_host { Signer::Host(name) } else { Signer::Person(name) }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_nothing(tokens: &u64) -> bool {
    *tokens == 0
}

impl<F: Flow> Entry<F> {
    /// Returns when it happened.
    pub fn moment(&self) -> Moment {
        match self {
            Entry::Opened(opened) => F::moment(&opened.opening),
            Entry::Asked { moment, .. }
            | Entry::Answered { moment, .. }
            | Entry::Faulted { moment, .. }
            | Entry::Lost { moment, .. }
            | Entry::Ticked { moment }
            | Entry::OutOfBudget { moment }
            | Entry::Cancelled { moment }
            | Entry::Decided { moment, .. }
            | Entry::Resumed { moment, .. } => *moment,
        }
    }
}

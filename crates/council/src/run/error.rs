//! Why a session was not held or a step of it not taken: one list for every flow, with one way out for each.

use council_core::{
    diagnostic::{Diagnostic, Place},
    gate::{Outcome, Signal, forum::Judged},
};
use council_engine::{EngineError, FoldError};
use council_rules::NotJudged;
use council_store::{PacketError, StoreError};
use thiserror::Error;

use crate::{cost::CostError, forum::SittingError, review::SessionError, reviewer::ReviewerError};

/// Why a session was not held or a step of it not taken.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is no packet.
    #[error(transparent)]
    Packet(#[from] PacketError),
    /// A file could not be had or made.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The vision file holds no vision.
    #[error("`{path}` holds no vision to review against")]
    NoVision {
        /// The file.
        path: String,
        /// What is wrong with it.
        diagnostics: Vec<Diagnostic>,
    },
    /// There is nothing in the packet to judge.
    #[error("`{packet}` is not judged: {}", .reason.says())]
    NotJudged {
        /// The packet.
        packet: String,
        /// Why.
        reason: NotJudged,
    },
    /// What was recorded before does not allow the step now.
    #[error("{}", .0.headline)]
    Refused(Box<Refusal>),
    /// A seat cannot be filled.
    #[error(transparent)]
    Reviewer(#[from] ReviewerError),
    /// It can cost more than it may.
    #[error(transparent)]
    Cost(#[from] CostError),
    /// There is no such session.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A file is no record of a review.
    #[error("`{path}` is not a review record: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// The session could not be driven on.
    #[error(transparent)]
    Engine(Box<EngineError<RunError>>),
    /// What the journal says happened cannot have happened.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// What a round was opened with is not a forum.
    #[error(transparent)]
    Sitting(#[from] SittingError),
    /// What was to be written would break its own contract.
    #[error("the record breaks its contract: {0}")]
    Broken(String),
    /// The store that many machines share could not do what it was asked.
    #[cfg(feature = "postgres")]
    #[error(transparent)]
    Shared(#[from] council_pg::PgError),
    /// A record of the journal is none, or cannot be made.
    #[error("a record of `{path}` is not one this program knows")]
    UnknownRecord {
        /// The journal.
        path: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The journal is another project's.
    #[error("`{path}` is the journal of another project: it names `{other}`")]
    OtherPlace {
        /// The journal.
        path: String,
        /// What it names that is not this project's.
        other: String,
    },
}

/// Why what was recorded before does not allow a step, and what a caller sees of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// How the command ends.
    pub outcome: Outcome,
    /// The refusal in words.
    pub headline: String,
    /// What stands against the step, and the way out.
    pub signals: Vec<Signal>,
    /// What to do next.
    pub next: Vec<String>,
}

impl From<Signal> for Refusal {
    fn from(signal: Signal) -> Self {
        let headline = signal.message.clone();
        Self { outcome: Outcome::Blocked, headline, signals: vec![signal], next: Vec::new() }
    }
}

impl From<Judged> for RunError {
    fn from(judged: Judged) -> Self {
        let Judged { outcome, headline, signals, next, .. } = judged;
        Self::Refused(Box::new(Refusal { outcome, headline, signals, next }))
    }
}

impl From<EngineError<RunError>> for RunError {
    fn from(error: EngineError<RunError>) -> Self {
        Self::Engine(Box::new(error))
    }
}

impl RunError {
    /// Refuses a step that a human can make possible.
    pub(crate) fn blocked(
        code: &str,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::refused(Outcome::Blocked, code, place, message, help)
    }

    /// Refuses a step.
    pub(crate) fn refused(
        outcome: Outcome,
        code: &str,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::because(outcome, Signal::block(code, place, message).help(help))
    }

    /// Refuses a step for what a signal says.
    pub(crate) fn because(outcome: Outcome, signal: Signal) -> Self {
        Self::Refused(Box::new(Refusal { outcome, ..Refusal::from(signal) }))
    }

    /// Tells whether another worker has the session by now.
    #[cfg(feature = "postgres")]
    pub(crate) fn is_fenced(&self) -> bool {
        match self {
            Self::Shared(council_pg::PgError::Fenced(_)) => true,
            Self::Engine(error) => match &**error {
                EngineError::Journal(error) | EngineError::Snapshot(error) => error.is_fenced(),
                EngineError::EmptySeat(_) | EngineError::Fold(_) => false,
            },
            _ => false,
        }
    }

    /// Returns the way out, where there is one that fits everybody.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Store(error) | Self::Packet(PacketError::Store(error)) => {
                error.help().map(str::to_owned)
            }
            Self::Packet(PacketError::NotFound { tried, .. }) => {
                Some(format!("looked at {}", tried.join(", ")))
            }
            Self::Packet(PacketError::Ambiguous { .. }) => {
                Some("give the path of the one you mean".to_owned())
            }
            Self::NoVision { diagnostics, .. } => {
                diagnostics.first().map(|first| format!("{}: {}", first.place, first.message))
            }
            Self::Reviewer(error) => error.help(),
            Self::Cost(error) => error.help(),
            #[cfg(feature = "postgres")]
            Self::Shared(error) => error.help(),
            Self::Session(error) => Some(error.help()),
            Self::Unreadable { path, .. } => Some(format!("see `council check {path}`")),
            Self::Engine(error) => match &**error {
                EngineError::Journal(error) | EngineError::Snapshot(error) => error.help(),
                EngineError::EmptySeat(_) | EngineError::Fold(_) => None,
            },
            Self::Packet(PacketError::Empty { .. } | PacketError::TooLarge { .. })
            | Self::NotJudged { .. }
            | Self::Refused(_)
            | Self::Fold(_)
            | Self::Sitting(_)
            | Self::Broken(_)
            | Self::UnknownRecord { .. }
            | Self::OtherPlace { .. } => None,
        }
    }
}

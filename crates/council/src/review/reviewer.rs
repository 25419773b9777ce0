//! What can fill a seat, by the names people and records give it.

mod cassette;
mod rules;
mod scripted;

use std::{collections::BTreeMap, fmt, str::FromStr, sync::Arc};

use council_core::{diagnostic::Diagnostic, finding::SeatId};
use council_engine::{Clock, Reviewer, Seats};
use council_llm::{Loopback, NotLoopback};
use council_store::{Repo, StoreError};
use thiserror::Error;

/// Names something that can fill a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewerSpec {
    /// The offline reviewer.
    Rules,
    /// Answers, faults and delays from a file.
    Scripted(String),
    /// The answers of an earlier session, from its journal.
    Cassette(String),
    /// A program on this machine.
    Loopback(Loopback),
}

/// Why a seat cannot be filled.
#[derive(Debug, Error)]
pub enum ReviewerError {
    /// There is no such reviewer.
    #[error("there is no reviewer `{0}`")]
    Unknown(String),
    /// The address is not on this machine.
    #[error(transparent)]
    Address(#[from] NotLoopback),
    /// Its file could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its file does not say what to answer.
    #[error("`{path}` is not a script for seats: {why}")]
    Script {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// Its file is not a journal.
    #[error("`{path}` is not the journal of a session: {why}")]
    Journal {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

impl ReviewerError {
    /// Returns the way out, where there is one that fits everybody.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Unknown(_) => {
                Some("use `rules`, `scripted:FILE`, `cassette:JOURNAL` or `loopback:ADDRESS`")
            }
            Self::Address(_) | Self::Store(_) | Self::Script { .. } | Self::Journal { .. } => None,
        }
    }
}

impl FromStr for ReviewerSpec {
    type Err = ReviewerError;

    fn from_str(text: &str) -> Result<Self, ReviewerError> {
        match text.split_once(':') {
            None if text == "rules" => Ok(Self::Rules),
            Some(("scripted", file)) if !file.is_empty() => Ok(Self::Scripted(file.to_owned())),
            Some(("cassette", file)) if !file.is_empty() => Ok(Self::Cassette(file.to_owned())),
            Some(("loopback", address)) => Ok(Self::Loopback(address.parse()?)),
            Some(_) | None => Err(ReviewerError::Unknown(text.to_owned())),
        }
    }
}

impl fmt::Display for ReviewerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("rules"),
            Self::Scripted(file) => write!(f, "scripted:{file}"),
            Self::Cassette(file) => write!(f, "cassette:{file}"),
            Self::Loopback(loopback) => f.write_str(&loopback.name()),
        }
    }
}

/// Fills the seats with what a record names.
pub(super) fn seats<C: Clock + 'static>(
    repo: &Repo,
    named: &BTreeMap<SeatId, String>,
    clock: &Arc<C>,
) -> Result<Seats, ReviewerError> {
    let fill = |(seat, name): (&SeatId, &String)| {
        Ok((*seat, reviewer(repo, *seat, &name.parse()?, clock)?))
    };
    named.iter().map(fill).collect()
}

fn reviewer<C: Clock + 'static>(
    repo: &Repo,
    seat: SeatId,
    spec: &ReviewerSpec,
    clock: &Arc<C>,
) -> Result<Arc<dyn Reviewer>, ReviewerError> {
    Ok(match spec {
        ReviewerSpec::Rules => Arc::new(rules::Rules),
        ReviewerSpec::Scripted(path) => scripted::load(path, &repo.read(path)?, clock)?,
        ReviewerSpec::Cassette(path) => Arc::new(cassette::load(path, seat, &repo.read(path)?)?),
        ReviewerSpec::Loopback(loopback) => Arc::new(*loopback),
    })
}

/// Says what is wrong with a file and where.
fn said(diagnostic: &Diagnostic) -> String {
    format!("{}: {}", diagnostic.place, diagnostic.message)
}

//! The journal of a project's reviews: every step, who took it, and the files as it leaves them.

use council_core::{ident::ProjectName, panel::Ending, series::ReviewNumber};
use council_engine::Fold;
use council_formats::handoff::name;
use council_store::{Holder, Repo};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use crate::log::Image;
pub(super) use crate::log::Stand;
pub(super) use crate::log::hash;

use super::{Kept, KeptClose, KeptDecision, KeptRevision, Meeting, PanelError};
use crate::log::{self, LogError};

/// One thing that happened to a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// When.
    pub at: Timestamp,
    /// Who, where a human acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// On which review of the series.
    pub number: u32,
    /// What.
    #[serde(flatten)]
    pub step: Step,
}

/// A step in the life of a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Step {
    /// The panel has met.
    Reviewed {
        /// What the review was computed from.
        record: Kept,
    },
    /// A human has answered the recommendations.
    Decided {
        /// What was decided.
        decision: KeptDecision,
        /// The hash of the review as it was decided on.
        shown: String,
    },
    /// A new version of the PRD answers the review.
    Revised {
        /// What changed.
        revision: KeptRevision,
    },
    /// A human has said whether the work goes on.
    Closed {
        /// What was said.
        close: KeptClose,
    },
}

impl log::Act for Act {
    const EVENTS: &'static [&'static str] = &["reviewed", "decided", "revised", "closed"];
}

/// A step as the journal keeps it.
pub(super) type Taken = log::Taken<Act>;

/// A line of the journal.
pub(super) type Recorded = log::Recorded<Meeting, Act>;

/// The journal of a project's reviews, open for writing.
pub(super) type Log = log::Log<Meeting, Act>;

impl Log {
    /// Opens the journal of a project.
    pub(super) fn open(
        repo: &Repo,
        project: &ProjectName,
        holder: &Holder,
    ) -> Result<Self, PanelError> {
        Ok(Self::at(repo, name::journal(project), holder)?)
    }

    /// Returns the panel that was begun and has not come to a review, if there is one that can still go on.
    pub(super) fn panel(&mut self) -> Result<Option<Fold<Meeting>>, PanelError> {
        Ok(self.unfinished(|ending| matches!(ending, Ending::Aborted(_)))?)
    }

    /// Returns the steps taken on a review, in order.
    pub(super) fn of(&self, number: ReviewNumber) -> impl DoubleEndedIterator<Item = &Taken> {
        self.taken().iter().filter(move |taken| taken.act.number == number.value())
    }

    /// Returns what the reviews before one were computed from, in order.
    pub(super) fn reviewed_before(&self, number: ReviewNumber) -> impl Iterator<Item = &Kept> {
        let earlier = self.taken().iter().filter(move |taken| taken.act.number < number.value());
        earlier.filter_map(|taken| match &taken.act.step {
            Step::Reviewed { record } => Some(record),
            Step::Decided { .. } | Step::Revised { .. } | Step::Closed { .. } => None,
        })
    }
}

/// Reads the journal without its lock; `None` where there is none or nothing in it.
pub(super) fn read(repo: &Repo, project: &ProjectName) -> Result<Option<Vec<Taken>>, PanelError> {
    Ok(log::read::<Meeting, Act>(repo, &name::journal(project))?)
}

impl From<LogError> for PanelError {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Store(error) => Self::Store(error),
            LogError::UnknownRecord { path, source } => Self::UnknownRecord { path, source },
        }
    }
}

//! The journal of a project's reviews: every step, who took it, and the files as it leaves them.

use council_core::{ident::ProjectName, panel::PanelEnding, series::ReviewNumber};
use council_engine::Fold;
use council_formats::handoff::name;
use council_store::{Holder, Repo};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub(super) use crate::log::FileState;
pub use crate::log::Image;
pub(super) use crate::log::hash;

use super::{
    KeptAcknowledgement, KeptClose, KeptDecision, KeptRevision, KeptVouch, Meeting, ReviewBasis,
};
use crate::{
    log::{self, LogPlace},
    run::RunError,
};

/// One thing that happened to a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PanelAct {
    /// When.
    pub at: Timestamp,
    /// Who, where a human acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// On which review of the series.
    pub number: u32,
    /// What.
    #[serde(flatten)]
    pub step: PanelStep,
}

/// A step in the life of a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum PanelStep {
    /// The panel has met.
    Reviewed {
        /// What the review was computed from.
        record: ReviewBasis,
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
        /// The hash of the review as it was decided on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<String>,
    },
    /// A human answers for a review that others wrote.
    Vouched {
        /// What for, and why.
        vouch: KeptVouch,
    },
    /// A version of the PRD is recorded for a panel that is to meet again and has not.
    Submitted {
        /// What changed since the panel last met.
        revision: KeptRevision,
    },
    /// A human goes on although the panel said to revise.
    Acknowledged {
        /// What for, and why.
        acknowledgement: KeptAcknowledgement,
    },
}

impl PanelStep {
    /// Returns what the review was computed from, where the panel has met.
    pub fn reviewed(&self) -> Option<&ReviewBasis> {
        let PanelStep::Reviewed { record } = self else { return None };
        Some(record)
    }

    /// Returns the answer to the recommendations, where one was given.
    pub fn decided(&self) -> Option<&KeptDecision> {
        let PanelStep::Decided { decision, .. } = self else { return None };
        Some(decision)
    }

    /// Returns the new version, where one was recorded.
    pub fn revised(&self) -> Option<&KeptRevision> {
        let PanelStep::Revised { revision } = self else { return None };
        Some(revision)
    }

    /// Returns the decision of the re-review gate, where one was made.
    pub fn closed(&self) -> Option<&KeptClose> {
        let PanelStep::Closed { close, .. } = self else { return None };
        Some(close)
    }

    /// Returns what a human answers for, where one does.
    pub fn vouched(&self) -> Option<&KeptVouch> {
        let PanelStep::Vouched { vouch } = self else { return None };
        Some(vouch)
    }

    /// Returns the version that the next panel reads, where one was recorded.
    pub fn submitted(&self) -> Option<&KeptRevision> {
        let PanelStep::Submitted { revision } = self else { return None };
        Some(revision)
    }

    /// Returns why a human goes on, where one does.
    pub fn acknowledged(&self) -> Option<&KeptAcknowledgement> {
        let PanelStep::Acknowledged { acknowledgement } = self else { return None };
        Some(acknowledgement)
    }
}

impl log::Act for PanelAct {
    const EVENTS: &'static [&'static str] =
        &["reviewed", "decided", "revised", "closed", "vouched", "submitted", "acknowledged"];

    fn by(&self) -> Option<&str> {
        self.by.as_deref()
    }
}

/// A step as the journal keeps it.
pub(super) type Taken = log::Taken<PanelAct>;

/// Everything that the journal has recorded so far.
pub(super) type Past = log::RecordedPast<Meeting, PanelAct>;

/// A line of the journal.
pub(super) type Recorded = log::JournalRecord<Meeting, PanelAct>;

/// The journal of a project's reviews, open for writing.
pub(super) type Log = log::Log<Meeting, PanelAct>;

impl Log {
    /// Opens the journal of a project.
    pub(super) fn open(
        repo: &Repo,
        project: &ProjectName,
        holder: &Holder,
    ) -> Result<Self, RunError> {
        Self::at(repo, place(project), holder)
    }

    /// Returns the panel that was begun and has not come to a review, if there is one that can still go on.
    pub(super) fn panel(&mut self) -> Result<Option<Fold<Meeting>>, RunError> {
        Ok(self.unfinished(is_over)?)
    }

    /// Returns the steps taken on a review, in order.
    pub(super) fn of(&self, number: ReviewNumber) -> impl DoubleEndedIterator<Item = &Taken> {
        self.taken().iter().filter(move |taken| taken.act.number == number.value())
    }

    /// Returns what the reviews before one were computed from, in order.
    pub(super) fn reviewed_before(
        &self,
        number: ReviewNumber,
    ) -> impl Iterator<Item = &ReviewBasis> {
        let earlier = self.taken().iter().filter(move |taken| taken.act.number < number.value());
        earlier.filter_map(|taken| taken.act.step.reviewed())
    }
}

/// Returns the panel that was begun and has not come to a review, without taking the journal's lock.
pub(crate) fn begun(repo: &Repo, project: &ProjectName) -> Result<Option<Fold<Meeting>>, RunError> {
    let parsed = log::look::<Meeting, PanelAct>(repo, &place(project))?;
    Ok(log::unfinished(parsed.unfinished, is_over)?)
}

fn is_over(ending: PanelEnding) -> bool {
    match ending {
        PanelEnding::Aborted(_) => true,
        PanelEnding::Held => false,
    }
}

/// Computes every review of a project again from its journal.
pub(super) fn past(repo: &Repo, project: &ProjectName) -> Result<Past, RunError> {
    log::past(repo, &place(project))
}

/// Reads the steps of the journal without its lock; `None` where there is no journal. One without a whole record has no
/// steps.
pub(super) fn read(repo: &Repo, project: &ProjectName) -> Result<Option<Vec<Taken>>, RunError> {
    log::read::<Meeting, PanelAct>(repo, &place(project))
}

/// Returns where the journal of a project's reviews lies, and where its steps write.
pub(super) fn place(project: &ProjectName) -> LogPlace {
    LogPlace { path: name::journal(project), folder: format!("workspace/{project}") }
}

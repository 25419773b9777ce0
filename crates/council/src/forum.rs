//! A project's forum, from a message to the intent that a human lets go on.
//!
//! Each round and each decision is one record in the forum's journal, and the files follow from it, as with a panel's
//! reviews.

mod convene;
mod decide;
mod gate;
pub mod keys;
mod log;
mod past;
mod rehearsed;
mod report;
mod restore;
mod setup;
mod sitting;
mod table;

use council_core::{
    forum::{Config, Discussion, DiscussionState},
    gate::forum::{Looked, judge},
    ident::ProjectName,
};
use council_formats::forum_record;
use council_store::Repo;
use jiff::Timestamp;

pub use convene::{ForumProgress, HeldRound, Instance, RoundRequest, begun, dry_run, hold, resume};
pub(crate) use convene::{opened, unfinished};
pub use decide::{DecidedRound, ForumDecideRequest, decide};
pub use gate::{ForumRequest, ForumReview, report, review, roles, waits};
pub use past::PastRound;
pub(crate) use past::{begun_at, is_begun, past_rounds, recorded_files};
pub use report::{decided_report, refused, round_report, shown, spoken, unheld_report};
pub use restore::restore;
pub use setup::{Drafted, Setup, SetupError, draft, write};
pub use sitting::{ForumOpening, Sitting, SittingError};

pub use crate::panel::Unfinished;
use crate::run::RunError;

/// Returns a time in whole seconds, which is how finely a human acts.
fn whole(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}

/// A forum as it lies on disk.
#[derive(Debug)]
pub struct ForumFolder {
    /// The folder of the config, empty at the repository's root.
    pub home: String,
    /// Who sits in it.
    pub config: Config,
    /// What was discussed and decided so far.
    pub discussion: Discussion,
    /// The record as it lies there, if it does.
    pub(crate) record: Option<String>,
}

impl ForumFolder {
    /// Finds a project's forum, or says what is wrong with it.
    pub fn find(repo: &Repo, project: &ProjectName) -> Result<Self, RunError> {
        let found = gate::find(repo, project)?;
        let judged = judge(&found.found);
        let fits = |of: &ProjectName| of == project;
        match (found.found.config, found.found.record) {
            (Looked::Read { value: config, .. }, record) if fits(&config.project) => {
                let (discussion, path) = match record {
                    Looked::Read { value, path } if fits(value.project()) => (value, Some(path)),
                    Looked::Missing(_) => (Discussion::new(project.clone()), None),
                    Looked::Read { .. } | Looked::Invalid(_) => {
                        return Err(RunError::from(judged));
                    }
                };
                let record = match path {
                    Some(path) => Some(repo.read(&path)?),
                    None => None,
                };
                Ok(Self { home: found.home, config, discussion, record })
            }
            _ => Err(RunError::from(judged)),
        }
    }

    /// Returns the proposal that a human put in the place of the last one, if no round was held on it yet.
    pub fn redirected(&self) -> Option<&str> {
        if self.discussion.state() != DiscussionState::Redirected {
            return None;
        }
        self.discussion.latest()?.decision()?.act().choice.words()
    }

    /// Returns where the record lies.
    pub fn record_path(&self) -> String {
        gate::beside(&self.folder(), forum_record::FILE)
    }

    /// Returns the folder that the record and the handoffs lie in.
    pub fn folder(&self) -> String {
        gate::beside(&self.home, forum_record::FOLDER)
    }
}

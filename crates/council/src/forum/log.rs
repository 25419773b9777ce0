//! The journal of a project's forum: every round, every decision, and the files as they are left.

use council_core::forum::session::RoundEnding;
use council_engine::Fold;
use council_formats::forum_record;
use council_store::{Holder, Repo};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Sitting, gate::beside};
use crate::{
    log::{self, LogPlace},
    run::RunError,
};

/// The name of the journal, beside the record.
const FILE: &str = "forum.journal.jsonl";

/// One thing that was done in a forum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ForumAct {
    /// When.
    pub(super) at: Timestamp,
    /// Who, where a human acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<String>,
    /// In which round.
    pub(super) round: u32,
    /// What.
    #[serde(flatten)]
    pub(super) step: ForumStep,
}

/// A step in the life of a forum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum ForumStep {
    /// A round was held.
    Held {
        /// The hash of its summary.
        hash: String,
        /// What it cost.
        tokens: u64,
    },
    /// A human has decided about a round.
    Decided {
        /// What.
        choice: String,
        /// The human's words, where the choice has any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
        /// The hash of the summary that was shown.
        shown: String,
    },
}

impl log::Act for ForumAct {
    const EVENTS: &'static [&'static str] = &["held", "decided"];

    fn by(&self) -> Option<&str> {
        self.by.as_deref()
    }
}

/// A line of the journal.
pub(super) type Recorded = log::JournalRecord<Sitting, ForumAct>;

/// The journal, open for writing.
pub(super) type Log = log::Log<Sitting, ForumAct>;

impl Log {
    /// Opens the journal of the forum in a folder.
    pub(super) fn open(repo: &Repo, home: &str, holder: &Holder) -> Result<Self, RunError> {
        Self::at(repo, place(home), holder)
    }

    /// Returns the round that was begun and not held to its end, if there is one that can still go on.
    pub(super) fn round(&mut self) -> Result<Option<Fold<Sitting>>, RunError> {
        Ok(self.unfinished(is_over)?)
    }
}

/// Returns the round that was begun and not held to its end, without taking the journal's lock.
pub(super) fn begun(repo: &Repo, home: &str) -> Result<Option<Fold<Sitting>>, RunError> {
    let parsed = log::look::<Sitting, ForumAct>(repo, &place(home))?;
    Ok(log::unfinished(parsed.unfinished, is_over)?)
}

/// Computes every round of the forum in a folder again from its journal.
pub(super) fn past(
    repo: &Repo,
    home: &str,
) -> Result<log::RecordedPast<Sitting, ForumAct>, RunError> {
    log::past(repo, &place(home))
}

fn is_over(ending: RoundEnding) -> bool {
    match ending {
        RoundEnding::Aborted(_) => true,
        RoundEnding::Held => false,
    }
}

/// Reads the journal without its lock; `None` where there is none or nothing in it.
pub(super) fn read(repo: &Repo, home: &str) -> Result<Option<Vec<log::Taken<ForumAct>>>, RunError> {
    log::read::<Sitting, ForumAct>(repo, &place(home))
}

/// Returns where the journal of the forum in a folder lies.
pub(super) fn path(home: &str) -> String {
    beside(&beside(home, forum_record::FOLDER), FILE)
}

fn place(home: &str) -> LogPlace {
    LogPlace { path: path(home), folder: beside(home, forum_record::FOLDER) }
}

//! Where a round is written down: what happens goes into the forum's journal as it happens, and the round itself is one
//! step of it, taken when everyone was heard.

use std::sync::Arc;

use council_core::forum::{SessionRecord, Summary};
use council_engine::{Entry, Journal, PortError};
use council_formats::forum_record;
use council_store::Repo;

use super::{
    Convening, ForumError, Sitting,
    log::{Act, Log, Step},
};
use crate::log::Image;

/// The engine's journal for a round.
pub(super) struct Table<'a> {
    /// The repository.
    pub(super) repo: &'a Repo,
    /// The forum's journal.
    pub(super) log: Log,
    /// What the round began with.
    pub(super) convening: Arc<Convening>,
}

impl Journal<Sitting> for Table<'_> {
    fn room(&self) -> u64 {
        self.log.room()
    }

    async fn commit(&mut self, entries: &[Entry<Sitting>]) -> Result<(), PortError> {
        Ok(self.log.note(entries).map_err(ForumError::from)?)
    }

    async fn snapshot(&mut self, record: &SessionRecord) -> Result<(), PortError> {
        match &record.summary {
            Some(summary) => Ok(self.take(summary, record)?),
            None => Ok(()),
        }
    }
}

impl Table<'_> {
    /// Takes the step that holds the round: one record, then its file.
    fn take(&mut self, summary: &Summary, session: &SessionRecord) -> Result<(), ForumError> {
        let mut discussion = self.convening.discussion()?;
        discussion.close(summary.clone()).map_err(super::SittingError::from)?;
        let record = self.convening.record_path();
        let image = Image::new(self.repo, &record, forum_record::write(&discussion))?;
        let step =
            Step::Held { hash: summary.digest().as_str().to_owned(), tokens: session.tokens };
        let act = Act { at: session.now.at, by: None, round: summary.number(), step };
        Ok(self.log.commit(self.repo, act, vec![image])?)
    }
}

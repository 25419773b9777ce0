//! The engine's journal on disk, for every flow.

use council_engine::{Entry, Flow, Fold, Journal, OpeningRecord, Traffic};
use council_store::Repo;

use super::RunError;

/// A session's place in the repository: its journal, and what is written from its record.
pub(crate) trait SessionPlace<F: Flow>: Send {
    /// Returns the journal.
    fn journal(&self) -> &council_store::Journal;

    /// Returns the journal, to be written.
    fn journal_mut(&mut self) -> &mut council_store::Journal;

    /// Returns the path of the journal.
    fn path(&self) -> &str;

    /// Writes the session as others read it.
    fn write(&mut self, repo: &Repo, written: &WrittenSession<'_, F>) -> Result<(), RunError>;
}

/// What is written of a session.
pub(crate) struct WrittenSession<'a, F: Flow> {
    /// The session as plain values.
    pub(crate) record: &'a F::Record,
    /// What it began with.
    pub(crate) opened: &'a OpeningRecord<F>,
    /// What left this machine for it.
    pub(crate) traffic: &'a Traffic<F>,
}

/// The engine's journal on disk.
pub(crate) struct DiskJournal<'a, F: Flow, P> {
    pub(crate) repo: &'a Repo,
    pub(crate) place: P,
    pub(crate) opened: OpeningRecord<F>,
    pub(crate) traffic: Traffic<F>,
}

impl<F: Flow, P: SessionPlace<F>> Journal<F> for DiskJournal<'_, F, P> {
    type Error = RunError;

    fn room(&self) -> u64 {
        self.place.journal().room()
    }

    async fn commit(&mut self, entries: &[Entry<F>], _fold: &Fold<F>) -> Result<(), RunError> {
        append(&mut self.place, entries)?;
        for entry in entries {
            self.traffic.take(entry);
        }
        Ok(())
    }

    async fn snapshot(&mut self, record: &F::Record) -> Result<(), RunError> {
        let Self { repo, place, opened, traffic } = self;
        place.write(repo, &WrittenSession { record, opened, traffic })
    }
}

/// Makes records durable.
pub(crate) fn append<F: Flow>(
    place: &mut impl SessionPlace<F>,
    entries: &[Entry<F>],
) -> Result<(), RunError> {
    let lines: Result<Vec<String>, _> = entries.iter().map(serde_json::to_string).collect();
    let path = place.path();
    let unknown = |source| RunError::UnknownRecord { path: path.to_owned(), source };
    let lines = lines.map_err(unknown)?;
    Ok(place.journal_mut().commit(&lines)?)
}

/// The journal of a session of which nothing is kept.
pub(crate) struct Nowhere;

impl<F: Flow> Journal<F> for Nowhere {
    type Error = RunError;

    async fn commit(&mut self, _entries: &[Entry<F>], _fold: &Fold<F>) -> Result<(), RunError> {
        Ok(())
    }

    async fn snapshot(&mut self, _record: &F::Record) -> Result<(), RunError> {
        Ok(())
    }
}

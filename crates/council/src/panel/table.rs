//! Where a panel is written down: what happens goes into the journal of the project's reviews as it happens, and the
//! review is one step of it, taken when every seat has spoken.

use std::sync::Arc;

use council_core::panel::{Record, SessionRecord};
use council_engine::{Entry, Journal, PortError, Traffic};
use council_formats::handoff::{name, twin};
use council_store::Repo;

use super::{
    Act, Image, Kept, PanelError, Step, Wholeness,
    log::Log,
    meeting::{Convening, Meeting},
    written,
};

/// The engine's journal for a panel.
pub(super) struct Table<'a> {
    /// The repository.
    pub(super) repo: &'a Repo,
    /// The journal of the project's reviews.
    pub(super) log: Log,
    /// What the panel began with.
    pub(super) convening: Arc<Convening>,
    /// The text that is reviewed.
    pub(super) text: Arc<str>,
    /// What left this machine for it.
    pub(super) traffic: Traffic<Meeting>,
}

impl Journal<Meeting> for Table<'_> {
    fn room(&self) -> u64 {
        self.log.room()
    }

    async fn commit(&mut self, entries: &[Entry<Meeting>]) -> Result<(), PortError> {
        self.log.note(entries).map_err(PanelError::from)?;
        for entry in entries {
            self.traffic.take(entry);
        }
        Ok(())
    }

    async fn snapshot(&mut self, record: &SessionRecord) -> Result<(), PortError> {
        match &record.review {
            Some(review) => Ok(self.take(review, record)?),
            None => Ok(()),
        }
    }
}

impl Table<'_> {
    /// Takes the step that makes the review: one record, then its files.
    fn take(&mut self, review: &Record, session: &SessionRecord) -> Result<(), PanelError> {
        let Convening { project, number, prd_file, .. } = &*self.convening;
        let kept = Kept::new(review, &self.convening, &self.traffic);
        let path = name::path(project, *number);
        let twin = name::twin(project, *number);
        let mut images = vec![
            Image::new(
                self.repo,
                &path,
                written(&path, &review.handoff, Wholeness::of(Some(&kept)))?,
            )?,
            Image::new(self.repo, &twin, twin::write(&review.handoff, &kept.to_value()))?,
        ];
        let prd = Image::new(self.repo, prd_file, self.text.to_string())?;
        if prd.before.is_none() {
            images.push(prd);
        }
        let step = Step::Reviewed { record: kept };
        let act = Act { at: session.now.at, by: None, number: number.value(), step };
        Ok(self.log.commit(self.repo, act, images)?)
    }
}

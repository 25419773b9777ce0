//! Where a panel is written down: what happens goes into the journal of the project's reviews as it happens, and the
//! review is one step of it, taken when every seat has spoken.

use std::sync::Arc;

use council_core::panel::{Record, SessionRecord};
use council_formats::handoff::{name, twin};
use council_store::{Journal, Repo};

use super::{
    Act, Image, Kept, Step, Wholeness,
    log::Log,
    meeting::{Convening, Meeting},
    written,
};
use crate::run::{Place, RunError, Written};

/// A panel's place in the repository.
pub(super) struct PanelPlace {
    /// The journal of the project's reviews.
    pub(super) log: Log,
    /// The text that is reviewed.
    pub(super) text: Arc<str>,
}

impl Place<Meeting> for PanelPlace {
    fn journal(&self) -> &Journal {
        self.log.journal()
    }

    fn journal_mut(&mut self) -> &mut Journal {
        self.log.journal_mut()
    }

    fn path(&self) -> &str {
        self.log.path()
    }

    fn write(&mut self, repo: &Repo, session: &Written<'_, Meeting>) -> Result<(), RunError> {
        match &session.record.review {
            Some(review) => {
                let kept = Kept::new(review, &session.opened.opening, session.traffic);
                self.take(repo, review, kept, (&session.opened.opening, session.record))
            }
            None => Ok(()),
        }
    }
}

impl PanelPlace {
    /// Takes the step that makes the review: one record, then its files.
    fn take(
        &mut self,
        repo: &Repo,
        review: &Record,
        kept: Kept,
        (convening, session): (&Convening, &SessionRecord),
    ) -> Result<(), RunError> {
        let Convening { project, number, prd_file, .. } = convening;
        let path = name::path(project, *number);
        let twin = name::twin(project, *number);
        let text = written(&path, &review.handoff, Wholeness::of(Some(&kept)))?;
        let mut images = vec![
            Image::new(repo, &path, text)?,
            Image::new(repo, &twin, twin::write(&review.handoff, &kept.to_value()))?,
        ];
        let prd = Image::new(repo, prd_file, self.text.to_string())?;
        if prd.before.is_none() {
            images.push(prd);
        }
        let step = Step::Reviewed { record: kept };
        let act = Act { at: session.now.at, by: None, number: number.value(), step };
        self.log.commit(repo, act, images)
    }
}

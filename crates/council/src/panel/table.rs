//! Where a panel is written down: what happens goes into the journal of the project's reviews as it happens, and the
//! review is one step of it, taken when every seat has spoken.

use std::sync::Arc;

use council_core::panel::{PanelRecord, Record};
use council_formats::handoff::{name, twin};
use council_store::{Journal, Repo};

use super::{
    Image, PanelAct, PanelStep, ReviewBasis, Wholeness,
    log::Log,
    meeting::{Meeting, PanelOpening},
    stage, written,
};
use crate::run::{RunError, SessionPlace, WrittenSession};

/// A panel's place in the repository.
pub(crate) struct PanelPlace {
    /// The journal of the project's reviews.
    pub(super) log: Log,
    /// The text that is reviewed.
    pub(super) text: Arc<str>,
}

impl SessionPlace<Meeting> for PanelPlace {
    fn journal(&self) -> &Journal {
        self.log.journal()
    }

    fn journal_mut(&mut self) -> &mut Journal {
        self.log.journal_mut()
    }

    fn path(&self) -> &str {
        self.log.path()
    }

    fn write(
        &mut self,
        repo: &Repo,
        session: &WrittenSession<'_, Meeting>,
    ) -> Result<(), RunError> {
        match &session.record.review {
            Some(review) => {
                let kept = ReviewBasis::new(review, &session.opened.opening, session.traffic);
                if let Some(stage) = &session.opened.stage_evidence {
                    stage::state_found(
                        repo,
                        stage,
                        review,
                        (&session.opened.opening, session.record.now.at),
                    )?;
                }
                self.take(repo, review, kept, (&session.opened.opening, session.record))
            }
            None => Ok(()),
        }
    }
}

/// Returns the files of a review, as the panel leaves them.
pub(super) fn review_files(
    review: &Record,
    kept: &ReviewBasis,
    convening: &PanelOpening,
) -> Result<[(String, String); 2], RunError> {
    let PanelOpening { project, number, .. } = convening;
    let path = name::path(project, *number);
    let text = written(&path, &review.handoff, Wholeness::of(Some(kept)))?;
    let twin = twin::write(&review.handoff, &kept.to_value());
    Ok([(path, text), (name::twin(project, *number), twin)])
}

impl PanelPlace {
    /// Takes the step that makes the review: one record, then its files.
    fn take(
        &mut self,
        repo: &Repo,
        review: &Record,
        kept: ReviewBasis,
        (convening, session): (&PanelOpening, &PanelRecord),
    ) -> Result<(), RunError> {
        let mut images = Vec::new();
        for (path, text) in review_files(review, &kept, convening)? {
            images.push(Image::new(repo, &path, text)?);
        }
        let PanelOpening { number, prd_file, .. } = convening;
        let prd = Image::new(repo, prd_file, self.text.to_string())?;
        if prd.before.is_none() {
            images.push(prd);
        }
        let step = PanelStep::Reviewed { record: kept };
        let act = PanelAct { at: session.now.at, by: None, number: number.value(), step };
        self.log.commit(repo, act, images)
    }
}

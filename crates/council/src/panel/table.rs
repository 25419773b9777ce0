//! Where a panel is written down: what happens goes into the journal of the project's reviews as it happens, and the
//! review is one step of it, taken when every seat has spoken.

use std::sync::Arc;

use council_core::{
    gate::{Hold, stage::Statement},
    panel::{Record, SessionRecord},
    severity::Severity,
};
use council_formats::{
    consensus,
    handoff::{name, twin, words},
};
use council_store::{Journal, Repo};

use super::{
    Act, Image, Kept, Step, Wholeness,
    log::Log,
    meeting::{Convening, Meeting},
    written,
};
use crate::{
    review::{NotAStage, StageEvidence},
    reviewer,
    run::{Place, RunError, Written},
};

/// Who the evidence is from; gates infer the role from the name.
const AGENT: &str = "council-panel-judge";

/// A panel's place in the repository.
pub(crate) struct PanelPlace {
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
                if let Some(stage) = &session.opened.stage_evidence {
                    evidence(repo, stage, review, (&session.opened.opening, session.record))?;
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
    kept: &Kept,
    convening: &Convening,
) -> Result<[(String, String); 2], RunError> {
    let Convening { project, number, .. } = convening;
    let path = name::path(project, *number);
    let text = written(&path, &review.handoff, Wholeness::of(Some(kept)))?;
    let twin = twin::write(&review.handoff, &kept.to_value());
    Ok([(path, text), (name::twin(project, *number), twin)])
}

/// Writes what the panel found as evidence for a stage gate: everything grave is a conflict. It is written before the
/// step is taken, because a panel that was cut off between the two goes on and writes it then.
fn evidence(
    repo: &Repo,
    stage: &str,
    review: &Record,
    (convening, session): (&Convening, &SessionRecord),
) -> Result<(), RunError> {
    let stage: StageEvidence =
        stage.parse().map_err(|error: NotAStage| RunError::Broken(error.to_string()))?;
    let grave = review.issues.iter().filter(|issue| issue.severity >= Severity::Major);
    let lost = (!review.lost.is_empty()).then_some(Hold::Degraded);
    let hold = lost.or_else(|| reviewer::drilled(convening.filled_by.values()));
    let statement = Statement {
        agent: Some(AGENT.to_owned()),
        model: None,
        run: Some(format!("{} {}", convening.project, convening.number)),
        at: consensus::name::moment(&session.now.at.to_string()),
        error: hold.map(|hold| hold.says().to_owned()),
        conflicts: grave.filter_map(|issue| Some(issue.text()?.to_string())).collect(),
        status: review.computed.map(|rating| words::rating(rating).to_owned()),
        is_template: false,
        until: None,
    };
    let (path, text) = stage.stated(&statement, AGENT, session.now.at);
    Ok(repo.write_atomic(&path, text.as_bytes())?)
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
        let mut images = Vec::new();
        for (path, text) in review_files(review, &kept, convening)? {
            images.push(Image::new(repo, &path, text)?);
        }
        let Convening { number, prd_file, .. } = convening;
        let prd = Image::new(repo, prd_file, self.text.to_string())?;
        if prd.before.is_none() {
            images.push(prd);
        }
        let step = Step::Reviewed { record: kept };
        let act = Act { at: session.now.at, by: None, number: number.value(), step };
        self.log.commit(repo, act, images)
    }
}

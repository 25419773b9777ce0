//! The reviews of a project, computed again from its journal.

use council_core::{ident::ProjectName, series::ReviewNumber};
use council_store::Repo;
use jiff::Timestamp;

use super::{Convened, Image, KeptDecision, KeptRevision, PanelStep, log, table::review_files};
use crate::run::RunError;

/// A review as the session that it came of gives it.
#[derive(Debug)]
pub struct PastReview {
    /// The review.
    pub convened: Convened,
    /// When the panel began.
    pub began: Timestamp,
    /// The files of the step that made it, as they were recorded.
    pub recorded: Vec<Image>,
    /// The packet that was read.
    pub(crate) packet: std::sync::Arc<council_core::packet::Packet>,
}

/// What people did about a review, by its journal: the last of each sort.
#[derive(Debug, Default)]
pub(crate) struct Aftermath {
    /// The answer to its recommendations, by whom and when.
    pub(crate) decision: Option<(KeptDecision, Option<String>, Timestamp)>,
    /// The new version of the PRD.
    pub(crate) revision: Option<KeptRevision>,
}

/// Returns the reviews that the journal of a project can compute again, in order.
pub(crate) fn past_reviews(
    repo: &Repo,
    project: &ProjectName,
) -> Result<Vec<PastReview>, RunError> {
    let sessions = log::past(repo, project)?.sessions.into_iter();
    let of_a_review = sessions.filter(|session| session.step.act.step.reviewed().is_some());
    let review = |session: crate::log::PastSession<_, _>| {
        Some(PastReview {
            convened: Convened::of(&session.fold)?,
            began: session.fold.opened().opening.moment.at,
            packet: session.fold.packet().clone(),
            recorded: session.step.files,
        })
    };
    Ok(of_a_review.filter_map(review).collect())
}

impl PastReview {
    /// Returns the files of the review as its session gives them.
    pub(crate) fn computed(&self) -> Result<[(String, String); 2], RunError> {
        review_files(&self.convened.record, &self.convened.kept, &self.convened.convening)
    }
}

/// Returns what people did about a review.
pub(crate) fn aftermath(
    repo: &Repo,
    project: &ProjectName,
    number: ReviewNumber,
) -> Result<Aftermath, RunError> {
    let mut aftermath = Aftermath::default();
    let steps = log::read(repo, project)?.unwrap_or_default();
    for taken in steps.into_iter().filter(|taken| taken.act.number == number.value()) {
        match taken.act.step {
            PanelStep::Decided { decision, .. } => {
                aftermath.decision = Some((decision, taken.act.by, taken.act.at));
            }
            PanelStep::Revised { revision } => aftermath.revision = Some(revision),
            PanelStep::Reviewed { .. }
            | PanelStep::Closed { .. }
            | PanelStep::Vouched { .. }
            | PanelStep::Submitted { .. }
            | PanelStep::Acknowledged { .. } => {}
        }
    }
    Ok(aftermath)
}

/// Returns how many steps the journal of a project has, and every file that they wrote as the last of them left it.
pub(crate) fn recorded_files(
    repo: &Repo,
    project: &ProjectName,
) -> Result<(usize, std::collections::BTreeMap<String, String>), RunError> {
    let past = log::past(repo, project)?;
    Ok((past.steps, past.files))
}

/// Returns when the panel began that was cut off, if there is one.
pub(crate) fn begun_at(repo: &Repo, project: &ProjectName) -> Result<Option<Timestamp>, RunError> {
    Ok(log::begun(repo, project)?.map(|fold| fold.opened().opening.moment.at))
}

//! The review a step is about to be taken on: the last of the series, as its journal left it.

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
    ident::ProjectName,
    series::SeriesReview,
};
use council_formats::handoff::name;
use council_store::{Holder, Repo};

use super::{
    ReviewBasis, in_order,
    log::{FileState, Log},
    signed::is_ours,
};
use crate::{handoff::reviews, run::RunError};

/// The last review of a project, held for a step.
pub(super) struct Current {
    /// The journal.
    pub(super) log: Log,
    /// The review as its file is.
    pub(super) review: SeriesReview,
    /// What it was computed from; none while the panel has not met.
    pub(super) kept: Option<ReviewBasis>,
}

impl Current {
    /// Opens the last review. One that the journal does not know, or that somebody edited since, is not touched.
    pub(super) fn open(
        repo: &Repo,
        project: &ProjectName,
        holder: &Holder,
    ) -> Result<Self, RunError> {
        // Looked at before the journal is opened, so that a refusal leaves no trace.
        let Some(review) = reviews(repo, project)?.series.current().cloned() else {
            return Err(missing(project));
        };
        expect_journal(repo, project)?;
        if repo.read_log(&name::journal(project))?.is_none_or(|read| read.lines.is_empty()) {
            return Err(not_recorded(&review));
        }
        let log = Log::open(repo, project, holder)?;
        let found = reviews(repo, project)?;
        in_order(&found, project)?;
        let Some(review) = found.series.current().cloned() else {
            return Err(missing(project));
        };
        match log.image(&review.path).map(|image| image.stands(Some(&review.text))) {
            None => return Err(not_recorded(&review)),
            Some(FileState::Cut | FileState::Changed) => return Err(edited(project, &review)),
            Some(FileState::Done) => {}
        }
        let kept = log.of(review.number).rev().find_map(|taken| taken.act.step.reviewed()).cloned();
        Ok(Self { log, review, kept })
    }
}

/// Refuses to go on where Council wrote reviews and their journal is lost: who decided what stood there and nowhere else.
pub(super) fn expect_journal(repo: &Repo, project: &ProjectName) -> Result<(), RunError> {
    let is_there =
        repo.read_log(&name::journal(project))?.is_some_and(|read| !read.lines.is_empty());
    if is_there || !is_ours(repo, project, &reviews(repo, project)?.series) {
        return Ok(());
    }
    Err(RunError::blocked(
        "JOURNAL_LOST",
        Place::file(name::journal(project)),
        JOURNAL_LOST,
        without_journal(project),
    ))
}

/// What is said of a review that Council wrote and whose journal is not there.
pub(super) const JOURNAL_LOST: &str = "the review was written by `council panel`, and its journal is missing: what was decided, and by whom, is lost";

/// Says how to go on without a journal.
pub(super) fn without_journal(project: &ProjectName) -> String {
    format!(
        "bring `{}` back from version control or a backup; if there is none, `council panel PRD --project NEW_NAME` reviews the PRD again under another name",
        name::journal(project)
    )
}

/// Says that a project has no journal, so that nothing of it can be written again.
pub(super) fn no_journal(project: &ProjectName) -> RunError {
    RunError::blocked(
        "NOT_RECORDED",
        Place::file(name::journal(project)),
        format!("project `{project}` has no journal"),
        "only what `council panel` recorded can be written again",
    )
}

fn missing(project: &ProjectName) -> RunError {
    let place = Place::file(name::folder(project));
    let signal = Signal::block(
        "REVIEW_MISSING",
        place,
        format!("project `{project}` has no council review"),
    )
    .help(format!("`council panel PATH --project {project}` holds one"));
    RunError::because(Outcome::InputNeeded, signal)
}

fn not_recorded(review: &SeriesReview) -> RunError {
    RunError::blocked(
        "NOT_RECORDED",
        Place::file(&review.path),
        format!(
            "review {} was not written by `council panel`, and no journal knows it",
            review.number
        ),
        "a review written by others is not rewritten: its authors decide on it there",
    )
}

fn edited(project: &ProjectName, review: &SeriesReview) -> RunError {
    RunError::blocked(
        "EDITED",
        Place::file(&review.path),
        format!("review {} was edited since it was recorded", review.number),
        format!(
            "`council restore {project}` writes it as it was recorded and keeps the edit aside; then take the step"
        ),
    )
}

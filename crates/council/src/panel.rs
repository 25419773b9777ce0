//! A panel review, from a PRD to the handoff that a human decides on, and every step after it.
//!
//! Each step is one record in the journal of the project's reviews, and the files follow from it: the record holds the
//! files as they are to be, so a step that was cut off is finished by whoever comes next.

mod acknowledge;
mod carry;
mod close;
mod convene;
mod current;
mod decide;
mod diff;
mod evidence;
mod kept;
pub mod keys;
mod lines;
mod log;
mod meeting;
mod past;
mod report;
mod restore;
mod revise;
mod signed;
mod stage;
mod still;
mod substance;
mod table;
mod tasks;
pub(crate) mod versions;
mod vouch;

use council_core::{
    diagnostic::{Level, Place},
    handoff::{GateDecision, Handoff},
    ident::ProjectName,
    series::{Series, SeriesReview},
};
use council_formats::handoff::{self as format, name};
use council_store::Repo;

pub use crate::authority::Nameless;
pub use crate::words::numbers;
pub use acknowledge::{Acknowledgement, KeptAcknowledgement, acknowledge};
pub use close::{CloseRequest, ClosedReview, KeptClose, close, close_as_shown, may_close};
pub(crate) use convene::opened;
pub use convene::{Convened, PanelProgress, PanelRequest, Unfinished, convene, dry_run, resume};
pub use decide::{
    DecidedReview, GroupAnswers, KeptDecision, KeptDeclined, PanelDecideRequest, Undecided,
    UnnamedRest, decide, decide_as_shown, undecided,
};
pub use diff::Hunk;
pub use evidence::{group_lines, issue_lines, undecided_report};
pub use kept::{KeptClaim, KeptDelta, KeptFollowed, KeptGroup, KeptIssue, ReviewBasis};
pub(crate) use log::begun;
pub use log::{Image, PanelAct, PanelStep};
pub(crate) use meeting::renamed;
pub use meeting::{EarlierReview, Meeting, PanelOpening};
pub use past::PastReview;
pub(crate) use past::{aftermath, begun_at, past_reviews, recorded_files};
pub use report::{
    NextPhase, closed_report, decided_report, refused, report, restored_report, revision_report,
    unheld_report,
};
pub use restore::{Restored, RestoredFile, restore};
pub use revise::{KeptRevision, Proof, ReviseRequest, Revision, revise};
pub use signed::PrdFile;
pub(crate) use signed::{SignedSteps, Underway, signed, underway};
pub use tasks::{Tasks, tasks, tasks_report};
pub use versions::{Prd, newest};
pub use vouch::{KeptVouch, Vouch, vouch};

use crate::{handoff::Reviews, run::RunError};

/// What a review misses between a human's decision and the re-review gate, because only a later step can fill it in.
pub(crate) const LATER: [&str; 3] =
    ["changes-missing", "log-version-missing", "gate-decision-missing"];

/// What a review misses of which a core seat was lost. Its findings stay on record, and no gate opens for it.
const LOST: [&str; 2] = ["core-reviewer-missing", "reviewers-incomplete"];

/// What the section of a seat misses that found little or nothing: no defect is invented to fill it, and `council check`
/// says that it is short of the contract.
const FOUND_LITTLE: [&str; 2] = ["severity-missing", "too-few-findings"];

/// Whether every core seat has spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wholeness {
    Whole,
    Degraded,
}

impl Wholeness {
    fn of(kept: Option<&ReviewBasis>) -> Self {
        let is_whole = kept.is_none_or(|kept| kept.lost.is_empty());
        if is_whole { Wholeness::Whole } else { Wholeness::Degraded }
    }
}

/// Writes a handoff that holds its contract, or refuses. What only a later step can fill in is not missed, and neither is
/// a seat that was lost or what a seat did not find.
fn written(path: &str, handoff: &Handoff, wholeness: Wholeness) -> Result<String, RunError> {
    let is_lost = |code: &str| wholeness == Wholeness::Degraded && LOST.contains(&code);
    let text = format::write(handoff);
    let read = format::read(path, &text);
    let broken = read
        .diagnostics
        .into_iter()
        .filter(|one| one.level == Level::Error)
        .filter(|one| !LATER.contains(&one.code) && !FOUND_LITTLE.contains(&one.code))
        .find(|one| !is_lost(one.code));
    match broken {
        Some(broken) => Err(RunError::Broken(broken.message)),
        None => Ok(text),
    }
}

/// Returns the hash of what a decision on a project's panel is about: its last review as it lies there now.
pub fn shown(repo: &Repo, project: &ProjectName) -> Result<Option<String>, RunError> {
    let reviews = crate::handoff::reviews(repo, project)?;
    Ok(reviews.series.current().map(|review| log::hash(&review.text)))
}

/// Refuses to record anything about a review that has changed since it was shown.
fn expect_shown(review: &SeriesReview, expected: Option<&str>) -> Result<(), RunError> {
    if expected.is_none_or(|expected| expected == log::hash(&review.text)) {
        return Ok(());
    }
    Err(RunError::blocked(
        "HASH_STALE",
        Place::file(&review.path),
        format!(
            "review {} has changed since it was shown, and nothing was recorded",
            review.number
        ),
        "read it again before you decide",
    ))
}

/// Refuses a series in which it is not clear which review comes last.
fn in_order(found: &Reviews, project: &ProjectName) -> Result<(), RunError> {
    let waits_for_next = |series: &Series| {
        let last = series.current().map(SeriesReview::decision);
        last.flatten() == Some(GateDecision::Reconvene)
    };
    // The one fault that the next review mends is that it is not there yet.
    let faults = found.series.faults().len() - usize::from(waits_for_next(&found.series));
    if faults == 0 && found.strays.is_empty() {
        return Ok(());
    }
    Err(RunError::blocked(
        "SERIES_BROKEN",
        Place::file(name::folder(project)),
        "the reviews of the project are not in order",
        format!("`council gate handoff {project}` says what is wrong with them"),
    ))
}

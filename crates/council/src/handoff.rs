//! The panel's gates, from a repository to a report.

mod report;
mod series;

use std::collections::BTreeSet;

use council_core::{
    gate::{
        Hold, allows_progress,
        handoff::{self, Acknowledged, HandoffAnswer, HandoffQuestion},
        rereview::{self, ReReviewAnswer, ReReviewQuestion},
    },
    handoff::{Handoff, LineDelta, PacketVersion, Revised},
    ident::ProjectName,
    series::{Series, SeriesReview},
};
use council_store::{Repo, StoreError};
use jiff::civil::Date;

use crate::{
    panel::{self, PrdFile},
    run::RunError,
};

pub use report::{HandoffKeys, ReReviewKeys, report, rereview_report};
pub use series::{Reviews, packet, reviews};

/// Whether task generation may start on a project.
#[derive(Debug, Clone)]
pub struct HandoffRequest {
    /// The project.
    pub project: ProjectName,
    /// The day, for what has an end.
    pub today: Date,
    /// Whether this is a pipeline: nobody is there who could answer for a review that others wrote, or go on with one that
    /// says to revise.
    pub is_ci: bool,
}

impl HandoffRequest {
    /// Asks about a project on a day.
    pub fn new(project: ProjectName, today: Date) -> Self {
        Self { project, today, is_ci: false }
    }
}

/// The answer of the handoff gate, and what it was read from.
#[derive(Debug, Clone)]
pub struct HandoffGate {
    /// What was asked.
    pub request: HandoffRequest,
    /// The reviews of the project.
    pub series: Series,
    /// The file of the packet that was reviewed, where it was found.
    pub reviewed: Option<String>,
    /// The packet that tasks are made of, where it was found.
    pub to_build: Option<PrdFile>,
    /// Who goes on although the panel said to revise, if somebody does.
    pub acknowledged: Option<Acknowledged>,
    /// What only stood in for reviewers.
    pub stand_ins: BTreeSet<&'static str>,
    /// The answer.
    pub answer: HandoffAnswer,
}

impl HandoffGate {
    /// Returns the review that was judged.
    pub fn review(&self) -> Option<&SeriesReview> {
        self.series.latest().or(self.series.current())
    }

    /// Tells whether task generation may start.
    pub fn allows_progress(&self) -> bool {
        allows_progress(self.answer.outcome, &self.answer.holds)
    }
}

/// The answer of the re-review gate, and what it was read from.
#[derive(Debug, Clone)]
pub struct ReReviewGate {
    /// The project.
    pub project: ProjectName,
    /// The reviews of the project.
    pub series: Series,
    /// How much the packet changed, where both versions were found.
    pub delta: Option<LineDelta>,
    /// The answer.
    pub answer: ReReviewAnswer,
}

/// Decides whether task generation may start.
pub fn gate(repo: &Repo, request: &HandoffRequest) -> Result<HandoffGate, RunError> {
    let Reviews { series, strays } = reviews(repo, &request.project)?;
    let judged = series.latest().or(series.current());
    let found = |version: fn(&Handoff) -> Option<PacketVersion>| {
        let Some(version) = judged.and_then(|review| version(&review.handoff.value)) else {
            return Ok(None);
        };
        packet(repo, &request.project, version)
    };
    let reviewed = found(Handoff::reviewed_version)?.map(|(path, _)| path);
    let to_build = found(Handoff::version_to_build)?.map(|(path, text)| PrdFile { path, text });
    let record = panel::SignedSteps::read(repo, &request.project)?;
    let acknowledged = judged.and_then(|review| record.acknowledged(review));
    let mut answer = handoff::judge(HandoffQuestion {
        project: &request.project,
        series: &series,
        strays: &strays,
        packet: reviewed.as_deref(),
        acknowledged: acknowledged.as_ref(),
        is_recorded: record.knows_reviews(),
    });
    if let Some(judged) = judged {
        let question = (request, &series, judged, to_build.as_ref());
        answer.take_signatures(panel::signed(repo, &record, question)?);
    }
    let stand_ins = judged.map(|review| record.stand_ins(review)).unwrap_or_default();
    let request = request.clone();
    Ok(HandoffGate { request, series, reviewed, to_build, acknowledged, stand_ins, answer })
}

/// Returns what holds the work of a project on a day: its handoff gate, unless that passes now.
pub fn waits(repo: &Repo, project: &ProjectName, today: Date) -> Option<Hold> {
    let request = HandoffRequest::new(project.clone(), today);
    let is_open = gate(repo, &request).is_ok_and(|gate| gate.allows_progress());
    (!is_open).then_some(Hold::GateClosed)
}

/// Reads whether the panel meets again, or recommends it.
pub fn rereview(repo: &Repo, project: &ProjectName) -> Result<ReReviewGate, RunError> {
    let Reviews { series, strays } = reviews(repo, project)?;
    let delta = match series.current() {
        Some(review) => delta(repo, project, &review.handoff.value)?,
        None => None,
    };
    let record = panel::SignedSteps::read(repo, project)?;
    let is_recorded = record.knows_reviews();
    let applied = match series.current() {
        Some(review) => record.applied(repo, review)?,
        None => None,
    };
    let answer = rereview::judge(ReReviewQuestion {
        project,
        series: &series,
        strays: &strays,
        delta,
        is_recorded,
        applied: applied.as_ref(),
    });
    Ok(ReReviewGate { project: project.clone(), series, delta, answer })
}

/// Compares the version that was reviewed with the one that came of it, where both are there.
fn delta(
    repo: &Repo,
    project: &ProjectName,
    handoff: &Handoff,
) -> Result<Option<LineDelta>, StoreError> {
    let (Some(before), Some(Revised::Version(after))) =
        (handoff.reviewed_version(), handoff.revisions.after)
    else {
        return Ok(None);
    };
    let (Some((_, before)), Some((_, after))) =
        (packet(repo, project, before)?, packet(repo, project, after)?)
    else {
        return Ok(None);
    };
    Ok(Some(LineDelta::between(&before, &after)))
}

//! The end of a review: a human says whether the work goes on or the panel meets again.

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
    handoff::{
        CleanLine, GateDecision, HumanAct, PacketVersion, PanelSeat, Rating, ReReview,
        differs_in_substance, ruling,
    },
    ident::ProjectName,
    series::{ReviewNumber, SeriesReview},
};
use council_formats::handoff::{name, shell, twin, words};
use council_store::{Holder, Repo};
use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::{
    Image, KeptRevision, PanelAct, PanelStep, Wholeness, current::Current, log, stage, substance,
    written,
};
use crate::run::RunError;

/// What a human says at the re-review gate.
#[derive(Debug, Clone)]
pub struct CloseRequest {
    /// The project.
    pub project: ProjectName,
    /// Whether the work goes on.
    pub decision: GateDecision,
    /// Why.
    pub rationale: CleanLine,
    /// Who decides.
    pub by: Option<CleanLine>,
}

/// A decision of the re-review gate, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptClose {
    /// PROCEED or RECONVENE.
    pub decision: String,
    /// Why.
    pub rationale: String,
}

/// A decision of the re-review gate that stands.
#[derive(Debug)]
pub struct ClosedReview {
    /// The project.
    pub project: ProjectName,
    /// The review that ended with it.
    pub number: ReviewNumber,
    /// Its file.
    pub path: String,
    /// The decision.
    pub decision: GateDecision,
    /// What the journal keeps of it.
    pub kept: KeptClose,
    /// Who decided.
    pub by: Option<String>,
    /// When.
    pub at: Timestamp,
    /// The file of the next review, where the panel meets again.
    pub next: Option<String>,
    /// Whether it was recorded now or stood already.
    pub is_new: bool,
}

/// Records whether the work goes on. RECONVENE also opens the next review, which the panel then fills in.
pub fn close(
    repo: &Repo,
    request: &CloseRequest,
    at: Timestamp,
    holder: &Holder,
) -> Result<ClosedReview, RunError> {
    close_as_shown(repo, request, None, at, holder)
}

/// Records whether the work goes on, unless the review is no longer as it was shown.
pub fn close_as_shown(
    repo: &Repo,
    request: &CloseRequest,
    expected: Option<&str>,
    at: Timestamp,
    holder: &Holder,
) -> Result<ClosedReview, RunError> {
    let project = &request.project;
    let mut current = Current::open(repo, project, holder)?;
    let review = current.review.clone();
    super::expect_shown(&review, expected)?;
    if let Some(stands) = stands(&current, request) {
        return stands;
    }
    if review.is_pending() {
        return Err(RunError::blocked(
            "STATUS_PENDING",
            Place::file(&review.path),
            format!("nobody has acted on review {}: its status is PENDING", review.number),
            format!("`council decide --project {project}` records what is accepted and rejected"),
        ));
    }
    let Some(by) = &request.by else {
        let place = Place::file(&review.path);
        let signal = Signal::block("ACTOR_MISSING", place, "it is not said who decides")
            .help("name them with `--by NAME`");
        return Err(RunError::because(Outcome::InputNeeded, signal));
    };
    let revision = revision(&current, review.number);
    expect_ready(repo, project, &current, request.decision)?;
    let date = at.to_zoned(TimeZone::UTC).date();
    let next = (request.decision == GateDecision::Reconvene)
        .then(|| name::path(project, review.number.next()));
    let mut handoff = review.handoff.value.clone();
    let shown = log::hash(&review.text);
    handoff.rereview = Some(ReReview {
        decision: Some(request.decision),
        date: Some(date),
        rationale: Some(request.rationale.clone()),
        next_scope: next.as_ref().and_then(|_| scope(revision.as_ref())),
        next_file: next.as_deref().and_then(CleanLine::new),
        act: Some(HumanAct::new(by.clone(), at, shown.clone())),
        acknowledged: None,
    });
    let record = current.kept.as_ref().map(super::ReviewBasis::to_value).unwrap_or_default();
    let twin = name::twin(project, review.number);
    let mut images = vec![
        Image::new(
            repo,
            &review.path,
            written(&review.path, &handoff, Wholeness::of(current.kept.as_ref()))?,
        )?,
        Image::new(repo, &twin, twin::write(&handoff, &record))?,
    ];
    if let Some(next) = &next {
        let reviewed = handoff.front.as_ref().and_then(|front| front.version);
        let version = revision.map_or(reviewed, |one| Some(PacketVersion(one.after)));
        let version = version.unwrap_or(PacketVersion(1));
        let seats = PanelSeat::core().into_iter().chain([PanelSeat::chair()]).collect();
        images.push(Image::new(
            repo,
            next,
            shell(project, review.number.next(), version, date, seats),
        )?);
    }
    let kept = KeptClose {
        decision: words::decision(request.decision).to_owned(),
        rationale: request.rationale.to_string(),
    };
    let by = Some(by.to_string());
    let step = PanelStep::Closed { close: kept.clone(), shown: Some(shown) };
    current.log.commit(
        repo,
        PanelAct { at, by: by.clone(), number: review.number.value(), step },
        images,
    )?;
    stage::state_decided(repo, project, at)?;
    Ok(ClosedReview {
        project: project.clone(),
        number: review.number,
        path: review.path,
        decision: request.decision,
        kept,
        by,
        at,
        next,
        is_new: true,
    })
}

/// Refuses what the gate could not be told now, before anybody is asked for more.
pub fn may_close(
    repo: &Repo,
    project: &ProjectName,
    decision: GateDecision,
    holder: &Holder,
) -> Result<(), RunError> {
    let current = Current::open(repo, project, holder)?;
    expect_ready(repo, project, &current, decision)
}

/// Refuses PROCEED where the handoff gate would not open after it.
fn expect_ready(
    repo: &Repo,
    project: &ProjectName,
    current: &Current,
    decision: GateDecision,
) -> Result<(), RunError> {
    if decision == GateDecision::Reconvene {
        return Ok(());
    }
    let review = &current.review;
    let revision = revision(current, review.number);
    let (before, after) = versions(repo, current, revision.as_ref())?;
    let has_accepted = review.handoff.value.decisions.accepted().next().is_some();
    if has_accepted && (revision.is_none() || !differs_in_substance(&before, &after)) {
        return Err(RunError::blocked(
            "NOT_REVISED",
            Place::file(&review.path),
            "recommendations were accepted, and no revised PRD has been recorded yet",
            format!("`council revise NEW_PRD --project {project}` records it"),
        ));
    }
    whole(current)?;
    answered(project, current, (&before, &after))
}

/// Returns the version that was reviewed and the one that would be built.
fn versions(
    repo: &Repo,
    current: &Current,
    revision: Option<&KeptRevision>,
) -> Result<(String, String), RunError> {
    let Some(kept) = &current.kept else { return Ok((String::new(), String::new())) };
    let before = repo.read_if_there(&kept.prd_file)?.unwrap_or_default();
    let after = match revision {
        Some(revision) => repo.read_if_there(&revision.file)?.unwrap_or_default(),
        None => before.clone(),
    };
    Ok((before, after))
}

/// Refuses to go on after a panel that was not whole: the handoff gate would not open.
fn whole(current: &Current) -> Result<(), RunError> {
    let lost = current.kept.iter().flat_map(|kept| kept.lost.keys());
    let core = PanelSeat::core();
    let Some(lost) = lost.into_iter().find(|seat| core.iter().any(|one| one.as_str() == *seat))
    else {
        return Ok(());
    };
    Err(RunError::blocked(
        "NOT_WHOLE",
        Place::file(&current.review.path),
        format!("`{lost}` was lost, and the gate does not open for a panel without a core seat"),
        "decide with `--reconvene`; the panel then meets again",
    ))
}

/// Refuses to go on where something CRITICAL is neither changed nor waived: the handoff gate would not open.
fn answered(
    project: &ProjectName,
    current: &Current,
    versions: (&str, &str),
) -> Result<(), RunError> {
    let review = &current.review;
    let is_revise = ruling(&review.handoff.value).is_some_and(|one| one.verdict == Rating::Revise);
    let Some(kept) = current.kept.as_ref().filter(|_| is_revise) else { return Ok(()) };
    let mut steps = current.log.of(review.number).rev();
    let decision = steps.find_map(|taken| taken.act.step.decided());
    let open = substance::unanswered(kept, decision, versions);
    if open.is_empty() {
        return Ok(());
    }
    let numbers: Vec<String> = open.iter().map(|issue| issue.number.to_string()).collect();
    Err(RunError::blocked(
        "CRITICAL_UNCHANGED",
        Place::file(&review.path),
        format!(
            "something CRITICAL stands, and the text it is about has not changed: recommendation {}",
            numbers.join(", ")
        ),
        format!(
            "change it and record that with `council revise NEW_PRD --project {project}`, or decide with `--reconvene`"
        ),
    ))
}

fn revision(current: &Current, number: ReviewNumber) -> Option<KeptRevision> {
    current.log.of(number).rev().find_map(|taken| taken.act.step.revised()).cloned()
}

fn scope(revision: Option<&KeptRevision>) -> Option<CleanLine> {
    match revision {
        Some(one) => CleanLine::new(&format!("Delta review of {}", one.sections.join(", "))),
        None => CleanLine::new("Delta review of the whole PRD, since no new version is recorded"),
    }
}

/// Returns what to answer where the gate has decided already: the same, or that it was otherwise. After RECONVENE the
/// last review is the one that was opened by it. PROCEED can be taken back, because that only closes the gate;
/// RECONVENE stands until the panel has met.
fn stands(current: &Current, request: &CloseRequest) -> Option<Result<ClosedReview, RunError>> {
    let review: &SeriesReview = &current.review;
    let closed = |number: ReviewNumber| {
        current.log.of(number).rev().find_map(|taken| {
            let close = taken.act.step.closed()?;
            Some((number, close.clone(), taken.act.clone()))
        })
    };
    let before = review.number.value().checked_sub(1).and_then(ReviewNumber::new);
    let opened = before.filter(|_| current.kept.is_none()).and_then(closed);
    let (number, kept, act) = closed(review.number).or(opened)?;
    let path = name::path(&request.project, number);
    if kept.decision == words::decision(request.decision) {
        let next = (request.decision == GateDecision::Reconvene)
            .then(|| name::path(&request.project, number.next()));
        let project = request.project.clone();
        let decision = request.decision;
        let (by, at) = (act.by, act.at);
        let is_new = false;
        return Some(Ok(ClosedReview {
            project,
            number,
            path,
            decision,
            kept,
            by,
            at,
            next,
            is_new,
        }));
    }
    if request.decision == GateDecision::Reconvene {
        return None;
    }
    Some(Err(RunError::blocked(
        "DECIDED_OTHERWISE",
        Place::file(path),
        format!(
            "review {number} ended with {} on {}, by {}: {}",
            kept.decision,
            act.at.to_zoned(TimeZone::UTC).date(),
            act.by.as_deref().unwrap_or("nobody"),
            kept.rationale
        ),
        format!(
            "the panel has to meet first: `council panel --project {}` holds the review",
            request.project
        ),
    )))
}

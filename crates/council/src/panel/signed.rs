//! Whether a review says what its journal recorded: a status in a file is a claim, a record is an act.

use std::collections::BTreeSet;

use council_core::{
    diagnostic::Place,
    gate::{
        Hold, Signal,
        handoff::{Acknowledged, Signatures},
        rereview::Applied,
    },
    handoff::{CleanLine, GateDecision, Handoff, Rating, differs_in_substance, ruling},
    ident::ProjectName,
    series::{ReviewNumber, Series, SeriesReview},
    severity::Severity,
};
use council_formats::handoff::{self as format, name, words};
use council_store::Repo;
use jiff::civil::Date;

use super::{
    KeptDecision, KeptIssue, KeptRevision, PanelStep, ReviewBasis,
    current::{JOURNAL_LOST, without_journal},
    log::{self, FileState, Taken},
    meeting::sat,
    substance, versions,
};
use crate::{handoff::HandoffRequest, reviewer, run::RunError};

/// A version of a PRD, as it is on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrdFile {
    /// Its file.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The steps that the journal of a project's reviews knows; none where there is no journal.
pub(crate) struct SignedSteps {
    taken: Option<Vec<Taken>>,
}

impl SignedSteps {
    /// Reads the journal of a project.
    pub(crate) fn read(repo: &Repo, project: &ProjectName) -> Result<Self, RunError> {
        Ok(Self { taken: log::read(repo, project)? })
    }

    /// Tells whether a panel was held here, so that commands act on its reviews. That a human answers for a review that
    /// others wrote makes it none of ours.
    pub(crate) fn knows_reviews(&self) -> bool {
        let is_about_others =
            |step: &PanelStep| step.vouched().is_some() || step.acknowledged().is_some();
        self.steps().iter().any(|taken| !is_about_others(&taken.act.step))
    }

    /// Returns who goes on with a review, as it is now, although it says to revise.
    pub(crate) fn acknowledged(&self, review: &SeriesReview) -> Option<Acknowledged> {
        let hash = log::hash(&review.text);
        let mut steps = self.steps().iter().rev();
        steps.find_map(|taken| {
            let kept = taken.act.step.acknowledged()?;
            let is_it = kept.file == review.path && kept.hash == hash;
            let by = taken.act.by.as_deref().and_then(CleanLine::new)?;
            is_it.then_some(Acknowledged { by, reason: CleanLine::new(&kept.reason)? })
        })
    }

    /// Names what only stood in for reviewers in a review.
    pub(crate) fn stand_ins(&self, review: &SeriesReview) -> BTreeSet<&'static str> {
        let kept = Steps::of(self.steps(), review.number).kept;
        kept.map(|kept| reviewer::stand_ins(&sat(&kept.filled_by))).unwrap_or_default()
    }

    /// Returns what was carried out of a review's recommendations, as the difference of the versions shows it.
    pub(crate) fn applied(
        &self,
        repo: &Repo,
        review: &SeriesReview,
    ) -> Result<Option<Applied>, RunError> {
        let steps = Steps::of(self.steps(), review.number);
        let Some(kept) = steps.kept else { return Ok(None) };
        let Some(revision) = steps.revision else {
            let unanswered = unanswered(repo, review, kept, &steps)?;
            return Ok(Some(Applied { unanswered, ..Applied::default() }));
        };
        let left_trace = |issue: &&KeptIssue| {
            let mut proofs = revision.proofs.iter();
            proofs.any(|proof| proof.number == issue.number && proof.changed > 0)
        };
        let done: Vec<&KeptIssue> = kept.issues.iter().filter(left_trace).collect();
        let critical = done.iter().find(|issue| issue.severity == Severity::Blocker);
        Ok(Some(Applied {
            is_revised: true,
            count: done.len(),
            critical: critical.and_then(|issue| CleanLine::new(&issue.recommendation)),
            unanswered: unanswered(repo, review, kept, &steps)?,
        }))
    }

    fn steps(&self) -> &[Taken] {
        self.taken.as_deref().unwrap_or_default()
    }
}

/// Returns what the record of a project has to say about the review that is judged.
pub(crate) fn signed(
    repo: &Repo,
    record: &SignedSteps,
    (request, series, review, to_build): (
        &HandoffRequest,
        &Series,
        &SeriesReview,
        Option<&PrdFile>,
    ),
) -> Result<Signatures, RunError> {
    let project = &request.project;
    let taken = record.steps();
    if matches!(&record.taken, Some(taken) if taken.is_empty()) {
        return Ok(lost(project, "the journal of the project holds no whole record"));
    }
    if !record.knows_reviews() {
        if is_ours(repo, project, series) {
            return Ok(lost(project, JOURNAL_LOST));
        }
        return Ok(vouched(request, review, to_build, taken));
    }
    let mut signals: Vec<Signal> = file(project, taken, review).into_iter().collect();
    signals.extend(twin(repo, project, taken, review)?);
    let steps = Steps::of(taken, review.number);
    let mut holds = Vec::new();
    if let Some(kept) = steps.kept {
        holds.extend((!kept.lost.is_empty()).then_some(Hold::Degraded));
        holds.extend(reviewer::drilled(&sat(&kept.filled_by)));
        signals.extend(chair(kept, review));
        signals.extend(prd(repo, project, kept)?);
        signals.extend(built(project, kept, &steps, to_build));
        if let Some(decision) = steps.decision {
            signals.extend(waivers(repo, project, kept, decision, request.today)?);
        }
        signals.extend(critical(repo, (project, review), kept, &steps, to_build)?);
        signals.extend(unrevised(repo, project, (review, kept, &steps), to_build)?);
    }
    Ok(Signatures { signals, holds })
}

/// What a review is in the middle of, by its journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Underway {
    /// It was opened by the re-review gate, and the panel has not met.
    Opened,
    /// A human has decided, and the re-review gate has not.
    Decided,
}

/// Tells what a review is in the middle of, if its file is as the last recorded step left it.
pub(crate) fn underway(
    repo: &Repo,
    project: &ProjectName,
    path: &str,
    text: &str,
) -> Result<Option<Underway>, RunError> {
    let taken = log::read(repo, project)?.unwrap_or_default();
    let wrote = |taken: &&Taken| taken.files.iter().any(|image| image.path == path);
    let Some(last) = taken.iter().rev().find(wrote) else {
        return Ok(None);
    };
    if !last.files.iter().any(|image| image.path == path && image.text == text) {
        return Ok(None);
    }
    let own = ReviewNumber::new(last.act.number).map(|number| name::path(project, number));
    let is_closed = taken
        .iter()
        .any(|one| one.act.number == last.act.number && one.act.step.closed().is_some());
    Ok(match &last.act.step {
        // A waiver can be renewed after the gate has decided.
        PanelStep::Decided { .. } | PanelStep::Revised { .. } => {
            (!is_closed).then_some(Underway::Decided)
        }
        PanelStep::Submitted { .. } => Some(Underway::Opened),
        // The step that ends a review also writes the next one.
        PanelStep::Closed { .. } => (own.as_deref() != Some(path)).then_some(Underway::Opened),
        PanelStep::Reviewed { .. } | PanelStep::Vouched { .. } | PanelStep::Acknowledged { .. } => {
            None
        }
    })
}

/// The steps of one review that count: the last of each sort.
struct Steps<'t> {
    kept: Option<&'t ReviewBasis>,
    decision: Option<&'t KeptDecision>,
    revision: Option<&'t KeptRevision>,
}

impl<'t> Steps<'t> {
    fn of(taken: &'t [Taken], number: ReviewNumber) -> Self {
        let own = || {
            let own = taken.iter().rev().filter(move |taken| taken.act.number == number.value());
            own.map(|taken| &taken.act.step)
        };
        Self {
            kept: own().find_map(PanelStep::reviewed),
            decision: own().find_map(PanelStep::decided),
            revision: own().find_map(PanelStep::revised),
        }
    }
}

/// Tells whether Council wrote a review of the project: one has the keys that only it writes, or its JSON lies beside it.
pub(super) fn is_ours(repo: &Repo, project: &ProjectName, series: &Series) -> bool {
    let is_marked = |review: &SeriesReview| {
        let front = review.handoff.value.front.as_ref();
        let keys = front.into_iter().flat_map(|front| &front.extra);
        keys.into_iter().any(|entry| ["prd_file", "prd_hash"].contains(&entry.key.as_str()))
            || repo.has_file(&name::twin(project, review.number))
    };
    series.reviews().iter().any(is_marked)
}

/// Says that the record of a review is lost: what it says counts for nothing.
fn lost(project: &ProjectName, message: &str) -> Signatures {
    let place = Place::file(name::journal(project));
    let signal = Signal::block("UNSIGNED", place, message).help(without_journal(project));
    Signatures { signals: vec![signal], holds: Vec::new() }
}

/// Says that a review was written by others, so that nothing shows who decided.
fn foreign(request: &HandoffRequest, review: &SeriesReview, stale: Option<&str>) -> Signatures {
    let place = Place::file(&review.path);
    let message = match stale {
        Some(by) => format!("the review or its PRD was changed since {by} answered for it"),
        None => "the review was not written by Council, so no journal shows who decided".to_owned(),
    };
    let help = format!(
        "`council gate handoff {} --unsigned \"REASON\" --by NAME` records who answers for it{}",
        request.project,
        if request.is_ci { ", outside of a pipeline" } else { "" }
    );
    if request.is_ci {
        let signal = Signal::block("UNSIGNED", place, message).help(help);
        return Signatures { signals: vec![signal], holds: Vec::new() };
    }
    let signal = Signal::advisory("UNSIGNED", place, message).help(help);
    Signatures { signals: vec![signal], holds: vec![Hold::Unsigned] }
}

/// Says who answers for a review that others wrote, as long as it and what is built are the texts that were meant.
fn vouched(
    request: &HandoffRequest,
    review: &SeriesReview,
    to_build: Option<&PrdFile>,
    taken: &[Taken],
) -> Signatures {
    let own = taken.iter().rev().filter_map(|taken| Some((taken.act.step.vouched()?, taken)));
    let Some((vouch, taken)) = own.into_iter().find(|(vouch, _)| vouch.file == review.path) else {
        return foreign(request, review, None);
    };
    let by = taken.act.by.as_deref().unwrap_or("nobody");
    let is_same_prd = to_build
        .is_some_and(|prd| prd.path == vouch.prd_file && log::hash(&prd.text) == vouch.prd_hash);
    if log::hash(&review.text) != vouch.hash || !is_same_prd {
        return foreign(request, review, Some(by));
    }
    let message = format!("no journal shows who decided; {by} answers for it: {}", vouch.reason);
    let signal = Signal::advisory("VOUCHED", Place::file(&review.path), message);
    Signatures { signals: vec![signal], holds: Vec::new() }
}

/// Compares the review with the last record of it. Whoever edits it makes another one, which nobody has decided on.
fn file(project: &ProjectName, taken: &[Taken], review: &SeriesReview) -> Option<Signal> {
    let place = Place::file(&review.path);
    let mut images = taken.iter().rev().flat_map(|taken| &taken.files);
    let Some(image) = images.find(|image| image.path == review.path) else {
        let message = format!("review {} is not in the journal of the project", review.number);
        return Some(
            Signal::block("UNSIGNED", place, message)
                .help("only what was recorded counts; hold the panel with `council panel`"),
        );
    };
    match image.stands(Some(&review.text)) {
        FileState::Done => None,
        // Whoever puts an older file back takes back what was decided since.
        FileState::Cut => Some(
            Signal::block(
                "STEP_UNFINISHED",
                place,
                "the last recorded step is not in the file yet",
            )
            .help("take the step again; it is finished, not repeated"),
        ),
        FileState::Changed => {
            let recorded = format::read(&image.path, &image.text).value;
            let message = format!(
                "the file was edited since it was recorded: {}",
                differences(&recorded, &review.handoff.value).join("; ")
            );
            Some(Signal::block("UNSIGNED", place, message).help(format!(
                "`council restore {project}` writes the file as it was recorded; decisions are made with `council decide` and `council gate rereview`, not by editing"
            )))
        }
    }
}

/// Compares the JSON beside the review with its record: programs believe it. Nobody is misled by one that is not there.
fn twin(
    repo: &Repo,
    project: &ProjectName,
    taken: &[Taken],
    review: &SeriesReview,
) -> Result<Option<Signal>, RunError> {
    let path = name::twin(project, review.number);
    let Some(text) = repo.read_if_there(&path)? else { return Ok(None) };
    let mut images = taken.iter().rev().flat_map(|taken| &taken.files);
    let recorded = images.find(|image| image.path == path);
    let is_recorded = recorded.is_some_and(|image| match image.stands(Some(&text)) {
        // The next command writes it as it is to be.
        FileState::Done | FileState::Cut => true,
        FileState::Changed => false,
    });
    let message = "it is not as it was recorded, and programs read it";
    let signal = Signal::block("UNSIGNED", Place::file(path), message)
        .help(format!("`council restore {project}` writes it as it was recorded"));
    Ok((!is_recorded).then_some(signal))
}

/// Says in what a file differs from its record, what decides first.
fn differences(recorded: &Handoff, found: &Handoff) -> Vec<String> {
    let mut said = Vec::new();
    let mut differ = |what: &str, recorded: &str, found: &str| {
        if recorded != found {
            said.push(format!("it says {what} {found}, and {recorded} was recorded"));
        }
    };
    let verdict = |one: &Handoff| ruling(one).map_or("none", |one| words::rating(one.verdict));
    differ("verdict", verdict(recorded), verdict(found));
    let status = |one: &Handoff| {
        one.front.as_ref().and_then(|front| front.status).map_or("none", words::status)
    };
    differ("status", status(recorded), status(found));
    let decision = |one: &Handoff| {
        one.rereview.as_ref().and_then(|one| one.decision).map_or("none", words::decision)
    };
    differ("gate decision", decision(recorded), decision(found));
    let parts = [
        ("the front matter", recorded.front == found.front),
        ("the reviewers' outputs", recorded.reviews == found.reviews),
        ("the synthesis", recorded.synthesis == found.synthesis),
        ("the decisions", recorded.decisions == found.decisions),
        ("the revision log", recorded.revisions == found.revisions),
    ];
    let parts = parts.into_iter().filter(|(_, is_same)| !is_same);
    said.extend(parts.map(|(part, _)| format!("it differs in {part}")));
    if said.is_empty() {
        said.push("it has other words".to_owned());
    }
    said
}

/// Says that the chair took the verdict to be a milder one: the file has the stricter, so it cannot say so itself.
fn chair(kept: &ReviewBasis, review: &SeriesReview) -> Option<Signal> {
    let stated = kept.chair_stated.as_ref()?;
    let ruling = ruling(&review.handoff.value).filter(|ruling| ruling.agrees)?;
    let message = format!(
        "the chair took the verdict to be {stated}, and the seats amount to {}; the stricter counts",
        words::rating(ruling.verdict)
    );
    Some(Signal::advisory("CHAIR_MISMATCH", Place::file(&review.path), message))
}

/// Compares the PRD that was reviewed with the one that is there.
fn prd(repo: &Repo, project: &ProjectName, kept: &ReviewBasis) -> Result<Option<Signal>, RunError> {
    let place = Place::file(&kept.prd_file);
    let version = kept.prd_version;
    let (code, message) = match repo.read_if_there(&kept.prd_file)? {
        Some(text) if log::hash(&text) == kept.prd_hash => return Ok(None),
        Some(_) => ("PRD_CHANGED", format!("v{version} is no longer the text that was reviewed")),
        None => ("PRD_MISSING", format!("v{version}, which was reviewed, is missing")),
    };
    let signal = Signal::block(code, place, message);
    Ok(Some(signal.help(put_back(project))))
}

/// Compares what would be built with what was recorded: the version that came of the review, else the one it read.
fn built(
    project: &ProjectName,
    kept: &ReviewBasis,
    steps: &Steps<'_>,
    to_build: Option<&PrdFile>,
) -> Option<Signal> {
    let Some(revision) = steps.revision else {
        // The version that was reviewed is built, and its text is compared as such; another file may lie before it.
        let other = to_build.filter(|found| found.path != kept.prd_file)?;
        return Some(not_recorded(project, other, kept.prd_version));
    };
    match to_build {
        Some(found) if found.path == revision.file && log::hash(&found.text) == revision.hash => {
            None
        }
        Some(found) => Some(not_recorded(project, found, revision.after)),
        None => {
            let message = format!("v{}, which is to be built, is missing", revision.after);
            let signal = Signal::block("PRD_MISSING", Place::file(&revision.file), message);
            Some(signal.help(put_back(project)))
        }
    }
}

fn not_recorded(project: &ProjectName, found: &PrdFile, version: u32) -> Signal {
    let message = format!("what would be built is not v{version} as it was recorded");
    Signal::block("PRD_CHANGED", Place::file(&found.path), message).help(put_back(project))
}

fn put_back(project: &ProjectName) -> String {
    format!(
        "`council restore {project}` writes it as it was recorded and keeps the edit aside; another text needs another review"
    )
}

/// Returns the numbers of what is CRITICAL under a verdict to revise and neither waived nor changed in substance.
fn unanswered(
    repo: &Repo,
    review: &SeriesReview,
    kept: &ReviewBasis,
    steps: &Steps<'_>,
) -> Result<Vec<usize>, RunError> {
    let is_revise = ruling(&review.handoff.value).is_some_and(|one| one.verdict == Rating::Revise);
    let Some(before) = repo.read_if_there(&kept.prd_file)?.filter(|_| is_revise) else {
        return Ok(Vec::new());
    };
    let after = match steps.revision {
        Some(revision) => repo.read_if_there(&revision.file)?,
        None => None,
    };
    let after = after.as_ref().unwrap_or(&before);
    let open = substance::unanswered(kept, steps.decision, (&before, after));
    Ok(open.into_iter().map(|issue| issue.number).collect())
}

/// Names what was CRITICAL under a verdict to revise and is neither waived nor changed in substance.
fn critical(
    repo: &Repo,
    (project, review): (&ProjectName, &SeriesReview),
    kept: &ReviewBasis,
    steps: &Steps<'_>,
    to_build: Option<&PrdFile>,
) -> Result<Vec<Signal>, RunError> {
    let is_revise = ruling(&review.handoff.value).is_some_and(|one| one.verdict == Rating::Revise);
    let reviewed = repo.read_if_there(&kept.prd_file)?;
    let (true, Some(before), Some(after)) =
        (is_revise && steps.decision.is_some(), reviewed, to_build)
    else {
        return Ok(Vec::new());
    };
    let open = substance::unanswered(kept, steps.decision, (&before, &after.text));
    let signal = |number: usize| {
        let message = format!(
            "recommendation {number} is about something CRITICAL, and the text it is about has not changed"
        );
        Signal::block("CRITICAL_UNCHANGED", Place::file(&after.path), message)
            .help(format!("change it in substance and record that with `council revise NEW_PRD --project {project}`"))
    };
    Ok(open.into_iter().map(|issue| signal(issue.number)).collect())
}

/// Says that recommendations were accepted and what would be built says what was reviewed: the work cannot go on with it.
fn unrevised(
    repo: &Repo,
    project: &ProjectName,
    (review, kept, steps): (&SeriesReview, &ReviewBasis, &Steps<'_>),
    to_build: Option<&PrdFile>,
) -> Result<Option<Signal>, RunError> {
    let has_accepted = steps.decision.is_some_and(|decision| !decision.accepted.is_empty());
    let proceeds = review.decision() == Some(GateDecision::Proceed);
    let reviewed = repo.read_if_there(&kept.prd_file)?;
    let (true, Some(before), Some(after)) = (has_accepted && proceeds, reviewed, to_build) else {
        return Ok(None);
    };
    if differs_in_substance(&before, &after.text) {
        return Ok(None);
    }
    let message = "recommendations were accepted, and what would be built says what was reviewed";
    let signal = Signal::block("NOT_REVISED", Place::file(&after.path), message);
    Ok(Some(signal.help(format!(
        "`council gate rereview {project} --reconvene --rationale REASON --by NAME` lets the panel meet again; then record a version with `council revise`"
    ))))
}

/// Returns the waivers that no longer hold: their day is over, or what they are about is said in other words now.
fn waivers(
    repo: &Repo,
    project: &ProjectName,
    kept: &ReviewBasis,
    decision: &KeptDecision,
    today: Date,
) -> Result<Vec<Signal>, RunError> {
    let latest = versions::known(repo, project)?.pop();
    let place = Place::file(name::journal(project));
    let mut signals = Vec::new();
    for declined in &decision.declined {
        let (Some(owner), Some(until)) = (&declined.owner, declined.until) else { continue };
        let number = declined.number;
        if until < today {
            let message =
                format!("the waiver of recommendation {number} by {owner} ran out on {until}");
            signals.push(
                Signal::block("WAIVER_EXPIRED", place.clone(), message)
                    .help(renew(project, number)),
            );
            // Whoever renews it answers for the text as it is now.
            continue;
        }
        let issue = kept.issues.iter().find(|issue| issue.number == number);
        let quotes = issue.into_iter().flat_map(|issue| &issue.claims);
        let quotes = quotes.filter_map(|claim| claim.quote.as_deref());
        let text = latest.as_ref().map(|prd| folded(&prd.text));
        let is_gone =
            |quote: &str| text.as_ref().is_some_and(|text| !text.contains(&folded(quote)));
        let is_of_this_text = latest
            .as_ref()
            .is_some_and(|prd| declined.text_hash.as_ref().is_some_and(|hash| *hash == prd.hash));
        let gone = quotes.into_iter().find(|quote| !is_of_this_text && is_gone(quote));
        if let Some(quote) = gone {
            let message = format!(
                "what the waiver of recommendation {number} by {owner} is about has changed: `{}`",
                folded(quote)
            );
            signals.push(
                Signal::block("WAIVER_REOPENED", place.clone(), message)
                    .help(renew(project, number)),
            );
        }
    }
    Ok(signals)
}

fn renew(project: &ProjectName, number: usize) -> String {
    format!(
        "`council decide --project {project} --waive \"{number}: OWNER, YYYY-MM-DD\" --by NAME` renews it; `council gate rereview {project} --reconvene --rationale REASON --by NAME` lets the panel meet again"
    )
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

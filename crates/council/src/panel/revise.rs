//! A new version of the PRD, and a revision log that is derived from what really changed.

use std::collections::BTreeMap;

use council_core::{
    diagnostic::Place,
    handoff::{
        CleanLine, HandoffStatus, HumanAct, PacketVersion, PanelSeat, Revised, RevisionLog,
        differs_in_substance,
    },
    ident::ProjectName,
    series::{ReviewNumber, SeriesReview},
};
use council_formats::{
    handoff::{name, shell, twin},
    packet::markdown_prd,
};
use council_store::{Holder, Repo};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Hunk, Image, PanelAct, PanelStep, ReviewBasis, Wholeness,
    current::Current,
    diff::{ChangeIndex, LISTED, sectioned},
    log,
    still::StillFound,
    versions, written,
};
use crate::run::RunError;

/// A new version of a project's PRD.
#[derive(Debug, Clone)]
pub struct ReviseRequest {
    /// The project.
    pub project: ProjectName,
    /// The new version, a Markdown file of the repository.
    pub path: String,
    /// Who revised it.
    pub by: Option<CleanLine>,
}

/// A revision, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptRevision {
    /// The version before.
    pub before: u32,
    /// The version after.
    pub after: u32,
    /// The file of the version after.
    pub file: String,
    /// The hash of its text.
    pub hash: String,
    /// The sections that changed.
    pub sections: Vec<String>,
    /// The accepted recommendations and whether a change bears them out.
    pub proofs: Vec<Proof>,
}

/// Whether a change bears out that an accepted recommendation was followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    /// The number of the recommendation.
    pub number: usize,
    /// How many of its places were changed.
    pub changed: usize,
    /// How many places it has.
    pub places: usize,
    /// At how many of them the rule that found it still finds it.
    #[serde(default, skip_serializing_if = "is_none")]
    pub still: usize,
}

/// Tells whether there is nothing to write.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Proof {
    /// Says how much of what it is about did not change.
    pub(super) fn shortfall(&self) -> String {
        if self.still > 0 {
            return match (self.still, self.places) {
                (_, 0 | 1) => "the rule that found it still finds it".to_owned(),
                (still, places) => {
                    format!("the rule that found it still finds it in {still} of {places} places")
                }
            };
        }
        match (self.changed, self.places) {
            (0, 0 | 1) => "nothing changed in the place it is about".to_owned(),
            (0, places) => format!("nothing changed in the {places} places it is about"),
            (changed, places) => {
                format!("only {changed} of the {places} places it is about changed")
            }
        }
    }
}

/// A revision that stands.
#[derive(Debug)]
pub struct Revision {
    /// The project.
    pub project: ProjectName,
    /// Which review it answers.
    pub number: ReviewNumber,
    /// The review.
    pub path: String,
    /// What changed.
    pub hunks: Vec<Hunk>,
    /// What the journal keeps of it.
    pub kept: KeptRevision,
    /// The accepted recommendations in words, by number.
    pub accepted: BTreeMap<usize, String>,
    /// Whether it is for a panel that is to meet again.
    pub is_submitted: bool,
    /// Whether it was recorded now or stood already.
    pub is_new: bool,
}

/// Records a new version of the PRD. The log of the review is derived from the difference, never from a claim. Until the
/// gate decides, and while a panel that meets again has not met, another text takes the place of the last one.
pub fn revise(
    repo: &Repo,
    request: &ReviseRequest,
    at: Timestamp,
    holder: &Holder,
) -> Result<Revision, RunError> {
    let project = &request.project;
    let text = repo.read(&request.path)?;
    let mut current = Current::open(repo, project, holder)?;
    let review = current.review.clone();
    let target = RevisionTarget::of(&current)?;
    let RevisionTarget { kept, after, earlier, .. } = &target;
    let before = reviewed_text(repo, project, &review, kept)?;
    let file = versions::file(project, *after);
    let hash = log::hash(&text);
    let old = markdown_prd(&kept.prd_file, &before).value;
    let new = versions::whole(&request.path, markdown_prd(&file, &text))?;
    let (Some(old_document), Some(new_document)) = (old.documents.first(), new.documents.first())
    else {
        return Err(refused(&review, "there is nothing to compare"));
    };
    let hunks = sectioned(old_document, new_document);
    let mut proofs = Vec::new();
    let mut addressed: Vec<(usize, usize)> = Vec::new();
    let mut changed_near = ChangeIndex::new(&hunks);
    let still = StillFound::between(&old, &new);
    for issue in kept.issues.iter().filter(|issue| target.accepted.contains(&issue.number)) {
        let (near, changed) = changed_near.addressing(&old, issue, &still);
        addressed.extend(near.into_iter().map(|hunk| (hunk, issue.number)));
        let still = issue.claims.iter().filter(|claim| still.shows(claim)).count();
        let places = issue.claims.len();
        proofs.push(Proof { number: issue.number, changed, places, still });
    }
    let mut sections: Vec<String> = hunks.iter().map(|hunk| hunk.section.clone()).collect();
    sections.dedup();
    let is_recorded = earlier.as_ref().is_some_and(|earlier| earlier.hash == hash);
    let revision =
        KeptRevision { before: kept.prd_version, after: after.0, file, hash, sections, proofs };
    let is_submitted = target.is_submitted;
    let accepted: BTreeMap<usize, String> = kept
        .issues
        .iter()
        .filter(|issue| target.accepted.contains(&issue.number))
        .map(|issue| (issue.number, issue.recommendation.clone()))
        .collect();
    let done = |revision: KeptRevision, is_new: bool| {
        let (project, number, path) = (project.clone(), review.number, review.path.clone());
        Revision {
            project,
            number,
            path,
            hunks: hunks.clone(),
            kept: revision,
            accepted: accepted.clone(),
            is_submitted,
            is_new,
        }
    };
    if is_recorded {
        return Ok(done(revision, false));
    }
    // What is hidden in it is for the panel to see; only that does not let the work go on.
    if !differs_in_substance(&before, &text) && !differs_in_substance(&text, &before) {
        return Err(unchanged(project, &review));
    }
    if review.decision().is_some() {
        return Err(closed(project, &review));
    }
    let newest = versions::known(repo, project)?.pop();
    if let Some(newest) = newest.filter(|newest| is_submitted && newest.hash == revision.hash) {
        return Err(known(project, &review, &newest.file));
    }
    let mut images = if is_submitted {
        let seats = PanelSeat::core().into_iter().chain([PanelSeat::chair()]).collect();
        let date = at.to_zoned(TimeZone::UTC).date();
        let shell = shell(project, review.number, *after, date, seats);
        vec![Image::new(repo, &review.path, shell)?]
    } else {
        let mut handoff = review.handoff.value.clone();
        handoff.revisions = RevisionLog {
            before: Some(PacketVersion(kept.prd_version)),
            after: Some(Revised::Version(*after)),
            changes: changes(&hunks, &addressed, &revision.proofs),
            act: request.by.clone().map(|by| HumanAct::new(by, at, log::hash(&review.text))),
        };
        let twin = name::twin(project, review.number);
        let text = written(&review.path, &handoff, Wholeness::of(current.kept.as_ref()))?;
        vec![
            Image::new(repo, &review.path, text)?,
            Image::new(repo, &twin, twin::write(&handoff, &kept.to_value()))?,
        ]
    };
    let prd = Image::new(repo, &revision.file, text)?;
    match &prd.before {
        None => images.push(prd),
        Some(found) if *found == revision.hash => {}
        // A version that no gate has seen gives way to a better one; the journal keeps both.
        Some(found) if earlier.as_ref().is_some_and(|earlier| earlier.hash == *found) => {
            images.push(prd);
        }
        Some(_) => return Err(taken(project, &revision)),
    }
    let by = request.by.as_ref().map(ToString::to_string);
    let step = if is_submitted {
        PanelStep::Submitted { revision: revision.clone() }
    } else {
        PanelStep::Revised { revision: revision.clone() }
    };
    current.log.commit(repo, PanelAct { at, by, number: review.number.value(), step }, images)?;
    Ok(done(revision, true))
}

/// What a new version is held against, and what it becomes.
struct RevisionTarget {
    /// The review that it is held against.
    kept: ReviewBasis,
    /// What was accepted of it.
    accepted: Vec<usize>,
    /// The version that the text becomes.
    after: PacketVersion,
    /// What was recorded as that version before.
    earlier: Option<KeptRevision>,
    /// Whether it is for a panel that is to meet again, and not an answer to a review.
    is_submitted: bool,
}

impl RevisionTarget {
    fn of(current: &Current) -> Result<Self, RunError> {
        let review = &current.review;
        if let Some(kept) = current.kept.clone() {
            let mut steps = current.log.of(review.number).rev();
            let earlier = steps.find_map(|taken| taken.act.step.revised()).cloned();
            let accepted = accepted(current, review)?;
            let after = PacketVersion(kept.prd_version).next();
            return Ok(Self { kept, accepted, after, earlier, is_submitted: false });
        }
        // The panel is to meet again: what it reads may still change, and is held against what it last read.
        let Some(kept) = current.log.reviewed_before(review.number).last().cloned() else {
            return Err(refused(review, "the panel has not met"));
        };
        let mut steps = current.log.of(review.number).rev();
        let earlier = steps.find_map(|taken| taken.act.step.submitted()).cloned();
        let before = review.number.value().checked_sub(1).and_then(ReviewNumber::new);
        let decided = before.and_then(|number| {
            current.log.of(number).rev().find_map(|taken| taken.act.step.decided())
        });
        let version = review.handoff.value.front.as_ref().and_then(|front| front.version);
        let version = version.unwrap_or(PacketVersion(kept.prd_version));
        let after = earlier.as_ref().map_or(version.next(), |one| PacketVersion(one.after));
        let accepted = decided.map(|one| one.accepted.clone()).unwrap_or_default();
        Ok(Self { kept, accepted, after, earlier, is_submitted: true })
    }
}

/// Returns the text that was reviewed, if its file still holds it.
fn reviewed_text(
    repo: &Repo,
    project: &ProjectName,
    review: &SeriesReview,
    kept: &ReviewBasis,
) -> Result<String, RunError> {
    let text = repo.read_if_there(&kept.prd_file)?.unwrap_or_default();
    if log::hash(&text) == kept.prd_hash {
        return Ok(text);
    }
    Err(RunError::blocked(
        "PRD_CHANGED",
        Place::file(&kept.prd_file),
        format!("this is no longer the text that review {} is about", review.number),
        format!(
            "a new version is a new file: `council restore {project}` writes the old one as it was and keeps the edit aside"
        ),
    ))
}

/// Returns the numbers of the accepted recommendations.
fn accepted(current: &Current, review: &SeriesReview) -> Result<Vec<usize>, RunError> {
    let mut steps = current.log.of(review.number);
    let decided = steps.find_map(|taken| Some(taken.act.step.decided()?.accepted.clone()));
    match (decided, review.status()) {
        (Some(accepted), Some(HandoffStatus::Accepted)) if !accepted.is_empty() => Ok(accepted),
        (None, _) | (_, Some(HandoffStatus::Pending)) => {
            Err(refused(review, "nobody has decided on it"))
        }
        (Some(_), _) => Err(refused(review, "no recommendation was accepted")),
    }
}

/// Lists the changes, each with the recommendations it is near, then the recommendations nothing bears out.
fn changes(hunks: &[Hunk], addressed: &[(usize, usize)], proofs: &[Proof]) -> Vec<CleanLine> {
    let change = |(hunk, at): (&Hunk, usize)| {
        let near: Vec<String> = addressed
            .iter()
            .filter(|(hunk, _)| *hunk == at)
            .map(|(_, number)| number.to_string())
            .collect();
        let near = match near.len() {
            0 => "no recommendation asked for it".to_owned(),
            1 => format!("recommendation {}", near.join(", ")),
            _ => format!("recommendations {}", near.join(", ")),
        };
        CleanLine::new(&format!("{} — {near}", hunk.words()))
    };
    let mut lines: Vec<CleanLine> = hunks.iter().zip(0..).take(LISTED).filter_map(change).collect();
    if hunks.len() > LISTED {
        lines.extend(CleanLine::new(&format!("{} more changes", hunks.len() - LISTED)));
    }
    let unproven = |proof: &Proof| {
        let Proof { number, changed, places, still } = proof;
        let words = match changed {
            _ if *still > 0 => {
                format!("recommendation {number}: UNPROVEN, {}", proof.shortfall())
            }
            0 => format!("recommendation {number}: UNPROVEN, no change found near it"),
            _ if changed < places => {
                format!(
                    "recommendation {number}: UNPROVEN in part, {changed} of {places} places changed"
                )
            }
            _ => return None,
        };
        CleanLine::new(&words)
    };
    lines.extend(proofs.iter().filter_map(unproven));
    lines
}

fn refused(review: &SeriesReview, why: &str) -> RunError {
    RunError::blocked(
        "NOT_REVISABLE",
        Place::file(&review.path),
        format!("review {} cannot take a new version: {why}", review.number),
        "a version is recorded after recommendations were accepted and before the re-review gate decides, or before the panel meets again",
    )
}

fn unchanged(project: &ProjectName, review: &SeriesReview) -> RunError {
    RunError::blocked(
        "NOT_REVISABLE",
        Place::file(&review.path),
        format!(
            "review {} cannot take a new version: only the layout changed since the version that was reviewed",
            review.number
        ),
        format!(
            "change what the accepted recommendations are about, then run `council revise NEW_PRD --project {project}`"
        ),
    )
}

/// Says that the panel would read the same text without it.
fn known(project: &ProjectName, review: &SeriesReview, newest: &str) -> RunError {
    RunError::blocked(
        "NOT_REVISABLE",
        Place::file(&review.path),
        format!("review {} needs no new version: `{newest}` is this text", review.number),
        format!("`council panel --project {project}` reviews it"),
    )
}

fn closed(project: &ProjectName, review: &SeriesReview) -> RunError {
    RunError::blocked(
        "NOT_REVISABLE",
        Place::file(&review.path),
        format!(
            "review {} cannot take a new version: the re-review gate has decided already",
            review.number
        ),
        format!(
            "`council gate rereview {project} --reconvene --rationale REASON --by NAME` lets the panel meet again; then record the version"
        ),
    )
}

/// Says that the file of the new version is taken by a text that nobody recorded.
fn taken(project: &ProjectName, revision: &KeptRevision) -> RunError {
    let file = &revision.file;
    RunError::blocked(
        "VERSION_TAKEN",
        Place::file(file),
        format!("`{file}` is there already and says something else"),
        format!("`council revise {file} --project {project}` records that text; or move it away"),
    )
}

//! A new version of the PRD, and a revision log that is derived from what really changed.

use council_core::{
    diagnostic::Place,
    handoff::{GateDecision, Line, PacketVersion, Revised, RevisionLog, Status},
    ident::ProjectName,
    series::{ReviewNumber, Reviewed},
};
use council_formats::{
    handoff::{name, twin},
    packet::markdown_prd,
};
use council_store::{Holder, Repo};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Act, Hunk, Image, Kept, PanelError, Step, Wholeness,
    current::Current,
    diff::{LISTED, Near, hunks},
    log, versions, written,
};

/// A new version of a project's PRD.
#[derive(Debug, Clone)]
pub struct ReviseRequest {
    /// The project.
    pub project: ProjectName,
    /// The new version, a Markdown file of the repository.
    pub path: String,
    /// Who revised it.
    pub by: Option<Line>,
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
    /// Whether it was recorded now or stood already.
    pub is_new: bool,
}

/// Records a new version of the PRD. The log of the review is derived from the difference, never from a claim.
pub fn revise(
    repo: &Repo,
    request: &ReviseRequest,
    at: Timestamp,
    holder: &Holder,
) -> Result<Revision, PanelError> {
    let project = &request.project;
    let text = repo.read(&request.path)?;
    let mut current = Current::open(repo, project, holder)?;
    let review = current.review.clone();
    let Some(kept) = current.kept.clone() else {
        return Err(refused(&review, "the panel has not met"));
    };
    let before = reviewed_text(repo, &review, &kept)?;
    let earlier = current.log.of(review.number).rev().find_map(|taken| taken.act.step.revised());
    let earlier = earlier.cloned();
    let hash = log::hash(&text);
    let after = PacketVersion(kept.prd_version).next();
    let file = versions::file(project, after);
    let old = markdown_prd(&kept.prd_file, &before).value;
    let new = markdown_prd(&file, &text).value;
    let (Some(old_document), Some(new_document)) = (old.documents.first(), new.documents.first())
    else {
        return Err(refused(&review, "there is nothing to compare"));
    };
    let hunks = hunks(old_document, new_document);
    let accepted = accepted(&current, &review)?;
    let mut proofs = Vec::new();
    let mut addressed: Vec<(usize, usize)> = Vec::new();
    let mut changed_near = Near::new(&hunks);
    for issue in kept.issues.iter().filter(|issue| accepted.contains(&issue.number)) {
        let (near, changed) = changed_near.addressing(&old, issue);
        addressed.extend(near.into_iter().map(|hunk| (hunk, issue.number)));
        proofs.push(Proof { number: issue.number, changed, places: issue.claims.len() });
    }
    let mut sections: Vec<String> = hunks.iter().map(|hunk| hunk.section.clone()).collect();
    sections.dedup();
    let is_recorded = earlier.as_ref().is_some_and(|earlier| earlier.hash == hash);
    let revision =
        KeptRevision { before: kept.prd_version, after: after.0, file, hash, sections, proofs };
    if is_recorded {
        let (project, number) = (project.clone(), review.number);
        let path = review.path;
        return Ok(Revision { project, number, path, hunks, kept: revision, is_new: false });
    }
    if hunks.is_empty() {
        return Err(refused(&review, "the new version is the version that was reviewed"));
    }
    if review.decision().is_some() {
        return Err(refused(&review, "the re-review gate has decided already"));
    }
    let mut handoff = review.handoff.value.clone();
    handoff.revisions = RevisionLog {
        before: Some(PacketVersion(kept.prd_version)),
        after: Some(Revised::Version(after)),
        changes: changes(&hunks, &addressed, &revision.proofs),
    };
    let twin = name::twin(project, review.number);
    let mut images = vec![
        Image::new(
            repo,
            &review.path,
            written(&review.path, &handoff, Wholeness::of(current.kept.as_ref()))?,
        )?,
        Image::new(repo, &twin, twin::write(&handoff, &kept.to_value()))?,
    ];
    let prd = Image::new(repo, &revision.file, text)?;
    match &prd.before {
        None => images.push(prd),
        Some(found) if *found == revision.hash => {}
        // A version that no gate has seen gives way to a better one; the journal keeps both.
        Some(found) if earlier.is_some_and(|earlier| earlier.hash == *found) => images.push(prd),
        Some(_) => {
            let message = format!("`{}` is there already and says something else", revision.file);
            return Err(refused(&review, &message));
        }
    }
    let by = request.by.as_ref().map(ToString::to_string);
    let step = Step::Revised { revision: revision.clone() };
    current.log.commit(repo, Act { at, by, number: review.number.value(), step }, images)?;
    let (project, number, path) = (project.clone(), review.number, review.path);
    Ok(Revision { project, number, path, hunks, kept: revision, is_new: true })
}

/// Returns the text that was reviewed, if its file still holds it.
fn reviewed_text(repo: &Repo, review: &Reviewed, kept: &Kept) -> Result<String, PanelError> {
    let text = repo.read_if_there(&kept.prd_file)?.unwrap_or_default();
    if log::hash(&text) == kept.prd_hash {
        return Ok(text);
    }
    Err(PanelError::refused(
        "PRD_CHANGED",
        Place::file(&kept.prd_file),
        format!("this is no longer the text that review {} is about", review.number),
        "restore the version that was reviewed; a new version is a new file",
    ))
}

/// Returns the numbers of the accepted recommendations.
fn accepted(current: &Current, review: &Reviewed) -> Result<Vec<usize>, PanelError> {
    let mut steps = current.log.of(review.number);
    let decided = steps.find_map(|taken| Some(taken.act.step.decided()?.accepted.clone()));
    match (decided, review.status()) {
        (Some(accepted), Some(Status::Accepted)) if !accepted.is_empty() => Ok(accepted),
        (None, _) | (_, Some(Status::Pending)) => Err(refused(review, "nobody has decided on it")),
        (Some(_), _) => Err(refused(review, "no recommendation was accepted")),
    }
}

/// Lists the changes, each with the recommendations it is near, then the recommendations nothing bears out.
fn changes(hunks: &[Hunk], addressed: &[(usize, usize)], proofs: &[Proof]) -> Vec<Line> {
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
        Line::new(&format!("{} — {near}", hunk.words()))
    };
    let mut lines: Vec<Line> = hunks.iter().zip(0..).take(LISTED).filter_map(change).collect();
    if hunks.len() > LISTED {
        lines.extend(Line::new(&format!("{} more changes", hunks.len() - LISTED)));
    }
    let unproven = |proof: &Proof| {
        let Proof { number, changed, places } = proof;
        let words = match changed {
            0 => format!("recommendation {number}: UNPROVEN, no change found near it"),
            _ if changed < places => {
                format!(
                    "recommendation {number}: UNPROVEN in part, {changed} of {places} places changed"
                )
            }
            _ => return None,
        };
        Line::new(&words)
    };
    lines.extend(proofs.iter().filter_map(unproven));
    lines
}

fn refused(review: &Reviewed, why: &str) -> PanelError {
    let decided = review.decision() == Some(GateDecision::Reconvene);
    PanelError::refused(
        "NOT_REVISABLE",
        Place::file(&review.path),
        format!("review {} cannot take a new version: {why}", review.number),
        if decided {
            "convene the panel; the next version follows the next review"
        } else {
            "a version is recorded after recommendations were accepted and before the re-review gate decides"
        },
    )
}

//! What changed between two reviews of a panel, or between two rounds of a forum.

use std::sync::Arc;

use council_core::{
    evidence::{LockedClaim, lock},
    forum::{Challenge, DiscussionRound, RoundSummary},
    gate::Outcome,
    handoff::ruling,
    identity::{Defect, SessionFinding},
    panel::Issue,
};
use council_formats::{
    handoff::canonical,
    packet::markdown_prd,
    report::{
        Data, Report,
        sheet::{Sheet, SheetItem},
    },
};
use council_store::Repo;
use schemars::JsonSchema;
use serde::Serialize;

use super::Diff;
use crate::{
    forum::{self, ForumFolder},
    history::{self, Chapter},
    panel::{self, PastReview},
    project::{ProjectSession, WhichSession},
    review::SessionError,
    run::RunError,
    sessions::Listed,
};

/// What became of a forum's discussion between two rounds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RoundsKeys {
    /// The earlier round, such as `checkout/round-1`.
    from: String,
    /// The later round.
    to: String,
    /// Whether the round is ready for approval.
    status: WordsKeys,
    /// What a person would approve.
    position: WordsKeys,
    /// Every challenge that either round knows and that stands otherwise now.
    challenges: Vec<ChallengeChange>,
}

/// Words before and after.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BeforeAndAfter")]
struct WordsKeys {
    before: String,
    after: String,
    changed: bool,
}

/// What became of a challenge.
#[derive(Debug, Serialize, JsonSchema)]
struct ChallengeChange {
    challenge: String,
    risk: String,
    /// How it stood; it was not raised yet where this is missing.
    before: Option<&'static str>,
    after: Option<&'static str>,
}

impl WordsKeys {
    fn new(before: String, after: String) -> Self {
        Self { changed: before != after, before, after }
    }
}

/// Compares two sessions of one project: two reviews of its panel, or two rounds of its forum. Without the second, the
/// first is compared with the one before it, and a project's newest with the one before that.
pub fn of_project(
    repo: &Repo,
    first: &ProjectSession,
    second: Option<&ProjectSession>,
) -> Result<Report, RunError> {
    if let Some(second) = second.filter(|second| second.project != first.project) {
        return Err(SessionError::OtherProject(first.to_string(), second.to_string()).into());
    }
    let is_about_rounds =
        |session: &ProjectSession| matches!(session.which, WhichSession::Round(_));
    let reviews = panel::past_reviews(repo, &first.project)?;
    let has_rounds = forum::is_begun(repo, &first.project)?;
    if is_about_rounds(first)
        || (first.which == WhichSession::Newest && reviews.len() < 2 && has_rounds)
    {
        return rounds(repo, first, second);
    }
    let number = |session: &ProjectSession| match session.which {
        WhichSession::Review(number) => {
            reviews.iter().position(|one| one.convened.number == number)
        }
        WhichSession::Newest => reviews.len().checked_sub(1),
        WhichSession::Round(_) => None,
    };
    let (from, to) = between(first, second, number)?;
    let name = reviews.get(to).map_or("", |review| review.convened.convening.prd_file.as_str());
    let visits = reviews.iter().take(to + 1).map(|review| visited(review, name));
    let history = history::told(visits.collect());
    Ok(super::report(&Diff { history, from, to }))
}

/// Returns the places of the two sessions that are compared, the earlier first.
fn between(
    first: &ProjectSession,
    second: Option<&ProjectSession>,
    place: impl Fn(&ProjectSession) -> Option<usize>,
) -> Result<(usize, usize), RunError> {
    let found = |session: &ProjectSession| {
        place(session).ok_or_else(|| SessionError::NotFound(session.to_string()))
    };
    let first_at = found(first)?;
    if let Some(second) = second {
        let second_at = found(second)?;
        return Ok((first_at.min(second_at), first_at.max(second_at)));
    }
    let alone = || SessionError::Alone(first.to_string());
    Ok((first_at.checked_sub(1).ok_or_else(alone)?, first_at))
}

/// Tells of a review under the name of the file that the latest one read: every version is a file of its own, and a section
/// is the same in all of them.
fn visited(review: &PastReview, name: &str) -> history::Visited {
    let own = &review.convened.convening.prd_file;
    let text = review.packet.documents.first().map_or("", |document| document.text());
    let packet = Arc::new(markdown_prd(name, text).value);
    let known = |locked: &LockedClaim| {
        let claim = panel::renamed(locked.claim().clone(), own, name);
        match lock(&packet, claim) {
            Ok(locked) => Defect::of_claim(&packet, &locked),
            Err(_) => Defect::of_claim(&review.packet, locked),
        }
    };
    let convened = &review.convened;
    let handoff = &convened.record.handoff;
    let issues = convened.record.issues.iter().zip(1..);
    let listed = |(issue, number): (&Issue, usize)| -> Vec<Listed> {
        let listed = |locked: &LockedClaim| Listed {
            id: number.to_string(),
            severity: Some(issue.severity),
            description: locked.claim().description.clone(),
            place: locked.place().clone(),
            seen: SessionFinding { defect: known(locked), stands: true },
        };
        issue.claims.iter().map(listed).collect()
    };
    let chapter = Chapter {
        id: ProjectSession::review(&convened.project, convened.number),
        packet: Some(convened.project.to_string()),
        verdict: ruling(handoff).map(|ruling| canonical(ruling.verdict, &handoff.reviews)),
        findings: issues.flat_map(listed).collect(),
    };
    (chapter, Some(packet))
}

fn rounds(
    repo: &Repo,
    first: &ProjectSession,
    second: Option<&ProjectSession>,
) -> Result<Report, RunError> {
    let room = ForumFolder::find(repo, &first.project)?;
    let held: Vec<&RoundSummary> =
        room.discussion.held().iter().map(DiscussionRound::summary).collect();
    let number = |session: &ProjectSession| match session.which {
        WhichSession::Round(number) => held.iter().position(|one| one.number() == number),
        WhichSession::Newest => held.len().checked_sub(1),
        WhichSession::Review(_) => None,
    };
    let (from, to) = between(first, second, number)?;
    let not_found = || SessionError::NotFound(first.to_string());
    let from = held.get(from).ok_or_else(not_found)?;
    let to = held.get(to).ok_or_else(not_found)?;
    let keys = RoundsKeys {
        from: ProjectSession::round(&first.project, from.number()),
        to: ProjectSession::round(&first.project, to.number()),
        status: WordsKeys::new(from.status().word().to_owned(), to.status().word().to_owned()),
        position: WordsKeys::new(from.position(), to.position()),
        challenges: challenges(from, to),
    };
    let sheet = sheet(&keys);
    let subject = format!("{} → {}", keys.from, keys.to);
    let mut report = Report::new("diff", subject, Outcome::Skipped, sheet.title.clone());
    report.next = vec![format!("`council show {}` has the whole later round", keys.to)];
    report.data = Data::of(&keys);
    report.sheet = Some(sheet);
    Ok(report)
}

fn challenges(from: &RoundSummary, to: &RoundSummary) -> Vec<ChallengeChange> {
    let before =
        from.table().challenges().iter().filter(|one| to.table().challenge(one.id).is_none());
    let all = to.table().challenges().iter().chain(before);
    let standing = |summary: &RoundSummary, one: &Challenge| {
        summary.table().challenge(one.id).map(|one| one.standing.word())
    };
    let change = |one: &Challenge| ChallengeChange {
        challenge: one.id.to_string(),
        risk: one.risk.clone(),
        before: standing(from, one),
        after: standing(to, one),
    };
    all.map(change).filter(|change| change.before != change.after).collect()
}

fn sheet(keys: &RoundsKeys) -> Sheet {
    let moved = crate::words::count(keys.challenges.len(), "challenge");
    let position = if keys.position.changed { "another position" } else { "the same position" };
    let mut sheet = Sheet::new(format!("{position}, {moved} moved"));
    let status = if keys.status.changed {
        format!("{}, was {}", keys.status.after, keys.status.before)
    } else {
        format!("still {}", keys.status.after)
    };
    let facts = [("from", keys.from.clone()), ("to", keys.to.clone()), ("status", status)];
    sheet.facts(facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
    if keys.position.changed {
        sheet.heading("Position before");
        sheet.prose(keys.position.before.clone());
        sheet.heading("Position after");
        sheet.prose(keys.position.after.clone());
    }
    if !keys.challenges.is_empty() {
        sheet.heading("Challenges");
        let item = |one: &ChallengeChange| {
            let word = |word: Option<&'static str>| word.unwrap_or("not raised");
            SheetItem::named(format!("{} {}", one.challenge, word(one.after)), one.risk.clone())
                .fact("before", word(one.before))
        };
        sheet.items(keys.challenges.iter().map(item).collect());
    }
    sheet
}

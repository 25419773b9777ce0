//! Why a finding or a verdict is what it is.

mod finding;
mod project;
mod verdict;

use council_core::{gate::Outcome, ident::PacketId, signature::ShortId};
use council_formats::report::{Data, Report};
use council_store::{Repo, SessionFiles};
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    history::{self, History},
    review::{self, SessionError},
    run::RunError,
    sessions::{self, StoredSession},
};

pub use project::{of_project, verdict_of_project};

/// What is explained.
#[derive(Debug)]
pub enum ExplainSubject {
    /// A finding of a session, and its packet's history up to it.
    Finding {
        /// The id that was asked for.
        id: String,
        /// The session.
        kept: Box<StoredSession>,
        /// What is known about the packet's defects.
        history: History,
    },
    /// The verdict of a session.
    Verdict(Box<StoredSession>),
}

/// What `explain` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ExplainOutput {
    /// A finding.
    Finding(Box<finding::FindingKeys>),
    /// A verdict.
    Verdict(verdict::VerdictKeys),
    /// A recommendation of a panel.
    Recommendation(Box<project::ExplainedRecommendationKeys>),
    /// A challenge of a forum.
    Challenge(Box<project::ChallengeKeys>),
    /// The verdict of a panel.
    Rating(project::RatingKeys),
    /// The status of a forum's round.
    Status(project::StatusKeys),
    /// A rule.
    Rule(Box<crate::manual::PageKeys>),
}

/// Finds a finding by its id: in the session that is named, else in the newest session on its packet that has it.
pub fn finding(
    repo: &Repo,
    id: &str,
    session: Option<&str>,
    day: Date,
) -> Result<ExplainSubject, RunError> {
    let kept = match session {
        Some(session) => {
            let kept = sessions::load(repo, session, Some(day))?;
            let has = finding::has(&kept, id);
            has.then_some(kept).ok_or_else(|| SessionError::NoFinding(id.to_owned()))?
        }
        None => newest_with(repo, id, day)?,
    };
    let history = match &kept {
        StoredSession::Folded(folded) => history::up_to(repo, &folded.reviewed.files)?,
        StoredSession::Recorded(_) => History { chapters: Vec::new(), lives: Vec::new() },
    };
    Ok(ExplainSubject::Finding { id: id.to_owned(), kept: Box::new(kept), history })
}

/// Loads the session whose verdict is explained.
pub fn verdict(repo: &Repo, session: &str, day: Date) -> Result<ExplainSubject, RunError> {
    Ok(ExplainSubject::Verdict(Box::new(sessions::load(repo, session, Some(day))?)))
}

/// Makes the report of an explanation.
pub fn report(explained: &ExplainSubject) -> Report {
    let (subject, sheet, data) = match explained {
        ExplainSubject::Finding { id, kept, history } => {
            let keys = finding::keys(kept, id, history);
            (id.clone(), finding::sheet(kept, id, history), Data::of(&keys))
        }
        ExplainSubject::Verdict(kept) => {
            (kept.id(), verdict::sheet(kept), Data::of(&verdict::keys(kept)))
        }
    };
    let headline = sheet.title.clone();
    let mut report = Report::new("explain", subject, Outcome::Skipped, headline);
    report.sheet = Some(sheet);
    report.data = data;
    report
}

fn newest_with(repo: &Repo, id: &str, day: Date) -> Result<StoredSession, RunError> {
    let load = |files: &SessionFiles| sessions::of_files(repo, files, Some(day)).ok();
    let no_finding = || SessionError::NoFinding(id.to_owned());
    if ShortId::is_like(id) {
        let sessions = repo.sessions()?;
        let mut kept = sessions.iter().filter_map(load);
        return Ok(kept.find(|kept| finding::has(kept, id)).ok_or_else(no_finding)?);
    }
    let packet = id.strip_prefix("FND-").and_then(|rest| rest.rsplit_once('-'));
    let packet =
        packet.and_then(|(packet, _)| PacketId::new(packet).ok()).ok_or_else(no_finding)?;
    let mut sessions = repo.sessions()?;
    sessions.retain(|files| *files.packet() == packet);
    let sessions = review::newest_first(repo, sessions)?;
    let mut kept = sessions.iter().filter_map(load);
    Ok(kept.find(|kept| finding::has(kept, id)).ok_or_else(no_finding)?)
}

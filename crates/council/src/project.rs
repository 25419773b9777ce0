//! The sessions of a project by name: the reviews of its panel and the rounds of its forum.

mod replay;
mod show;

use std::future::Future;

use council_core::{ident::ProjectName, series::ReviewNumber};
use council_engine::{Clock, Watch};
use council_formats::handoff::name;
use council_store::Repo;
use jiff::Timestamp;

pub use replay::{check, replay};
pub use show::{ReviewShown, RoundShown, show};

use crate::{
    forum::{self, Sitting},
    panel::{self, Meeting},
    review::{self, Onward, SessionError},
    run::{RunError, Surroundings},
};

/// A session of a project, as a command names it: `checkout`, `checkout/r2` or `checkout/round-1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectSession {
    /// The project.
    pub project: ProjectName,
    /// Which of its sessions.
    pub which: WhichSession,
}

/// One of a project's sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichSession {
    /// Whichever was held last.
    Newest,
    /// A review of the panel.
    Review(ReviewNumber),
    /// A round of the forum.
    Round(u32),
}

/// How far a session of a project got that was gone on with.
#[derive(Debug)]
pub enum Resumed {
    /// A panel.
    Panel(panel::PanelProgress),
    /// A round of a forum.
    Forum(forum::ForumProgress),
}

impl ProjectSession {
    /// Reads the name of a session, or of one of its files.
    pub fn read(given: &str) -> Option<Self> {
        if let Some(of_file) = Self::of_file(given) {
            return Some(of_file);
        }
        let (project, which) = match given.split_once('/') {
            None => (given, WhichSession::Newest),
            Some((project, session)) => {
                let review = session.strip_prefix('r').and_then(|number| number.parse().ok());
                let review = review.and_then(ReviewNumber::new).map(WhichSession::Review);
                let round = session.strip_prefix("round-").and_then(|number| number.parse().ok());
                (project, review.or(round.map(WhichSession::Round))?)
            }
        };
        Some(Self { project: ProjectName::new(project).ok()?, which })
    }

    fn of_file(path: &str) -> Option<Self> {
        let project = |path: &str| ProjectName::new(path.split('/').next()?).ok();
        if let Some(rest) = path.strip_prefix("workspace/").filter(|rest| rest.contains('/')) {
            let stem = path.strip_suffix(".json").or(path.strip_suffix(".md")).unwrap_or(path);
            let file = format!("{}.md", stem.rsplit('/').next().unwrap_or(stem));
            let which = match name::read(&file) {
                name::SeriesName::Review(number) => WhichSession::Review(number),
                name::SeriesName::Stray | name::SeriesName::Other => WhichSession::Newest,
            };
            return Some(Self { project: project(rest)?, which });
        }
        let rest = path.strip_prefix("projects/").filter(|rest| rest.contains('/'))?;
        Some(Self { project: project(rest)?, which: WhichSession::Newest })
    }

    /// Returns the name of a review.
    pub fn review(project: &ProjectName, number: ReviewNumber) -> String {
        format!("{project}/{number}")
    }

    /// Returns the name of a round.
    pub fn round(project: &ProjectName, number: u32) -> String {
        format!("{project}/round-{number}")
    }
}

impl std::fmt::Display for ProjectSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&match self.which {
            WhichSession::Newest => self.project.to_string(),
            WhichSession::Review(number) => Self::review(&self.project, number),
            WhichSession::Round(number) => Self::round(&self.project, number),
        })
    }
}

/// Finds the session of a project that a name is meant for. A council session of that name comes first, and a project
/// that has neither a panel nor a forum has none.
pub fn find(repo: &Repo, given: &str) -> Result<Option<ProjectSession>, RunError> {
    match review::find(repo, given) {
        Err(SessionError::NotFound(_)) => {}
        Ok(_) | Err(_) => return Ok(None),
    }
    let Some(session) = ProjectSession::read(given) else { return Ok(None) };
    let has_panel = repo.has_file(&name::journal(&session.project))
        || !crate::handoff::reviews(repo, &session.project)?.series.reviews().is_empty();
    let is_there = has_panel || forum::is_begun(repo, &session.project)?;
    Ok(is_there.then_some(session))
}

/// Goes on with the panel or the round of a project that was cut off; where both were, with the one that was begun last.
pub async fn resume<C, W>(
    repo: &Repo,
    session: &ProjectSession,
    onward: Onward,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<Resumed, RunError>
where
    C: Clock + 'static,
    W: Watch<Meeting> + Watch<Sitting>,
{
    let project = &session.project;
    let (panel, round) = match session.which {
        WhichSession::Newest => (panel::begun_at(repo, project)?, forum::begun_at(repo, project)?),
        WhichSession::Review(_) => (panel::begun_at(repo, project)?, None),
        WhichSession::Round(_) => (None, forum::begun_at(repo, project)?),
    };
    let is_panel = |panel: Timestamp| round.is_none_or(|round| panel >= round);
    let resumed = if panel.is_some_and(is_panel) {
        panel::resume(repo, project, onward, around, interrupt).await?.map(Resumed::Panel)
    } else if round.is_some() {
        forum::resume(repo, project, onward, around, interrupt).await?.map(Resumed::Forum)
    } else {
        None
    };
    resumed.ok_or_else(|| SessionError::NothingCutOff(session.to_string()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_named_by_its_project_its_number_or_its_file() {
        for (given, named) in [
            ("shop", Some("shop")),
            ("shop/r2", Some("shop/r2")),
            ("shop/round-3", Some("shop/round-3")),
            ("workspace/shop/handoffs/004-council-review-r2.md", Some("shop/r2")),
            ("workspace/shop/handoffs/004-council-review.json", Some("shop/r1")),
            ("workspace/shop/handoffs/004-council-review.journal.jsonl", Some("shop")),
            ("projects/shop/agent-work/forum.json", Some("shop")),
            ("shop/r0", None),
            ("shop/x", None),
            ("", None),
        ] {
            let read = ProjectSession::read(given).map(|session| session.to_string());
            assert_eq!(read.as_deref(), named, "{given}");
        }
    }
}

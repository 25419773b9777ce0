//! One review of a panel or one round of a forum, as it was recorded.

use council_core::{gate::Outcome, handoff::ruling};
use council_formats::{
    handoff::words,
    report::{Data, Report},
    round_summary::{self, SummaryPage},
};
use council_store::Repo;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ProjectSession, WhichSession};
use crate::{forum::ForumFolder, handoff, review::SessionError, run::RunError};

/// A review of a panel.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewShown {
    /// The name of the review, such as `checkout/r2`.
    session_id: String,
    /// Its file.
    file: String,
    /// The verdict.
    verdict: Option<&'static str>,
    /// Whether a human has decided.
    status: Option<&'static str>,
    /// Whether to go on or to meet again.
    decision: Option<&'static str>,
    /// The review, as Markdown.
    page: String,
}

/// A round of a forum.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RoundShown {
    /// The name of the round, such as `checkout/round-1`.
    session_id: String,
    /// What a decision on it must name.
    hash: String,
    /// Whether it is ready for approval.
    status: &'static str,
    /// What a human decided about it.
    decision: Option<&'static str>,
    /// What a person approves.
    position: String,
    /// What the human was shown, as Markdown.
    page: String,
}

/// Shows one review or one round. `None` where the name is that of a whole project.
pub fn show(repo: &Repo, session: &ProjectSession) -> Result<Option<Report>, RunError> {
    let not_found = || SessionError::NotFound(session.to_string());
    let project = &session.project;
    match session.which {
        WhichSession::Newest => Ok(None),
        WhichSession::Review(number) => {
            let series = handoff::reviews(repo, project)?.series;
            let review = series.reviews().iter().find(|review| review.number == number);
            let review = review.ok_or_else(not_found)?;
            let keys = ReviewShown {
                session_id: session.to_string(),
                file: review.path.clone(),
                verdict: ruling(&review.handoff.value).map(|ruling| words::rating(ruling.verdict)),
                status: review.status().map(words::status),
                decision: review.decision().map(words::decision),
                page: review.text.clone(),
            };
            let headline = [keys.verdict, keys.status].map(|word| word.unwrap_or("unknown"));
            let mut report = shown(session, headline.join(", "), &keys.page);
            report.facts = vec![("review", keys.file.clone())];
            report.data = Data::of(&keys);
            Ok(Some(report))
        }
        WhichSession::Round(number) => {
            let room = ForumFolder::find(repo, project)?;
            let mut held = room.discussion.held().iter();
            let held = held.find(|held| held.summary().number() == number);
            let held = held.ok_or_else(not_found)?;
            let summary = held.summary();
            let keys = RoundShown {
                session_id: session.to_string(),
                hash: summary.digest().to_string(),
                status: summary.status().word(),
                decision: held.decision().map(|decision| decision.act().choice.word()),
                position: summary.position(),
                page: round_summary::write(&SummaryPage::of(summary)),
            };
            let headline = keys.decision.unwrap_or(keys.status).to_owned();
            let mut report = shown(session, headline, &keys.page);
            report.facts = vec![("hash", keys.hash.clone()), ("record", room.record_path())];
            report.data = Data::of(&keys);
            Ok(Some(report))
        }
    }
}

fn shown(session: &ProjectSession, headline: String, page: &str) -> Report {
    let mut report = Report::new("show", session.to_string(), Outcome::Skipped, headline);
    report.page = Some(page.to_owned());
    report
}

//! The sessions of a project, computed again from their journals.

use std::collections::BTreeMap;

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
    ident::ProjectName,
};
use council_formats::report::Report;
use council_store::Repo;

use super::{ProjectSession, WhichSession};
use crate::{
    check::Warnings,
    forum::{self, PastRound},
    log::Image,
    panel::{self, PastReview},
    review::{self, Difference, SessionError},
    run::RunError,
    words,
};

/// What a project's journals hold.
struct Replayed {
    reviews: Vec<PastReview>,
    rounds: Vec<PastRound>,
}

/// Computes a session of a project again and says what it came to. Nothing is written and nobody is asked.
pub fn replay(repo: &Repo, session: &ProjectSession) -> Result<Report, RunError> {
    let Replayed { reviews, rounds } = replayed(repo, session)?;
    let (review, round) = (reviews.last(), rounds.last());
    let is_review = |review: &&PastReview| round.is_none_or(|round| review.began >= round.began);
    let report = match (review.filter(is_review), round) {
        (Some(review), _) => panel::report(&review.convened, Warnings::Shown),
        (None, Some(round)) => forum::round_report(&round.held),
        (None, None) => return Err(SessionError::NotFound(session.to_string()).into()),
    };
    Ok(Report { command: "replay", ..report })
}

/// Compares what a project's journals recorded with what their sessions give, and the files with what was recorded last,
/// byte for byte.
pub fn check(repo: &Repo, session: &ProjectSession) -> Result<Report, RunError> {
    let project = &session.project;
    let Replayed { reviews, rounds } = replayed(repo, session)?;
    let mut signals = Vec::new();
    for review in &reviews {
        signals.extend(otherwise(&review.recorded, review.computed()?));
    }
    for round in &rounds {
        signals.extend(otherwise(&round.recorded, [round.computed()]));
    }
    let mut steps = 0;
    if !matches!(session.which, WhichSession::Round(_)) {
        let (taken, files) = panel::recorded_files(repo, project)?;
        steps += taken;
        signals.extend(on_disk(repo, files)?);
    }
    if !matches!(session.which, WhichSession::Review(_)) && forum::is_begun(repo, project)? {
        let (taken, files) = forum::recorded_files(repo, project)?;
        steps += taken;
        signals.extend(on_disk(repo, files)?);
    }
    let (outcome, headline) = match signals.as_slice() {
        [] => (Outcome::Pass, "the files are what the journal gives, byte for byte"),
        [_, ..] => (Outcome::Blocked, "the files are not what the journal gives"),
    };
    let mut report = Report::new("replay", session.to_string(), outcome, headline);
    let sessions = words::count(reviews.len() + rounds.len(), "session");
    report.facts = vec![("computed again", sessions), ("steps", steps.to_string())];
    if !signals.is_empty() && !reviews.is_empty() {
        report.next = vec![format!(
            "`council restore {project}` writes the panel's files as they were recorded"
        )];
    }
    report.signals = signals;
    Ok(report)
}

fn replayed(repo: &Repo, session: &ProjectSession) -> Result<Replayed, RunError> {
    let project: &ProjectName = &session.project;
    let mut reviews = match session.which {
        WhichSession::Newest | WhichSession::Review(_) => panel::past_reviews(repo, project)?,
        WhichSession::Round(_) => Vec::new(),
    };
    let mut rounds = match session.which {
        WhichSession::Newest if !forum::is_begun(repo, project)? => Vec::new(),
        WhichSession::Newest | WhichSession::Round(_) => forum::past_rounds(repo, project)?,
        WhichSession::Review(_) => Vec::new(),
    };
    match session.which {
        WhichSession::Newest => {}
        WhichSession::Review(number) => reviews.retain(|one| one.convened.number == number),
        WhichSession::Round(number) => rounds.retain(|one| one.number == number),
    }
    if reviews.is_empty() && rounds.is_empty() && session.which != WhichSession::Newest {
        return Err(SessionError::NotFound(session.to_string()).into());
    }
    Ok(Replayed { reviews, rounds })
}

/// Says which files a step recorded otherwise than its session gives them.
fn otherwise(
    recorded: &[Image],
    computed: impl IntoIterator<Item = (String, String)>,
) -> Vec<Signal> {
    let signal = |(path, text): (String, String)| {
        let image = recorded.iter().find(|image| image.path == path)?;
        let found = review::difference(path, Some(image.text.as_bytes()), Some(text.as_bytes()))?;
        let place = Place { line: found.line, ..Place::file(&found.path) };
        let message = "the journal recorded the file otherwise than its session gives it";
        Some(Signal::block("replay-recorded-otherwise", place, message))
    };
    computed.into_iter().filter_map(signal).collect()
}

/// Says which files are not as the last step left them.
fn on_disk(repo: &Repo, files: BTreeMap<String, String>) -> Result<Vec<Signal>, RunError> {
    let mut signals = Vec::new();
    for (path, text) in files {
        let there = repo.read_bytes_if_there(&path)?;
        let found: Option<Difference> =
            review::difference(path, there.as_deref(), Some(text.as_bytes()));
        signals.extend(found.map(|found| review::differs(&found)));
    }
    Ok(signals)
}

//! Puts a session into the store.

use std::time::Duration;

use council_core::{
    council::{Moment, SessionId},
    diagnostic::Place,
    gate::Outcome,
};
use council_engine::Entry;
use council_formats::report::Report;
use council_pg::{NewSession, PgError, SessionState};
use jiff::{SignedDuration, Timestamp};

use super::{COUNCIL, Shared};
use crate::{
    providers::Providers,
    review::{self, Prepared, ReviewRequest, ReviewerSpec},
    run::RunError,
};

/// How many seconds after the wanted one are tried for a name: a day.
const SECONDS: i64 = 86_400;

/// Puts a review into the store, for any worker to hold, and returns what it is called. What can cost more than it may or
/// would send secrets is refused here, before anybody is asked; keys are looked for by the worker.
pub async fn submit(
    shared: &Shared,
    repo: &council_store::Repo,
    request: &ReviewRequest,
    providers: &Providers,
    priority: u8,
    now: Timestamp,
) -> Result<String, RunError> {
    if request.seats.values().any(|spec| matches!(spec, ReviewerSpec::Cassette { .. })) {
        return Err(RunError::refused(
            Outcome::InputNeeded,
            "NOT_SHARED",
            Place::default(),
            "a recording is kept in a repository, and no worker has this one",
            "fill the seat otherwise, or leave out `--store`",
        ));
    }
    let moment = Moment { at: now, active: Duration::ZERO };
    let Prepared { mut opened, .. } = review::affordable(repo, request, moment, providers)?;
    let packet = opened.opening.packet.clone();
    for later in 0..SECONDS {
        let Ok(at) = now.checked_add(SignedDuration::from_secs(later)) else { break };
        opened.opening.id = SessionId::new(&packet, at);
        let name = opened.opening.id.to_string();
        let entry: Entry = Entry::Opened(Box::new(opened.clone()));
        let line = serde_json::to_string(&entry);
        let unknown = |source| RunError::UnknownRecord { path: name.clone(), source };
        let new = NewSession {
            tenant: shared.tenant(),
            name: &name,
            flow: COUNCIL,
            packet: packet.as_str(),
            priority: i32::from(priority),
            state: SessionState::Open,
            entries: &[line.map_err(unknown)?],
            ending: None,
            verdict: None,
        };
        if shared.database.submit(&new).await? {
            return Ok(name);
        }
    }
    Err(PgError::Exists(packet.to_string()).into())
}

/// Says that a session was put into the store and waits for a worker.
pub fn submitted(name: &str) -> Report {
    let headline = format!("`{name}` is in the store; a worker will hold it");
    let mut report = Report::new("review", name, Outcome::Skipped, headline);
    report.next = vec![format!("`council show {name} --store URL` says how far it is")];
    report
}

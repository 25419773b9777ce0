//! Results for people: the sessions of a repository, one session as a page, and a project's panel and forum as one.
//!
//! Reading decides nothing: the outcome is `skipped`, so that nobody takes a page about a session for a pass.

mod coverage;
mod data;
mod list;
mod page;
mod project;
mod recorded;

use council_core::gate::Outcome;
use council_formats::report::{Data, Report};
use schemars::JsonSchema;
use serde::Serialize;

use crate::sessions::StoredSession;

pub use coverage::{Grid, grid};
pub use list::{SessionRow, list, listing, others, row};
pub use project::project;

/// What `show` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ShowOutput {
    /// The sessions of a repository.
    List(list::ListKeys),
    /// A session that has a journal.
    Session(Box<data::SessionKeys>),
    /// A record without a journal.
    Record(Box<recorded::RecordKeys>),
    /// A review of a panel.
    Review(Box<crate::project::ReviewShown>),
    /// A round of a forum.
    Round(Box<crate::project::RoundShown>),
    /// What a panel and a forum left of a project.
    Project(Box<project::ProjectKeys>),
}

/// Makes the report of one session.
pub fn report(kept: &StoredSession) -> Report {
    let sheet = match kept {
        StoredSession::Folded(folded) => page::of(folded),
        StoredSession::Recorded(recorded) => recorded::of(recorded),
    };
    let mut report = Report::new("show", kept.id(), Outcome::Skipped, sheet.title.clone());
    report.data = match kept {
        StoredSession::Folded(folded) => Data::of(&data::of(folded)),
        StoredSession::Recorded(recorded) => Data::of(&recorded::keys(recorded)),
    };
    report.sheet = Some(sheet);
    report
}

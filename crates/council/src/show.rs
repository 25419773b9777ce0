//! Results for people: the sessions of a repository, and one session as a page.
//!
//! Reading decides nothing: the outcome is `skipped`, so that nobody takes a page about a session for a pass.

mod coverage;
mod data;
mod list;
mod page;
mod recorded;

use council_core::gate::Outcome;
use council_formats::report::{Data, Report};
use schemars::JsonSchema;
use serde::Serialize;

use crate::sessions::Kept;

pub use list::{Row, list, listing};

/// What `show` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Keys {
    /// The sessions of a repository.
    List(list::ListKeys),
    /// A session that has a journal.
    Session(Box<data::SessionKeys>),
    /// A record without a journal.
    Record(Box<recorded::RecordKeys>),
}

/// Makes the report of one session.
pub fn report(kept: &Kept) -> Report {
    let sheet = match kept {
        Kept::Folded(folded) => page::of(folded),
        Kept::Recorded(recorded) => recorded::of(recorded),
    };
    let mut report = Report::new("show", kept.id(), Outcome::Skipped, sheet.title.clone());
    report.data = match kept {
        Kept::Folded(folded) => Data::of(&data::of(folded)),
        Kept::Recorded(recorded) => Data::of(&recorded::keys(recorded)),
    };
    report.sheet = Some(sheet);
    report
}

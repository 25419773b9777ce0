//! Results for people: the sessions of a repository, and one session as a page.
//!
//! Reading decides nothing: the outcome is `skipped`, so that nobody takes a page about a session for a pass.

mod coverage;
mod data;
mod list;
mod page;
mod recorded;

use council_core::gate::Outcome;
use council_formats::report::Report;

use crate::sessions::Kept;

pub use list::{Row, list, listing};

/// Makes the report of one session.
pub fn report(kept: &Kept) -> Report {
    let sheet = match kept {
        Kept::Folded(folded) => page::of(folded),
        Kept::Recorded(recorded) => recorded::of(recorded),
    };
    let mut report = Report::new("show", kept.id(), Outcome::Skipped, sheet.title.clone());
    report.data = match kept {
        Kept::Folded(folded) => data::of(folded),
        Kept::Recorded(recorded) => recorded::data(recorded),
    };
    report.sheet = Some(sheet);
    report
}

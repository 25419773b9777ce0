//! The files of a forum, held against their rules.

use council_core::{
    diagnostic::Parsed,
    forum::{Discussion, ForumSeat},
};
use council_formats::{
    council_config::{self, CouncilConfig},
    forum_record, json,
    round_summary::{self, SummaryPage},
};

use super::{CheckDepth, Checked, CheckedKind, Read, read::SeatRead, refusal};

/// Checks who sits in a forum.
pub(super) fn council_config(path: &str, text: &str) -> Checked {
    let read = |tree: &_| council_config::read_tree(path, tree);
    checked(path, text, CheckedKind::CouncilConfig, read, config)
}

/// Checks the rounds of a forum by holding them again.
pub(super) fn forum_record(path: &str, text: &str) -> Checked {
    let read = |tree: &_| forum_record::read_tree(path, tree);
    checked(path, text, CheckedKind::ForumRecord, read, record)
}

/// Checks the page a human is shown after a round.
pub(super) fn round_summary(path: &str, text: &str) -> Checked {
    let (diagnostics, read) = match round_summary::read(path, text) {
        Ok(page) => (Vec::new(), Some(summary(&page))),
        Err(diagnostic) => (vec![diagnostic], None),
    };
    let kind = Some(CheckedKind::RoundSummary);
    Checked { path: path.to_owned(), kind, reach: CheckDepth::Held, diagnostics, read }
}

fn checked<T>(
    path: &str,
    text: &str,
    kind: CheckedKind,
    read: impl Fn(&council_core::tree::Node) -> Parsed<Option<T>>,
    normalise: impl Fn(&T) -> Read,
) -> Checked {
    let tree = match json::read(path, text) {
        Ok(tree) => tree,
        Err(diagnostic) => return refusal(path, Some(kind), diagnostic),
    };
    let Parsed { value, diagnostics } = read(&tree);
    let read = value.as_ref().map(normalise);
    Checked { path: path.to_owned(), kind: Some(kind), reach: CheckDepth::Held, diagnostics, read }
}

fn config(file: &CouncilConfig) -> Read {
    let config = &file.config;
    Read::Config {
        project: config.project.to_string(),
        created: config.created.to_string(),
        owners: config.seats.owners().iter().map(seat).collect(),
        advocates: config.seats.advocates().iter().map(seat).collect(),
    }
}

fn seat(seat: &ForumSeat) -> SeatRead {
    SeatRead { id: seat.id.to_string(), name: seat.name.to_string(), lens: seat.lens.to_string() }
}

fn summary(page: &SummaryPage) -> Read {
    Read::Summary {
        round: page.round,
        owners: page.owners.len(),
        open_points: page.open_points.clone(),
    }
}

fn record(discussion: &Discussion) -> Read {
    Read::Record {
        project: discussion.project().to_string(),
        state: discussion.state().word(),
        rounds: discussion.held().len(),
    }
}

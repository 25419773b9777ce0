//! The files of a forum, held against their rules.

use council_core::{
    diagnostic::Parsed,
    forum::{Discussion, Seat},
};
use council_formats::{
    council_config::{self, CouncilConfig},
    forum_record, json,
    round_summary::{self, Page},
};
use serde_json::{Map, Value, json};

use super::{Checked, Kind, Reach, refusal};

/// Checks who sits in a forum.
pub(super) fn council_config(path: &str, text: &str) -> Checked {
    let read = |tree: &_| council_config::read_tree(path, tree);
    checked(path, text, Kind::CouncilConfig, read, config)
}

/// Checks the rounds of a forum by holding them again.
pub(super) fn forum_record(path: &str, text: &str) -> Checked {
    let read = |tree: &_| forum_record::read_tree(path, tree);
    checked(path, text, Kind::ForumRecord, read, record)
}

/// Checks the page a human is shown after a round.
pub(super) fn round_summary(path: &str, text: &str) -> Checked {
    let (diagnostics, read) = match round_summary::read(path, text) {
        Ok(page) => (Vec::new(), summary(&page)),
        Err(diagnostic) => (vec![diagnostic], Map::new()),
    };
    let kind = Some(Kind::RoundSummary);
    Checked { path: path.to_owned(), kind, reach: Reach::Held, diagnostics, read }
}

fn checked<T>(
    path: &str,
    text: &str,
    kind: Kind,
    read: impl Fn(&council_core::tree::Node) -> Parsed<Option<T>>,
    normalise: impl Fn(&T) -> Map<String, Value>,
) -> Checked {
    let tree = match json::read(path, text) {
        Ok(tree) => tree,
        Err(diagnostic) => return refusal(path, Some(kind), diagnostic),
    };
    let Parsed { value, diagnostics } = read(&tree);
    let read = value.as_ref().map(normalise).unwrap_or_default();
    Checked { path: path.to_owned(), kind: Some(kind), reach: Reach::Held, diagnostics, read }
}

fn config(file: &CouncilConfig) -> Map<String, Value> {
    let config = &file.config;
    let seat = |seat: &Seat| json!({ "id": seat.id.to_string(), "name": seat.name.as_str(), "lens": seat.lens.as_str() });
    let seats = |seats: &[Seat]| seats.iter().map(seat).collect::<Value>();
    object([
        ("project", json!(config.project.as_str())),
        ("created", json!(config.created.to_string())),
        ("owners", seats(config.seats.owners())),
        ("advocates", seats(config.seats.advocates())),
    ])
}

fn summary(page: &Page) -> Map<String, Value> {
    object([
        ("round", json!(page.round)),
        ("owners", json!(page.owners.len())),
        ("open_points", json!(page.open_points)),
    ])
}

fn record(discussion: &Discussion) -> Map<String, Value> {
    object([
        ("project", json!(discussion.project().as_str())),
        ("state", json!(discussion.state().word())),
        ("rounds", json!(discussion.held().len())),
    ])
}

fn object<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

//! One session as JSON: the whole record, and what is computed from it.

use council_formats::session::{self, Review};
use serde_json::{Map, Value, json};

use super::{coverage, page};
use crate::sessions::Folded;

/// Returns everything there is to say about a session.
pub(super) fn of(folded: &Folded) -> Map<String, Value> {
    let reviewed = &folded.reviewed;
    let record = &folded.record;
    let opened = reviewed.fold.opened();
    let review = Review { record, policy: &opened.policy, tool_version: &opened.tool_version };
    let judgement = record.judgement();
    let reasons = judgement.iter().flat_map(|judgement| &judgement.reasons);
    let reasons = reasons.map(
        |reason| json!({"verdict": reason.verdict.word(), "ground": reason.ground.to_string()}),
    );
    let reviewers: Map<String, Value> =
        opened.reviewers.iter().map(|(seat, name)| (seat.to_string(), json!(name))).collect();
    let files = &reviewed.files;
    let damage = folded.damage.as_ref().map(|damage| json!({"line": damage.line}));
    let entries = [
        ("session_id", json!(files.id())),
        ("packet", json!(files.packet().to_string())),
        ("verdict", json!(judgement.as_ref().map(|judgement| judgement.verdict.word()))),
        ("reasons", reasons.collect()),
        ("reviewers", Value::Object(reviewers)),
        ("independence", json!(page::independence(&opened.reviewers))),
        ("coverage", coverage::data(folded, record)),
        ("damage", json!(damage)),
        (
            "files",
            json!({
                "session": files.yaml(),
                "journal": files.journal(),
                "bundle": record.ending.map(|_| files.bundle()),
            }),
        ),
        ("session", json!(session::shape(&review))),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

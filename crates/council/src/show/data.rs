//! One session as JSON: the whole record, and what is computed from it.

use std::collections::BTreeMap;

use council_formats::session::{self, SessionDocument, SessionShape};
use schemars::JsonSchema;
use serde::Serialize;

use super::{coverage, page};
use crate::sessions::JournaledSession;

/// What is said of a session that has a journal.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SessionKeys {
    session_id: String,
    /// What was reviewed.
    packet: String,
    /// The verdict, if there is one.
    verdict: Option<&'static str>,
    /// Why it is what it is.
    reasons: Vec<ReasonKeys>,
    /// What filled each seat.
    reviewers: BTreeMap<String, String>,
    /// How independent the seats are, in words.
    independence: Option<String>,
    /// Which mode of which seat found what, and in which section.
    coverage: coverage::CoverageKeys,
    /// Where the journal is damaged, if it is.
    damage: Option<DamageKeys>,
    /// Where everything is.
    files: SessionFilesKeys,
    /// The session as its file has it.
    session: SessionShape,
}

/// What speaks for a verdict.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reason")]
struct ReasonKeys {
    verdict: &'static str,
    ground: String,
}

/// Where a journal is damaged.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Damage")]
struct DamageKeys {
    line: u64,
}

/// The files of a session.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SessionFiles")]
struct SessionFilesKeys {
    session: String,
    journal: String,
    /// Only of a session that has ended.
    bundle: Option<String>,
}

/// Returns everything there is to say about a session.
pub(super) fn of(folded: &JournaledSession) -> SessionKeys {
    let reviewed = &folded.reviewed;
    let record = &folded.record;
    let opened = reviewed.fold.opened();
    let review =
        SessionDocument { record, policy: &opened.policy, tool_version: &opened.tool_version };
    let judgement = record.judgement();
    let reasons = judgement.iter().flat_map(|judgement| &judgement.reasons);
    let reasons = reasons.map(|reason| ReasonKeys {
        verdict: reason.verdict.word(),
        ground: reason.ground.to_string(),
    });
    let reviewers = opened.reviewers.iter();
    let files = &reviewed.files;
    SessionKeys {
        session_id: files.id(),
        packet: files.packet().to_string(),
        verdict: judgement.as_ref().map(|judgement| judgement.verdict.word()),
        reasons: reasons.collect(),
        reviewers: reviewers.map(|(seat, name)| (seat.to_string(), name.clone())).collect(),
        independence: page::independence(&opened.reviewers),
        coverage: coverage::keys(folded, record),
        damage: folded.damage.as_ref().map(|damage| DamageKeys { line: damage.line }),
        files: SessionFilesKeys {
            session: files.yaml().to_owned(),
            journal: files.journal().to_owned(),
            bundle: record.ending.map(|_| files.bundle().to_owned()),
        },
        session: session::shape(&review),
    }
}

//! A council's place in the repository, and the files that are made from its journal.

use council_core::{
    council::{CouncilRecord, CouncilSession},
    diagnostic::{Diagnostic, Level},
    gate::Hold,
};
use council_engine::{OpeningRecord, Traffic};
use council_formats::{
    artifact::{check_bundle, check_session},
    bundle::{self, BundleShape},
    json, session,
};
use council_store::{Journal, Repo, SessionFiles};

use super::{StageEvidence, stage_evidence};
use crate::{
    authority, reviewer,
    run::{RunError, SessionPlace, WrittenSession},
};

/// What is made from a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outputs {
    /// The session file.
    pub yaml: String,
    /// The evidence bundle, once the session has ended.
    pub bundle: Option<String>,
    /// The evidence for a stage, once the session has ended: its file and what stands in it.
    pub stage: Option<(String, String)>,
}

/// A council's place in the repository.
pub(crate) struct ReviewPlace {
    /// Its files.
    pub(super) files: SessionFiles,
    /// Its journal.
    pub(super) journal: Journal,
}

impl SessionPlace<CouncilSession> for ReviewPlace {
    fn journal(&self) -> &Journal {
        &self.journal
    }

    fn journal_mut(&mut self) -> &mut Journal {
        &mut self.journal
    }

    fn path(&self) -> &str {
        self.files.journal()
    }

    fn write(
        &mut self,
        repo: &Repo,
        written: &WrittenSession<'_, CouncilSession>,
    ) -> Result<(), RunError> {
        let outputs = outputs(written.record, written.opened, written.traffic)?;
        repo.write_atomic(self.files.yaml(), outputs.yaml.as_bytes())?;
        if let Some(bundle) = &outputs.bundle {
            repo.write_atomic(self.files.bundle(), bundle.as_bytes())?;
        }
        if let Some((path, text)) = &outputs.stage {
            stage_evidence::put(repo, path, text)?;
        }
        Ok(())
    }
}

/// Writes the session file and, once the session has ended, the bundle; both hold their contract or there are none.
pub(super) fn outputs(
    record: &CouncilRecord,
    opened: &OpeningRecord,
    traffic: &Traffic,
) -> Result<Outputs, RunError> {
    let review = session::SessionDocument {
        record,
        policy: &opened.policy,
        tool_version: &opened.tool_version,
    };
    let shape = session::shape(&review);
    held("the session", check_session("session", &json::tree(&shape).map_err(broken)?))?;
    let text = session::text(&shape).map_err(broken)?;
    let shape = bundle(&review, opened, traffic);
    let bundle = shape.as_ref().and_then(bundle::write);
    if let Some(text) = &bundle {
        held(
            "the bundle",
            check_bundle(
                "bundle",
                &json::read("bundle", text).map_err(|error| RunError::Broken(error.message))?,
            ),
        )?;
    }
    let stage = opened.stage_evidence.as_deref().filter(|_| record.ending.is_some());
    let stage: Option<StageEvidence> = stage.map(str::parse).transpose().map_err(broken)?;
    let stage = stage.map(|stage| stage.file(record, &holds(record, opened)));
    Ok(Outputs { yaml: text, bundle, stage })
}

/// Returns what the work waits for, whatever the verdict.
pub(super) fn holds(record: &CouncilRecord, opened: &OpeningRecord) -> Vec<Hold> {
    let degraded = record.judgement().map(|judgement| judgement.holds()).unwrap_or_default();
    let unvouched = reviewer::unvouched(opened.reviewers.values());
    degraded
        .into_iter()
        .chain(reviewer::drilled(opened.reviewers.values()))
        .chain(unvouched.filter(|_| record.decisions.is_empty()))
        .collect()
}

/// Returns the bundle of a session that has ended.
pub(super) fn bundle(
    review: &session::SessionDocument<'_>,
    opened: &OpeningRecord,
    traffic: &Traffic,
) -> Option<BundleShape> {
    let authority = authority::of_session(review.record, opened, traffic);
    let shape = bundle::shape(review, &holds(review.record, opened))?;
    Some(BundleShape { authority, ..shape })
}

fn held(what: &str, found: Vec<Diagnostic>) -> Result<(), RunError> {
    match found.into_iter().find(|one| one.level == Level::Error) {
        Some(error) => Err(RunError::Broken(format!("{what}: {}", error.message))),
        None => Ok(()),
    }
}

fn broken(error: impl std::fmt::Display) -> RunError {
    RunError::Broken(error.to_string())
}

//! The engine's journal on disk, and the files that are made from it.

use std::sync::Arc;

use council_core::{council::Record, diagnostic::Level, gate::Hold};
use council_engine::{EngineError, Entry, Journal, Opened, PortError, Traffic};
use council_formats::{
    artifact::{check_bundle, check_session},
    bundle::{self, BundleShape},
    json, session,
};
use council_store::{Repo, SessionFiles};
use thiserror::Error;

use super::StageEvidence;
use crate::{authority, reviewer};

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

/// A session file that would break its own contract is not written.
#[derive(Debug, Error)]
#[error("the record breaks its contract: {0}")]
struct Broken(String);

/// A session's place on disk.
pub(super) struct Disk<'a> {
    repo: &'a Repo,
    files: SessionFiles,
    journal: council_store::Journal,
    opened: Arc<Opened>,
    /// What left the machine so far.
    traffic: Traffic,
}

impl<'a> Disk<'a> {
    pub(super) fn new(
        repo: &'a Repo,
        files: &SessionFiles,
        journal: council_store::Journal,
        opened: &Opened,
        traffic: Traffic,
    ) -> Self {
        let (files, opened) = (files.clone(), Arc::new(opened.clone()));
        Self { repo, files, journal, opened, traffic }
    }

    /// Makes records durable.
    pub(super) fn append(&mut self, entries: &[Entry]) -> Result<(), EngineError> {
        self.write(entries).map_err(EngineError::Journal)
    }

    fn write(&mut self, entries: &[Entry]) -> Result<(), PortError> {
        let lines = entries.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        self.journal.commit(&lines)?;
        for entry in entries {
            self.traffic.take(entry);
        }
        Ok(())
    }
}

impl Journal for Disk<'_> {
    fn room(&self) -> u64 {
        self.journal.room()
    }

    async fn commit(&mut self, entries: &[Entry]) -> Result<(), PortError> {
        self.write(entries)
    }

    async fn snapshot(&mut self, record: &Record) -> Result<(), PortError> {
        let outputs = outputs(record, &self.opened, &self.traffic)?;
        self.repo.write_atomic(self.files.yaml(), outputs.yaml.as_bytes())?;
        if let Some(bundle) = &outputs.bundle {
            self.repo.write_atomic(self.files.bundle(), bundle.as_bytes())?;
        }
        if let Some((path, text)) = &outputs.stage {
            self.repo.write_atomic(path, text.as_bytes())?;
        }
        Ok(())
    }
}

/// The journal of a session of which nothing is kept.
pub(super) struct Nowhere;

impl Journal for Nowhere {
    async fn commit(&mut self, _entries: &[Entry]) -> Result<(), PortError> {
        Ok(())
    }

    async fn snapshot(&mut self, _record: &Record) -> Result<(), PortError> {
        Ok(())
    }
}

/// Writes the session file and, once the session has ended, the bundle; both hold their contract or there are none.
pub(super) fn outputs(
    record: &Record,
    opened: &Opened,
    traffic: &Traffic,
) -> Result<Outputs, PortError> {
    let review =
        session::Review { record, policy: &opened.policy, tool_version: &opened.tool_version };
    let shape = session::shape(&review);
    held("the session", check_session("session", &json::tree(&shape)?))?;
    let text = session::text(&shape)?;
    let shape = bundle(&review, opened, traffic);
    let bundle = shape.as_ref().and_then(bundle::write);
    if let Some(text) = &bundle {
        held("the bundle", check_bundle("bundle", &json::read("bundle", text).map_err(broken)?))?;
    }
    let stage = opened.stage_evidence.as_deref().filter(|_| record.ending.is_some());
    let stage: Option<StageEvidence> = stage.map(str::parse).transpose()?;
    let stage = stage.map(|stage| stage.file(record, &holds(record, opened)));
    Ok(Outputs { yaml: text, bundle, stage })
}

/// Returns what the work waits for, whatever the verdict.
pub(super) fn holds(record: &Record, opened: &Opened) -> Vec<Hold> {
    let degraded = record.judgement().map(|judgement| judgement.holds()).unwrap_or_default();
    degraded.into_iter().chain(reviewer::drilled(opened.reviewers.values())).collect()
}

/// Returns the bundle of a session that has ended.
pub(super) fn bundle(
    review: &session::Review<'_>,
    opened: &Opened,
    traffic: &Traffic,
) -> Option<BundleShape> {
    let authority = authority::of_session(review.record, opened, traffic);
    let shape = bundle::shape(review, &holds(review.record, opened))?;
    Some(BundleShape { authority, ..shape })
}

fn held(what: &str, found: Vec<council_core::diagnostic::Diagnostic>) -> Result<(), Broken> {
    match found.into_iter().find(|one| one.level == Level::Error) {
        Some(error) => Err(Broken(format!("{what}: {}", error.message))),
        None => Ok(()),
    }
}

fn broken(error: council_core::diagnostic::Diagnostic) -> Broken {
    Broken(error.message)
}

//! A session as evidence for a stage gate, so that what a council found stops the work it is about.

use std::{fmt, iter, str::FromStr};

use council_core::{
    council::CouncilRecord,
    gate::{
        Hold,
        stage::{AgentStatement, Stage},
    },
    ident::SpecId,
    verdict::{Verdict, VerdictReason},
};
use council_formats::consensus::{self, name};
use council_store::{Repo, StoreError, evidence::EvidenceRoot};
use jiff::{Timestamp, tz::TimeZone};
use thiserror::Error;

/// Who the evidence is from; gates infer the role from the name.
const AGENT: &str = "council-judge";

/// The stage that a session is evidence for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageEvidence {
    /// The spec.
    pub spec: SpecId,
    /// The stage.
    pub stage: Stage,
}

/// The text names no stage of a spec.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a spec and a stage whose gate reads evidence, such as `SPEC-PAY-001:plan`; the stages are plan, tasks, implement, validate and audit"
)]
pub struct NotAStage(String);

impl FromStr for StageEvidence {
    type Err = NotAStage;

    fn from_str(text: &str) -> Result<Self, NotAStage> {
        let refused = || NotAStage(text.to_owned());
        let (spec, stage) = text.split_once(':').ok_or_else(refused)?;
        let spec = SpecId::new(spec).map_err(|_| refused())?;
        let stage = Stage::read(stage).filter(|stage| is_read(*stage)).ok_or_else(refused)?;
        Ok(Self { spec, stage })
    }
}

/// Tells whether a gate reads the evidence of a stage under its own name.
fn is_read(stage: Stage) -> bool {
    stage.checkpoint().is_some_and(|checkpoint| checkpoint.evidence_stage() == stage)
}

/// Writes a statement as a new file and returns its path. Nothing is overwritten: two statements of one second get names of
/// their own, and the later one sorts after the earlier. What is there already is not written a second time.
pub(crate) fn put(repo: &Repo, path: &str, text: &str) -> Result<String, StoreError> {
    let mut last: Option<(String, String)> = None;
    for name in names(path) {
        if let Some(found) = repo.read_if_there(&name)? {
            last = Some((name, found));
            continue;
        }
        // Only the last one counts: a statement that was followed by another is made again.
        if let Some((name, _)) = last.as_ref().filter(|(_, found)| found == text) {
            return Ok(name.clone());
        }
        match repo.create_new(&name, text.as_bytes()) {
            Ok(()) => return Ok(name),
            Err(StoreError::Exists { .. }) => {
                last = repo.read_if_there(&name)?.map(|found| (name, found));
            }
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::NoFreeName { path: path.to_owned() })
}

/// Returns the file that holds a statement, or the one that would.
pub(super) fn kept(repo: &Repo, path: &str, text: &str) -> Result<String, StoreError> {
    for path in names(path) {
        match repo.read_if_there(&path)? {
            Some(found) if found == text => return Ok(path),
            Some(_) => {}
            None => break,
        }
    }
    Ok(path.to_owned())
}

/// Returns the names that statements of one second get, in order.
fn names(path: &str) -> impl Iterator<Item = String> {
    let stem = path.strip_suffix(".json").unwrap_or(path);
    let later = (2..100).map(move |number| format!("{stem}Z-{number:02}.json"));
    iter::once(path.to_owned()).chain(later)
}

impl fmt::Display for StageEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.spec, self.stage.word())
    }
}

impl StageEvidence {
    /// Returns the file of a statement, and what stands in it.
    pub(crate) fn stated(
        &self,
        statement: &AgentStatement,
        agent: &str,
        at: Timestamp,
    ) -> (String, String) {
        let at = at.to_zoned(TimeZone::UTC).datetime();
        let folder = EvidenceRoot::default().statements(&self.spec);
        let path = format!("{folder}/{}", name::of_statement(self.stage, agent, at));
        (path, consensus::render(statement))
    }

    /// Returns the file and what stands in it.
    pub(super) fn file(&self, record: &CouncilRecord, holds: &[Hold]) -> (String, String) {
        self.stated(&statement(record, holds), AGENT, record.now.at)
    }
}

/// Says what the council found: everything that keeps it from passing is a conflict. A council that does not let the work
/// go on, whatever it found, is no review of the stage.
fn statement(record: &CouncilRecord, holds: &[Hold]) -> AgentStatement {
    let judgement = record.judgement();
    let verdict = judgement.as_ref().map(|judgement| judgement.verdict);
    let reasons = judgement.iter().flat_map(|judgement| &judgement.reasons);
    let grave = reasons.filter(|reason| match reason.verdict {
        Verdict::Remediate | Verdict::Fail | Verdict::Adjudicate => true,
        Verdict::Skipped | Verdict::Pass | Verdict::PassWithConcerns | Verdict::Aborted => false,
    });
    AgentStatement {
        agent: Some(AGENT.to_owned()),
        model: None,
        run: Some(record.opening.id.to_string()),
        at: name::moment(&record.now.at.to_string()),
        error: match (verdict, holds) {
            (Some(Verdict::Aborted), _) => Some("the council was aborted".to_owned()),
            (_, [hold, ..]) => Some(hold.says().to_owned()),
            (_, []) => None,
        },
        conflicts: grave.map(|reason| described(record, reason)).collect(),
        status: verdict.map(|verdict| verdict.word().to_owned()),
        is_template: false,
        until: record.holds_until(),
    }
}

/// Says a reason, with what the finding it is about says.
fn described(record: &CouncilRecord, reason: &VerdictReason) -> String {
    let ground = reason.ground.to_string();
    let about = reason.ground.finding();
    let found = record.findings.iter().find(|finding| about == Some(&*finding.id().to_string()));
    match found {
        Some(finding) => format!("{ground}: {}", finding.claim().description),
        None => ground,
    }
}

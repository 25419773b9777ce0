//! A session as evidence for a stage gate, so that what a council found stops the work it is about.

use std::{fmt, str::FromStr};

use council_core::{
    council::Record,
    gate::{
        Hold,
        stage::{Stage, Statement},
    },
    ident::SpecId,
    verdict::{Reason, Verdict},
};
use council_formats::consensus::{self, name};
use council_store::evidence::EvidenceRoot;
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
#[error("`{0}` is not a spec and a stage, such as `SPEC-PAY-001:plan`")]
pub struct NotAStage(String);

impl FromStr for StageEvidence {
    type Err = NotAStage;

    fn from_str(text: &str) -> Result<Self, NotAStage> {
        let refused = || NotAStage(text.to_owned());
        let (spec, stage) = text.split_once(':').ok_or_else(refused)?;
        let spec = SpecId::new(spec).map_err(|_| refused())?;
        Ok(Self { spec, stage: Stage::read(stage).ok_or_else(refused)? })
    }
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
        statement: &Statement,
        agent: &str,
        at: Timestamp,
    ) -> (String, String) {
        let at = at.to_zoned(TimeZone::UTC).datetime();
        let folder = EvidenceRoot::default().statements(&self.spec);
        let path = format!("{folder}/{}", name::of_statement(self.stage, agent, at));
        (path, consensus::render(statement))
    }

    /// Returns the file and what stands in it.
    pub(super) fn file(&self, record: &Record, holds: &[Hold]) -> (String, String) {
        self.stated(&statement(record, holds), AGENT, record.now.at)
    }
}

/// Says what the council found: everything that keeps it from passing is a conflict. A council that does not let the work
/// go on, whatever it found, is no review of the stage.
fn statement(record: &Record, holds: &[Hold]) -> Statement {
    let judgement = record.judgement();
    let verdict = judgement.as_ref().map(|judgement| judgement.verdict);
    let reasons = judgement.iter().flat_map(|judgement| &judgement.reasons);
    let grave = reasons.filter(|reason| match reason.verdict {
        Verdict::Remediate | Verdict::Fail | Verdict::Adjudicate => true,
        Verdict::Skipped | Verdict::Pass | Verdict::PassWithConcerns | Verdict::Aborted => false,
    });
    Statement {
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
fn described(record: &Record, reason: &Reason) -> String {
    let ground = reason.ground.to_string();
    let about = reason.ground.finding();
    let found = record.findings.iter().find(|finding| about == Some(&*finding.id().to_string()));
    match found {
        Some(finding) => format!("{ground}: {}", finding.claim().description),
        None => ground,
    }
}

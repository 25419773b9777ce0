//! A review that others wrote: a named human answers for it as it is, because no journal shows who decided.

use council_core::{diagnostic::Place, gate::Hold, handoff::CleanLine};
use council_store::{Holder, Repo};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    PanelAct, PanelStep,
    log::{self, Log},
};
use crate::{
    handoff::{HandoffGate, HandoffRequest, gate},
    run::RunError,
};

/// Who answers for a review that others wrote, and why.
#[derive(Debug, Clone)]
pub struct Vouch {
    /// Why it may be built without a record.
    pub reason: CleanLine,
    /// Who answers for it.
    pub by: CleanLine,
}

/// What a human answers for, as the journal keeps it: exactly these texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptVouch {
    /// The review.
    pub file: String,
    /// The hash of its text.
    pub hash: String,
    /// The version to build.
    pub prd_file: String,
    /// The hash of its text.
    pub prd_hash: String,
    /// Why.
    pub reason: String,
}

/// Asks the gate, and records that a human answers for the review if only a record is missing. What is wrong with the
/// file itself, or a record that is lost, nobody can answer for, and a machine answers for nothing.
pub fn vouch(
    repo: &Repo,
    request: &HandoffRequest,
    vouch: &Vouch,
    at: Timestamp,
    holder: &Holder,
) -> Result<HandoffGate, RunError> {
    let asked = gate(repo, request)?;
    let passes = asked.answer.outcome.exit_code() == 0;
    let is_unsigned = asked.answer.holds.contains(&Hold::Unsigned);
    if let (true, Some(review)) = (passes && is_unsigned, asked.review()) {
        let Some(prd) = &asked.to_build else {
            return Err(RunError::blocked(
                "PRD_NOT_FOUND",
                Place::file(&review.path),
                "the version to build is not in the project, so no one can vouch for it",
                format!("put it into `workspace/{}/tasks`", request.project),
            ));
        };
        let kept = KeptVouch {
            file: review.path.clone(),
            hash: log::hash(&review.text),
            prd_file: prd.path.clone(),
            prd_hash: log::hash(&prd.text),
            reason: vouch.reason.to_string(),
        };
        let act = PanelAct {
            at,
            by: Some(vouch.by.to_string()),
            number: review.number.value(),
            step: PanelStep::Vouched { vouch: kept },
        };
        Log::open(repo, &request.project, holder)?.commit(repo, act, Vec::new())?;
    }
    gate(repo, request)
}

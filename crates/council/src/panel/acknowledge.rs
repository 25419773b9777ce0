//! Going on although the panel said to revise: a named human says why, and the record keeps it.

use council_core::handoff::Line;
use council_store::{Holder, Repo};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    Act, Step,
    log::{self, Log},
};
use crate::{
    handoff::{HandoffGate, HandoffRequest, gate},
    run::RunError,
};

/// Who goes on although the panel said to revise, and why.
#[derive(Debug, Clone)]
pub struct Acknowledgement {
    /// Why.
    pub reason: Line,
    /// Who says so.
    pub by: Line,
}

/// An acknowledgement, as the journal keeps it: of exactly this review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAcknowledgement {
    /// The review.
    pub file: String,
    /// The hash of its text.
    pub hash: String,
    /// Why.
    pub reason: String,
}

/// Asks the gate, and records the acknowledgement where it is what the work waits for. It holds until the review
/// changes; what else stops the work it does not answer.
pub fn acknowledge(
    repo: &Repo,
    request: &HandoffRequest,
    said: &Acknowledgement,
    at: Timestamp,
    holder: &Holder,
) -> Result<HandoffGate, RunError> {
    let asked = gate(repo, request)?;
    if let Some(review) = asked.review().filter(|_| asked.answer.waits_for_acknowledgement()) {
        let acknowledgement = KeptAcknowledgement {
            file: review.path.clone(),
            hash: log::hash(&review.text),
            reason: said.reason.to_string(),
        };
        let act = Act {
            at,
            by: Some(said.by.to_string()),
            number: review.number.value(),
            step: Step::Acknowledged { acknowledgement },
        };
        Log::open(repo, &request.project, holder)?.commit(repo, act, Vec::new())?;
    }
    gate(repo, request)
}

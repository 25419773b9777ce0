//! Going on although the panel said to revise: a named human says why, and the record keeps it.

use council_core::{
    handoff::{CleanLine, HumanAct},
    series::SeriesReview,
};
use council_formats::handoff::{name, twin};
use council_store::{Holder, Repo};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    Image, PanelAct, PanelStep, Wholeness,
    log::{self, Log},
    stage, written,
};
use crate::{
    handoff::{HandoffGate, HandoffRequest, gate},
    run::RunError,
};

/// Who goes on although the panel said to revise, and why.
#[derive(Debug, Clone)]
pub struct Acknowledgement {
    /// Why.
    pub reason: CleanLine,
    /// Who says so.
    pub by: CleanLine,
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
/// changes; what else stops the work it does not answer, and a machine goes on with nothing.
pub fn acknowledge(
    repo: &Repo,
    request: &HandoffRequest,
    said: &Acknowledgement,
    at: Timestamp,
    holder: &Holder,
) -> Result<HandoffGate, RunError> {
    let asked = gate(repo, request)?;
    let waits = asked.answer.waits_for_acknowledgement() && !request.is_ci;
    if let Some(review) = asked.review().filter(|_| waits) {
        let mut log = Log::open(repo, &request.project, holder)?;
        let images = images(repo, &log, review, said, at)?;
        let own = images.iter().find(|image| image.path == review.path);
        let text = own.map_or(&review.text, |image| &image.text);
        let acknowledgement = KeptAcknowledgement {
            file: review.path.clone(),
            hash: log::hash(text),
            reason: said.reason.to_string(),
        };
        let act = PanelAct {
            at,
            by: Some(said.by.to_string()),
            number: review.number.value(),
            step: PanelStep::Acknowledged { acknowledgement },
        };
        log.commit(repo, act, images)?;
        stage::state_decided(repo, &request.project, at)?;
    }
    gate(repo, request)
}

/// Returns the review and its twin with the acknowledgement in them. A review that others wrote is left as it is.
fn images(
    repo: &Repo,
    log: &Log,
    review: &SeriesReview,
    said: &Acknowledgement,
    at: Timestamp,
) -> Result<Vec<Image>, RunError> {
    let mut steps = log.of(review.number).rev();
    let Some(kept) = steps.find_map(|taken| taken.act.step.reviewed()) else {
        return Ok(Vec::new());
    };
    let mut handoff = review.handoff.value.clone();
    let shown = log::hash(&review.text);
    let act = HumanAct::new(said.by.clone(), at, shown);
    let rereview = handoff.rereview.get_or_insert_default();
    rereview.acknowledged = Some((act, said.reason.clone()));
    let project = handoff.front.as_ref().and_then(|front| front.project.clone());
    let text = written(&review.path, &handoff, Wholeness::of(Some(kept)))?;
    let mut images = vec![Image::new(repo, &review.path, text)?];
    if let Some(project) = project {
        let path = name::twin(&project, review.number);
        images.push(Image::new(repo, &path, twin::write(&handoff, &kept.to_value()))?);
    }
    Ok(images)
}

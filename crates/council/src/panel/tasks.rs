//! The hand-over to task generation: made where the handoff gate lets it, and only there.

use council_core::{
    handoff::{Handoff, PacketVersion, Revised},
    panel::{Handover, handover},
};
use council_formats::packet::markdown_prd;
use council_store::Repo;

use super::PanelError;
use crate::handoff::{HandoffGate, HandoffRequest, gate, packet};

/// What became of asking for tasks.
#[derive(Debug)]
pub enum Tasks {
    /// The gate let it pass.
    Made(Handover),
    /// The gate did not.
    Refused(Box<HandoffGate>),
    /// The gate let it pass, and the PRD it is about is not there.
    NoPrd(Box<HandoffGate>),
}

/// Makes the hand-over of a project, if its gate passes.
pub fn tasks(repo: &Repo, request: &HandoffRequest) -> Result<Tasks, PanelError> {
    let gate = gate(repo, request)?;
    let Some(review) = gate.review().filter(|_| gate.answer.outcome.allows_progress()) else {
        return Ok(Tasks::Refused(Box::new(gate)));
    };
    let handoff = &review.handoff.value;
    let found = match version(handoff) {
        Some(version) => packet(repo, &request.project, version)?,
        None => None,
    };
    let Some((path, text)) = found else {
        return Ok(Tasks::NoPrd(Box::new(gate)));
    };
    let packet = markdown_prd(&path, &text).value;
    let made = handover(&request.project, (&path, &packet), (&review.path, handoff));
    Ok(Tasks::Made(made))
}

/// Returns the version to build: the one that came of the review, else the one it is about.
fn version(handoff: &Handoff) -> Option<PacketVersion> {
    match handoff.revisions.after {
        Some(Revised::Version(version)) => Some(version),
        Some(Revised::Unchanged) | None => handoff.front.as_ref()?.version,
    }
}

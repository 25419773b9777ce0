//! The hand-over to task generation: made where the handoff gate lets it, and only there.

use council_core::{
    handoff::Line,
    panel::{Handover, Owners, handover},
    series::Reviewed,
};
use council_formats::packet::markdown_prd;
use council_store::Repo;

use super::log;
use crate::{
    handoff::{HandoffGate, HandoffRequest, gate},
    run::RunError,
};

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

/// Makes the hand-over of a project, if its gate passes. `decider` is who decides what nobody else can.
pub fn tasks(
    repo: &Repo,
    request: &HandoffRequest,
    decider: Option<Line>,
) -> Result<Tasks, RunError> {
    // Tasks are built by machines, so nobody is there who could answer for a review that others wrote.
    let gate = gate(repo, &HandoffRequest { is_ci: true, ..request.clone() })?;
    let Some(review) = gate.review().filter(|_| gate.allows_progress()) else {
        return Ok(Tasks::Refused(Box::new(gate)));
    };
    let handoff = &review.handoff.value;
    let Some(prd) = &gate.to_build else {
        return Ok(Tasks::NoPrd(Box::new(gate)));
    };
    let (path, text) = (&prd.path, &prd.text);
    let packet = markdown_prd(path, text).value;
    let owners = Owners { questions: decider, ..waived(repo, request, review)? };
    let made = handover(&request.project, (path, &packet), (&review.path, handoff), &owners);
    Ok(Tasks::Made(made))
}

/// Returns who carries the risk of what was declined, as the journal knows it.
fn waived(repo: &Repo, request: &HandoffRequest, review: &Reviewed) -> Result<Owners, RunError> {
    let taken = log::read(repo, &request.project)?.unwrap_or_default();
    let own = taken.iter().filter(|taken| taken.act.number == review.number.value());
    let declined = own.filter_map(|taken| Some(&taken.act.step.decided()?.declined));
    let synthesis = review.handoff.value.synthesis.as_ref();
    let recommended = synthesis.map_or(&[][..], |one| one.revisions.as_slice());
    let mut owners = Owners::default();
    for one in declined.flatten() {
        let revision = one.number.checked_sub(1).and_then(|at| recommended.get(at));
        let owner = one.owner.as_deref().and_then(Line::new);
        owners.waived.extend(revision.map(|revision| revision.text.clone()).zip(owner));
    }
    Ok(owners)
}

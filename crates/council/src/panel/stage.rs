//! A panel's review as evidence for a stage gate: it opens no gate before the handoff gate does.

use council_core::{
    gate::{Hold, stage::AgentStatement},
    ident::ProjectName,
    panel::Record,
    severity::Severity,
};
use council_formats::{consensus, handoff::words};
use council_store::Repo;
use jiff::{Timestamp, civil::Date, tz::TimeZone};

use super::{PanelOpening, log, past::aftermath};
use crate::{
    handoff::{HandoffRequest, gate},
    review::{NotAStage, StageEvidence, put_evidence},
    reviewer,
    run::RunError,
};

/// Who the evidence is from; gates infer the role from the name.
const AGENT: &str = "council-panel-judge";

/// How a review stands when it is stated as evidence.
enum ReviewStanding {
    /// The handoff gate does not pass.
    Waiting,
    /// It passes, until a day where something is waived until then.
    Open(Option<Date>),
}

/// Writes what a panel found as evidence: everything grave is a conflict, and nobody has decided on it. It is written
/// before the step is taken, because a panel that was cut off between the two goes on and writes it then.
pub(super) fn state_found(
    repo: &Repo,
    stage: &str,
    review: &Record,
    (convening, at): (&PanelOpening, Timestamp),
) -> Result<(), RunError> {
    state(repo, stage, review, (convening, at), &ReviewStanding::Waiting)
}

/// Writes how the last review of a project stands after a human acted on it, where it is evidence for a stage.
pub(super) fn state_decided(
    repo: &Repo,
    project: &ProjectName,
    at: Timestamp,
) -> Result<(), RunError> {
    let sessions = log::past(repo, project)?.sessions;
    let reviewed = sessions.iter().rev().find(|one| one.step.act.step.reviewed().is_some());
    let Some(fold) = reviewed.map(|one| &one.fold) else { return Ok(()) };
    let (Some(stage), Some(review)) = (&fold.opened().stage_evidence, fold.record().review) else {
        return Ok(());
    };
    let opening: &PanelOpening = &fold.opened().opening;
    let today = at.to_zoned(TimeZone::UTC).date();
    let is_open = gate(repo, &HandoffRequest::new(project.clone(), today))?.allows_progress();
    let standing = if is_open {
        let decision = aftermath(repo, project, opening.number)?.decision;
        let declined = decision.into_iter().flat_map(|(decision, ..)| decision.declined);
        ReviewStanding::Open(declined.filter_map(|one| one.until).min())
    } else {
        ReviewStanding::Waiting
    };
    state(repo, stage, &review, (opening, at), &standing)
}

fn state(
    repo: &Repo,
    stage: &str,
    review: &Record,
    (convening, at): (&PanelOpening, Timestamp),
    standing: &ReviewStanding,
) -> Result<(), RunError> {
    let stage: StageEvidence =
        stage.parse().map_err(|error: NotAStage| RunError::Broken(error.to_string()))?;
    let lost = (!review.lost.is_empty()).then_some(Hold::Degraded);
    let hold = lost.or_else(|| reviewer::drilled(convening.filled_by.values()));
    let hold = hold.map(|hold| hold.says().to_owned());
    let waits = || {
        format!(
            "the panel's review waits for a human: `council gate handoff {}` does not pass yet",
            convening.project
        )
    };
    let grave = review.issues.iter().filter(|issue| issue.severity >= Severity::Major);
    let found = || grave.filter_map(|issue| Some(issue.text()?.to_string())).collect();
    let (error, conflicts, until) = match standing {
        ReviewStanding::Waiting => (hold.or_else(|| Some(waits())), found(), None),
        // What was found was carried out, declined or waived by a human, who let the work go on.
        ReviewStanding::Open(until) => (hold, Vec::new(), *until),
    };
    let statement = AgentStatement {
        agent: Some(AGENT.to_owned()),
        model: None,
        run: Some(format!("{} {}", convening.project, convening.number)),
        at: consensus::name::moment(&at.to_string()),
        error,
        conflicts,
        status: review.computed.map(|rating| words::rating(rating).to_owned()),
        is_template: false,
        until,
    };
    let (path, text) = stage.stated(&statement, AGENT, at);
    put_evidence(repo, &path, &text)?;
    Ok(())
}

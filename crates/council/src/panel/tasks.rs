//! The hand-over to task generation: made where the handoff gate lets it, and only there.

use std::collections::BTreeSet;

use council_core::{
    diagnostic::Place,
    gate::Outcome,
    handoff::CleanLine,
    panel::{Handover, HandoverItem, HandoverKind},
    series::SeriesReview,
};
use council_formats::{
    packet::markdown_prd,
    report::{Data, Report},
};
use council_rules::{Demand, Model, demands};
use council_store::Repo;

use super::{KeptDecision, Proof, ReviewBasis, keys, log, versions};
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
    decider: Option<&CleanLine>,
) -> Result<Tasks, RunError> {
    // Tasks are built by machines, so nobody is there who could answer for a review that others wrote.
    let gate = gate(repo, &HandoffRequest { is_ci: true, ..request.clone() })?;
    let Some(review) = gate.review().filter(|_| gate.allows_progress()) else {
        return Ok(Tasks::Refused(Box::new(gate)));
    };
    let Some(prd) = &gate.to_build else {
        return Ok(Tasks::NoPrd(Box::new(gate)));
    };
    let answered = AnsweredReview::read(repo, request, review)?;
    let mut items = required(&prd.path, &prd.text)?;
    items.extend(answered.left_over());
    items.extend(answered.questions(review, decider));
    Ok(Tasks::Made(Handover {
        project: request.project.clone(),
        prd: prd.path.clone(),
        review: review.path.clone(),
        items,
        applied: answered.applied().count(),
        declined: review.handoff.value.decisions.rejected.len(),
    }))
}

/// Says what was handed over.
pub fn tasks_report(made: &Handover) -> Report {
    let count = |sort: HandoverKind| made.items.iter().filter(|item| item.sort == sort).count();
    let headline = format!("{} tasks are handed over", made.items.len());
    let subject = made.project.as_str();
    let mut report = Report::of_gate("tasks", subject, Outcome::Pass, headline);
    report.facts = vec![
        ("PRD", made.prd.clone()),
        ("review", made.review.clone()),
        ("requirements", count(HandoverKind::Requirement).to_string()),
        ("not in the PRD", count(HandoverKind::Accepted).to_string()),
        ("open questions", count(HandoverKind::Question).to_string()),
        ("applied", made.applied.to_string()),
        ("declined", made.declined.to_string()),
    ];
    report.data = Data::of(&keys::TasksKeys {
        project: subject,
        prd: &made.prd,
        review: &made.review,
        items: made.items.iter().map(task_keys).collect(),
        applied: made.applied,
        declined: made.declined,
    });
    report
}

fn task_keys(item: &HandoverItem) -> keys::TaskKeys<'_> {
    keys::TaskKeys {
        sort: item.sort.word(),
        title: item.title.as_str(),
        details: item.details.iter().map(CleanLine::as_str).collect(),
        line: item.line,
        owner: item.owner.as_ref().map(CleanLine::as_str),
    }
}

/// Returns what the PRD demands. One that demands nothing the program can find makes no tasks, and says so.
fn required(path: &str, text: &str) -> Result<Vec<HandoverItem>, RunError> {
    let packet = versions::whole(path, markdown_prd(path, text))?;
    let model = Model::of(&packet);
    let found = demands(&model);
    if found.is_empty() {
        let statements: usize = model.texts.iter().map(|text| text.sentences.len()).sum();
        return Err(RunError::refused(
            Outcome::Blocked,
            "NO_REQUIREMENTS",
            Place::file(path),
            format!(
                "of {statements} statements in `{path}` none is a requirement, a constraint or a criterion"
            ),
            format!(
                "`council lint --explain-reading {path}` shows how each was read; put what is to be built under `## Requirements`"
            ),
        ));
    }
    let item = |one: Demand| {
        Some(HandoverItem {
            sort: HandoverKind::Requirement,
            title: CleanLine::new(&one.text)?,
            details: one.criteria.iter().filter_map(|words| CleanLine::new(words)).collect(),
            line: Some(one.line),
            owner: None,
        })
    };
    Ok(found.into_iter().filter_map(item).collect())
}

/// What a human answered to a review and what came of it, as the journal knows it. A review that others wrote has none:
/// that it was accepted says that the revisions are applied.
#[derive(Default)]
struct AnsweredReview {
    kept: Option<ReviewBasis>,
    decision: Option<KeptDecision>,
    proofs: Vec<Proof>,
}

impl AnsweredReview {
    fn read(
        repo: &Repo,
        request: &HandoffRequest,
        review: &SeriesReview,
    ) -> Result<Self, RunError> {
        let taken = log::read(repo, &request.project)?.unwrap_or_default();
        let mut answered = Self::default();
        for taken in taken.iter().filter(|one| one.act.number == review.number.value()) {
            let step = &taken.act.step;
            if let Some(kept) = step.reviewed() {
                answered.kept = Some(kept.clone());
            }
            if let Some(decision) = step.decided() {
                answered.decision = Some(decision.clone());
            }
            if let Some(revision) = step.revised() {
                answered.proofs.clone_from(&revision.proofs);
            }
        }
        Ok(answered)
    }

    /// Returns the numbers of what was accepted and stands in the PRD, wherever it was to stand.
    fn applied(&self) -> impl Iterator<Item = usize> {
        self.proofs.iter().filter(|proof| proof.changed >= proof.places).map(|proof| proof.number)
    }

    /// Returns what was accepted and does not stand in the PRD, or not everywhere.
    fn left_over(&self) -> impl Iterator<Item = HandoverItem> {
        let applied: BTreeSet<usize> = self.applied().collect();
        let accepted = self.decision.iter().flat_map(|decision| &decision.accepted);
        accepted.filter(move |number| !applied.contains(number)).filter_map(|number| {
            let issues = self.kept.as_ref().map_or(&[][..], |kept| kept.issues.as_slice());
            let issue = issues.iter().find(|issue| issue.number == *number)?;
            let proof = self.proofs.iter().find(|proof| proof.number == *number);
            let missing = proof.map(Proof::shortfall);
            Some(HandoverItem {
                sort: HandoverKind::Accepted,
                title: CleanLine::new(&issue.recommendation)?,
                details: missing.as_deref().and_then(CleanLine::new).into_iter().collect(),
                line: None,
                owner: None,
            })
        })
    }

    /// Returns what only a stakeholder can decide and nobody has: a question about recommendations that were all carried
    /// out or declined is answered.
    fn questions(&self, review: &SeriesReview, decider: Option<&CleanLine>) -> Vec<HandoverItem> {
        let synthesis = review.handoff.value.synthesis.iter();
        let asked = synthesis.flat_map(|synthesis| &synthesis.stakeholder);
        let open = asked.filter(|line| !self.is_answered(line));
        open.map(|line| HandoverItem {
            sort: HandoverKind::Question,
            title: line.clone(),
            details: Vec::new(),
            line: None,
            owner: decider.cloned(),
        })
        .collect()
    }

    fn is_answered(&self, question: &CleanLine) -> bool {
        let (Some(kept), Some(decision)) = (&self.kept, &self.decision) else { return false };
        let number = question.as_str().strip_prefix('G').and_then(|rest| rest.split_once(':'));
        let number = number.and_then(|(number, _)| number.parse::<usize>().ok());
        let group = kept.groups.iter().find(|group| Some(group.number) == number);
        let settled: BTreeSet<usize> =
            self.applied().chain(decision.declined.iter().map(|one| one.number)).collect();
        group.is_some_and(|group| group.recommendations.iter().all(|one| settled.contains(one)))
    }
}

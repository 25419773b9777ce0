//! What a panel came to, in words and as JSON.

use std::collections::BTreeMap;

use council_core::{
    council::AbortReason,
    diagnostic::Place,
    gate::{Hold, Outcome, Signal, Weight},
    handoff::{GateDecision, HandoffStatus, PanelSeat, Rating, ruling},
    ident::ProjectName,
    identity::DefectStatus,
    panel::{FindingsDelta, Issue},
    severity::Severity,
    verdict::Verdict,
};
use council_formats::{
    handoff::{canonical, name, twin, words},
    report::{Data, Report},
};

use super::{
    ClosedReview, Convened, DecidedReview, Hunk, PanelProgress, Proof, Restored, Revision, keys,
    meeting::why_unseated,
};
use crate::{answer, check::Warnings, reviewer, run::Refusal};

/// Says what a panel came to.
pub fn report(convened: &Convened, warnings: Warnings) -> Report {
    let handoff = &convened.record.handoff;
    let ruling = ruling(handoff);
    let rating = ruling.map(|ruling| ruling.verdict);
    let verdict = rating.map_or(Verdict::Aborted, |one| canonical(one, &handoff.reviews));
    let outcome = match (verdict.outcome(), warnings) {
        (Outcome::Warned, Warnings::Strict) => Outcome::WarnedStrictly,
        (outcome, _) => outcome,
    };
    let headline = match rating {
        Some(Rating::Approved) => "approved; a human has still to decide",
        Some(Rating::Concerns) => "approved with concerns; a human has to decide",
        Some(Rating::Revise) => "revise and resubmit; a human has to decide",
        None => "the panel has not come to a verdict",
    };
    let subject = format!("{} {}", convened.project, convened.number);
    let mut report = Report::of_gate("panel", subject, outcome, headline);
    report.facts = facts(convened, rating);
    // The review waits for a human, so the gate behind it is closed whatever the seats say.
    report.hold(Hold::GateClosed);
    if !convened.record.lost.is_empty() {
        report.hold(Hold::Degraded);
    }
    if let Some(hold) = reviewer::drilled(convened.convening.filled_by.values()) {
        report.hold(hold);
    }
    report.signals = convened.record.issues.iter().filter_map(signal).collect();
    if convened.record.is_chair_at_odds() {
        let said = |rating: Option<Rating>| rating.map_or("none", words::rating_phrase);
        let message = format!(
            "the chair takes the verdict to be {}, and the seats amount to {}; the stricter counts",
            said(convened.record.chair),
            said(convened.record.computed)
        );
        let place = Place::file(&convened.path);
        report.signals.insert(0, Signal::advisory("CHAIR_MISMATCH", place, message));
    }
    for (seat, why) in &convened.record.lost {
        let message = format!("{seat} was lost ({why}), and the panel was not whole");
        let place = Place::file(&convened.path);
        report.signals.insert(0, Signal::advisory("SEAT_LOST", place, message));
    }
    report.next = vec![format!(
        "read `{}`, then answer with `council decide --project {}`",
        convened.path, convened.project
    )];
    if convened.record.lost.keys().any(PanelSeat::is_core) {
        let message =
            "a core seat was lost, so the gate stays closed: decide, then reconvene the panel";
        report.next.push(message.to_owned());
    }
    report.data = data(convened);
    report
}

/// Says how far a panel got that has not come to a review.
pub fn unheld_report(held: &PanelProgress) -> Option<Report> {
    let (project, outcome, headline) = match held {
        PanelProgress::Convened(_) => return None,
        PanelProgress::Aborted { project, reason, .. } => {
            let headline = match reason {
                AbortReason::Timeout => "the panel ran out of time; there is no review",
                AbortReason::BudgetExhausted => "the panel ran out of budget; there is no review",
                AbortReason::SeatsLost => "two core seats were lost; there is no review",
                AbortReason::Cancelled => "the panel was called off; there is no review",
            };
            (project, Outcome::Failed, headline)
        }
        PanelProgress::Waiting { project, .. } => {
            (project, Outcome::InputNeeded, "the panel waits for an answer")
        }
        PanelProgress::Interrupted { project, .. } => {
            (project, Outcome::Failed, "the panel was interrupted; there is no review yet")
        }
    };
    let mut report = Report::new("panel", project.as_str(), outcome, headline);
    match held {
        PanelProgress::Aborted { lost, .. } => {
            for (seat, why) in lost {
                let place = Place::file(name::journal(project));
                let message = format!("{seat} was lost: {why}");
                report.signals.push(Signal::block("SEAT_LOST", place, message));
            }
            report.next.push("the next `council panel` starts over".to_owned());
        }
        PanelProgress::Interrupted { answered, .. } => {
            let names: Vec<&str> = answered.iter().map(PanelSeat::as_str).collect();
            report.facts.push(("answered", names.join(", ")));
            report.next.push(
                "run the command again to go on; what was answered is not asked again".to_owned(),
            );
        }
        PanelProgress::Waiting { asks, .. } => answer::waiting(&mut report, asks),
        PanelProgress::Convened(_) => {}
    }
    report.data = Data::of(&keys::UnheldKeys { project: project.as_str() });
    Some(report)
}

/// Says what was decided, and what the gate makes of it now.
pub fn decided_report(decided: &DecidedReview, gate: Option<Hold>) -> Report {
    let subject = format!("{} {}", decided.project, decided.number);
    let headline =
        if decided.is_new { "the decision is recorded" } else { "this was decided already" };
    let mut report = Report::of_gate("decide", subject, Outcome::Pass, headline);
    let decision = &decided.decision;
    let status = decided.status.map_or("unknown", words::status);
    report.facts = vec![
        ("review", decided.path.clone()),
        ("status", status.to_owned()),
        ("decided", decision.in_short()),
    ];
    report.facts.extend(decided.by.iter().map(|by| ("by", by.clone())));
    for waived in &decision.declined {
        if let (Some(owner), Some(until)) = (&waived.owner, waived.until) {
            let words = format!("recommendation {}: {owner} until {until}", waived.number);
            report.facts.push(("override", words));
        }
    }
    let project = &decided.project;
    report.next.push(if decided.is_closed {
        format!("`council gate handoff {project}` says whether task generation may start")
    } else if decided.status == Some(HandoffStatus::Accepted) && !decision.accepted.is_empty() {
        format!("carry out what was accepted, then `council revise NEW_PRD --project {project}`")
    } else {
        to_gate(project)
    });
    report.data = Data::of(&keys::ReviewDecidedKeys {
        project: decided.project.as_str(),
        file: &decided.path,
        review_number: decided.number.value(),
        status,
        decision,
        by: decided.by.as_deref(),
        decided_at: decided.at.to_string(),
        recorded_now: decided.is_new,
    });
    if let Some(hold) = gate {
        report.hold(hold);
    }
    report
}

/// Says what a new version changed, which accepted recommendations nothing in it bears out, and what the gate makes of it
/// now.
pub fn revision_report(revision: &Revision, gate: Option<Hold>) -> Report {
    let kept = &revision.kept;
    let unproven: Vec<&Proof> =
        kept.proofs.iter().filter(|proof| proof.changed < proof.places).collect();
    let outcome = if unproven.is_empty() { Outcome::Pass } else { Outcome::Warned };
    let headline = match (revision.is_new, unproven.is_empty()) {
        (false, _) => "this version was recorded already",
        (true, _) if revision.is_submitted => {
            "the new version is recorded, and the panel reads it when it meets again"
        }
        (true, true) => {
            "the new version is recorded, and every accepted recommendation left a trace"
        }
        (true, false) => {
            "the new version is recorded, and not every accepted recommendation left a trace"
        }
    };
    let subject = format!("{} {}", revision.project, revision.number);
    let mut report = Report::of_gate("revise", subject, outcome, headline);
    report.facts = vec![
        ("PRD", format!("v{} to v{}: {}", kept.before, kept.after, kept.file)),
        ("changes", format!("{} in {}", revision.hunks.len(), kept.sections.join(", "))),
        ("review", revision.path.clone()),
    ];
    report.next.push(if revision.is_submitted {
        format!("`council panel --project {}` holds the review", revision.project)
    } else {
        to_gate(&revision.project)
    });
    report.signals = unproven
        .into_iter()
        .map(|proof| {
            let number = &proof.number;
            let message =
                format!("recommendation {number} was accepted, and {}", proof.shortfall());
            let signal = Signal::advisory("UNPROVEN", Place::file(&kept.file), message);
            match revision.accepted.get(number) {
                Some(words) => signal.help(words.clone()),
                None => signal,
            }
        })
        .collect();
    report.data = Data::of(&keys::RevisedKeys {
        project: revision.project.as_str(),
        review_number: revision.number.value(),
        revision: kept,
        changes: revision.hunks.iter().map(Hunk::words).collect(),
        recorded_now: revision.is_new,
    });
    if let Some(hold) = gate {
        report.hold(hold);
    }
    report
}

/// What comes after PROCEED.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextPhase {
    /// Somebody who is there chooses where tasks go.
    Destination,
    /// Tasks are generated.
    Tasks,
}

impl NextPhase {
    fn number(self) -> &'static str {
        match self {
            NextPhase::Destination => "4.5",
            NextPhase::Tasks => "5",
        }
    }

    fn words(self, closed: &ClosedReview) -> String {
        let project = &closed.project;
        match self {
            NextPhase::Destination => format!(
                "phase 4.5: choose where tasks go, with `to` under `[tasks]` in `council.toml` or with `council tasks --project {project} --to DESTINATION`"
            ),
            NextPhase::Tasks => {
                format!(
                    "phase 5: `council tasks --project {project}` hands over to task generation"
                )
            }
        }
    }
}

/// Says what was decided at the re-review gate, and what the handoff gate makes of it now. The decision is recorded, so
/// the command has succeeded either way.
pub fn closed_report(closed: &ClosedReview, phase: NextPhase, gate: Option<Hold>) -> Report {
    let headline = match closed.decision {
        GateDecision::Proceed => "decided: proceed to the next phase",
        GateDecision::Reconvene => "decided: the panel meets again",
    };
    let subject = format!("{} {}", closed.project, closed.number);
    let mut report = Report::of_gate("gate rereview", subject, Outcome::Pass, headline);
    report.facts = vec![
        ("review", closed.path.clone()),
        ("gate decision", closed.kept.decision.clone()),
        ("because", closed.kept.rationale.clone()),
    ];
    report.facts.extend(closed.by.iter().map(|by| ("by", by.clone())));
    report.next.push(match &closed.next {
        None => phase.words(closed),
        Some(next) => {
            format!(
                "`council panel --project {project}` fills in `{next}`; `council revise NEW_PRD --project {project}` records another version first",
                project = closed.project
            )
        }
    });
    report.data = Data::of(&keys::ClosedKeys {
        project: closed.project.as_str(),
        file: &closed.path,
        review_number: closed.number.value(),
        gate_decision: &closed.kept.decision,
        rationale: &closed.kept.rationale,
        by: closed.by.as_deref(),
        decided_at: closed.at.to_string(),
        next_file: closed.next.as_deref(),
        next_phase: closed.next.is_none().then_some(phase.number()),
        recorded_now: closed.is_new,
    });
    if let Some(hold) = gate {
        report.hold(hold);
    }
    report
}

/// Says which files were written again, and what the gate makes of it now.
pub fn restored_report(restored: &Restored, gate: Option<Hold>) -> Report {
    let headline = match restored.files.len() {
        0 => "every file is as it was recorded".to_owned(),
        1 => "1 file was written as it was recorded".to_owned(),
        count => format!("{count} files were written as they were recorded"),
    };
    let project = restored.project.as_str();
    let mut report = Report::of_gate("restore", project, Outcome::Pass, headline);
    for file in &restored.files {
        report.facts.push(("restored", file.path.clone()));
        report.facts.extend(file.kept.iter().map(|kept| ("edit kept in", kept.clone())));
    }
    report.next.push(format!("`council gate handoff {project}` says what comes next"));
    report.data = Data::of(&keys::RestoredKeys {
        project,
        restored: restored
            .files
            .iter()
            .map(|one| keys::RestoredFileKeys { file: &one.path, kept: one.kept.as_deref() })
            .collect(),
    });
    if let Some(hold) = gate {
        report.hold(hold);
    }
    report
}

/// Says why a step was not taken.
pub fn refused(command: &'static str, subject: &str, refusal: &Refusal) -> Report {
    let mut report = Report::new(command, subject, refusal.outcome, &refusal.headline);
    report.signals.clone_from(&refusal.signals);
    report.next.clone_from(&refusal.next);
    report
}

fn to_gate(project: &ProjectName) -> String {
    format!("`council gate rereview {project}` says whether the panel should meet again")
}

fn facts(convened: &Convened, rating: Option<Rating>) -> Vec<(&'static str, String)> {
    let issues = &convened.record.issues;
    let count = |severity: Severity| issues.iter().filter(|one| one.severity == severity).count();
    let counts: Vec<String> = Severity::ALL
        .iter()
        .map(|severity| format!("{} {}", count(*severity), words::severity(*severity)))
        .collect();
    let mut facts = vec![
        ("PRD", format!("{} ({})", convened.convening.prd_file, convened.convening.prd_version)),
        ("seats", seats(convened)),
        ("filled by", convened.kept.filled_by.clone()),
        ("authority", convened.record.authority.in_short()),
        ("issues", counts.join(", ")),
    ];
    facts.extend(convened.record.delta.as_ref().map(|delta| ("since", since(delta))));
    facts.extend(rating.map(|rating| ("verdict", words::rating_phrase(rating).to_owned())));
    if !convened.record.quarantined.is_empty() {
        let count = convened.record.quarantined.len();
        facts.push(("quarantined", format!("{count} without evidence")));
    }
    let unseated = convened.convening.unseated.iter().map(|(seat, words)| {
        format!("{seat} (called by {}): {}", words.join(", "), why_unseated(seat))
    });
    facts.extend(unseated.map(|words| ("not seated", words)));
    let silent = convened.record.handoff.reviews.iter().filter(|one| one.findings.is_empty());
    let silent: Vec<&str> = silent.map(|review| review.seat.as_str()).collect();
    if !silent.is_empty() {
        facts.push(("no finding", silent.join(", ")));
    }
    facts.push(("review", convened.path.clone()));
    facts.push(("twin", convened.twin.clone()));
    facts
}

/// Says in one line what became of what the reviews before found.
fn since(delta: &FindingsDelta) -> String {
    let mut counts: BTreeMap<DefectStatus, usize> = BTreeMap::new();
    for one in &delta.findings {
        *counts.entry(one.standing).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(standing, count)| format!("{count} {}", standing.word())).collect();
    let found = if counts.is_empty() { "nothing was found".to_owned() } else { counts.join(", ") };
    match delta.sections.as_slice() {
        [] => format!("{}: {found}; no section changed", delta.before),
        sections => format!("{}: {found}; changed: {}", delta.before, sections.join(", ")),
    }
}

fn seats(convened: &Convened) -> String {
    let core = PanelSeat::core().len();
    if convened.convening.called.is_empty() {
        return format!("{core} core");
    }
    let each: Vec<String> = convened
        .convening
        .called
        .iter()
        .map(|(seat, words)| format!("{seat} (called by {})", words.join(", ")))
        .collect();
    format!("{core} core, {}", each.join(", "))
}

fn signal(issue: &Issue) -> Option<Signal> {
    let first = issue.claims.first()?;
    let weight = if issue.severity >= Severity::Major { Weight::Block } else { Weight::Advisory };
    let (code, place) = (first.claim().subcategory.word(), first.place().clone());
    let message = issue.text()?.to_string();
    let signal = Signal { weight, ..Signal::block(code, place, message) };
    let signal = signal.graded(issue.severity);
    Some(signal.help(issue.advice()?.to_string()))
}

fn data(convened: &Convened) -> Data {
    Data::of(&keys::ConvenedKeys {
        review: twin::shape(&convened.record.handoff, &convened.kept),
        files: keys::PanelFilesKeys {
            review: &convened.path,
            twin: &convened.twin,
            journal: name::journal(&convened.project),
            prd: &convened.convening.prd_file,
        },
    })
}

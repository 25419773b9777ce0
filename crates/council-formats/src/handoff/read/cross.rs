//! What one section of a handoff says against another.

use std::collections::BTreeSet;

use council_core::handoff::{
    CleanLine, DecisionWord, GateDecision, Handoff, HandoffStatus, Rating, ReReview, Revised,
    ruling,
};

use super::{
    notes::{Notes, shown},
    section::{Sections, Title},
};
use crate::handoff::{name, words};

/// Checks the rules that concern more than one section.
pub(super) fn check(handoff: &Handoff, sections: &Sections<'_>, notes: &mut Notes<'_>) {
    let line = |title| sections.of(title).map(|found| found.line);
    chair(handoff, line(Title::Synthesis), notes);
    let Some(status) = handoff.front.as_ref().and_then(|front| front.status) else {
        return;
    };
    if sections.of(Title::Decisions).is_some() {
        decisions(handoff, status, line(Title::Decisions), notes);
    }
    if sections.of(Title::Revisions).is_some() {
        revisions(handoff, status, line(Title::Revisions), notes);
    }
    if sections.of(Title::ReReview).is_some() {
        rereview(handoff, status, line(Title::ReReview), notes);
    }
}

/// Says where the verdicts disagree: at the top, by the chair, and by what the seats said.
fn chair(handoff: &Handoff, line: Option<u32>, notes: &mut Notes<'_>) {
    let Some(ruling) = ruling(handoff).filter(|ruling| !ruling.agrees) else {
        return;
    };
    let said = |rating: Option<Rating>| rating.map_or("nothing", words::rating);
    let top = handoff.front.as_ref().and_then(|front| front.verdict);
    let chair = handoff.synthesis.as_ref().and_then(|synthesis| synthesis.verdict);
    let message = format!(
        "the front matter says {}, the chair {} and the seats amount to {}",
        said(top),
        said(chair),
        said(ruling.computed)
    );
    let help = format!("the strictest counts: {}", words::rating(ruling.verdict));
    // A file that states the verdict that counts is right; that the seats were milder is still worth a word.
    if top == Some(ruling.verdict) && chair == top {
        notes.warning("chair-mismatch", line, message, help);
    } else {
        notes.error("chair-mismatch", line, message, help);
    }
}

fn decisions(handoff: &Handoff, status: HandoffStatus, line: Option<u32>, notes: &mut Notes<'_>) {
    let decisions = &handoff.decisions;
    let word = words::status(status);
    if status == HandoffStatus::Pending {
        return;
    }
    if !decisions.are_recorded() {
        notes.error(
            "decisions-empty",
            line,
            format!("the status is {word}, and no decision is recorded"),
            "record the decision, and which recommendations were accepted and rejected",
        );
        return;
    }
    if decisions.date.is_none() && !notes.says("review-date-invalid") {
        let help = "write `**Review Date**:` and the day of the decision";
        notes.error("review-date-missing", line, "the decision has no date", help);
    }
    if decisions.answer.is_none() && !notes.says("answer-invalid") {
        let help = "write `**Decision**:` and ACCEPTED, REJECTED or PARTIAL";
        notes.error("answer-missing", line, "the decision is not said in a word", help);
    }
    let has_accepted = decisions.accepted().next().is_some();
    let contradicts = match (status, decisions.answer) {
        (HandoffStatus::Accepted, Some(DecisionWord::Rejected))
        | (HandoffStatus::Rejected, Some(DecisionWord::Accepted)) => true,
        (HandoffStatus::Rejected, _) => has_accepted,
        (HandoffStatus::Accepted | HandoffStatus::Pending, _) => false,
    };
    if contradicts {
        notes.error(
            "decisions-contradict",
            line,
            format!("the status is {word}, and the decision says otherwise"),
            "the status is ACCEPTED where at least one recommendation was accepted, else REJECTED",
        );
    }
    let recommended = handoff.synthesis.as_ref().map(|one| one.revisions.as_slice());
    let recommended: BTreeSet<String> =
        recommended.unwrap_or_default().iter().map(|one| one.text.folded()).collect();
    let rejected = decisions.rejected.iter().map(|rejection| &rejection.text);
    let answered = decisions.accepted().chain(rejected.filter(|text| !text.is_placeholder()));
    for text in answered.filter(|text| !recommended.contains(&text.folded())) {
        notes.warning(
            "recommendation-unknown",
            line,
            format!("{} is not one of the chair's recommendations", shown(text.as_str())),
            "copy the recommendation from `Recommended PRD Revisions`",
        );
    }
}

fn revisions(handoff: &Handoff, status: HandoffStatus, line: Option<u32>, notes: &mut Notes<'_>) {
    if status == HandoffStatus::Pending {
        return;
    }
    let log = &handoff.revisions;
    let has_accepted = handoff.decisions.accepted().next().is_some();
    if status == HandoffStatus::Accepted && has_accepted && !log.has_changes() {
        notes.error(
            "changes-missing",
            line,
            "recommendations were accepted, and no change to the PRD is recorded",
            "list the changes under `### Changes Made`",
        );
    }
    let (Some(before), Some(after)) = (log.before, log.after) else {
        if !notes.says("log-version-invalid") {
            notes.error(
                "log-version-missing",
                line,
                "the log does not say which version was revised and what came of it",
                "write `**PRD version before council**:` and `**PRD version after revisions**:`",
            );
        }
        return;
    };
    let reviewed = handoff.front.as_ref().and_then(|front| front.version);
    if reviewed.is_some_and(|reviewed| reviewed != before) {
        notes.error(
            "log-version-invalid",
            line,
            format!("the log begins at {before}, which is not the version that was reviewed"),
            "begin at the version in `prd_version_reviewed`",
        );
    }
    let fits = match after {
        Revised::Version(after) => after == before.next() && log.has_changes(),
        Revised::Unchanged => !log.has_changes(),
    };
    if !fits {
        notes.error(
            "log-version-invalid",
            line,
            "the versions and the changes of the log do not fit together",
            format!(
                "changes lead from {before} to {}; without changes there is no revision",
                before.next()
            ),
        );
    }
}

fn rereview(handoff: &Handoff, status: HandoffStatus, line: Option<u32>, notes: &mut Notes<'_>) {
    let Some(rereview) = &handoff.rereview else {
        return;
    };
    let Some(decision) = rereview.decision else {
        if status != HandoffStatus::Pending && !notes.says("gate-decision-invalid") {
            notes.error(
                "gate-decision-missing",
                line,
                format!("the status is {}, and there is no gate decision", words::status(status)),
                "write `**Gate Decision**:` and PROCEED or RECONVENE directly under `## Re-Review Status`",
            );
        }
        return;
    };
    if rereview.date.is_none() && !notes.says("decision-date-invalid") {
        let help = "write `**Decision Date**:` and the day of the gate decision";
        notes.error("decision-date-missing", line, "the gate decision has no date", help);
    }
    if rereview.rationale.as_ref().is_none_or(CleanLine::is_placeholder) {
        let help = "write `**Rationale**:` and why";
        notes.error("gate-rationale-missing", line, "the gate decision has no rationale", help);
    }
    match decision {
        GateDecision::Reconvene => next_review(handoff, rereview, line, notes),
        GateDecision::Proceed => {}
    }
}

fn next_review(handoff: &Handoff, rereview: &ReReview, line: Option<u32>, notes: &mut Notes<'_>) {
    if rereview.next_scope.as_ref().is_none_or(CleanLine::is_placeholder) {
        let help = "write `**Next review scope**:` and which sections changed";
        notes.error("next-scope-missing", line, "the next review has no scope", help);
    }
    let front = handoff.front.as_ref();
    let (Some(project), Some(number)) =
        (front.and_then(|one| one.project.as_ref()), front.and_then(|one| one.number))
    else {
        return;
    };
    let expected = name::path(project, number.next());
    let stated = rereview.next_file.as_ref().map(CleanLine::as_str);
    if stated != Some(expected.as_str()) {
        notes.error(
            "next-file-wrong",
            line,
            format!(
                "the next review file is {}, expected `{expected}`",
                shown(stated.unwrap_or(""))
            ),
            format!("write `**Next review file**: {expected}`"),
        );
    }
}

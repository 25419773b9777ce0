//! What one section of a handoff says against another.

use council_core::handoff::{GateDecision, Handoff, Line, Rating, Status, ruling};

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
    notes.error(
        "chair-mismatch",
        line,
        format!(
            "the front matter says {}, the chair {} and the seats amount to {}",
            said(top),
            said(chair),
            said(ruling.computed)
        ),
        format!("the strictest counts: {}", words::rating(ruling.verdict)),
    );
}

fn decisions(handoff: &Handoff, status: Status, line: Option<u32>, notes: &mut Notes<'_>) {
    let decisions = &handoff.decisions;
    let is_decided = match status {
        Status::Pending => return,
        Status::Accepted | Status::Rejected => decisions.are_recorded(),
    };
    if !is_decided {
        let message =
            format!("the status is {}, and no decision is recorded", words::status(status));
        notes.error(
            "decisions-empty",
            line,
            message,
            "record the decision, and which recommendations were accepted and rejected",
        );
        return;
    }
    let has_accepted = decisions.accepted().next().is_some();
    if status == Status::Rejected && has_accepted {
        notes.error(
            "decisions-contradict",
            line,
            "the status is REJECTED, and recommendations were accepted",
            "set `status` to ACCEPTED where at least one recommendation was accepted",
        );
    }
}

fn revisions(handoff: &Handoff, status: Status, line: Option<u32>, notes: &mut Notes<'_>) {
    let has_accepted = handoff.decisions.accepted().next().is_some();
    if status == Status::Accepted && has_accepted && !handoff.revisions.has_changes() {
        notes.error(
            "changes-missing",
            line,
            "recommendations were accepted, and no change to the PRD is recorded",
            "list the changes under `### Changes Made`",
        );
    }
}

fn rereview(handoff: &Handoff, status: Status, line: Option<u32>, notes: &mut Notes<'_>) {
    let Some(rereview) = &handoff.rereview else {
        return;
    };
    let is_silent = rereview.decision.is_none() && !notes.says("gate-decision-invalid");
    if status != Status::Pending && is_silent {
        notes.error(
            "gate-decision-missing",
            line,
            format!("the status is {}, and there is no gate decision", words::status(status)),
            "write `**Gate Decision**:` and PROCEED or RECONVENE directly under `## Re-Review Status`",
        );
    }
    if rereview.decision != Some(GateDecision::Reconvene) {
        return;
    }
    let front = handoff.front.as_ref();
    let (Some(project), Some(number)) =
        (front.and_then(|one| one.project.as_ref()), front.and_then(|one| one.number))
    else {
        return;
    };
    let expected = name::path(project, number.next());
    let stated = rereview.next_file.as_ref().map(Line::as_str);
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

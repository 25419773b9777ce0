//! The notes after a cycle, as a session writes them.

use std::collections::BTreeSet;

use council_core::{
    briefing::{Argument, Briefing, NoteKind},
    council::CouncilProtocol,
    finding::SeatId,
    merge::FindingId,
    mode::ModeId,
};

use super::finding::time;
use super::shape::{
    ArgumentShape, DisputeShape, EmphasisShape, FocusShape, NotesShape, QuestionShape,
};

/// Writes the notes.
pub(super) fn notes(protocol: CouncilProtocol, briefing: &Briefing) -> NotesShape {
    let numbers = |modes: &[ModeId]| modes.iter().map(|mode| mode.number()).collect();
    let ids = |ids: &[FindingId]| ids.iter().map(FindingId::to_string).collect();
    let seats = |seats: &BTreeSet<SeatId>| seats.iter().map(SeatId::to_string).collect();
    // Under the first protocol nobody was told any marks or arguments.
    let mark = |sort: NoteKind, at: usize| {
        (protocol >= CouncilProtocol::Second).then(|| briefing.mark(sort, at))
    };
    let arguments = |arguments: &[Argument]| {
        if protocol < CouncilProtocol::Second {
            Vec::new()
        } else {
            arguments.iter().map(argument).collect()
        }
    };
    NotesShape {
        note_id: briefing.id(),
        cycle_source: briefing.after.number(),
        generated_at: time(protocol, briefing.at),
        focus_areas: briefing
            .focus
            .iter()
            .enumerate()
            .map(|(at, focus)| FocusShape {
                note_ref: mark(NoteKind::Focus, at),
                area: focus.area.clone(),
                rationale: focus.rationale.clone(),
                suggested_modes: numbers(&focus.modes),
                priority: focus.priority.into(),
            })
            .collect(),
        mode_recommendations: briefing
            .emphasis
            .iter()
            .enumerate()
            .map(|(at, emphasis)| EmphasisShape {
                note_ref: mark(NoteKind::Emphasis, at),
                agent_id: emphasis.seat.to_string(),
                current_modes: numbers(&emphasis.modes),
                recommended_emphasis: numbers(&emphasis.lean_on),
                recommended_deemphasis: numbers(&emphasis.ease_off),
                rationale: emphasis.rationale.clone(),
            })
            .collect(),
        unresolved_questions: briefing
            .questions
            .iter()
            .enumerate()
            .map(|(at, question)| QuestionShape {
                note_ref: mark(NoteKind::Question, at),
                question: question.text.clone(),
                relevant_findings: ids(&question.findings),
                decision_required_by: question.decided_by.clone(),
            })
            .collect(),
        contested_items_summary: briefing
            .disputes
            .iter()
            .enumerate()
            .map(|(at, dispute)| DisputeShape {
                note_ref: mark(NoteKind::Dispute, at),
                finding_id: dispute.finding.to_string(),
                supporters: seats(&dispute.supporters),
                dissenters: seats(&dispute.dissenters),
                core_disagreement: dispute.disagreement.clone(),
                suggested_resolution: dispute.way_out.clone(),
                arguments_for: arguments(&dispute.arguments),
                arguments_against: arguments(&dispute.objections),
            })
            .collect(),
        convergence_targets: ids(&briefing.targets),
        consensus_candidates: ids(&briefing.candidates),
    }
}

fn argument(argument: &Argument) -> ArgumentShape {
    ArgumentShape {
        agent_id: argument.seat.to_string(),
        severity: argument.severity.map(Into::into),
        argument: argument.text.clone(),
    }
}

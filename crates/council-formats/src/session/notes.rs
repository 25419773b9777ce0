//! The notes after a cycle, as a session writes them.

use std::collections::BTreeSet;

use council_core::{briefing::Briefing, finding::SeatId, merge::FindingId, mode::ModeId};

use super::shape::{DisputeShape, EmphasisShape, FocusShape, NotesShape, QuestionShape};

/// Writes the notes.
pub(super) fn notes(briefing: &Briefing) -> NotesShape {
    let numbers = |modes: &[ModeId]| modes.iter().map(|mode| mode.number()).collect();
    let ids = |ids: &[FindingId]| ids.iter().map(FindingId::to_string).collect();
    let seats = |seats: &BTreeSet<SeatId>| seats.iter().map(SeatId::to_string).collect();
    NotesShape {
        note_id: briefing.id(),
        cycle_source: briefing.after.number(),
        generated_at: briefing.at.to_string(),
        focus_areas: briefing
            .focus
            .iter()
            .map(|focus| FocusShape {
                area: focus.area.clone(),
                rationale: focus.rationale.clone(),
                suggested_modes: numbers(&focus.modes),
                priority: focus.priority.into(),
            })
            .collect(),
        mode_recommendations: briefing
            .emphasis
            .iter()
            .map(|emphasis| EmphasisShape {
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
            .map(|question| QuestionShape {
                question: question.text.clone(),
                relevant_findings: ids(&question.findings),
                decision_required_by: question.decided_by.clone(),
            })
            .collect(),
        contested_items_summary: briefing
            .disputes
            .iter()
            .map(|dispute| DisputeShape {
                finding_id: dispute.finding.to_string(),
                supporters: seats(&dispute.supporters),
                dissenters: seats(&dispute.dissenters),
                core_disagreement: dispute.disagreement.clone(),
                suggested_resolution: dispute.way_out.clone(),
            })
            .collect(),
        convergence_targets: ids(&briefing.targets),
        consensus_candidates: ids(&briefing.candidates),
    }
}

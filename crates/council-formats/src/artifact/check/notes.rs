//! The notes a cycle hands to the next.

use std::collections::BTreeSet;

use council_core::{finding::SeatId, mode::MODES_PER_SEAT};

use super::{
    CheckedCouncil,
    fields::{CheckedNode, ContractCheck},
    seats::{mode_numbers, seat_name},
};
use crate::words::DegreeWord;

/// Checks the notes of a cycle that has ended: there are some after the first and the second, and none after the last.
pub(super) fn notes(
    check: &mut ContractCheck<'_>,
    cycle: &CheckedNode<'_>,
    number: i64,
    council: &CheckedCouncil<'_>,
) {
    let notes = cycle.get("onboarding_notes").filter(|notes| !notes.node().is_blank());
    if number == 3 {
        if let Some(notes) = notes {
            let message = format!("{} follow the last cycle, which hands on nothing", notes.name());
            check
                .error("notes-after-last-cycle", &notes, message)
                .help("leave `onboarding_notes` null");
        }
        return;
    }
    let Some(notes) = notes else {
        let message = format!("{} has ended without notes for the next cycle", cycle.name());
        check.error("notes-missing", cycle, message).help("add `onboarding_notes`");
        return;
    };
    if check.count(&notes, "cycle_source").is_some_and(|source| i64::try_from(source) != Ok(number))
    {
        let message = format!("{} claim to come from another cycle than {number}", notes.name());
        check
            .error("notes-source", &notes.spot("cycle_source"), message)
            .help(format!("write `cycle_source: {number}`"));
    }
    check.time(&notes, "generated_at");
    focus_areas(check, &notes);
    recommendations(check, &notes, council);
    questions(check, &notes);
    disputes(check, &notes);
}

/// Checks that what a seat says in a later cycle goes back to the notes it was given.
pub(super) fn consumed(check: &mut ContractCheck<'_>, answer: &CheckedNode<'_>, number: i64) {
    if number == 1 {
        return;
    }
    for assessment in answer.list("assessments") {
        if assessment.texts("onboarding_refs").is_empty() {
            let message = format!(
                "{} does not refer to the notes of cycle {}",
                assessment.name(),
                number - 1
            );
            check
                .warning("notes-unused", &assessment, message)
                .help("name the notes it goes back to in `onboarding_refs`");
        }
    }
}

fn focus_areas(check: &mut ContractCheck<'_>, notes: &CheckedNode<'_>) {
    let areas = check.list(notes, "focus_areas");
    if areas.is_empty() {
        let message = format!("{} single out no area", notes.name());
        check
            .error("no-focus-area", &notes.spot("focus_areas"), message)
            .help("name at least one area that deserves a second look");
    }
    for area in areas {
        check.text(&area, "area");
        check.text(&area, "rationale");
        check.word(&area, "priority", DegreeWord::WORDS);
        let modes = check.list(&area, "suggested_modes");
        mode_numbers(check, &modes);
    }
}

fn recommendations(
    check: &mut ContractCheck<'_>,
    notes: &CheckedNode<'_>,
    council: &CheckedCouncil<'_>,
) {
    let mut advised = BTreeSet::new();
    for recommendation in check.list(notes, "mode_recommendations") {
        let seat = seat_name(check, &recommendation, "agent_id");
        advised.extend(seat);
        let current = check.list(&recommendation, "current_modes");
        mode_numbers(check, &current);
        let held: BTreeSet<i64> = current.iter().filter_map(|mode| mode.node().int()).collect();
        if let Some(modes) = seat.and_then(|seat| council.modes.get(&seat))
            && modes.len() == MODES_PER_SEAT
            && held != *modes
        {
            let message =
                format!("{} lists other modes than its seat holds", recommendation.name());
            check
                .error("foreign-mode", &recommendation, message)
                .help("`current_modes` are the seat's five modes");
        }
        for mode in check.list(&recommendation, "recommended_emphasis") {
            if !mode.node().int().is_some_and(|mode| held.contains(&mode)) {
                let message = format!("{} recommends a mode its seat does not hold", mode.name());
                check.error("foreign-mode", &mode, message).help("lean on one of `current_modes`");
            }
        }
        for mode in recommendation.list("recommended_deemphasis") {
            if !mode.node().int().is_some_and(|mode| held.contains(&mode)) {
                let message = format!("{} names a mode its seat does not hold", mode.name());
                check.error("foreign-mode", &mode, message).help("name one of `current_modes`");
            }
        }
        check.text(&recommendation, "rationale");
    }
    let missing: Vec<String> = council.live().difference(&advised).map(SeatId::to_string).collect();
    if !missing.is_empty() {
        let message = format!("{} recommend no modes to {}", notes.name(), missing.join(", "));
        check
            .error("no-mode-recommendation", &notes.spot("mode_recommendations"), message)
            .help("recommend modes to every seat");
    }
}

fn questions(check: &mut ContractCheck<'_>, notes: &CheckedNode<'_>) {
    for question in check.list(notes, "unresolved_questions") {
        check.text(&question, "question");
        check.list(&question, "relevant_findings");
        check.text(&question, "decision_required_by");
    }
}

fn disputes(check: &mut ContractCheck<'_>, notes: &CheckedNode<'_>) {
    for dispute in check.list(notes, "contested_items_summary") {
        check.text(&dispute, "finding_id");
        check.list(&dispute, "supporters");
        check.list(&dispute, "dissenters");
        check.text(&dispute, "core_disagreement");
        check.text(&dispute, "suggested_resolution");
    }
}

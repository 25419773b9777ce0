//! The vision: what a session says about it, and how the seats and the council see the packet against it.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{finding::SeatId, tree::Value};

use super::{
    CheckedCouncil,
    fields::{CheckedNode, ContractCheck},
};
use crate::words::{DegreeWord, ViolationWord};

/// How many phases a vision has unless it says otherwise.
const PHASES: usize = 5;

/// Who can assess: a seat, or all of them together.
const ASSESSORS: [&str; 4] = ["SA-1", "SA-2", "SA-3", "COUNCIL"];

/// Checks the vision and returns how many phases it has; without a vision there is nothing to assess.
pub(super) fn vision(check: &mut ContractCheck<'_>, root: &CheckedNode<'_>) -> Option<usize> {
    check.need_key(root, "north_star");
    let star = root.get("north_star")?;
    check.truth(&star, "oath_affirmed");
    let context = check.map(&star, "phase_context")?;
    let mut numbers = BTreeSet::new();
    for (key, at) in context.entries() {
        let Some(rest) = key.strip_prefix("phase_") else {
            continue;
        };
        if let Some(number) = rest.split('_').next().and_then(|digits| digits.parse::<usize>().ok())
        {
            numbers.insert(number);
        }
        if at.node().number().is_some() || at.node().text().is_some() {
            check.is_unit(&at);
        }
    }
    let phases = if numbers.is_empty() { PHASES } else { numbers.len() };
    check.need_key(&context, "current_phase");
    if let Some(current) = context.get("current_phase") {
        in_phases(check, &current, phases);
    }
    Some(phases)
}

/// Checks how one seat sees the packet.
pub(super) fn seat_assessment(
    check: &mut ContractCheck<'_>,
    holder: &CheckedNode<'_>,
    council: &CheckedCouncil<'_>,
) {
    let Some((assessment, phases)) = assessment(check, holder, council) else {
        return;
    };
    let Some(scores) = check.need(&assessment, "phase_scores") else {
        return;
    };
    let each: Vec<CheckedNode<'_>> =
        scores.entries().into_iter().map(|(_, score)| score).chain(scores.items()).collect();
    // A seat that leaves a phase out keeps the council from converging; that is said of the session, not of the file.
    if each.len() > phases {
        length(check, &scores, each.len(), phases);
    }
    for score in each {
        if score.node().entries().is_empty() {
            check.is_unit(&score);
            continue;
        }
        check.text(&score, "rationale");
        let parts = ["direct_contribution", "enabling_contribution", "no_harm"]
            .map(|part| check.unit(&score, part));
        if let (Some(stated), [Some(direct), Some(enabling), Some(no_harm)]) =
            (check.unit(&score, "score"), parts)
        {
            let computed = 0.6 * direct + 0.3 * enabling + 0.1 * no_harm;
            if (stated - computed).abs() > 0.001 {
                let message =
                    format!("{} scores {stated}, but its parts make {computed:.3}", score.name());
                check
                    .warning("score-mismatch", &score, message)
                    .help("a score is 0.6 direct + 0.3 enabling + 0.1 no harm");
            }
        }
    }
    recommendations(check, &assessment, phases);
}

/// Checks how the council sees the packet.
pub(super) fn council_assessment(
    check: &mut ContractCheck<'_>,
    holder: &CheckedNode<'_>,
    council: &CheckedCouncil<'_>,
) {
    let Some((assessment, phases)) = assessment(check, holder, council) else {
        return;
    };
    let scores = check.list(&assessment, "phase_scores");
    length(check, &assessment, scores.len(), phases);
    // A phase that no seat scored has no score; it is nothing, never zero.
    for score in scores.iter().filter(|score| score.node().value != Value::Null) {
        check.is_unit(score);
    }
    check.need_key(&assessment, "primary_phase_alignment");
    if let Some(primary) = assessment.get("primary_phase_alignment") {
        in_phases(check, &primary, phases);
    }
    for secondary in assessment.list("secondary_phase_alignment") {
        in_phases(check, &secondary, phases);
    }
    recommendations(check, &assessment, phases);
    for violation in check.list(&assessment, "violations") {
        check.word(&violation, "violation_type", ViolationWord::WORDS);
        check.text(&violation, "description");
        check.need_key(&violation, "remediation");
        if check.text(&violation, "severity").is_some_and(|severity| severity != "BLOCKER") {
            let message = format!("{} breaks the vision without being a blocker", violation.name());
            check
                .error("violation-severity", &violation, message)
                .help("every violation is a BLOCKER");
        }
    }
}

/// The council's score of a phase is the mean of what the seats said last.
pub(super) fn means(
    check: &mut ContractCheck<'_>,
    outputs: &CheckedNode<'_>,
    cycles: &[CheckedNode<'_>],
    council: &CheckedCouncil<'_>,
) {
    let Some(assessment) = outputs.get("north_star_assessment") else { return };
    let mut last: BTreeMap<SeatId, CheckedNode<'_>> = BTreeMap::new();
    for (seat, answer) in cycles
        .iter()
        .filter_map(|cycle| cycle.get("subagent_findings"))
        .flat_map(|answers| answers.entries())
    {
        let scores = answer.get("north_star_assessment").and_then(|one| one.get("phase_scores"));
        if let (Some(seat), Some(scores)) = (SeatId::read(seat), scores) {
            last.insert(seat, scores);
        }
    }
    let live = council.live();
    for (stated, phase) in assessment.list("phase_scores").iter().zip(1_usize..) {
        let Some(score) = stated.node().number() else { continue };
        let said = |seats: &dyn Fn(&SeatId) -> bool| {
            let scores = last.iter().filter(|(seat, _)| seats(seat));
            mean(scores.filter_map(|(_, scores)| of_phase(scores, phase)))
        };
        // A seat that was lost may count or not: the contract does not say.
        let means = [said(&|_| true), said(&|seat| live.contains(seat))];
        let Some(all) = means[0] else { continue };
        if !means.iter().flatten().any(|mean| (mean - score).abs() <= 0.001) {
            let message = format!("{} is {score}, but the seats' mean is {all:.4}", stated.name());
            check
                .error("score-mismatch", stated, message)
                .help("the council's score is the mean of the seats'");
        }
    }
}

/// Returns what a seat scores for a phase, whether it lists them or names them.
fn of_phase(scores: &CheckedNode<'_>, phase: usize) -> Option<f64> {
    let named = scores.get(&format!("phase_{phase}"));
    let listed = || scores.items().into_iter().nth(phase.checked_sub(1)?);
    let score = named.or_else(listed)?;
    score.node().number().or_else(|| score.node().get("score")?.number())
}

#[expect(clippy::cast_precision_loss, reason = "there are at most three seats")]
fn mean(scores: impl Iterator<Item = f64>) -> Option<f64> {
    let scores: Vec<f64> = scores.collect();
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}

/// Returns the assessment and the number of phases; without a vision there must be none.
fn assessment<'t>(
    check: &mut ContractCheck<'_>,
    holder: &CheckedNode<'t>,
    council: &CheckedCouncil<'_>,
) -> Option<(CheckedNode<'t>, usize)> {
    check.need_key(holder, "north_star_assessment");
    let assessment = holder.get("north_star_assessment")?;
    let Some(phases) = council.phases else {
        let message = format!("{} assesses a vision that nobody gave", assessment.name());
        check
            .error("assessment-invented", &assessment, message)
            .help("without a vision, `north_star_assessment` is null");
        return None;
    };
    if assessment.get("assessed_at").is_some() {
        check.time(&assessment, "assessed_at");
    }
    if assessment.get("assessor").is_some() {
        check.word(&assessment, "assessor", &ASSESSORS);
    }
    Some((assessment, phases))
}

fn length(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>, found: usize, phases: usize) {
    if found != phases {
        let message = format!("{} has {found} phase scores, expected {phases}", at.name());
        check
            .error("phase-count", at, message)
            .help("score every phase of the vision, in its order");
    }
}

fn in_phases(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>, phases: usize) {
    let number = at.node().number();
    #[expect(clippy::cast_precision_loss, reason = "a vision has a handful of phases")]
    let last = phases as f64;
    if !number.is_some_and(|number| (1.0..=last).contains(&number) && number.fract() == 0.0) {
        let value = crate::artifact::audit::value(at.node());
        check
            .error(
                "out-of-range",
                at,
                format!("{} is {value}, expected a phase from 1 to {phases}", at.name()),
            )
            .help("name a phase of the vision by its number");
    }
}

fn recommendations(check: &mut ContractCheck<'_>, assessment: &CheckedNode<'_>, phases: usize) {
    for recommendation in check.list(assessment, "strategic_recommendations") {
        check.text(&recommendation, "recommendation");
        if let Some(phase) = check.need(&recommendation, "target_phase") {
            in_phases(check, &phase, phases);
        }
        check.word(&recommendation, "effort", DegreeWord::WORDS);
        check.word(&recommendation, "impact", DegreeWord::WORDS);
    }
}

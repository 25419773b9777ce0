//! The three seats and their modes.

use std::collections::BTreeSet;

use council_core::{
    finding::SeatId,
    gate::Weight,
    mode::{
        MODES_PER_SEAT, ModeCategory, ModeId, ModeViolation, Relevance, cluster_signature, roles,
        validate, validate_affinities,
    },
};

use super::{
    CheckedCouncil, extras,
    fields::{CheckedNode, ContractCheck},
};
use crate::artifact::audit::{shown, value};

/// How a file writes a seat's modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModesForm {
    /// Each mode with its name and why it was chosen, as in a session.
    Full,
    /// Each mode by its number, as in a bundle.
    Short,
}

/// How far a session has come, which decides whether its seats must have chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeatsProgress {
    /// No cycle has begun.
    Opening,
    /// A cycle has begun.
    Begun,
}

/// Checks the seats and adds their modes to what the rest is checked against.
pub(super) fn seats(
    check: &mut ContractCheck<'_>,
    holder: &CheckedNode<'_>,
    form: ModesForm,
    progress: SeatsProgress,
    council: &mut CheckedCouncil<'_>,
) {
    let list = check.list(holder, "subagents");
    let named: Vec<Option<SeatId>> =
        list.iter().map(|seat| check.text(seat, "agent_id").and_then(SeatId::read)).collect();
    let expected: Vec<Option<SeatId>> = SeatId::ALL.into_iter().map(Some).collect();
    if named != expected {
        let message = format!("{} seats, expected SA-1, SA-2 and SA-3 in this order", list.len());
        check
            .error("wrong-seats", &holder.spot("subagents"), message)
            .help("a council has three seats");
    }
    let mut declared = Vec::new();
    for (seat, id) in list.iter().zip(&named) {
        let modes = modes(check, seat, form);
        if progress == SeatsProgress::Opening && modes.is_empty() {
            continue;
        }
        role(check, seat, &modes);
        if form == ModesForm::Full {
            signature(check, seat, &modes);
        }
        if let Some(id) = id {
            council.modes.insert(*id, modes.iter().map(|mode| i64::from(mode.number())).collect());
            declared.push((*id, seat.clone(), modes));
        }
    }
    for (_, seat, modes) in &declared {
        extras::selection(check, seat, modes, council);
    }
    if named == expected && declared.len() == SeatId::COUNT {
        constraints(check, holder, &declared);
    }
}

/// Reads the seats that were lost on the way.
pub(super) fn lost(check: &mut ContractCheck<'_>, holder: &CheckedNode<'_>) -> BTreeSet<SeatId> {
    let mut lost = BTreeSet::new();
    for seat in holder.list("lost_agents") {
        lost.extend(seat_name(check, &seat, "agent_id"));
        check.text(&seat, "reason");
    }
    let degraded = holder.get("degraded_mode").and_then(|mode| mode.node().bool());
    if let Some(degraded) = degraded
        && degraded == lost.is_empty()
    {
        let fact = if degraded { "no seat was lost" } else { "a seat was lost" };
        let message = format!("`degraded_mode` is {degraded}, but {fact}");
        let help = format!("write `degraded_mode: {}`", !degraded);
        check.error("degraded-mismatch", &holder.spot("degraded_mode"), message).help(help);
    }
    lost
}

/// Checks that a list of numbers names modes.
pub(super) fn mode_numbers(check: &mut ContractCheck<'_>, list: &[CheckedNode<'_>]) {
    for mode in list {
        if number(mode).is_none() {
            unknown_mode(check, mode);
        }
    }
}

/// Checks that a text names a seat.
pub(super) fn seat_name(
    check: &mut ContractCheck<'_>,
    at: &CheckedNode<'_>,
    key: &str,
) -> Option<SeatId> {
    let word = check.text(at, key)?;
    let seat = SeatId::read(word);
    if seat.is_none() {
        let message = format!("{} names `{}`, which is no seat", at.name(), shown(word));
        check.error("unknown-seat", at, message).help("expected SA-1, SA-2 or SA-3");
    }
    seat
}

/// Reads a seat's modes, each a known one under its own name.
fn modes(check: &mut ContractCheck<'_>, seat: &CheckedNode<'_>, form: ModesForm) -> Vec<ModeId> {
    let mut modes = Vec::new();
    for mode in check.list(seat, "selected_modes") {
        let at = match form {
            ModesForm::Full => check.need(&mode, "mode_id"),
            ModesForm::Short => Some(mode.clone()),
        };
        let Some(at) = at else {
            continue;
        };
        let Some(id) = number(&at) else {
            unknown_mode(check, &at);
            continue;
        };
        modes.push(id);
        if form == ModesForm::Short {
            continue;
        }
        if check.text(&mode, "mode_name").is_some_and(|name| name != id.mode().name) {
            let message =
                format!("{} gives mode {id} another name than the catalogue", mode.name());
            check
                .error("mode-name", &mode.spot("mode_name"), message)
                .help(format!("mode {id} is {}", id.mode().name));
        }
        if mode.get("category").is_some()
            && check.text(&mode, "category").is_some_and(|name| name != id.category().name())
        {
            let message =
                format!("{} puts mode {id} into another category than the catalogue", mode.name());
            check
                .error("mode-category", &mode.spot("category"), message)
                .help(format!("mode {id} is {}", id.category().name()));
        }
        check.text(&mode, "selection_rationale");
    }
    modes
}

/// The role is a name of the category that has most of the modes, or of one of those that have equally many.
fn role(check: &mut ContractCheck<'_>, seat: &CheckedNode<'_>, modes: &[ModeId]) {
    let Some(stated) = check.text(seat, "emergent_role") else { return };
    let tally = ModeCategory::tally(modes);
    let most = tally.first().map(|(_, count)| *count);
    let leading = tally.iter().filter(|(_, count)| Some(*count) == most);
    let names: Vec<&str> = leading.flat_map(|(category, _)| roles(*category)).collect();
    if !names.is_empty() && !names.contains(&stated) {
        let message = format!(
            "{} has the role `{}`, which does not follow from its modes",
            seat.name(),
            shown(stated)
        );
        check
            .error("role-mismatch", &seat.spot("emergent_role"), message)
            .help(format!("expected {}", names.join(", ")));
    }
}

/// The cluster signature follows from the categories of the modes.
fn signature(check: &mut ContractCheck<'_>, seat: &CheckedNode<'_>, modes: &[ModeId]) {
    let computed = cluster_signature(modes);
    if check.text(seat, "mode_cluster_signature").is_some_and(|stated| stated != computed) {
        let message = format!("{} has a cluster signature that is not of its modes", seat.name());
        check
            .error("cluster-signature", &seat.spot("mode_cluster_signature"), message)
            .help(format!("write `mode_cluster_signature: {computed}`"));
    }
}

/// Holds the selection against the contract's constraints.
fn constraints(
    check: &mut ContractCheck<'_>,
    holder: &CheckedNode<'_>,
    declared: &[(SeatId, CheckedNode<'_>, Vec<ModeId>)],
) {
    let selection: Vec<(SeatId, Vec<ModeId>)> =
        declared.iter().map(|(seat, _, modes)| (*seat, modes.clone())).collect();
    let affinities: Vec<(SeatId, Vec<Relevance>)> =
        declared.iter().filter_map(|(id, seat, _)| Some((*id, affinities(check, seat)?))).collect();
    let relaxed = !holder.list("constraint_relaxations").is_empty();
    for violation in validate(&selection).into_iter().chain(validate_affinities(&affinities)) {
        let of_seat = |wanted: SeatId| {
            declared
                .iter()
                .find(|(seat, _, _)| *seat == wanted)
                .map(|(_, at, _)| at.spot("selected_modes"))
        };
        let (at, help) = match &violation {
            ModeViolation::Count { seat, .. } => {
                (of_seat(*seat), format!("each seat looks through exactly {MODES_PER_SEAT} modes"))
            }
            ModeViolation::Duplicate { seat, .. } => {
                (of_seat(*seat), "choose five different modes".to_owned())
            }
            ModeViolation::Affinity { seat, .. } => {
                (of_seat(*seat), "choose modes the packet gives signals for".to_owned())
            }
            ModeViolation::Categories { seat, .. } => {
                (of_seat(*seat), "choose modes from at least three categories".to_owned())
            }
            ModeViolation::MetaMissing => {
                (None, "give one seat a mode that reviews the review".to_owned())
            }
            ModeViolation::Overlap { .. } => {
                (None, "let the seats look through different modes".to_owned())
            }
            ModeViolation::SeatMissing(_) | ModeViolation::SeatRepeated(_) => {
                (None, "declare each seat once".to_owned())
            }
        };
        let at = at.unwrap_or_else(|| holder.spot("subagents"));
        // A text that speaks for too few modes cannot be helped; a file that says so has kept to the protocol.
        let excused = relaxed && matches!(violation, ModeViolation::Affinity { .. });
        let remark = match violation.weight() {
            Weight::Block if !excused => check.error(violation.code(), &at, violation.to_string()),
            Weight::Block | Weight::Advisory => {
                check.warning(violation.code(), &at, violation.to_string())
            }
        };
        remark.help(help);
    }
}

/// Returns a seat's affinities, if the file carries them; one that is no affinity is reported.
fn affinities(check: &mut ContractCheck<'_>, seat: &CheckedNode<'_>) -> Option<Vec<Relevance>> {
    let modes = seat.list("selected_modes");
    if modes.iter().all(|mode| mode.get("affinity_score").is_none()) {
        return None;
    }
    let scores: Vec<Option<f64>> =
        modes.iter().map(|mode| check.unit(mode, "affinity_score")).collect();
    scores.into_iter().map(|score| score.and_then(Relevance::new)).collect()
}

fn number(at: &CheckedNode<'_>) -> Option<ModeId> {
    at.node().int().and_then(|number| u8::try_from(number).ok()).and_then(ModeId::new)
}

fn unknown_mode(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>) {
    let message = format!("{} is {}, expected a mode from 1 to 80", at.name(), value(at.node()));
    check.error("unknown-mode", at, message).help("`council modes` lists them");
}

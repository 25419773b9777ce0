//! The three seats and their modes.

use std::collections::{BTreeMap, BTreeSet};

use council_core::finding::SeatId;

use super::{
    Council,
    fields::{At, Check},
};
use crate::artifact::{audit::shown, seats::mode_id};

/// How many modes a seat holds.
const MODES: usize = 5;

/// The modes of which at least one seat must hold one.
const META_LEVEL: std::ops::RangeInclusive<i64> = 75..=80;

/// How a file writes a seat's modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Each mode with its name and why it was chosen, as in a session.
    Full,
    /// Each mode by its number, as in a bundle.
    Short,
}

/// How far a session has come, which decides whether its seats must have chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// No cycle has begun.
    Opening,
    /// A cycle has begun.
    Begun,
}

/// Checks the seats and adds their modes to what the rest is checked against.
pub(super) fn seats(
    check: &mut Check<'_>,
    holder: &At<'_>,
    form: Form,
    progress: Progress,
    council: &mut Council<'_>,
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
    for (seat, id) in list.iter().zip(&named) {
        let modes = modes(check, seat, form, progress);
        if let Some(id) = id {
            council.modes.insert(*id, modes);
        }
        if progress == Progress::Begun {
            check.text(seat, "emergent_role");
        }
        if form == Form::Full && progress == Progress::Begun {
            check.text(seat, "mode_cluster_signature");
        }
    }
    let any_meta = council.modes.values().flatten().any(|mode| META_LEVEL.contains(mode));
    if progress == Progress::Begun && !any_meta {
        let message = "no seat holds a mode from 75 to 80, so nobody reviews the review".to_owned();
        check
            .error("no-meta-mode", &holder.spot("subagents"), message)
            .help("give one seat a meta-level mode");
    }
}

/// Reads the seats that were lost on the way.
pub(super) fn lost(check: &mut Check<'_>, holder: &At<'_>) -> BTreeSet<SeatId> {
    let mut lost = BTreeSet::new();
    for seat in holder.list("lost_agents") {
        match check.text(&seat, "agent_id").map(SeatId::read) {
            Some(Some(id)) => {
                lost.insert(id);
            }
            Some(None) => {
                check
                    .error("unknown-seat", &seat, format!("{} is no seat", seat.name()))
                    .help("expected SA-1, SA-2 or SA-3");
            }
            None => {}
        }
        check.text(&seat, "reason");
    }
    let degraded = holder.get("degraded_mode").and_then(|mode| mode.node().bool());
    if let Some(degraded) = degraded
        && degraded == lost.is_empty()
    {
        let fact = if degraded { "no seat was lost" } else { "a seat was lost" };
        let message = format!("`degraded_mode` is {degraded}, but {fact}");
        check
            .error("degraded-mismatch", &holder.spot("degraded_mode"), message)
            .help(format!("write `degraded_mode: {}`", !degraded));
    }
    lost
}

fn modes(check: &mut Check<'_>, seat: &At<'_>, form: Form, progress: Progress) -> BTreeSet<i64> {
    let list = check.list(seat, "selected_modes");
    if list.is_empty() && progress == Progress::Opening {
        return BTreeSet::new();
    }
    if list.len() != MODES {
        let message = format!("{} has {} modes, expected {MODES}", seat.name(), list.len());
        check
            .error("mode-count", &seat.spot("selected_modes"), message)
            .help("each seat looks through exactly five modes");
    }
    let mut seen: BTreeMap<i64, usize> = BTreeMap::new();
    for mode in &list {
        let number = match form {
            Form::Full => mode.get("mode_id").and_then(|id| id.node().int()),
            Form::Short => mode.node().int(),
        };
        let Some(number) = number.filter(|number| (1..=80).contains(number)) else {
            let given = mode_id(mode.node())
                .map_or_else(|| "no number".to_owned(), |number| format!("mode {number}"));
            let message = format!("{} names {given}, expected a number from 1 to 80", mode.name());
            check.error("unknown-mode", mode, message).help("`council modes` lists them");
            continue;
        };
        if form == Form::Full {
            check.text(mode, "mode_name");
            check.text(mode, "selection_rationale");
        }
        *seen.entry(number).or_default() += 1;
    }
    for (mode, _) in seen.iter().filter(|(_, count)| **count > 1) {
        let message = format!("{} holds mode {mode} twice", seat.name());
        check
            .error("mode-repeated", &seat.spot("selected_modes"), message)
            .help("choose five different modes");
    }
    seen.into_keys().collect()
}

/// Checks that a list of numbers names modes.
pub(super) fn mode_numbers(check: &mut Check<'_>, list: &[At<'_>]) {
    for mode in list {
        if !mode.node().int().is_some_and(|number| (1..=80).contains(&number)) {
            let value = crate::artifact::audit::value(mode.node());
            let message = format!("{} is {value}, expected a mode from 1 to 80", mode.name());
            check.error("unknown-mode", mode, message).help("`council modes` lists them");
        }
    }
}

/// Checks that a text names a seat.
pub(super) fn seat_name(check: &mut Check<'_>, at: &At<'_>, key: &str) -> Option<SeatId> {
    let word = check.text(at, key)?;
    let seat = SeatId::read(word);
    if seat.is_none() {
        let message = format!("{} names `{}`, which is no seat", at.name(), shown(word));
        check.error("unknown-seat", at, message).help("expected SA-1, SA-2 or SA-3");
    }
    seat
}

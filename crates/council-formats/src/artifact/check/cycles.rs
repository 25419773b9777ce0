//! The cycles of a session: in order, named, timed, and each with what every seat said.

use std::collections::BTreeSet;

use council_core::{finding::SeatId, tree::Node};
use jiff::Timestamp;

use super::{
    CheckedCouncil, extras,
    fields::{CheckedNode, ContractCheck},
    finding::{FindingStage, finding, findings},
    notes, star,
};
use crate::{artifact::audit::shown, words::CycleName};

/// Checks every cycle and returns how many have ended.
pub(super) fn cycles(
    check: &mut ContractCheck<'_>,
    list: &[CheckedNode<'_>],
    began: Option<Timestamp>,
    council: &CheckedCouncil<'_>,
) -> usize {
    let mut ended = 0;
    let mut before = began;
    for (cycle, expected) in list.iter().zip(1_i64..) {
        let number = check.need(cycle, "cycle_number").and_then(|number| number.node().int());
        if number != Some(expected) || expected > 3 {
            let message = format!("{} is not cycle {expected} of three", cycle.name());
            check
                .error("cycle-order", &cycle.spot("cycle_number"), message)
                .help("cycles come as 1, 2, 3, each once");
        }
        name(check, cycle, expected);
        let started = check.time(cycle, "started_at");
        if let (Some(before), Some(started)) = (before, started)
            && started < before
        {
            let message = format!("{} began before what comes ahead of it had ended", cycle.name());
            check
                .error("cycle-order", &cycle.spot("started_at"), message)
                .help("a cycle begins when the one before it has ended");
        }
        check.need_key(cycle, "completed_at");
        let completed = cycle.get("completed_at").and_then(|_| check.time(cycle, "completed_at"));
        if let (Some(started), Some(completed)) = (started, completed)
            && completed < started
        {
            check
                .error(
                    "cycle-order",
                    &cycle.spot("completed_at"),
                    format!("{} ended before it began", cycle.name()),
                )
                .help("correct the times");
        }
        let is_last = usize::try_from(expected).is_ok_and(|at| at == list.len());
        if completed.is_none() && !is_last {
            let message = format!("{} has not ended, but a later cycle has begun", cycle.name());
            check
                .error("cycle-order", &cycle.spot("completed_at"), message)
                .help("a cycle begins when the one before it has ended");
        }
        content(check, cycle, expected, council);
        if completed.is_some() {
            ended += 1;
            notes::notes(check, cycle, expected, council);
        }
        before = completed.or(started).or(before);
    }
    ended
}

fn name(check: &mut ContractCheck<'_>, cycle: &CheckedNode<'_>, number: i64) {
    let expected = usize::try_from(number - 1).ok().and_then(|at| CycleName::WORDS.get(at));
    let (Some(given), Some(expected)) = (check.text(cycle, "cycle_name"), expected) else {
        return;
    };
    if given != *expected {
        let message =
            format!("{} is named `{}`, expected `{expected}`", cycle.name(), shown(given));
        check
            .error("cycle-name", &cycle.spot("cycle_name"), message)
            .help("1 is BROAD, 2 is REMEDIATE, 3 is CONVERGE");
    }
}

fn content(
    check: &mut ContractCheck<'_>,
    cycle: &CheckedNode<'_>,
    number: i64,
    council: &CheckedCouncil<'_>,
) {
    if let Some(answers) = check.map(cycle, "subagent_findings") {
        let mut heard = Vec::new();
        for (key, answer) in answers.entries() {
            let Some(seat) = SeatId::read(key) else {
                let message = format!("{} is an answer of no seat", answer.name());
                check.error("unknown-seat", &answer, message).help("expected SA-1, SA-2 or SA-3");
                continue;
            };
            heard.push(seat);
            for at in check.list(&answer, "findings") {
                finding(check, &at, FindingStage::Raised { seat, cycle: number }, council);
            }
            notes::consumed(check, &answer, number);
            extras::answer(check, &answer, &council.raised);
            star::seat_assessment(check, &answer, council);
        }
        if let Some(silent) = council.live().into_iter().find(|seat| !heard.contains(seat)) {
            let message =
                format!("{} has no answer of {silent}, which was not lost", answers.name());
            check
                .error("seat-missing", &answers, message)
                .help("every seat answers in every cycle, be it with nothing");
        }
    }
    let merged = check.list(cycle, "merged_findings");
    let ids = findings(check, &merged, FindingStage::Merged, council);
    for item in check.list(cycle, "contested_items") {
        let id = item.node().text().or_else(|| item.text("finding_id"));
        if !id.is_some_and(|id| ids.contains(id)) {
            let message = format!("{} is contested but not among the merged findings", item.name());
            check
                .error("unknown-finding", &item, message)
                .help("name a finding of `merged_findings`");
        }
    }
    related(check, cycle, &ids);
}

/// Checks the groups of findings that may be one defect: at least two of the merged ones, each in one group.
fn related(check: &mut ContractCheck<'_>, cycle: &CheckedNode<'_>, merged: &BTreeSet<&str>) {
    let mut grouped = BTreeSet::new();
    for group in cycle.list("related_findings") {
        let ids = group.node().items().iter().filter_map(Node::text);
        let known = ids.filter(|id| merged.contains(id)).map(|id| grouped.insert(id.to_owned()));
        let known = known.filter(|is_new| *is_new).count();
        if known < 2 || known < group.node().items().len() {
            let message = format!("{} is no group of merged findings", group.name());
            check
                .error("unknown-finding", &group, message)
                .help("name two or more findings of `merged_findings`, each in one group");
        }
    }
}

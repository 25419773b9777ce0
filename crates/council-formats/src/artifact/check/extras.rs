//! What a file may say beyond the contract's own keys. A file without them is complete; one that has them must get them
//! right, since others read them.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    finding::LocationKind,
    mode::{ModeCategory, ModeId},
    signature::FindingSignature,
    taxonomy::Subcategory,
};

use super::{
    CheckedCouncil,
    fields::{CheckedNode, ContractCheck},
    seats::{mode_numbers, seat_name},
};
use crate::{
    artifact::audit::shown,
    words::{ResolutionWord, SeverityWord, ViolationWord, VoteWord},
};

/// Checks what a finding says beyond the contract.
pub(super) fn finding(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>) {
    if at.get("confidence").is_some() {
        check.unit(at, "confidence");
    }
    if at.get("resolution").is_some() {
        check.word(at, "resolution", ResolutionWord::WORDS);
    }
    if at.get("violation_type").is_some() {
        check.word(at, "violation_type", ViolationWord::WORDS);
    }
    for claim in at.list("merged_from") {
        check.text(&claim, "finding_id");
        seat_name(check, &claim, "agent_id");
        check.word(&claim, "severity", SeverityWord::WORDS);
        check.text(&claim, "description");
    }
    recurrence(check, at);
}

/// Checks what a seat says about findings: what it thinks of them, how it would mend them, how it votes.
pub(super) fn answer(
    check: &mut ContractCheck<'_>,
    answer: &CheckedNode<'_>,
    known: &BTreeSet<&str>,
) {
    for assessment in answer.list("assessments") {
        about(check, &assessment, known);
        check.truth(&assessment, "valid");
        check.text(&assessment, "rationale");
    }
    for proposal in answer.list("remediation_proposals") {
        about(check, &proposal, known);
        check.text(&proposal, "remediation");
    }
    for vote in answer.list("votes") {
        about(check, &vote, known);
        check.word(&vote, "vote", VoteWord::WORDS);
    }
}

/// Checks the claims that the text does not show.
pub(super) fn quarantined(check: &mut ContractCheck<'_>, outputs: &CheckedNode<'_>) {
    for claim in outputs.list("quarantined_findings") {
        seat_name(check, &claim, "source_agent");
        check.count(&claim, "source_cycle");
        check.text(&claim, "description");
        check.text(&claim, "reason");
    }
}

/// Checks how a seat came to its modes.
pub(super) fn selection(
    check: &mut ContractCheck<'_>,
    seat: &CheckedNode<'_>,
    own: &[ModeId],
    council: &CheckedCouncil<'_>,
) {
    if seat.get("selection_timestamp").is_some() {
        check.time(seat, "selection_timestamp");
    }
    for signal in seat.list("prd_affinity_signals") {
        check.text(&signal, "signal");
        let modes = check.list(&signal, "affinity_modes");
        mode_numbers(check, &modes);
    }
    for overlap in seat.list("overlap_with_other_agents") {
        let other = seat_name(check, &overlap, "agent_id");
        let shared = check.list(&overlap, "overlapping_modes");
        check.unit(&overlap, "penalty_applied");
        shares(check, &overlap, &shared, own, other.and_then(|other| council.modes.get(&other)));
    }
    if let Some(categories) = seat.get("mode_categories_present") {
        tally(check, &categories, own);
    }
    if seat.get("role_derivation").is_some() {
        check.text(seat, "role_derivation");
    }
}

/// What two seats share, both hold.
fn shares(
    check: &mut ContractCheck<'_>,
    at: &CheckedNode<'_>,
    shared: &[CheckedNode<'_>],
    own: &[ModeId],
    other: Option<&BTreeSet<i64>>,
) {
    let own: BTreeSet<i64> = own.iter().map(|mode| i64::from(mode.number())).collect();
    let both = |mode: &i64| own.contains(mode) && other.is_none_or(|other| other.contains(mode));
    if !shared.iter().all(|mode| mode.node().int().as_ref().is_some_and(both)) {
        let message = format!("{} names a mode that the two seats do not share", at.name());
        check.error("overlap-mismatch", at, message).help("list the modes both seats hold");
    }
}

/// The categories are counted from the modes. The contract writes them as a list of one-key maps, our writer as a map.
fn tally(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>, own: &[ModeId]) {
    let computed: BTreeMap<&str, i64> = ModeCategory::tally(own)
        .into_iter()
        .map(|(category, count)| (category.name(), i64::try_from(count).unwrap_or(i64::MAX)))
        .collect();
    let listed = at.items().into_iter().flat_map(|item| item.entries());
    let stated: BTreeMap<&str, i64> = at
        .entries()
        .into_iter()
        .chain(listed)
        .filter_map(|(key, count)| Some((key, count.node().int()?)))
        .collect();
    if stated != computed {
        let message = format!("{} does not count the seat's modes by category", at.name());
        let words: Vec<String> =
            computed.iter().map(|(name, count)| format!("{count} {name}")).collect();
        check.error("category-count", at, message).help(format!("expected {}", words.join(", ")));
    }
}

fn about(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>, known: &BTreeSet<&str>) {
    if let Some(id) = check.text(at, "finding_id")
        && !known.contains(id)
    {
        let message = format!("{} is about `{}`, which nobody has raised", at.name(), shown(id));
        check
            .error("unknown-finding", &at.spot("finding_id"), message)
            .help("name a finding by its id");
    }
}

/// The recurrence signature is of the sort of defect, wherever it occurs.
fn recurrence(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>) {
    let Some(stated) = at.text("recurrence_signature") else {
        return;
    };
    let subcategory = at
        .text("subcategory")
        .and_then(|word| Subcategory::ALL.iter().find(|known| known.word() == word));
    let kind = at
        .text("location_type")
        .and_then(|word| LocationKind::ALL.into_iter().find(|kind| kind.word() == word));
    let (Some(subcategory), Some(kind)) = (subcategory, kind) else {
        return;
    };
    let computed = FindingSignature::recurrence(*subcategory, at.text("rule_id"), kind);
    if stated != computed.as_str() {
        let message = format!("{} has a recurrence signature that is not of its sort", at.name());
        check
            .error("signature-mismatch", &at.spot("recurrence_signature"), message)
            .help(format!("write `recurrence_signature: {computed}`"));
    }
}

/// Returns the ids that were given out up to and including a cycle.
pub(super) fn raised<'t>(cycles: &[CheckedNode<'t>]) -> BTreeSet<&'t str> {
    let answers = cycles.iter().filter_map(|cycle| cycle.get("subagent_findings"));
    let findings = answers
        .flat_map(|answers| answers.entries())
        .flat_map(|(_, answer)| answer.list("findings"));
    findings.filter_map(|finding| finding.text("finding_id")).collect()
}

//! A finding: what every one of them must say, wherever in a file it stands.

use std::collections::BTreeSet;

use council_core::{
    finding::{LocationKind, SeatId},
    taxonomy::{Category, Subcategory},
};

use super::{
    CheckedCouncil, agreement, extras,
    fields::{CheckedNode, ContractCheck},
};
use crate::{
    artifact::audit::shown,
    words::{AgreementWord, SeverityWord},
};

/// Where a finding stands, which decides what it must say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FindingStage {
    /// As one seat raised it, in one cycle.
    Raised {
        /// Under whose key.
        seat: SeatId,
        /// In which cycle.
        cycle: i64,
    },
    /// After equal findings became one.
    Merged,
}

/// Checks one finding.
pub(super) fn finding(
    check: &mut ContractCheck<'_>,
    at: &CheckedNode<'_>,
    standing: FindingStage,
    council: &CheckedCouncil<'_>,
) {
    if let Some(id) = check.text(at, "finding_id") {
        id_format(check, at, id, council);
    }
    attribution(check, at, standing, council);
    taxonomy(check, at);
    check.word(at, "severity", SeverityWord::WORDS);
    location(check, at);
    check.text(at, "description");
    for key in ["remediation", "source_mode", "dissent_rationale"] {
        check.need_key(at, key);
    }
    let status = check.word(at, "agreement_status", AgreementWord::WORDS);
    let supporting = seats(check, at, "supporting_agents");
    let dissenting = seats(check, at, "dissenting_agents");
    if let Some(both) = supporting.intersection(&dissenting).next() {
        let message = format!("{} has {both} both for it and against it", at.name());
        check
            .error("seat-on-both-sides", at, message)
            .help("a seat supports a finding or dissents, not both");
    }
    if !dissenting.is_empty()
        && at.text("dissent_rationale").is_none_or(|why| why.trim().is_empty())
    {
        let message = format!("{} has dissent without a `dissent_rationale`", at.name());
        check
            .error("dissent-unexplained", &at.spot("dissenting_agents"), message)
            .help("say why the dissenting seats are against it");
    }
    match standing {
        FindingStage::Raised { cycle, .. } => raised(check, at, cycle, status),
        FindingStage::Merged => {
            if let Some(status) = status {
                agreement::derived(check, at, status, &supporting, council);
            }
            agreement::ballots(check, at, status);
        }
    }
    if at.get("quote").is_none() && at.get("searched").is_none() {
        let message = format!("{} shows no evidence", at.name());
        check
            .warning("no-evidence", at, message)
            .help("add `quote`, or `searched` for something that is missing");
    }
    agreement::signature(check, at);
    extras::finding(check, at);
}

/// Checks the findings of a list and that no two share an id; returns their ids.
pub(super) fn findings<'t>(
    check: &mut ContractCheck<'_>,
    list: &[CheckedNode<'t>],
    standing: FindingStage,
    council: &CheckedCouncil<'_>,
) -> BTreeSet<&'t str> {
    let mut ids = BTreeSet::new();
    for at in list {
        finding(check, at, standing, council);
        if let Some(id) = at.text("finding_id")
            && !ids.insert(id)
        {
            let message =
                format!("{} has the id `{}` of another finding of the list", at.name(), shown(id));
            check
                .error("duplicate-finding", &at.spot("finding_id"), message)
                .help("merge the two, or number them apart");
        }
    }
    ids
}

fn id_format(
    check: &mut ContractCheck<'_>,
    at: &CheckedNode<'_>,
    id: &str,
    council: &CheckedCouncil<'_>,
) {
    let Some(packet) = council.packet else {
        return;
    };
    let number = id
        .strip_prefix("FND-")
        .and_then(|rest| rest.strip_prefix(packet))
        .and_then(|rest| rest.strip_prefix('-'));
    let numbered = number
        .is_some_and(|digits| digits.len() >= 3 && digits.chars().all(|c| c.is_ascii_digit()));
    if !numbered {
        let message = format!(
            "{} has the id `{}`, expected `FND-{packet}-` and a number",
            at.name(),
            shown(id)
        );
        check
            .error("bad-finding-id", &at.spot("finding_id"), message)
            .help(format!("number it, like `FND-{packet}-001`"));
    }
}

/// Every finding says who raised it, in which cycle and by which mode.
fn attribution(
    check: &mut ContractCheck<'_>,
    at: &CheckedNode<'_>,
    standing: FindingStage,
    council: &CheckedCouncil<'_>,
) {
    let agent = check.text(at, "source_agent");
    let seat = agent.and_then(SeatId::read);
    if let (Some(agent), None) = (agent, seat) {
        let message = format!("{} was raised by `{}`, which is no seat", at.name(), shown(agent));
        check
            .error("attribution", &at.spot("source_agent"), message)
            .help("expected SA-1, SA-2 or SA-3");
    }
    let cycle = check.count(at, "source_cycle").and_then(|cycle| i64::try_from(cycle).ok());
    if let Some(cycle) = cycle
        && !(1..=3).contains(&cycle)
    {
        let message = format!("{} was raised in cycle {cycle}, and there are three", at.name());
        check.error("attribution", &at.spot("source_cycle"), message).help("expected 1, 2 or 3");
    }
    if let FindingStage::Raised { seat: owner, cycle: within } = standing {
        if seat.is_some_and(|seat| seat != owner) || cycle.is_some_and(|cycle| cycle != within) {
            let message = format!(
                "{} stands under {owner} in cycle {within} but names another source",
                at.name()
            );
            check
                .error("attribution", &at.spot("source_agent"), message)
                .help("`source_agent` and `source_cycle` name where it was raised");
        }
        if within == 1 && at.node().get("source_mode").is_some() {
            check.need(at, "source_mode");
        }
    }
    let Some(mode) = at.get("source_mode") else {
        return;
    };
    let held = seat.and_then(|seat| council.modes.get(&seat));
    let known = mode.node().int().is_some_and(|mode| held.is_none_or(|held| held.contains(&mode)));
    if !known {
        let message = format!(
            "{} is {}, which is not a mode of its seat",
            mode.name(),
            crate::artifact::audit::value(mode.node())
        );
        check
            .error("foreign-mode", &mode, message)
            .help("name one of the seat's five modes by its number");
    }
}

/// The category and subcategory are words of the closed taxonomy, and belong together.
fn taxonomy(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>) {
    let category = check.text(at, "category");
    let subcategory = check.text(at, "subcategory");
    let known = category
        .and_then(|word| Category::ALL.into_iter().find(|category| category.word() == word));
    if let (Some(word), None) = (category, known) {
        let words: Vec<&str> = Category::ALL.iter().map(|category| category.word()).collect();
        let message = format!(
            "{} has the category `{}`, which is not in the taxonomy",
            at.name(),
            shown(word)
        );
        check
            .error("taxonomy", &at.spot("category"), message)
            .help(format!("expected {}", words.join(", ")));
    }
    let Some(word) = subcategory else {
        return;
    };
    let Some(meant) = Subcategory::ALL.iter().find(|subcategory| subcategory.word() == word) else {
        let message = format!(
            "{} has the subcategory `{}`, which is not in the taxonomy",
            at.name(),
            shown(word)
        );
        let help = match Subcategory::read(word) {
            Some(alias) => format!("write {}", alias.word()),
            None => "use a subcategory of the taxonomy".to_owned(),
        };
        check.error("taxonomy", &at.spot("subcategory"), message).help(help);
        return;
    };
    if let Some(category) = known
        && meant.category() != category
    {
        let message = format!("{} has {word} under {}", at.name(), category.word());
        check
            .error("taxonomy", &at.spot("subcategory"), message)
            .help(format!("{word} belongs to {}", meant.category().word()));
    }
}

/// A location is a path and an anchor, never a line, so that it survives edits above it.
fn location(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>) {
    let kinds: Vec<&str> = LocationKind::ALL.iter().map(|kind| kind.word()).collect();
    check.word(at, "location_type", &kinds);
    let Some(location) = check.text(at, "location") else {
        return;
    };
    let (path, anchor) =
        location.split_once('#').map_or((location, None), |(path, anchor)| (path, Some(anchor)));
    let is_line = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let by_line = anchor.is_some_and(|anchor| anchor.strip_prefix('L').is_some_and(is_line))
        || path.rsplit_once(':').is_some_and(|(_, rest)| is_line(rest));
    if by_line {
        let message = format!("{} is located by a line, which moves with every edit", at.name());
        check
            .error("bad-location", &at.spot("location"), message)
            .help("locate it as `path#anchor`");
    }
    if path.starts_with('/') || path.split('/').any(|part| part == "..") || path.contains('\\') {
        let message = format!("{} is located outside of the repository", at.name());
        check
            .error("bad-location", &at.spot("location"), message)
            .help("give a path relative to the repository, with `/`");
    }
}

fn raised(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>, cycle: i64, status: Option<&str>) {
    if cycle == 1 && status.is_some_and(|status| status != "PENDING") {
        let message = format!("{} has an agreement before the seats have spoken", at.name());
        check
            .error("agreement-too-early", &at.spot("agreement_status"), message)
            .help("what a seat raises in cycle 1 is PENDING");
    }
    if cycle > 1 && at.texts("onboarding_refs").is_empty() {
        let message = format!("{} does not refer to the notes of cycle {}", at.name(), cycle - 1);
        check.warning("notes-unused", at, message).help(format!(
            "name the notes it goes back to in `onboarding_refs`, like `ONB-{}`",
            cycle - 1
        ));
    }
}

fn seats(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>, key: &str) -> BTreeSet<SeatId> {
    let mut seats = BTreeSet::new();
    for item in check.list(at, key) {
        let Some(seat) = item.node().text().and_then(SeatId::read) else {
            let message = format!(
                "{} is {}, which is no seat",
                item.name(),
                crate::artifact::audit::value(item.node())
            );
            check.error("unknown-seat", &item, message).help("expected SA-1, SA-2 or SA-3");
            continue;
        };
        if !seats.insert(seat) {
            check
                .error("unknown-seat", &item, format!("{} repeats {seat}", item.name()))
                .help("name each seat once");
        }
    }
    seats
}

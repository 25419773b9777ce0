//! An evidence bundle held against contract 004.

use std::collections::BTreeSet;

use council_core::{diagnostic::Diagnostic, tree::Node, verdict::ReviewCourse};

use super::{
    CheckedCouncil, VERDICTS,
    fields::{CheckedNode, ContractCheck},
    finding::{FindingStage, findings},
    gates::gates,
    outputs::{councils_verdict, is_decided},
    seats::{ModesForm, SeatsProgress, lost, seats},
    session::session_id,
    star,
    verdict::{self, recomputed},
};
use crate::{
    artifact::{audit::shown, named_at},
    words::{AbortWord, EndingWord},
};

/// The depths a review can have.
const DEPTHS: [&str; 5] = ["LIGHT", "STANDARD", "DEEP", "AUTO", "COUNCIL"];

/// Returns everything in which an evidence bundle does not keep to the contract.
pub fn check_bundle(path: &str, tree: &Node) -> Vec<Diagnostic> {
    let mut check = ContractCheck::new(path);
    let root = CheckedNode::root(tree);
    check.schema_version(&root);
    let mut council =
        CheckedCouncil { packet: check.packet_id(&root), ..CheckedCouncil::default() };
    timestamp(&mut check, &root);
    let depth = check.word(&root, "review_depth", &DEPTHS);
    let list = check.list(&root, "gates");
    gates(&mut check, &list);
    let verdict = check.word(&root, "verdict", &VERDICTS);
    check.text(&root, "verdict_reason");
    let metadata = match depth {
        Some("AUTO" | "COUNCIL") | None => check.map(&root, "council_metadata"),
        Some(_) => root.get("council_metadata"),
    };
    if let Some(metadata) = &metadata {
        let councils = councils_verdict(&mut check, &root, verdict);
        figures(&mut check, metadata, councils, &mut council);
    }
    council.phases = root.get("north_star_assessment").map(|star| star.list("phase_scores").len());
    star::council_assessment(&mut check, &root, &council);
    let list = check.list(&root, "findings");
    let ids = findings(&mut check, &list, FindingStage::Merged, &council);
    findings(&mut check, &root.list("dismissed_findings"), FindingStage::Merged, &council);
    for key in ["deadlocked_findings", "escalated_findings"] {
        for named in root.list(key) {
            if !named.node().text().is_some_and(|id| ids.contains(id)) {
                let message = format!("{} is not among the findings", named.name());
                check.error("unknown-finding", &named, message).help("name one of `findings`");
            }
        }
    }
    gate_references(&mut check, &root, &ids);
    let ended = metadata.as_ref().and_then(|metadata| metadata.text("terminal_state"));
    let is_computed = matches!(ended, Some("CONVERGED") | None) || is_decided(&root);
    if is_computed && verdict != Some("ABORTED") {
        let course =
            if council.lost.is_empty() { ReviewCourse::Full } else { ReviewCourse::Degraded };
        let protocol = verdict::protocol(&root);
        recomputed(&mut check, &root, protocol, &root.list("gates"), &list, course);
    }
    check.close()
}

/// The time of the review has `-` in its time of day, since it is part of a name; `reviewed_at` says it in RFC 3339.
fn timestamp(check: &mut ContractCheck<'_>, root: &CheckedNode<'_>) {
    let Some(stamp) = check.text(root, "review_timestamp") else {
        return;
    };
    let read =
        named_at(&format!("{stamp}.json")).filter(|_| stamp.len() == 20 && stamp.contains('T'));
    let Some(read) = read else {
        let message = format!("`review_timestamp` is `{}`, expected a time with `-`", shown(stamp));
        check
            .error("bad-time", &root.spot("review_timestamp"), message)
            .help("write it like `2026-01-26T10-00-00Z`");
        return;
    };
    if root.get("reviewed_at").is_some()
        && check
            .time(root, "reviewed_at")
            .is_some_and(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string() != read)
    {
        let message = "`reviewed_at` and `review_timestamp` are different times".to_owned();
        check
            .error("time-order", &root.spot("reviewed_at"), message)
            .help("both say when the review began");
    }
}

fn figures(
    check: &mut ContractCheck<'_>,
    metadata: &CheckedNode<'_>,
    verdict: Option<&str>,
    council: &mut CheckedCouncil<'_>,
) {
    session_id(check, metadata, council.packet);
    council.lost = lost(check, metadata);
    let completed = check.count(metadata, "cycles_completed");
    let progress = if completed == Some(0) { SeatsProgress::Opening } else { SeatsProgress::Begun };
    seats(check, metadata, ModesForm::Short, progress, council);
    if completed.is_some_and(|completed| completed > 3) {
        let message = format!("{} counts more than three cycles", metadata.name());
        check.error("figure-mismatch", metadata, message).help("there are three cycles");
    }
    let raised = check.count(metadata, "total_findings_generated");
    let merged = check.count(metadata, "findings_after_dedup");
    if let (Some(raised), Some(merged)) = (raised, merged)
        && merged > raised
    {
        let message = format!("{} counts more findings after merging than before", metadata.name());
        check.error("figure-mismatch", metadata, message).help("merging never adds findings");
    }
    check.count(metadata, "contested_items_resolved");
    check.truth(metadata, "quorum_achieved");
    check.count(metadata, "elapsed_time_seconds");
    if let Some(ending) = metadata
        .get("terminal_state")
        .and_then(|_| check.word(metadata, "terminal_state", EndingWord::WORDS))
    {
        let agrees = match ending {
            "ABORTED" => verdict == Some("ABORTED"),
            "DEADLOCKED" => verdict == Some("NEEDS_ADJUDICATION"),
            _ => verdict != Some("ABORTED"),
        };
        if verdict.is_some() && !agrees {
            let message = format!("the verdict does not go with a session that is {ending}");
            check
                .error("verdict-mismatch", &metadata.spot("terminal_state"), message)
                .help("DEADLOCKED needs adjudication, ABORTED is ABORTED");
        }
        if ending == "ABORTED" {
            check.word(metadata, "abort_reason", AbortWord::WORDS);
        }
    }
}

/// A gate that names findings of the council names findings of this bundle.
fn gate_references(check: &mut ContractCheck<'_>, root: &CheckedNode<'_>, ids: &BTreeSet<&str>) {
    for named in root.list("gates").iter().flat_map(|gate| gate.list("findings")) {
        if let Some(id) = named.node().text()
            && !ids.contains(id)
        {
            let message =
                format!("{} is `{}`, which is not among the findings", named.name(), shown(id));
            check.error("unknown-finding", &named, message).help("name a finding of `findings`");
        }
    }
}

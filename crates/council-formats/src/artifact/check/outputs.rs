//! What came of a session: its verdict, the findings behind it and its figures.

use std::collections::BTreeSet;

use council_core::{
    council::{CouncilProtocol, Ruling},
    tree::Node,
    verdict::ReviewCourse as Went,
};

use super::{
    CheckedCouncil, VERDICTS, extras,
    fields::{CheckedNode, ContractCheck},
    finding::{FindingStage, findings},
    star,
    verdict::{self, recomputed},
};
use crate::{artifact::audit::shown, words::AbortWord};

/// How a session stands, as far as its outputs depend on it.
#[derive(Debug)]
pub(super) struct SessionCourse<'a, 't> {
    /// How it ended, if it has.
    pub(super) ending: Option<&'t str>,
    /// Its cycles.
    pub(super) cycles: &'a [CheckedNode<'t>],
    /// How many of them have ended.
    pub(super) completed: usize,
}

/// Checks the outputs: there are some exactly when the session has ended.
pub(super) fn outputs(
    check: &mut ContractCheck<'_>,
    root: &CheckedNode<'_>,
    course: &SessionCourse<'_, '_>,
    council: &CheckedCouncil<'_>,
) {
    check.need_key(root, "final_outputs");
    let Some(ending) = course.ending else {
        let open = ["terminal_state", "completed_at"].iter().all(|key| root.get(key).is_none());
        let verdict = root.get("final_outputs").and_then(|outputs| outputs.get("verdict"));
        if let Some(verdict) = verdict.filter(|_| open) {
            let message = format!("{} is stated before the session has ended", verdict.name());
            check
                .error("verdict-too-early", &verdict, message)
                .help("a running session has no verdict");
        }
        return;
    };
    let Some(outputs) = check.map(root, "final_outputs") else {
        return;
    };
    let verdict = check.word(&outputs, "verdict", &VERDICTS);
    check.text(&outputs, "verdict_reason");
    let consensus = check.list(&outputs, "consensus_findings");
    findings(check, &consensus, FindingStage::Merged, council);
    confirmed(check, &consensus);
    let deadlocked = check.list(&outputs, "deadlocked_findings");
    findings(check, &deadlocked, FindingStage::Merged, council);
    for finding in
        deadlocked.iter().filter(|finding| finding.text("agreement_status") != Some("DEADLOCKED"))
    {
        let message = format!("{} is listed as deadlocked but is not", finding.name());
        check
            .error("deadlock-mismatch", finding, message)
            .help("only what the vote left DEADLOCKED stands here");
    }
    for key in ["unconfirmed_findings", "dismissed_findings", "partial_findings"] {
        findings(check, &outputs.list(key), FindingStage::Merged, council);
    }
    extras::quarantined(check, &outputs);
    star::council_assessment(check, &outputs, council);
    match ending {
        "CONVERGED" => {
            let by_gates = verdict::weighed(verdict::protocol(root), &root.list("gates"));
            let consensus: Vec<CheckedNode<'_>> = consensus
                .into_iter()
                .filter(|finding| !verdict::is_weighed(&by_gates, finding))
                .collect();
            converged(check, &consensus, &deadlocked);
            let went = if council.lost.is_empty() { Went::Full } else { Went::Degraded };
            let protocol = verdict::protocol(root);
            recomputed(check, &outputs, protocol, &root.list("gates"), &settled(&outputs), went);
        }
        "DEADLOCKED" => {
            let councils = councils_verdict(check, &outputs, verdict);
            at_odds(check, &outputs, councils, &consensus, &deadlocked);
            if is_decided(&outputs) {
                let went = if council.lost.is_empty() { Went::Full } else { Went::Degraded };
                let (protocol, gates) = (verdict::protocol(root), root.list("gates"));
                recomputed(check, &outputs, protocol, &gates, &settled(&outputs), went);
            }
        }
        _ => aborted(check, &outputs, verdict),
    }
    if ending != "ABORTED" && course.completed < 3 {
        let message = format!("the session is {ending} after {} of three cycles", course.completed);
        check
            .error("cycles-incomplete", &root.spot("terminal_state"), message)
            .help("a session that stops early is ABORTED");
    }
    if ending != "ABORTED" && council.lost.len() >= 2 {
        let message = format!("the session is {ending} with {} seats lost", council.lost.len());
        check
            .error("too-few-seats", &root.spot("terminal_state"), message)
            .help("with fewer than two seats a session is ABORTED");
    }
    known(check, &outputs, course, council);
    star::means(check, &outputs, course.cycles, council);
    figures(
        check,
        &outputs,
        course,
        &SessionEnd { ending, protocol: verdict::protocol(root) },
        &deadlocked,
    );
}

/// How a session ended, and under which rules.
struct SessionEnd<'t> {
    ending: &'t str,
    protocol: CouncilProtocol,
}

/// What stands in the outcome was raised in a cycle.
fn known(
    check: &mut ContractCheck<'_>,
    outputs: &CheckedNode<'_>,
    course: &SessionCourse<'_, '_>,
    council: &CheckedCouncil<'_>,
) {
    let merged = course.cycles.iter().flat_map(|cycle| cycle.list("merged_findings"));
    let merged: BTreeSet<&str> = merged.filter_map(|one| one.text("finding_id")).collect();
    let lists = ["consensus_findings", "deadlocked_findings", "unconfirmed_findings"];
    let more = ["dismissed_findings", "partial_findings"];
    for finding in lists.iter().chain(&more).flat_map(|key| outputs.list(key)) {
        let Some(id) = finding.text("finding_id") else { continue };
        if !merged.contains(id) && !council.raised.contains(id) {
            let message = format!("{} is `{}`, which no cycle has", finding.name(), shown(id));
            check
                .error("unknown-finding", &finding, message)
                .help("the outcome lists what was raised in a cycle");
        }
    }
}

/// Tells whether a human has decided on findings since the session ended.
pub(super) fn is_decided(outputs: &CheckedNode<'_>) -> bool {
    !outputs.list("human_decisions").is_empty()
}

/// Returns the verdict that the council itself gave: the stated one, or the one from before humans decided.
pub(super) fn councils_verdict<'t>(
    check: &mut ContractCheck<'_>,
    outputs: &CheckedNode<'t>,
    verdict: Option<&'t str>,
) -> Option<&'t str> {
    if !is_decided(outputs) {
        return verdict;
    }
    for decision in outputs.list("human_decisions") {
        let words: Vec<&str> = Ruling::ALL.iter().map(|ruling| ruling.word()).collect();
        check.word(&decision, "decision", &words);
        for key in ["reason", "decided_by", "decided_at", "shown"] {
            check.text(&decision, key);
        }
    }
    outputs.text("council_verdict")
}

/// The council stands behind what its consensus lists.
fn confirmed(check: &mut ContractCheck<'_>, consensus: &[CheckedNode<'_>]) {
    for finding in consensus {
        let status = finding.text("agreement_status");
        if !matches!(status, Some("UNANIMOUS" | "MAJORITY" | "QUORUM_SUPPORT") | None) {
            let message = format!(
                "{} is in the consensus but the council does not stand behind it",
                finding.name()
            );
            check
                .error("consensus-mismatch", finding, message)
                .help("expected UNANIMOUS, MAJORITY or QUORUM_SUPPORT");
        }
    }
}

fn converged(
    check: &mut ContractCheck<'_>,
    consensus: &[CheckedNode<'_>],
    deadlocked: &[CheckedNode<'_>],
) {
    if let Some(finding) = deadlocked.first() {
        let message = format!("the session is CONVERGED, but {} is deadlocked", finding.name());
        check
            .error("deadlock-hidden", finding, message)
            .help("a session with a deadlock is DEADLOCKED");
    }
    for finding in open_blockers(consensus) {
        let message =
            format!("the session is CONVERGED, but the blocker {} is open", finding.name());
        check
            .error("blocker-open", finding, message)
            .help("a blocker without an agreed remediation is a deadlock");
    }
}

fn at_odds(
    check: &mut ContractCheck<'_>,
    outputs: &CheckedNode<'_>,
    verdict: Option<&str>,
    consensus: &[CheckedNode<'_>],
    deadlocked: &[CheckedNode<'_>],
) {
    if verdict.is_some_and(|verdict| verdict != "NEEDS_ADJUDICATION") {
        let message = "a deadlocked session needs adjudication, whatever else was found".to_owned();
        check
            .error("verdict-mismatch", &outputs.spot("verdict"), message)
            .help("write `verdict: NEEDS_ADJUDICATION`");
    }
    // A seat that has not assessed the packet against the vision keeps a council from converging as well.
    let complete = outputs.node().path(&["north_star_assessment", "complete"]);
    let unassessed = complete.and_then(Node::bool) == Some(false);
    let is_settled = deadlocked.is_empty() && open_blockers(consensus).next().is_none();
    if is_settled && !unassessed && !is_decided(outputs) {
        let message =
            "the session is DEADLOCKED, but no finding is deadlocked and no blocker is open"
                .to_owned();
        check
            .error("deadlock-mismatch", outputs, message)
            .help("list the findings in `deadlocked_findings`");
    }
    check.text(outputs, "escalation_target");
}

fn aborted(check: &mut ContractCheck<'_>, outputs: &CheckedNode<'_>, verdict: Option<&str>) {
    if verdict.is_some_and(|verdict| verdict != "ABORTED") {
        let message = "an aborted session has no other verdict than ABORTED".to_owned();
        check
            .error("verdict-mismatch", &outputs.spot("verdict"), message)
            .help("write `verdict: ABORTED`");
    }
    check.word(outputs, "abort_reason", AbortWord::WORDS);
    check.list(outputs, "partial_findings");
}

/// Returns the findings as they stand at the end.
fn settled<'t>(outputs: &CheckedNode<'t>) -> Vec<CheckedNode<'t>> {
    let lists =
        ["consensus_findings", "deadlocked_findings", "unconfirmed_findings", "dismissed_findings"];
    lists.iter().flat_map(|key| outputs.list(key)).collect()
}

/// Returns the blockers for which nothing was agreed. A file that says nothing about resolutions hides none.
fn open_blockers<'a, 't>(
    consensus: &'a [CheckedNode<'t>],
) -> impl Iterator<Item = &'a CheckedNode<'t>> {
    consensus.iter().filter(|finding| {
        finding.text("severity") == Some("BLOCKER")
            && matches!(finding.text("resolution"), Some("OPEN" | "DEADLOCKED"))
    })
}

/// The figures are counted from the content, not believed.
fn figures(
    check: &mut ContractCheck<'_>,
    outputs: &CheckedNode<'_>,
    course: &SessionCourse<'_, '_>,
    ended: &SessionEnd<'_>,
    deadlocked: &[CheckedNode<'_>],
) {
    let SessionEnd { ending, protocol } = *ended;
    let Some(figures) = check.map(outputs, "council_metadata") else {
        return;
    };
    let answers = course.cycles.iter().filter_map(|cycle| cycle.get("subagent_findings"));
    let raised = answers
        .flat_map(|answers| answers.entries())
        .map(|(_, answer)| answer.list("findings").len())
        .sum();
    figure(check, &figures, "total_findings_generated", raised);
    let last = match ending {
        "ABORTED" => outputs.list("partial_findings"),
        _ => course.cycles.last().map(|cycle| cycle.list("merged_findings")).unwrap_or_default(),
    };
    figure(check, &figures, "findings_after_dedup", last.len());
    let contested = contested(protocol, course.cycles, &last);
    figure(check, &figures, "contested_items_count", contested);
    figure(check, &figures, "cycles_completed", course.completed);
    let is_idle = |cycle: &CheckedNode<'_>| cycle.text("not_asked").is_some();
    if figures.get("cycles_asked").is_some() {
        let ended = course.cycles.iter().take(course.completed);
        figure(check, &figures, "cycles_asked", ended.filter(|cycle| !is_idle(cycle)).count());
    }
    check.count(&figures, "budget_consumed_tokens");
    check.count(&figures, "elapsed_time_seconds");
    let expected = match ending {
        // Where nobody was asked to vote, a quorum may be claimed or not: nothing was contested.
        "CONVERGED" if course.cycles.last().is_some_and(is_idle) => None,
        "CONVERGED" => Some(true),
        "ABORTED" => Some(false),
        _ if !deadlocked.is_empty() => Some(false),
        _ => None,
    };
    if let (Some(stated), Some(expected)) = (check.truth(&figures, "quorum_achieved"), expected)
        && stated != expected
    {
        let message = format!(
            "{} says `quorum_achieved: {stated}` of a session that is {ending}",
            figures.name()
        );
        check
            .error("figure-mismatch", &figures.spot("quorum_achieved"), message)
            .help(format!("write `quorum_achieved: {expected}`"));
    }
}

/// Counts the findings that were ever disputed; before the fourth protocol also those that were voted on.
fn contested(
    protocol: CouncilProtocol,
    cycles: &[CheckedNode<'_>],
    last: &[CheckedNode<'_>],
) -> usize {
    let items: Vec<CheckedNode<'_>> =
        cycles.iter().flat_map(|cycle| cycle.list("contested_items")).collect();
    let disputed: BTreeSet<&str> = items
        .iter()
        .filter_map(|item| item.node().text().or_else(|| item.text("finding_id")))
        .collect();
    let voted = |finding: &CheckedNode<'_>| {
        protocol < CouncilProtocol::Fourth
            && finding
                .list("ballots")
                .iter()
                .any(|ballot| ballot.text("question") == Some("VALIDITY"))
    };
    let counts = |finding: &&CheckedNode<'_>| {
        finding.text("finding_id").is_some_and(|id| disputed.contains(id)) || voted(finding)
    };
    last.iter().filter(counts).count()
}

fn figure(check: &mut ContractCheck<'_>, figures: &CheckedNode<'_>, key: &str, counted: usize) {
    if let Some(stated) = check.count(figures, key)
        && stated != counted
    {
        let message =
            format!("{} says `{key}: {stated}`, but the file has {counted}", figures.name());
        check
            .error("figure-mismatch", &figures.spot(key), message)
            .help(format!("write `{key}: {counted}`"));
    }
}

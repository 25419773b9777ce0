//! The verdict of a file, recomputed from its findings and gates by the one function that computes verdicts.

use std::collections::BTreeSet;

use council_core::{
    council::CouncilProtocol,
    finding::Confidence,
    severity::Severity,
    verdict::{FindingFact, GateFact, ReviewCourse, VerdictFacts, judge},
};

use super::{
    VERDICTS,
    fields::{CheckedNode, ContractCheck},
};
use crate::session::CONTENT_GATE;
use crate::words::{AgreementWord, ResolutionWord, VerdictWord};

/// Compares the verdict a file states with the one its findings and gates give.
///
/// A file that says nothing about resolutions leaves open what became of its findings, so only a pass is refused there.
pub(super) fn recomputed(
    check: &mut ContractCheck<'_>,
    holder: &CheckedNode<'_>,
    protocol: CouncilProtocol,
    gates: &[CheckedNode<'_>],
    findings: &[CheckedNode<'_>],
    course: ReviewCourse,
) {
    let Some(stated) = holder.text("verdict").filter(|stated| VERDICTS.contains(stated)) else {
        return;
    };
    let complete = holder.node().path(&["north_star_assessment", "complete"]);
    let course = match complete.and_then(council_core::tree::Node::bool) {
        Some(false) => course.max(ReviewCourse::Unassessed),
        Some(true) | None => course,
    };
    let Some(facts) = facts(protocol, gates, findings, course) else {
        return;
    };
    let resolved = findings.iter().all(|finding| finding.text("resolution").is_some());
    let judgement = judge(&facts);
    let computed = VerdictWord::from(judgement.verdict).word();
    // Whether an owner rejected a blocker is a decision, which stands in no finding.
    let rejected = stated == "FAILED" && open_blocker(&facts);
    if stated == computed || rejected || (!resolved && stated != "PASSED") {
        return;
    }
    let grounds: Vec<String> =
        judgement.decisive().map(|reason| reason.ground.to_string()).collect();
    let why =
        if grounds.is_empty() { "nothing is left to say".to_owned() } else { grounds.join("; ") };
    let message =
        format!("the verdict is {stated}, but the findings and gates make it {computed}: {why}");
    check
        .error("verdict-mismatch", &holder.spot("verdict"), message)
        .help("the verdict is computed, never chosen");
}

fn facts(
    protocol: CouncilProtocol,
    gates: &[CheckedNode<'_>],
    findings: &[CheckedNode<'_>],
    course: ReviewCourse,
) -> Option<VerdictFacts> {
    let is_open = |found: &&CheckedNode<'_>, severity: &str| {
        found.text("severity") == Some(severity) && found.text("decision").is_none()
    };
    let is_major = |found: &&CheckedNode<'_>| is_open(found, "MAJOR");
    // A gate whose every blocker a human has decided on holds nothing any more.
    let is_decided = |gate: &CheckedNode<'_>| {
        let found = gate.list("findings");
        let ruled = found.iter().any(|found| found.text("decision").is_some());
        ruled && !found.iter().any(|found| is_open(&found, "BLOCKER"))
    };
    let majors = |gate: &CheckedNode<'_>| {
        let is_silent =
            protocol < CouncilProtocol::Second || gate.text("status") == Some("NOT_APPLICABLE");
        if is_silent { 0 } else { gate.list("findings").iter().filter(is_major).count() }
    };
    let by_gates = weighed(protocol, gates);
    let is_weighed = |finding: &&CheckedNode<'_>| is_weighed(&by_gates, finding);
    let gates = gates.iter().map(|gate| GateFact {
        majors: majors(gate),
        // A concern changes no word of a file: with it or without, the verdict is PASSED.
        carried: 0,
        id: gate.text("gate_id").unwrap_or_default().to_owned(),
        // The gate of the seats only repeats what their findings say.
        failed: gate.text("status") == Some("FAILED") && !is_of_seats(gate) && !is_decided(gate),
    });
    let council = findings.iter().filter(|finding| !is_weighed(finding));
    Some(VerdictFacts {
        course,
        gates: gates.collect(),
        findings: council.map(fact).collect::<Option<_>>()?,
    })
}

/// Tells whether a gate stands for what the seats found, which their findings say themselves.
pub(super) fn is_of_seats(gate: &CheckedNode<'_>) -> bool {
    gate.text("type") == Some("LLM-ASSISTED") || gate.text("gate_id") == Some(CONTENT_GATE)
}

/// Reads a finding as the verdict sees it; one whose words are unknown is reported elsewhere.
fn fact(finding: &CheckedNode<'_>) -> Option<FindingFact> {
    let confidence =
        finding.node().get("confidence").map_or(Some(1.0), council_core::tree::Node::number)?;
    Some(FindingFact {
        id: finding.text("finding_id")?.to_owned(),
        severity: Severity::read(finding.text("severity")?)?,
        confidence: Confidence::new(confidence)?,
        agreement: AgreementWord::read(finding.text("agreement_status")?)?.into(),
        resolution: ResolutionWord::read(finding.text("resolution").unwrap_or("OPEN"))?.into(),
        rejected: false,
    })
}

fn open_blocker(facts: &VerdictFacts) -> bool {
    let blocks = |finding: &FindingFact| {
        finding.severity == Severity::Blocker && finding.resolution.is_open()
    };
    facts.findings.iter().any(|finding| blocks(finding) && finding.agreement.is_confirmed())
}

/// Reads the rules that a file says its session was held under.
pub(super) fn protocol(root: &CheckedNode<'_>) -> CouncilProtocol {
    match root.get("protocol_version").and_then(|version| version.node().number()) {
        Some(version) if version >= 5.0 => CouncilProtocol::Fifth,
        Some(version) if version >= 4.0 => CouncilProtocol::Fourth,
        Some(version) if version >= 3.0 => CouncilProtocol::Third,
        Some(version) if version >= 2.0 => CouncilProtocol::Second,
        Some(_) | None => CouncilProtocol::First,
    }
}

/// Returns the rules whose blockers and majors the gates of a file weigh.
pub(super) fn weighed<'t>(
    protocol: CouncilProtocol,
    gates: &[CheckedNode<'t>],
) -> BTreeSet<&'t str> {
    if protocol == CouncilProtocol::First {
        return BTreeSet::new();
    }
    let found = gates.iter().flat_map(|gate| gate.list("findings"));
    let grave = found.filter(|found| matches!(found.text("severity"), Some("BLOCKER" | "MAJOR")));
    grave.filter_map(|found| found.text("rule_id")).collect()
}

/// Tells whether a blocker or major of a file is weighed by its gates.
pub(super) fn is_weighed(by_gates: &BTreeSet<&str>, finding: &CheckedNode<'_>) -> bool {
    matches!(finding.text("severity"), Some("BLOCKER" | "MAJOR"))
        && finding.text("agreement_status") != Some("DEADLOCKED")
        && finding.text("rule_id").is_some_and(|rule| by_gates.contains(rule))
}

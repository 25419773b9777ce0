//! What a session, a bundle or a seat's report says, whatever shape it came in.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    diagnostic::{Diagnostic, Parsed},
    tree::Node,
    verdict::Verdict,
};

use super::{
    audit::{Audit, nodes, shown, word},
    document,
    found::{StatedFinding, findings, is_finding, severities},
    keys,
    names::named_at,
    scores::phase_scores,
    seats::{Votes, agents, seat_verdicts, votes},
    words::{self, GateWeight},
};

/// The longest verdict that is repeated; what is longer is prose.
const LONGEST_VERDICT: usize = 60;

/// What sort of record of a review a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArtifactKind {
    /// The state of a council session.
    Session,
    /// What a review leaves behind as evidence.
    Bundle,
    /// What one seat wrote.
    SeatReport,
}

impl ArtifactKind {
    /// Returns our own word for it.
    pub fn word(self) -> &'static str {
        match self {
            ArtifactKind::Session => "session",
            ArtifactKind::Bundle => "bundle",
            ArtifactKind::SeatReport => "seat-report",
        }
    }
}

/// What a file says, normalised, beside the whole of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ArtifactReading {
    /// What sort of record it is.
    pub kind: ArtifactKind,
    /// The single key that everything else stands under, if there is one.
    pub wrapper: Option<String>,
    /// The id of what was reviewed.
    pub id: Option<String>,
    /// The id of the session.
    pub session_id: Option<String>,
    /// How deep the review went.
    pub depth: Option<String>,
    /// When the review was, as written.
    pub timestamp: Option<String>,
    /// When the review was according to the file's name.
    pub named_at: Option<String>,
    /// What the verdict's word certainly means; there is no default.
    pub verdict: Option<Verdict>,
    /// The verdict as written, its first line.
    pub raw_verdict: Option<String>,
    /// Every finding, wherever it stands, in the order of the file; one stated twice is here twice.
    pub findings: Vec<StatedFinding>,
    /// How many findings of each severity, in the contract's words; an unknown word counts as `UNKNOWN:` and itself.
    pub severities: BTreeMap<String, usize>,
    /// The modes of each seat.
    pub agents: BTreeMap<String, Vec<i64>>,
    /// What each seat thought of the whole.
    pub seat_verdicts: BTreeMap<String, String>,
    /// Every set of phase scores, phase 1 first.
    pub phase_scores: Vec<Vec<Option<f64>>>,
    /// How each seat voted, by finding.
    pub votes: Votes,
    /// The status of each gate; where a gate is stated twice, the stricter one.
    pub gates: BTreeMap<String, String>,
    /// The whole file: nothing that was not understood is lost.
    pub tree: Node,
}

impl ArtifactReading {
    /// Returns how many different findings there are.
    pub fn unique_findings(&self) -> usize {
        self.findings.iter().map(|finding| finding.id.as_str()).collect::<BTreeSet<_>>().len()
    }

    /// Tells whether nothing was read that anybody could verify: no verdict, finding, gate, seat, vote or score.
    pub fn is_empty(&self) -> bool {
        self.raw_verdict.is_none()
            && self.findings.is_empty()
            && self.gates.is_empty()
            && self.agents.is_empty()
            && self.seat_verdicts.is_empty()
            && self.votes.is_empty()
            && self.phase_scores.is_empty()
    }

    /// Returns what the file says below its wrapper.
    pub fn body(&self) -> &Node {
        unwrap(&self.tree).1
    }
}

/// Reads a session, a bundle or a seat's report from YAML or JSON text.
pub fn read(path: &str, text: &str) -> Result<Parsed<ArtifactReading>, Diagnostic> {
    let parsed = document::tree(path, text)?;
    let mut reading = read_tree(path, &parsed.value);
    reading.diagnostics.splice(0..0, parsed.diagnostics);
    Ok(reading)
}

/// Reads a session, a bundle or a seat's report from a tree.
pub fn read_tree(path: &str, tree: &Node) -> Parsed<ArtifactReading> {
    let mut audit = Audit::new(path);
    let (wrapper, body) = unwrap(tree);
    if let Some(wrapper) = wrapper {
        let message =
            format!("everything stands under the legacy wrapper key `{}`", shown(wrapper));
        audit.note("legacy-wrapper", body.line, message);
    }
    let (raw_verdict, verdict) = verdict(body, &mut audit);
    let findings = findings(body, &mut audit);
    let reading = ArtifactReading {
        kind: kind(body),
        wrapper: wrapper.map(str::to_owned),
        id: first(
            body,
            &[&["prd_id"], &["review_meta", "prd_id"], &["rfc_id"], &["review_meta", "rfc_id"]],
        )
        .or_else(|| keys::packet(body)),
        session_id: first(
            body,
            &[&["session_id"], &["session", "id"], &["council_metadata", "session_id"]],
        ),
        depth: first(body, &[&["review_depth"], &["depth"]]),
        timestamp: first(
            body,
            &[&["review_timestamp"], &["timestamp"], &["assessment_date"], &["initiated_at"]],
        ),
        named_at: named_at(path),
        verdict,
        raw_verdict,
        severities: severities(&findings),
        findings,
        agents: agents(body, &mut audit),
        seat_verdicts: seat_verdicts(body),
        phase_scores: phase_scores(body, &mut audit),
        votes: votes(body),
        gates: gates(body, &mut audit),
        tree: tree.clone(),
    };
    if reading.id.is_none() {
        let message = "the file does not say what was reviewed".to_owned();
        audit
            .warning("no-id", body.line, message)
            .help("expected `prd_id`, `rfc_id` or another id of it");
    }
    Parsed { value: reading, diagnostics: audit.close() }
}

/// Tells whether a tree is a record of a review at all: it has a verdict, findings, gates or seats.
pub fn is_artifact(tree: &Node) -> bool {
    let (_, body) = unwrap(tree);
    has_known_key(body) || nodes(body).any(is_finding)
}

/// Tells whether a record has a key that the contracts or the records from before them have.
pub(super) fn has_known_key(body: &Node) -> bool {
    let marks = [
        "verdict",
        "overall_verdict",
        "final_outputs",
        "subagents",
        "cycles",
        "gates",
        "gate_results",
        "gate_assessments",
    ];
    marks.iter().any(|key| body.get(key).is_some())
}

/// Tells whether a tree that has none of the contract's keys is a record of a review: it names its packet, and speaks of a
/// review in words of its own.
pub fn is_foreign(tree: &Node) -> bool {
    keys::is_of_a_review(unwrap(tree).1)
}

/// Tells whether a tree is written in the shape of the contracts, and not only in one that can be read.
///
/// A session has an id and seats, or says when it began or what its cycles were; a bundle has every key of the contract's
/// own example, or says when the review was in RFC 3339. A file that has all of that and is none is held against the
/// contract and not waved through.
pub fn is_exact(tree: &Node) -> bool {
    let has = |key: &&str| tree.get(key).is_some();
    let is_session = ["session_id", "subagents"].iter().all(has);
    let is_dated = ["cycles", "final_outputs", "initiated_at", "reviewed_at"].iter().any(has);
    has(&"schema_version") && (is_session || is_dated || is_bundle_of_the_contract(tree))
}

/// Tells whether a bundle has every key of the contract's example. The contract writes a place as text; the bundles from
/// before it have maps there.
fn is_bundle_of_the_contract(tree: &Node) -> bool {
    const KEYS: [&str; 8] = [
        "prd_id",
        "review_timestamp",
        "review_depth",
        "gates",
        "findings",
        "verdict",
        "verdict_reason",
        "council_metadata",
    ];
    let findings = tree.get("findings").map(Node::items).unwrap_or_default();
    let is_map = |place: &Node| !place.entries().is_empty();
    KEYS.iter().all(|key| tree.get(key).is_some())
        && !findings.iter().any(|finding| finding.get("location").is_some_and(is_map))
}

/// Takes off the single key that everything else stands under.
fn unwrap(tree: &Node) -> (Option<&str>, &Node) {
    match tree.entries() {
        [only] if !only.node.entries().is_empty() => (Some(&only.key), &only.node),
        _ => (None, tree),
    }
}

fn kind(body: &Node) -> ArtifactKind {
    let has = |key: &str| body.get(key).is_some();
    let of_one_seat = keys::seat(body).is_some()
        || has("reviewer_agent")
        || body.path(&["review_meta", "agent_id"]).is_some();
    if of_one_seat {
        return ArtifactKind::SeatReport;
    }
    if has("session_id") && (has("cycles") || has("subagents") || has("final_outputs")) {
        return ArtifactKind::Session;
    }
    ArtifactKind::Bundle
}

fn first(body: &Node, paths: &[&[&str]]) -> Option<String> {
    paths.iter().find_map(|keys| word(body.path(keys)?))
}

/// Reads the verdict as written, and what it certainly means.
fn verdict(body: &Node, audit: &mut Audit<'_>) -> (Option<String>, Option<Verdict>) {
    let places: [&[&str]; 4] =
        [&["verdict"], &["overall_verdict"], &["final_verdict"], &["final_outputs", "verdict"]];
    let known = places.iter().find_map(|keys| body.path(keys));
    let Some(node) = known.or_else(|| only_verdict(body)) else {
        audit
            .warning("no-verdict", body.line, "the file states no verdict".to_owned())
            .help("expected `verdict`");
        return (None, None);
    };
    let stated = node.get("status").unwrap_or(node);
    let Some(raw) = word(stated) else {
        let message = format!("the verdict is {}, expected a word", stated.kind());
        audit
            .warning("no-verdict", node.line, message)
            .help("a session that has not ended has none");
        return (None, None);
    };
    let line = raw.lines().next().unwrap_or_default();
    let short: String = line.chars().take(LONGEST_VERDICT).collect();
    let meant = words::verdict(&raw);
    if meant.is_none() {
        let message = format!(
            "the verdict `{}` has no certain meaning, so there is no verdict",
            shown(&short)
        );
        audit
            .warning("verdict-unknown", stated.line, message)
            .help("expected PASSED, FAILED, NEEDS_REMEDIATION, NEEDS_ADJUDICATION or ABORTED");
    }
    match body.get("updated_verdict").and_then(word) {
        Some(updated) if words::verdict(&updated) != meant => {
            let message =
                format!("`updated_verdict` says `{}`, so there is no verdict", shown(&updated));
            audit.warning("verdict-conflict", stated.line, message).help("state one verdict");
            (Some(short), None)
        }
        Some(_) | None => (Some(short), meant),
    }
}

/// Finds the verdict where it stands under a name of the file's own. Several that differ are none.
fn only_verdict(body: &Node) -> Option<&Node> {
    let entries = keys::own(body).flat_map(Node::entries);
    let mut stated = entries.filter(|entry| keys::ends_in(&entry.key, "verdict"));
    let first = &stated.next()?.node;
    let said = |node: &Node| word(node.get("status").unwrap_or(node));
    stated.all(|other| said(&other.node) == said(first)).then_some(first)
}

/// Reads the gates: whatever names a `gate_id` and a `status` and is not a finding.
fn gates(body: &Node, audit: &mut Audit<'_>) -> BTreeMap<String, String> {
    let mut gates: BTreeMap<String, String> = BTreeMap::new();
    for node in nodes(body).filter(|node| node.get("finding_id").is_none()) {
        let (gate, status) =
            (node.get("gate_id").and_then(word), node.get("status").and_then(word));
        let (Some(gate), Some(status)) = (gate, status) else {
            continue;
        };
        let Some(earlier) = gates.get(&gate) else {
            gates.insert(gate, status);
            continue;
        };
        let (weight, before) = (GateWeight::of(&status), GateWeight::of(earlier));
        if weight == before {
            continue;
        }
        let message = format!(
            "gate `{}` is stated as `{}` and as `{}`; the stricter stands",
            shown(&gate),
            shown(earlier),
            shown(&status)
        );
        audit.warning("gate-conflict", node.line, message).help("state each gate once");
        if weight > before {
            gates.insert(gate, status);
        }
    }
    gates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str) -> Parsed<ArtifactReading> {
        read("a.yaml", text).unwrap()
    }

    fn codes(text: &str) -> Vec<&'static str> {
        reading(text).diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    }

    #[test]
    fn a_wrapper_key_is_taken_off_with_a_note() {
        let parsed = reading("council_session:\n  prd_id: PRD-1\n  verdict: PASSED\n");
        assert_eq!(parsed.value.wrapper.as_deref(), Some("council_session"));
        assert_eq!(
            (parsed.value.id.as_deref(), parsed.value.verdict),
            (Some("PRD-1"), Some(Verdict::Pass))
        );
        assert_eq!(parsed.diagnostics[0].code, "legacy-wrapper");
    }

    #[test]
    fn what_was_asked_for_goes_before_what_was_made_of_it() {
        let parsed = reading("rfc_id: RFC-1\nreview_meta: {prd_id: PRD-1}\nverdict: PASSED\n");
        assert_eq!(parsed.value.id.as_deref(), Some("PRD-1"));
    }

    #[test]
    fn a_verdict_in_prose_is_shown_but_never_guessed() {
        let parsed = reading(
            "prd_id: PRD-1\noverall_verdict: |\n  The PRD is APPROVED for the next phase, with the thanks of all.\n  More.\n",
        );
        assert_eq!(
            parsed.value.raw_verdict.as_deref(),
            Some("The PRD is APPROVED for the next phase, with the thanks of a")
        );
        assert_eq!(parsed.value.verdict, None);
        assert_eq!(parsed.diagnostics[0].code, "verdict-unknown");
    }

    #[test]
    fn two_verdicts_that_differ_are_no_verdict() {
        let parsed = reading("prd_id: PRD-1\nverdict: PASSED\nupdated_verdict: FAILED\n");
        assert_eq!((parsed.value.verdict, parsed.diagnostics[0].code), (None, "verdict-conflict"));
        assert_eq!(
            codes("prd_id: PRD-1\nverdict: PASSED\nupdated_verdict: PASSED\n"),
            Vec::<&str>::new()
        );
    }

    #[test]
    fn the_stricter_of_two_statements_about_a_gate_stands() {
        for (one, two) in [("PASS", "FAIL"), ("FAIL", "PASSED_WITH_REMEDIATION")] {
            let text = format!(
                "prd_id: P\nverdict: PASSED\ng: [{{gate_id: G, status: {one}}}, {{gate_id: G, status: {two}}}]\n"
            );
            let parsed = reading(&text);
            assert_eq!(
                (parsed.value.gates["G"].as_str(), parsed.diagnostics[0].code),
                ("FAIL", "gate-conflict")
            );
        }
    }

    #[test]
    fn sessions_bundles_and_seat_reports_are_told_apart() {
        for (text, expected) in [
            ("session_id: S\ncycles: []\n", ArtifactKind::Session),
            ("council_session: {session_id: S, subagents: []}\n", ArtifactKind::Session),
            ("prd_id: P\ngates: []\nverdict: PASSED\n", ArtifactKind::Bundle),
            ("agent_id: SA-2\nsession_id: S\nfindings: []\n", ArtifactKind::SeatReport),
            ("review_meta: {agent_id: SA-3}\nfindings: []\n", ArtifactKind::SeatReport),
        ] {
            assert_eq!(reading(text).value.kind, expected, "{text}");
        }
    }

    #[test]
    fn a_file_about_something_else_is_no_record_of_a_review() {
        let tree = |text| document::tree("a.yaml", text).unwrap().value;
        assert!(!is_artifact(&tree("name: x\nversion: 1\n")));
        assert!(!is_artifact(&tree("")));
        assert!(is_artifact(&tree("verdict: PASSED\n")));
    }
}

//! Facts about the gates, on folders of our own.

mod each_rule;

use std::borrow::Cow;

use jiff::civil::date;

use super::*;
use crate::{
    gate::report::GateStatus,
    severity::Severity,
    tree::{TreeEntry, Value},
};

/// Builds a node from a small notation: `key` paths to texts, so that tests need no YAML reader.
fn map(entries: Vec<(&str, Node)>) -> Node {
    let entry = |(key, node): (&str, Node)| TreeEntry { key: key.to_owned(), node };
    Node { value: Value::Map(entries.into_iter().map(entry).collect()), line: Some(1) }
}

fn text(text: &str) -> Node {
    Node { value: Value::Text(text.to_owned()), line: Some(1) }
}

fn list(items: Vec<Node>) -> Node {
    Node { value: Value::List(items), line: Some(1) }
}

fn texts(items: &[&str]) -> Node {
    list(items.iter().map(|item| text(item)).collect())
}

fn file(path: &str, root: Node) -> File {
    File { path: path.to_owned(), text: String::new(), tree: Ok(root) }
}

fn requirement(id: &str, evidence: &[&str]) -> File {
    let node = map(vec![
        ("id", text(id)),
        ("type", text("FUNCTIONAL")),
        ("acceptance_criteria", texts(&["it answers 200"])),
        ("evidence", map(vec![("evidence_ids", texts(evidence))])),
    ]);
    file(&format!("requirements/{id}.yaml"), map(vec![("prd_requirement", node)]))
}

fn artifact(id: &str) -> File {
    let command = map(vec![("id", text("CMD-0001")), ("network_access", text("DISALLOWED"))]);
    let node = map(vec![
        ("id", text(id)),
        ("category", text("TEST_RESULTS")),
        ("capture", map(vec![("paths", texts(&["evidence/"]))])),
        ("verification", map(vec![("commands", list(vec![command]))])),
        ("data", map(vec![("classification", text("INTERNAL"))])),
    ]);
    file(&format!("evidence_artifacts/{id}.yaml"), map(vec![("prd_evidence_artifact", node)]))
}

fn run_on(files: Vec<File>) -> Vec<GateReport> {
    let folder = PrdFolder { path: "prds/PRD-0001".to_owned(), files, atlas: None };
    run(&folder, PrdGateSettings { profile: Profile::Canonical, today: date(2026, 3, 1) })
}

/// Returns the rule of a finding that was just made.
fn rule(finding: &GateFinding) -> &'static str {
    match finding.rule {
        Cow::Borrowed(rule) => rule,
        Cow::Owned(_) => panic!("a rule's name is in the program"),
    }
}

fn rules(reports: &[GateReport], gate: &str) -> Vec<&'static str> {
    let report = reports.iter().find(|report| report.id == gate).unwrap();
    report.findings.iter().map(rule).collect()
}

#[test]
fn the_gates_run_in_their_order() {
    let reports = run_on(Vec::new());
    let ids: Vec<&str> = reports.iter().map(|report| &*report.id).collect();
    assert_eq!(
        ids,
        [
            "GATE-PRD-SCHEMA",
            "GATE-PRD-LINT",
            "GATE-PRD-TRACEABILITY",
            "GATE-PRD-CCP-MAPPING",
            "GATE-PRD-QUALITY-COVERAGE",
            "GATE-PRD-EVIDENCE-STANDARDS",
        ]
    );
}

#[test]
fn a_sound_requirement_and_its_evidence_have_no_lint() {
    let reports = run_on(vec![requirement("REQ-0001", &["EVID-0001"]), artifact("EVID-0001")]);
    assert_eq!(rules(&reports, "GATE-PRD-LINT"), [""; 0]);
    assert_eq!(rules(&reports, "GATE-PRD-EVIDENCE-STANDARDS"), [""; 0]);
}

#[test]
fn a_reference_to_evidence_that_is_not_there_blocks() {
    let reports = run_on(vec![requirement("REQ-0001", &["EVID-0009"])]);
    assert_eq!(rules(&reports, "GATE-PRD-LINT"), ["broken-reference"]);
    assert_eq!(reports[1].status(), GateStatus::Failed);
}

#[test]
fn a_template_may_leave_open_what_a_prd_may_not() {
    let files = vec![requirement("REQ-0001", &["EVID-0009"])];
    let folder = PrdFolder { path: "prds/template".to_owned(), files, atlas: None };
    let reports =
        run(&folder, PrdGateSettings { profile: Profile::Canonical, today: date(2026, 3, 1) });
    assert_eq!(rules(&reports, "GATE-PRD-LINT"), [""; 0]);
}

#[test]
fn what_a_gate_found_has_a_name_for_tickets() {
    let reports = run_on(vec![requirement("REQ-0001", &["EVID-0009"])]);
    let mut finding = reports[1].findings[0].clone();
    let own = finding.short_id();
    assert!(own.starts_with("F-") && own.len() > 6, "{own}");
    finding.message += " now";
    assert_ne!(finding.short_id(), own);
    finding.named = Some("F-1234567890".to_owned());
    assert_eq!(finding.short_id(), "F-1234567890");
}

#[test]
fn an_id_out_of_pattern_is_major_and_does_not_fail_the_gate() {
    let reports = run_on(vec![requirement("REQ-PAY-0001", &["EVID-0001"]), artifact("EVID-0001")]);
    assert_eq!(rules(&reports, "GATE-PRD-LINT"), ["id-format"]);
    assert_eq!(reports[1].findings[0].severity, Severity::Major);
    assert_eq!(reports[1].status(), GateStatus::Passed);
}

#[test]
fn the_same_id_twice_blocks() {
    let again = File {
        path: "requirements/again.yaml".to_owned(),
        ..requirement("REQ-0001", &["EVID-0001"])
    };
    let reports =
        run_on(vec![requirement("REQ-0001", &["EVID-0001"]), again, artifact("EVID-0001")]);
    assert_eq!(rules(&reports, "GATE-PRD-LINT"), ["duplicate-id"]);
}

#[test]
fn a_placeholder_is_found_with_its_line() {
    let mut file = requirement("REQ-0001", &["EVID-0001"]);
    file.text = "a: 1\nb: the limit is TBD\nc: TIME_TBD\n".to_owned();
    let reports = run_on(vec![file, artifact("EVID-0001")]);
    let finding = &reports[1].findings[0];
    assert_eq!((rule(finding), finding.place.line), ("placeholder", Some(2)));
    assert_eq!(reports[1].findings.len(), 1);
}

#[test]
fn evidence_nobody_cites_is_a_minor_loose_end() {
    let reports = run_on(vec![
        requirement("REQ-0001", &["EVID-0001"]),
        artifact("EVID-0001"),
        artifact("EVID-0002"),
    ]);
    let report = reports.iter().find(|report| report.id == "GATE-PRD-TRACEABILITY").unwrap();
    assert_eq!(report.findings.iter().map(rule).collect::<Vec<_>>(), ["orphan-evidence"]);
    assert_eq!(report.status(), GateStatus::Passed);
}

#[test]
fn requirements_that_wait_for_each_other_block() {
    let waiting = |id: &str, other: &str| {
        let node = map(vec![
            ("id", text(id)),
            ("type", text("FUNCTIONAL")),
            ("acceptance_criteria", texts(&["it answers"])),
            ("evidence", map(vec![("evidence_ids", texts(&["EVID-0001"]))])),
            ("depends_on", texts(&[other])),
        ]);
        file(&format!("requirements/{id}.yaml"), map(vec![("prd_requirement", node)]))
    };
    let reports = run_on(vec![
        waiting("REQ-0001", "REQ-0002"),
        waiting("REQ-0002", "REQ-0001"),
        artifact("EVID-0001"),
    ]);
    assert_eq!(
        rules(&reports, "GATE-PRD-TRACEABILITY"),
        ["circular-reference", "circular-reference"]
    );
}

#[test]
fn every_missing_dimension_blocks() {
    let reports = run_on(Vec::new());
    let missing = rules(&reports, "GATE-PRD-QUALITY-COVERAGE");
    assert_eq!(missing.len(), 18);
    assert_eq!(reports[4].status(), GateStatus::Failed);
}

fn waived(expires: &str, status: &str, scope: &str) -> Vec<&'static str> {
    let waiver = map(vec![
        ("id", text("WVR-0001")),
        ("rationale", text("the vendor ships the fix in May")),
        ("expiration_date", text(expires)),
        ("required_signoffs", texts(&["AUTH_SECURITY"])),
        ("status", text(status)),
        ("scope", map(vec![("gate_ids", texts(&[scope]))])),
    ]);
    let gate = map(vec![
        ("gate_id", text("GATE-PRD-LINT")),
        ("gate_status", text("WAIVED")),
        ("waiver_id", text("WVR-0001")),
    ]);
    let root = map(vec![(
        "prd_decisions_review",
        map(vec![("waivers", list(vec![waiver])), ("reviews", list(vec![gate]))]),
    )]);
    rules(&run_on(vec![file("09_decisions_review.yaml", root)]), "GATE-PRD-LINT")
}

#[test]
fn a_waiver_holds_only_while_it_lasts_for_what_it_names_and_once_approved() {
    assert_eq!(waived("2026-06-01", "APPROVED", "GATE-PRD-LINT"), [""; 0]);
    assert_eq!(waived("2026-02-28", "APPROVED", "GATE-PRD-LINT"), ["waiver-expired"]);
    assert_eq!(waived("2026-06-01", "REQUESTED", "GATE-PRD-LINT"), ["waiver-missing"]);
    assert_eq!(waived("2026-06-01", "APPROVED", "GATE-PRD-SCHEMA"), ["waiver-missing"]);
    assert_eq!(waived("soon", "APPROVED", "GATE-PRD-LINT"), ["waiver-endless"]);
}

#[test]
fn without_an_atlas_the_mapping_does_not_apply() {
    assert_eq!(run_on(Vec::new())[3].status(), GateStatus::NotApplicable);
}

#[test]
fn a_component_the_atlas_does_not_have_is_ungrounded() {
    let atlas = map(vec![("components", list(vec![map(vec![("id", text("COMP-LEDGER"))])]))]);
    let uses = |id: &str| map(vec![("parts", list(vec![map(vec![("component_ref", text(id))])]))]);
    let folder = |id: &str| PrdFolder {
        path: "p".to_owned(),
        files: vec![file(
            "04_solution_overview.yaml",
            map(vec![("prd_solution_overview", uses(id))]),
        )],
        atlas: Some(atlas.clone()),
    };
    let settings = PrdGateSettings { profile: Profile::Canonical, today: date(2026, 3, 1) };
    assert_eq!(rules(&run(&folder("COMP-LEDGER"), settings), "GATE-PRD-CCP-MAPPING"), [""; 0]);
    assert_eq!(
        rules(&run(&folder("COMP-NONE"), settings), "GATE-PRD-CCP-MAPPING"),
        ["unknown-component"]
    );
}

#[test]
fn the_stakes_follow_from_the_files() {
    use crate::depth::{BlastRadius, Depth, NorthStar};
    let domains = texts(&["A", "B", "C", "D", "E"]);
    let meta = map(vec![("custody", map(vec![("responsible_domains", domains)]))]);
    let files =
        vec![file("00_meta.yaml", map(vec![("prd_meta", meta)])), requirement("REQ-0001", &[])];
    let folder = PrdFolder { path: "p".to_owned(), files, atlas: None };
    let small = stakes(&folder, NorthStar::NotAsked);
    assert_eq!((small.requirements, small.blast), (1, BlastRadius::System));
    assert_eq!(small.depth(), Depth::Deep);
    assert_eq!(stakes(&folder, NorthStar::Asked).depth(), Depth::Council);
}

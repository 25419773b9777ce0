//! The deterministic gates on real PRD folders, held against values computed apart from this program.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

use std::collections::{BTreeMap, BTreeSet};

use council_app::{
    Repo,
    check::{self, CheckRequest, Warnings},
    core::gate::{
        prd::{PrdGateSettings, Profile},
        report::{GateFinding, GateReport},
    },
    prd,
};
use jiff::civil::{Date, date};
use serde_json::Value;

const TODAY: Date = date(2026, 1, 31);
const SETTINGS: PrdGateSettings = PrdGateSettings { profile: Profile::Canonical, today: TODAY };

fn folders() -> Option<(Repo, BTreeMap<String, Value>)> {
    let root = council_testkit::shared_data("apm2")?;
    let repo = Repo::open(&root).unwrap();
    let expected = serde_json::from_str(&repo.read("gates_expected.json").unwrap()).unwrap();
    Some((repo, expected))
}

/// Returns the findings of one rule over all gates.
fn by<'a>(gates: &'a [GateReport], rule: &str) -> Vec<&'a GateFinding> {
    gates.iter().flat_map(|gate| &gate.findings).filter(|finding| finding.rule == rule).collect()
}

fn texts(value: &Value) -> BTreeSet<String> {
    let item = |item: &Value| item.as_str().map(str::to_owned);
    value.as_array().into_iter().flatten().filter_map(item).collect()
}

/// Returns the first words in backticks of each message of a rule.
fn named(gates: &[GateReport], rule: &str) -> BTreeSet<String> {
    by(gates, rule)
        .iter()
        .filter_map(|finding| finding.message.split('`').nth(1))
        .map(str::to_owned)
        .collect()
}

/// Returns the ids that begin each message of a rule.
fn subjects(gates: &[GateReport], rule: &str, word: usize) -> BTreeSet<String> {
    by(gates, rule)
        .iter()
        .filter_map(|finding| finding.message.split(' ').nth(word))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_list_of_defects_is_the_expected_one() {
    let Some((repo, expected)) = folders() else {
        return;
    };
    for (folder, expected) in &expected {
        let gates = prd::review(&repo, folder, SETTINGS).unwrap().gates;
        let count = |rule: &str| by(&gates, rule).len();
        let length = |key: &str| expected[key].as_array().map_or(0, Vec::len);
        for (rule, key) in [
            ("parse-error", "parse_errors"),
            ("multiple-roots", "multi_root"),
            ("tab-character", "tab_files"),
            ("missing-core-file", "missing_core_files"),
            ("unknown-requirement-type", "invalid_req_type"),
            ("unknown-evidence-category", "invalid_evid_category"),
            ("duplicate-id", "duplicate_ids"),
            ("broken-reference", "broken_refs"),
            ("placeholder", "placeholder_lines"),
            ("requirement-without-criterion", "req_without_ac"),
            ("requirement-without-evidence", "req_without_evidence"),
            ("evidence-without-command", "evid_without_commands"),
            ("evidence-without-capture", "evid_without_capture_paths"),
            ("command-without-network-access", "cmd_without_network_access"),
            ("unsorted-ids", "unsorted_id_lists"),
            ("orphan-evidence", "orphan_evidence"),
            ("dimension-missing", "dimensions_missing"),
            ("dimension-unknown", "dimensions_unknown"),
            ("dimension-uncovered", "dimension_defects"),
            ("missing-guardrails", "dimension_defects"),
            ("exception-invalid", "dimension_defects"),
            ("evidence-unclassified", "evid_without_classification"),
            ("vague-criterion", "prohibited_terms_in_ac"),
        ] {
            assert_eq!(count(rule), length(key), "{folder}: {rule} against {key}");
        }
        let shapes = expected["noncanonical_id_shapes"].as_object().unwrap();
        let ids: u64 = shapes.values().filter_map(Value::as_u64).sum();
        assert_eq!(u64::try_from(count("id-format")).unwrap(), ids, "{folder}: ids out of pattern");
        let odd = named(&gates, "id-format");
        for key in ["noncanonical_req_ids", "noncanonical_evid_ids"] {
            assert!(texts(&expected[key]).is_subset(&odd), "{folder}: {key}");
        }
        assert_eq!(
            subjects(&gates, "orphan-evidence", 3),
            texts(&expected["orphan_evidence"]),
            "{folder}"
        );
        assert_eq!(
            subjects(&gates, "dimension-missing", 3),
            texts(&expected["dimensions_missing"]),
            "{folder}"
        );
        let placeholders = by(&gates, "placeholder");
        let lines = placeholders.iter().map(|finding| finding.place.to_string());
        let expected_lines = texts(&expected["placeholder_lines"])
            .into_iter()
            .map(|line| format!("{folder}/{line}"));
        assert_eq!(
            lines.collect::<BTreeSet<_>>(),
            expected_lines.collect(),
            "{folder}: placeholders"
        );
    }
}

#[test]
fn where_any_finding_fails_a_gate_the_gates_end_as_expected() {
    let Some((repo, expected)) = folders() else {
        return;
    };
    for (folder, expected) in &expected {
        let gates = prd::review(&repo, folder, SETTINGS).unwrap().gates;
        for (gate, status) in expected["gates_strict"].as_object().unwrap() {
            let report = gates.iter().find(|report| report.id == *gate).unwrap();
            // A key that a file does not have is stale, not broken: the expected values do not look below the root.
            let counted =
                report.findings.iter().filter(|finding| finding.rule != "dangling-subpath").count();
            let strict = if counted == 0 { "PASSED" } else { "FAILED" };
            assert_eq!(Some(strict), status.as_str(), "{folder}: {gate}: {:?}", report.findings);
        }
    }
}

#[test]
fn our_severities_decide_what_fails() {
    let Some((repo, _)) = folders() else {
        return;
    };
    for (folder, failing) in [
        ("prds-history/PRD-0005@e2f816f6", &[][..]),
        ("prds-history/PRD-0005@fdf6ba28", &["GATE-PRD-QUALITY-COVERAGE"]),
        ("prds/PRD-0005", &[]),
        ("prds/PRD-0008", &["GATE-PRD-SCHEMA"]),
        ("prds/PRD-0009", &[]),
    ] {
        let review = prd::review(&repo, folder, SETTINGS).unwrap();
        let failed: Vec<&str> = review
            .gates
            .iter()
            .filter(|gate| gate.status() == council_app::core::gate::report::GateStatus::Failed)
            .map(|gate| &*gate.id)
            .collect();
        assert_eq!(failed, failing, "{folder}");
        let request = CheckRequest { path: folder.to_owned(), kind: None, today: TODAY };
        let checked = check::check(&repo, &request);
        let exit = checked
            .iter()
            .map(|checked| check::outcome(checked, Warnings::Shown).exit_code())
            .max();
        assert_eq!(exit, Some(if failing.is_empty() { 0 } else { 2 }), "{folder}");
    }
}

#[test]
fn a_template_is_allowed_its_blanks() {
    let Some((repo, _)) = folders() else {
        return;
    };
    let gates = prd::review(&repo, "prds/template", SETTINGS).unwrap().gates;
    assert!(by(&gates, "placeholder").is_empty());
    assert!(by(&gates, "requirement-without-criterion").is_empty());
}

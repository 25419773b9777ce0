//! GATE-PRD-SCHEMA: every file can be read and has the shape of its kind.

use super::{FolderFacts, GateFinding, GateReport, Trust, applied, facts::FolderItem, found};
use crate::{
    spelling,
    taxonomy::Subcategory,
    tree::{Node, Value},
};

/// The files every PRD folder has.
const CORE: [&str; 14] = [
    "00_meta.yaml",
    "01_customer.yaml",
    "02_problem.yaml",
    "03_goals_scope.yaml",
    "04_solution_overview.yaml",
    "05_success_metrics.yaml",
    "06_constraints_invariants.yaml",
    "07_traceability.yaml",
    "08_risks_questions.yaml",
    "09_decisions_review.yaml",
    "10_quality_framework.yaml",
    "11_evidence_standards.yaml",
    "12_evidence_bundle.yaml",
    "13_governance_model.yaml",
];

const REQUIREMENT_TYPES: [&str; 12] = [
    "COMPLIANCE",
    "COST",
    "DATA_GOVERNANCE",
    "FUNCTIONAL",
    "INTEROPERABILITY",
    "NON_FUNCTIONAL",
    "OBSERVABILITY",
    "OPERABILITY",
    "PERFORMANCE",
    "RELIABILITY",
    "SECURITY",
    "UX",
];

/// The kinds of evidence somebody has set a standard for.
pub(super) const EVIDENCE_CATEGORIES: [&str; 27] = [
    "AUDIT_LOGS",
    "BENCHMARK_RESULTS",
    "BUILD_ARTIFACTS",
    "CHANGELOG_ENTRIES",
    "CHAOS_TEST_RESULTS",
    "CONFIG_SNAPSHOTS",
    "DESIGN_REVIEWS",
    "DIFFS",
    "FORMAL_VERIFICATION",
    "FUZZ_RESULTS",
    "INTEGRATION_TEST_RESULTS",
    "LINT_REPORTS",
    "LOAD_TEST_RESULTS",
    "METRICS_DASHBOARDS",
    "OBSERVABILITY_TRACES",
    "POLICY_CHECK_RESULTS",
    "PROOF_OF_OWNERSHIP",
    "RECORDINGS",
    "REPRO_STEPS",
    "RUNTIME_LOGS",
    "SBOM",
    "SECURITY_SCAN_RESULTS",
    "SIGNATURES",
    "SOURCE_PROVENANCE",
    "TEST_RESULTS",
    "THREAT_MODEL_ARTIFACTS",
    "TICKET_STATE_TRANSITIONS",
];

pub(super) fn gate(facts: &FolderFacts<'_>) -> GateReport {
    let mut findings = Vec::new();
    for core in CORE {
        if !facts.folder.files.iter().any(|file| file.path == core) {
            let place = super::facts::place(facts.folder, core, None);
            let message = format!("the file `{core}` is missing");
            findings.push(found(
                "missing-core-file",
                Subcategory::SchemaViolation,
                place,
                message,
                "add the file",
            ));
        }
    }
    for file in &facts.folder.files {
        findings.extend(tab(facts, file));
        match &file.tree {
            Err(error) => findings.push(found(
                "parse-error",
                Subcategory::ParseError,
                facts.place(file, error.place.line),
                error.message.clone(),
                error.help.clone().unwrap_or_else(|| "write valid YAML".to_owned()),
            )),
            Ok(root) => findings.extend(roots(facts, file, root)),
        }
    }
    findings.extend(facts.requirements.iter().filter_map(|item| {
        unknown(
            facts,
            item,
            "type",
            &REQUIREMENT_TYPES,
            "unknown-requirement-type",
            "requirement type",
        )
    }));
    findings.extend(facts.evidence.iter().filter_map(|item| {
        unknown(
            facts,
            item,
            "category",
            &EVIDENCE_CATEGORIES,
            "unknown-evidence-category",
            "evidence category",
        )
    }));
    let evidence =
        vec![format!("{} files, {} of them read", facts.folder.files.len(), facts.trees().count())];
    applied("GATE-PRD-SCHEMA", Trust::Trusted, findings, evidence)
}

/// A tab is only ugly in text but breaks indentation, so it is named wherever it is.
fn tab(facts: &FolderFacts<'_>, file: &super::File) -> Option<GateFinding> {
    let line = file.text.lines().position(|line| line.contains('\t'))?;
    let place = facts.place(file, u32::try_from(line + 1).ok());
    Some(found("tab-character", Subcategory::TabCharacter, place, "a tab character", "use spaces"))
}

fn roots(facts: &FolderFacts<'_>, file: &super::File, root: &Node) -> Option<GateFinding> {
    let message = match &root.value {
        Value::Map(entries) if entries.len() == 1 => return None,
        Value::Map(entries) => format!("{} root keys, expected exactly one", entries.len()),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::List(_) => {
            format!("the file holds {}, expected one root key", root.kind())
        }
    };
    let place = facts.place(file, root.line);
    Some(found(
        "multiple-roots",
        Subcategory::SchemaViolation,
        place,
        message,
        "put everything below one root key",
    ))
}

fn unknown(
    facts: &FolderFacts<'_>,
    item: &FolderItem<'_>,
    key: &str,
    known: &[&'static str],
    rule: &'static str,
    what: &str,
) -> Option<GateFinding> {
    let node = item.node.get(key);
    let word = node.and_then(Node::text).unwrap_or_default();
    if known.contains(&word) || (facts.folder.is_template() && word.is_empty()) {
        return None;
    }
    let place = facts.place(item.file, node.or(Some(item.node)).and_then(|node| node.line));
    let message = format!("{} has the {what} `{word}`, which is not known", item.id);
    Some(found(rule, Subcategory::SchemaViolation, place, message, one_of(word, known)))
}

/// Says which word is meant: the near one where there is one, else all there are.
pub(super) fn one_of(word: &str, known: &[&'static str]) -> String {
    let given = word.trim().to_ascii_uppercase().replace([' ', '-'], "_");
    let exact = known.iter().find(|one| **one == given).copied();
    let near = || spelling::nearest(&given, known.iter().copied());
    // `SECURITY_TEST` is several letters away from every word, and still shares its first part with one of them.
    let akin = || {
        let lead = given.split('_').next().filter(|lead| lead.len() > 3)?;
        let mut same = known.iter().filter(|one| one.split('_').next() == Some(lead));
        let first = same.next()?;
        same.next().is_none().then_some(*first)
    };
    match exact.or_else(near).or_else(akin) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("use one of {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_that_was_meant_is_named_alone() {
        for (given, meant) in [
            ("SECURITY_TEST", "SECURITY_SCAN_RESULTS"),
            ("test results", "TEST_RESULTS"),
            ("LINT_REPORT", "LINT_REPORTS"),
        ] {
            let help = one_of(given, &EVIDENCE_CATEGORIES);
            assert_eq!(help, format!("did you mean `{meant}`?"), "{given}");
        }
        assert!(one_of("PHOTOS", &EVIDENCE_CATEGORIES).starts_with("use one of AUDIT_LOGS, "));
        let known = ["RUN_TIME_RECORDINGS"];
        let short = one_of("RUN_SHEET", &known);
        assert_eq!(short, "use one of RUN_TIME_RECORDINGS", "three letters tell too little");
    }
}

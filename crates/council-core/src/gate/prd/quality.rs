//! GATE-PRD-QUALITY-COVERAGE: each of the eighteen quality dimensions is addressed, or excepted by somebody who may.

use std::collections::BTreeMap;

use super::{File, FolderFacts, GateFinding, GateReport, Trust, applied, found};
use crate::{diagnostic::Place, taxonomy::Subcategory, tree::Node};

/// The dimensions every PRD addresses.
const DIMENSIONS: [&str; 18] = [
    "ACCESSIBILITY",
    "AGENT_FRIENDLY_UX",
    "BACKWARD_COMPATIBILITY",
    "COST_EFFICIENCY",
    "DATA_PRIVACY",
    "DEFAULT_DENY_SECURITY",
    "DETERMINISM",
    "DOCUMENTATION",
    "ERROR_HANDLING",
    "INTEROPERABILITY",
    "OBSERVABILITY",
    "OPERATIONAL_READINESS",
    "PERFORMANCE",
    "RECOVERY_ROLLBACK",
    "RELIABILITY",
    "RESILIENCE",
    "SCALABILITY",
    "TESTABILITY",
];

const FRAMEWORK: &str = "10_quality_framework.yaml";

pub(super) fn gate(facts: &FolderFacts<'_>) -> GateReport {
    let section = facts.section(FRAMEWORK);
    let listed =
        section.and_then(|(_, node)| node.get("dimensions")).map(Node::items).unwrap_or_default();
    let mut findings = Vec::new();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    if let Some((file, _)) = section {
        for dimension in listed {
            *count.entry(name(dimension)).or_default() += 1;
            findings.extend(check(facts, file, dimension));
        }
    }
    for known in DIMENSIONS {
        let place = || match section {
            Some((file, node)) => facts.place(file, node.line),
            None => super::facts::place(facts.folder, FRAMEWORK, None),
        };
        match count.get(known).copied().unwrap_or(0) {
            0 => findings.push(found(
                "dimension-missing",
                Subcategory::Uncovered,
                place(),
                format!("the quality dimension {known} is not addressed"),
                "add it, or except it with a reason and sign-offs",
            )),
            1 => {}
            many => findings.push(found(
                "dimension-repeated",
                Subcategory::DuplicateId,
                place(),
                format!("the quality dimension {known} is listed {many} times"),
                "list it once",
            )),
        }
    }
    let evidence = vec![format!("{} of {} dimensions listed", count.len(), DIMENSIONS.len())];
    applied("GATE-PRD-QUALITY-COVERAGE", Trust::Deterministic, findings, evidence)
}

fn name(dimension: &Node) -> &str {
    dimension.get("dimension_id").and_then(Node::text).unwrap_or_default()
}

fn check(facts: &FolderFacts<'_>, file: &File, dimension: &Node) -> Vec<GateFinding> {
    let text = |key: &str| dimension.get(key).and_then(Node::text).unwrap_or_default();
    let blank = |keys: &[&str]| dimension.path(keys).is_none_or(Node::is_blank);
    let name = name(dimension);
    let place = || -> Place { facts.place(file, dimension.line) };
    let mut findings = Vec::new();
    if !DIMENSIONS.contains(&name) {
        let message = format!("`{name}` is not a quality dimension");
        let help = super::schema::one_of(name, &DIMENSIONS);
        findings.push(found(
            "dimension-unknown",
            Subcategory::SchemaViolation,
            place(),
            message,
            help,
        ));
    }
    match (text("applicability"), text("disposition")) {
        ("APPLIES", "EXPLICIT_REQUIREMENTS") => {
            if blank(&["coverage", "requirement_ids"]) && !facts.folder.is_template() {
                let message = format!("{name} applies, and no requirement covers it");
                let help = "name the requirements, or delegate it with guardrails";
                findings.push(found(
                    "dimension-uncovered",
                    Subcategory::Uncovered,
                    place(),
                    message,
                    help,
                ));
            }
        }
        ("APPLIES", "DELEGATED_WITH_GUARDRAILS") => {
            if blank(&["delegation", "guardrails"]) && !facts.folder.is_template() {
                let message = format!("{name} is delegated without guardrails");
                let help = "say what the delegate may not do";
                findings.push(found(
                    "missing-guardrails",
                    Subcategory::MissingGuardrails,
                    place(),
                    message,
                    help,
                ));
            }
        }
        ("DOES_NOT_APPLY", _) => {
            let asked =
                dimension.path(&["exception", "requested"]).and_then(Node::bool) == Some(true);
            if !asked || blank(&["exception", "rationale"]) {
                let message = format!("{name} is declared not applicable without a reason");
                let help = "request the exception and give its rationale";
                findings.push(found(
                    "exception-invalid",
                    Subcategory::InvalidException,
                    place(),
                    message,
                    help,
                ));
            }
            if blank(&["exception", "required_signoffs"]) {
                let message = format!("nobody has to sign that {name} does not apply");
                let help = "name who signs the exception";
                findings.push(found(
                    "exception-unsigned",
                    Subcategory::MissingSignoffs,
                    place(),
                    message,
                    help,
                ));
            }
        }
        (applicability, disposition) => {
            let message = format!(
                "{name} has the applicability `{applicability}` and the disposition `{disposition}`"
            );
            let help = "APPLIES with EXPLICIT_REQUIREMENTS or DELEGATED_WITH_GUARDRAILS, or DOES_NOT_APPLY";
            findings.push(found(
                "dimension-undecided",
                Subcategory::Uncovered,
                place(),
                message,
                help,
            ));
        }
    }
    findings
}

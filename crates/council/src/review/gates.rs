//! The deterministic gates that run before any seat is asked.

use council_core::{
    diagnostic::{Diagnostic, Level},
    gate::{
        prd::{self, PrdGateSettings, Profile},
        report::{GateFinding, GateReport, Trust},
    },
    packet::{Packet, PacketKind},
    severity::Severity,
    taxonomy::Subcategory,
};
use council_formats::{packet::Source, prd_folder};
use council_rules::{Finding, Kind};
use jiff::{Timestamp, tz::TimeZone};

use super::suppressed::place;

/// Runs the gates that this kind of packet has. What they find are facts, whoever sits in the seats, and nothing of what
/// the rules found can be voted away.
pub(super) fn run(
    source: &Source,
    packet: &Packet,
    diagnostics: &[Diagnostic],
    heard: &[Finding],
    at: Timestamp,
) -> Vec<GateReport> {
    match source.kind {
        PacketKind::PrdFolder => {
            let today = at.to_zoned(TimeZone::UTC).date();
            let mut gates =
                prd::run(&folder(source), PrdGateSettings { profile: Profile::Canonical, today });
            beside(&mut gates, packet, heard);
            gates
        }
        PacketKind::MarkdownPrd | PacketKind::SpecPacket => documents(packet, diagnostics, heard),
    }
}

/// The gates that what the rules found belongs to.
const LINT: &str = "GATE-PRD-LINT";
const TRACEABILITY: &str = "GATE-PRD-TRACEABILITY";

/// Adds what the rules found to the gates it belongs to.
fn beside(gates: &mut Vec<GateReport>, packet: &Packet, heard: &[Finding]) {
    let raised = council_rules::raised(heard);
    let (references, rest): (Vec<&Finding>, Vec<&Finding>) =
        raised.iter().partition(|finding| is_about_references(finding.rule.kind));
    for (id, found_by) in [(LINT, rest), (TRACEABILITY, references)] {
        let findings = found_by.into_iter().map(found);
        match gates.iter_mut().find(|gate| gate.id == id && gate.not_applicable.is_none()) {
            Some(gate) => gate.findings.extend(findings),
            None => gates.push(GateReport {
                id: id.into(),
                trust: Trust::Deterministic,
                findings: findings.collect(),
                evidence: read(packet),
                not_applicable: None,
            }),
        }
    }
}

/// Names what the gates looked at.
fn read(packet: &Packet) -> Vec<String> {
    packet.documents.iter().map(|document| document.path().to_owned()).collect()
}

/// Runs the gates on documents: whether they can be read, and what the rules found.
fn documents(packet: &Packet, diagnostics: &[Diagnostic], heard: &[Finding]) -> Vec<GateReport> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
    let mut gates = vec![GateReport {
        id: "GATE-PRD-SCHEMA".into(),
        trust: Trust::Trusted,
        findings: errors.map(unreadable).collect(),
        evidence: read(packet),
        not_applicable: None,
    }];
    beside(&mut gates, packet, heard);
    gates
}

fn is_about_references(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::DanglingReference
            | Kind::DuplicateId
            | Kind::CircularReference
            | Kind::OrphanRequirement
    )
}

fn found(finding: &Finding) -> GateFinding {
    GateFinding {
        rule: finding.rule.id.into(),
        subcategory: finding.rule.subcategory,
        severity: finding.severity,
        place: place(finding),
        message: finding.message.clone().into_owned(),
        remediation: finding.remediation.clone().into_owned(),
        named: Some(finding.short_id().to_string()),
    }
}

fn unreadable(diagnostic: &Diagnostic) -> GateFinding {
    GateFinding {
        rule: diagnostic.code.into(),
        subcategory: Subcategory::ParseError,
        severity: Severity::Blocker,
        place: diagnostic.place.clone(),
        message: diagnostic.message.clone(),
        remediation: diagnostic.help.clone().unwrap_or_default(),
        named: None,
    }
}

/// Returns the YAML files of a source below the folder that holds them all.
fn folder(source: &Source) -> prd::PrdFolder {
    let mut root = source.files.first().map_or("", |(path, _)| parent(path));
    for (path, _) in &source.files {
        while !path.strip_prefix(root).is_some_and(|below| below.starts_with('/')) {
            if root.is_empty() {
                break;
            }
            root = parent(root);
        }
    }
    let below =
        |path: &str| path.strip_prefix(root).unwrap_or(path).trim_start_matches('/').to_owned();
    let is_yaml = |path: &str| matches!(path.rsplit_once('.'), Some((_, "yaml" | "yml")));
    let files = source.files.iter().filter(|(path, _)| is_yaml(path));
    prd_folder::read(root, files.map(|(path, text)| (below(path), text.clone())).collect())
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

//! The deterministic gates that run before any seat is asked.

use council_core::{
    diagnostic::{Diagnostic, Level},
    gate::{
        prd::{self, Profile, Settings},
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

/// Runs the gates that this kind of packet has. What they find are facts: no seat can vote a rule's blocker away.
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
            prd::run(&folder(source), Settings { profile: Profile::Canonical, today })
        }
        PacketKind::MarkdownPrd | PacketKind::SpecPacket => documents(packet, diagnostics, heard),
    }
}

/// Runs the gates on documents: whether they can be read, and what the rules are sure must not go on.
fn documents(packet: &Packet, diagnostics: &[Diagnostic], heard: &[Finding]) -> Vec<GateReport> {
    let blockers: Vec<Finding> = council_rules::raised(heard)
        .into_iter()
        .filter(|finding| finding.severity == Severity::Blocker)
        .collect();
    let (references, rest): (Vec<&Finding>, Vec<&Finding>) =
        blockers.iter().partition(|finding| is_about_references(finding.rule.kind));
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
    let evidence: Vec<String> =
        packet.documents.iter().map(|document| document.path().to_owned()).collect();
    let gate = |id: &'static str, trust, findings| GateReport {
        id: id.into(),
        trust,
        findings,
        evidence: evidence.clone(),
        not_applicable: None,
    };
    vec![
        gate("GATE-PRD-SCHEMA", Trust::Trusted, errors.map(unreadable).collect()),
        gate("GATE-PRD-LINT", Trust::Deterministic, rest.into_iter().map(found).collect()),
        gate(
            "GATE-PRD-TRACEABILITY",
            Trust::Deterministic,
            references.into_iter().map(found).collect(),
        ),
    ]
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
    }
}

/// Returns the YAML files of a source below the folder that holds them all.
fn folder(source: &Source) -> prd::Folder {
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

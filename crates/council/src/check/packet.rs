//! What is reviewed, checked before anybody reviews it: Markdown packets, PRD folders and the evidence of a stage.

use std::borrow::Cow;

use council_core::{
    diagnostic::{Diagnostic, Level, Parsed, Place},
    gate::{
        prd::{Profile, Settings},
        report::{GateFinding, GateReport},
    },
    packet::Packet,
    severity::Severity,
};
use council_formats::{consensus, words::GateStatusWord};
use council_store::{PacketError, Repo};
use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::{Checked, Kind, Reach, refusal, refused};
use crate::prd;

/// Recognises a folder that is one thing: a PRD folder, or a spec packet.
pub(super) fn folder_kind(repo: &Repo, path: &str) -> Option<Kind> {
    if prd::is_prd_folder(repo, path) {
        return Some(Kind::PrdFolder);
    }
    let has = |name: &str| repo.has_file(&format!("{path}/{name}"));
    (has("spec.md") || has("plan.md")).then_some(Kind::Packet)
}

/// Runs the deterministic gates on a PRD folder, as of a day.
pub(super) fn prd_folder(repo: &Repo, path: &str, today: Date) -> Checked {
    let settings = Settings { profile: Profile::Canonical, today };
    let review = match prd::review(repo, path, settings) {
        Ok(review) => review,
        Err(error) => return refused(path, error),
    };
    let status = |gate: &GateReport| {
        (gate.id.to_string(), json!(GateStatusWord::from(gate.status()).word()))
    };
    let gates: Map<String, Value> = review.gates.iter().map(status).collect();
    let depth = review.stakes.depth().word();
    let read =
        [("gates".to_owned(), Value::Object(gates)), ("review_depth".to_owned(), json!(depth))];
    let findings = review.gates.iter().flat_map(|gate| &gate.findings);
    Checked {
        path: path.to_owned(),
        kind: Some(Kind::PrdFolder),
        reach: Reach::Held,
        diagnostics: findings.map(diagnostic).collect(),
        read: read.into_iter().collect(),
    }
}

/// Reads a Markdown packet, a file or a folder, and says what was understood.
pub(super) fn packet(repo: &Repo, path: &str) -> Checked {
    let Parsed { value, diagnostics } = match repo.load_packet(path) {
        Ok(parsed) => parsed,
        Err(PacketError::Store(error)) => return refused(path, error),
        Err(error) => {
            let diagnostic = Diagnostic::error("no-packet", Place::file(path), error.to_string());
            return refusal(path, Some(Kind::Packet), diagnostic);
        }
    };
    Checked {
        path: path.to_owned(),
        kind: Some(Kind::Packet),
        reach: Reach::Read,
        diagnostics,
        read: understood(&value),
    }
}

/// Checks one file of a stage's evidence.
pub(super) fn stage_evidence(path: &str, text: &str) -> Checked {
    let Parsed { value, diagnostics } = consensus::read(path, text);
    let reach = if value.is_some() { Reach::Held } else { Reach::Refused };
    Checked {
        path: path.to_owned(),
        kind: Some(Kind::StageEvidence),
        reach,
        diagnostics,
        read: Map::new(),
    }
}

fn diagnostic(finding: &GateFinding) -> Diagnostic {
    let level = match finding.severity {
        Severity::Blocker => Level::Error,
        Severity::Major | Severity::Minor => Level::Warning,
        Severity::Note => Level::Note,
    };
    let message = format!("{} ({})", finding.message, finding.severity.word());
    let place = finding.place.clone();
    // Only a finding that was read from a journal has a name that is not in the program, and those are not checked here.
    let rule = match finding.rule {
        Cow::Borrowed(rule) => rule,
        Cow::Owned(_) => "gate-finding",
    };
    Diagnostic { level, ..Diagnostic::error(rule, place, message) }
        .help(finding.remediation.clone())
}

fn understood(packet: &Packet) -> Map<String, Value> {
    let documents = packet.documents.iter().map(|document| {
        json!({
            "path": document.path(),
            "sections": document.sections.len(),
            "requirements": document.requirements.len(),
            "hash": document.hash(),
        })
    });
    let ids = packet
        .requirements()
        .filter_map(|(_, requirement)| requirement.id.as_ref().map(ToString::to_string));
    let read = [
        ("id", json!(packet.id.as_str())),
        ("title", json!(packet.title)),
        ("version", json!(packet.version)),
        ("documents", documents.collect()),
        ("requirements", json!(packet.requirements().count())),
        ("requirement_ids", ids.collect()),
        ("hash", json!(packet.hash())),
    ];
    read.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

//! What is reviewed, checked before anybody reviews it: Markdown packets, PRD folders and the evidence of a stage.

use std::borrow::Cow;

use council_core::{
    diagnostic::{Diagnostic, Level, Parsed, Place},
    gate::{
        prd::{PrdGateSettings, Profile},
        report::{GateFinding, GateReport},
    },
    packet::Packet,
    severity::Severity,
};
use council_formats::{consensus, words::GateStatusWord};
use council_rules::model::{Layout, Meaning, Model, Role, Text};
use council_store::{PacketError, Repo};
use jiff::civil::Date;

use super::{
    CheckDepth, Checked, CheckedKind, Read,
    read::{DocumentRead, PacketRead, UnplacedRead},
    refusal, refused,
};
use crate::{lint::reading, prd};

/// Recognises a folder that is one thing: a PRD folder, or a spec packet.
pub(super) fn folder_kind(repo: &Repo, path: &str) -> Option<CheckedKind> {
    if prd::is_prd_folder(repo, path) {
        return Some(CheckedKind::PrdFolder);
    }
    let has = |name: &str| repo.has_file(&format!("{path}/{name}"));
    (has("spec.md") || has("plan.md")).then_some(CheckedKind::Packet)
}

/// Runs the deterministic gates on a PRD folder, as of a day.
pub(super) fn prd_folder(repo: &Repo, path: &str, today: Date) -> Checked {
    let settings = PrdGateSettings { profile: Profile::Canonical, today };
    let review = match prd::review(repo, path, settings) {
        Ok(review) => review,
        Err(error) => return refused(path, error),
    };
    let status =
        |gate: &GateReport| (gate.id.to_string(), GateStatusWord::from(gate.status()).word());
    let gates = review.gates.iter().map(status).collect();
    let review_depth = review.stakes.depth().word();
    let findings = review.gates.iter().flat_map(|gate| &gate.findings);
    Checked {
        path: path.to_owned(),
        kind: Some(CheckedKind::PrdFolder),
        reach: CheckDepth::Held,
        diagnostics: findings.map(diagnostic).collect(),
        read: Some(Read::PrdFolder { gates, review_depth }),
    }
}

/// Returns the statements of a document in a known layout of which neither their section nor their words tell what part
/// they play.
fn unplaced(text: &Text<'_>) -> Vec<UnplacedRead> {
    if text.layout == Layout::Plain {
        return Vec::new();
    }
    let all = text.sentences.iter();
    let all = all.filter(|one| one.role == Role::Statement && one.meaning == Meaning::Other);
    all.map(|one| UnplacedRead { line: reading::line(text, one), words: reading::words(text, one) })
        .collect()
}

/// Reads a Markdown packet, a file or a folder, and says what was understood.
pub(super) fn packet(repo: &Repo, path: &str) -> Checked {
    let Parsed { value, diagnostics } = match repo.load_packet(path) {
        Ok(parsed) => parsed,
        Err(PacketError::Store(error)) => return refused(path, error),
        Err(error) => {
            let diagnostic = Diagnostic::error("no-packet", Place::file(path), error.to_string());
            return refusal(path, Some(CheckedKind::Packet), diagnostic);
        }
    };
    Checked {
        path: path.to_owned(),
        kind: Some(CheckedKind::Packet),
        reach: CheckDepth::Read,
        diagnostics,
        read: Some(Read::Packet(understood(&value))),
    }
}

/// Checks one file of a stage's evidence.
pub(super) fn stage_evidence(path: &str, text: &str) -> Checked {
    let Parsed { value, diagnostics } = consensus::read(path, text);
    let reach = if value.is_some() { CheckDepth::Held } else { CheckDepth::Refused };
    Checked {
        path: path.to_owned(),
        kind: Some(CheckedKind::StageEvidence),
        reach,
        diagnostics,
        read: None,
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

fn understood(packet: &Packet) -> PacketRead {
    let model = Model::of(packet);
    let documents = model.texts.iter().map(|text| DocumentRead {
        path: text.document.path().to_owned(),
        layout: text.layout.word(),
        sections: text.document.sections.len(),
        requirements: text.document.requirements.len(),
        unplaced: unplaced(text),
        hash: text.document.hash().to_string(),
    });
    let ids = packet.requirements().filter_map(|(_, requirement)| requirement.id.as_ref());
    PacketRead {
        id: packet.id.to_string(),
        title: packet.title.clone(),
        version: packet.version.clone(),
        documents: documents.collect(),
        requirements: packet.requirements().count(),
        requirement_ids: ids.map(ToString::to_string).collect(),
        hash: packet.hash().clone(),
    }
}

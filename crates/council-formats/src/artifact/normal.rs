//! A reading as JSON: the same keys for every shape it came in.

use council_core::verdict::Verdict;
use serde_json::{Map, Value, json};

use super::{Found, Reading};

/// Returns what was read; every key is always there, and no time is empty text.
pub fn normalised(reading: &Reading) -> Map<String, Value> {
    let entries = [
        ("kind", json!(reading.kind.word())),
        ("wrapper", json!(reading.wrapper)),
        ("id", json!(reading.id)),
        ("session_id", json!(reading.session_id)),
        ("depth", json!(reading.depth)),
        ("timestamp", json!(reading.timestamp.as_deref().unwrap_or_default())),
        ("named_at", json!(reading.named_at)),
        ("verdict", json!(reading.verdict.map(Verdict::word))),
        ("raw_verdict", json!(reading.raw_verdict)),
        ("severities", json!(reading.severities)),
        ("agents", json!(reading.agents)),
        ("seat_verdicts", json!(reading.seat_verdicts)),
        ("phase_scores", json!(reading.phase_scores)),
        ("votes", json!(reading.votes)),
        ("gates", json!(reading.gates)),
        ("findings_anywhere", json!(reading.findings.len())),
        ("unique_finding_ids", json!(reading.unique_findings())),
        ("findings", reading.findings.iter().map(finding).collect()),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn finding(found: &Found) -> Value {
    json!({
        "finding_id": found.id,
        "severity": found.severity.map(council_core::severity::Severity::word),
        "raw_severity": found.raw_severity,
        "category": found.category,
        "subcategory": found.subcategory,
        "classified": found.classified.map(council_core::taxonomy::Subcategory::word),
        "location": found.location,
        "gate_id": found.gate,
        "raised_by": found.raisers,
        "cycle": found.cycle,
        "mode": found.mode,
        "agreement": found.agreement,
        "status": found.status,
        "line": found.line,
    })
}

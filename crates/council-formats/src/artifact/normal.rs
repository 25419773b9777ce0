//! A reading as JSON: the same keys for every shape it came in.

use std::collections::BTreeMap;

use council_core::{severity::Severity, taxonomy::Subcategory, verdict::Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ArtifactReading, StatedFinding, Votes};

/// What was read of a session, a bundle or a seat's report; every key is always there, and no time is empty text.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadArtifact")]
pub struct Normalised {
    kind: &'static str,
    wrapper: Option<String>,
    /// What was reviewed.
    pub id: Option<String>,
    session_id: Option<String>,
    depth: Option<String>,
    timestamp: String,
    named_at: Option<String>,
    /// The verdict in our own words.
    verdict: Option<&'static str>,
    /// The verdict as the file states it.
    pub raw_verdict: Option<String>,
    /// How many findings there are of each severity.
    pub severities: BTreeMap<String, usize>,
    agents: BTreeMap<String, Vec<i64>>,
    seat_verdicts: BTreeMap<String, String>,
    phase_scores: Vec<Vec<Option<f64>>>,
    votes: Votes,
    gates: BTreeMap<String, String>,
    /// How often a finding is stated.
    pub findings_anywhere: usize,
    /// How many different findings there are.
    pub unique_finding_ids: usize,
    findings: Vec<NormalFinding>,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadFinding")]
struct NormalFinding {
    finding_id: String,
    severity: Option<&'static str>,
    raw_severity: Option<String>,
    category: Option<String>,
    subcategory: Option<String>,
    classified: Option<&'static str>,
    location: Option<String>,
    gate_id: Option<String>,
    raised_by: Vec<String>,
    cycle: Option<i64>,
    mode: Option<i64>,
    agreement: Option<String>,
    status: Option<String>,
    line: Option<u32>,
}

/// Returns what was read.
pub fn normalised(reading: &ArtifactReading) -> Normalised {
    Normalised {
        kind: reading.kind.word(),
        wrapper: reading.wrapper.clone(),
        id: reading.id.clone(),
        session_id: reading.session_id.clone(),
        depth: reading.depth.clone(),
        timestamp: reading.timestamp.clone().unwrap_or_default(),
        named_at: reading.named_at.clone(),
        verdict: reading.verdict.map(Verdict::word),
        raw_verdict: reading.raw_verdict.clone(),
        severities: reading.severities.clone(),
        agents: reading.agents.clone(),
        seat_verdicts: reading.seat_verdicts.clone(),
        phase_scores: reading.phase_scores.clone(),
        votes: reading.votes.clone(),
        gates: reading.gates.clone(),
        findings_anywhere: reading.findings.len(),
        unique_finding_ids: reading.unique_findings(),
        findings: reading.findings.iter().map(finding).collect(),
    }
}

fn finding(found: &StatedFinding) -> NormalFinding {
    NormalFinding {
        finding_id: found.id.clone(),
        severity: found.severity.map(Severity::word),
        raw_severity: found.raw_severity.clone(),
        category: found.category.clone(),
        subcategory: found.subcategory.clone(),
        classified: found.classified.map(Subcategory::word),
        location: found.location.clone(),
        gate_id: found.gate.clone(),
        raised_by: found.raisers.clone(),
        cycle: found.cycle,
        mode: found.mode,
        agreement: found.agreement.clone(),
        status: found.status.clone(),
        line: found.line,
    }
}

//! The deterministic gates on a PRD folder, from a repository to a report.

use council_core::{
    depth::{NorthStar, Stakes},
    gate::{
        Outcome, Signal,
        prd::{self, Folder, Settings},
        report::{GateReport, GateStatus},
    },
    severity::Severity,
};
use council_formats::{prd_folder, report::Report};
use council_store::{Repo, StoreError};
use serde_json::json;

/// The deepest a PRD folder nests.
const DEEPEST: usize = 4;

/// What the gates found in a folder.
#[derive(Debug, Clone)]
pub struct PrdReview {
    /// The folder.
    pub path: String,
    /// The gates, in order.
    pub gates: Vec<GateReport>,
    /// What is at stake, from which the depth of a review follows.
    pub stakes: Stakes,
}

/// Tells whether a folder is a PRD folder: it has a meta file, or requirements of its own.
pub fn is_prd_folder(repo: &Repo, path: &str) -> bool {
    repo.has_file(&format!("{path}/00_meta.yaml"))
        || repo.has_folder(&format!("{path}/requirements"))
}

/// Reads a PRD folder and runs the gates on it.
pub fn review(repo: &Repo, path: &str, settings: Settings) -> Result<PrdReview, StoreError> {
    let folder = read(repo, path)?;
    let gates = prd::run(&folder, settings);
    let stakes = prd::stakes(&folder, NorthStar::NotAsked);
    Ok(PrdReview { path: path.to_owned(), gates, stakes })
}

/// Says what the gates found: a failed gate blocks, everything else is advisory.
pub fn report(review: &PrdReview) -> Report {
    let failed: Vec<&str> = review
        .gates
        .iter()
        .filter(|gate| gate.status() == GateStatus::Failed)
        .map(|gate| gate.id)
        .collect();
    let findings = || review.gates.iter().flat_map(|gate| &gate.findings);
    let outcome = match (failed.is_empty(), findings().next().is_some()) {
        (false, _) => Outcome::Blocked,
        (true, true) => Outcome::Warned,
        (true, false) => Outcome::Pass,
    };
    let headline = match (failed.as_slice(), findings().count()) {
        ([], 0) => "every gate passed".to_owned(),
        ([], count) => format!("every gate passed, with {count} findings below a blocker"),
        (failed, _) => format!("{} failed", failed.join(", ")),
    };
    let gates = review.gates.iter().map(|gate| {
        json!({
            "gate_id": gate.id,
            "status": status(gate),
            "findings": gate.findings.len(),
            "notes": gate.not_applicable,
        })
    });
    let mut data = serde_json::Map::new();
    data.insert("kind".to_owned(), json!("prd-folder"));
    data.insert("gates".to_owned(), gates.collect());
    data.insert("review_depth".to_owned(), json!(review.stakes.depth().word()));
    let mut facts: Vec<(&'static str, String)> =
        review.gates.iter().map(|gate| (gate.id, status(gate).to_owned())).collect();
    facts.push(("review depth", review.stakes.depth().word().to_lowercase()));
    Report {
        facts,
        signals: review.gates.iter().flat_map(signals).collect(),
        data,
        ..Report::new("check", review.path.clone(), outcome, headline)
    }
}

fn status(gate: &GateReport) -> &'static str {
    match gate.status() {
        GateStatus::Passed => "PASSED",
        GateStatus::Failed => "FAILED",
        GateStatus::NotApplicable => "NOT_APPLICABLE",
    }
}

fn signals(gate: &GateReport) -> impl Iterator<Item = Signal> {
    gate.findings.iter().map(|finding| {
        let code = finding.rule;
        let message = format!(
            "{} ({}, {})",
            finding.message,
            finding.severity.word(),
            finding.subcategory.word()
        );
        let signal = match finding.severity {
            Severity::Blocker => Signal::block(code, finding.place.clone(), message),
            Severity::Major | Severity::Minor | Severity::Note => {
                Signal::advisory(code, finding.place.clone(), message)
            }
        };
        signal.help(finding.remediation.clone())
    })
}

/// Reads every YAML file below a folder.
fn read(repo: &Repo, path: &str) -> Result<Folder, StoreError> {
    let mut files = Vec::new();
    collect(repo, path, "", DEEPEST, &mut files)?;
    Ok(prd_folder::read(path, files))
}

fn collect(
    repo: &Repo,
    root: &str,
    below: &str,
    depth: usize,
    files: &mut Vec<(String, String)>,
) -> Result<(), StoreError> {
    let join =
        |one: &str, two: &str| if one.is_empty() { two.to_owned() } else { format!("{one}/{two}") };
    let folder = join(root, below);
    let folder = folder.trim_end_matches('/');
    for name in repo.files(folder)? {
        if matches!(name.rsplit_once('.'), Some((_, "yaml" | "yml"))) {
            files.push((join(below, &name), repo.read(&join(folder, &name))?));
        }
    }
    for name in repo.folders(folder)? {
        if depth > 0 && !name.starts_with('.') {
            collect(repo, root, &join(below, &name), depth - 1, files)?;
        }
    }
    Ok(())
}

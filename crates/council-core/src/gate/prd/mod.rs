//! The deterministic gates on a PRD folder: files of YAML, one per requirement and evidence artifact.
//!
//! They run before any seat is asked, in a fixed order, and cannot be voted away. Severity decides whether a gate
//! fails: only a blocker does.

mod atlas;
mod evidence;
mod facts;
mod ids;
mod lint;
mod quality;
mod reference;
mod schema;
mod stakes;
mod traceability;
mod waiver;

pub use ids::Profile;
pub use stakes::stakes;

use jiff::civil::Date;

use super::report::{GateFinding, GateReport, Trust};
use crate::{
    diagnostic::{Diagnostic, Place},
    taxonomy::Subcategory,
    tree::Node,
};
use facts::FolderFacts;

/// A PRD folder, read.
#[derive(Debug, Clone, PartialEq)]
pub struct PrdFolder {
    /// Where it is, repo-relative.
    pub path: String,
    /// Its files, sorted by path.
    pub files: Vec<File>,
    /// The component atlas beside it, if there is one.
    pub atlas: Option<Node>,
}

impl PrdFolder {
    /// Tells whether it is a template, in which blanks and unresolved references are expected.
    pub fn is_template(&self) -> bool {
        self.path.split('/').any(|part| part == "template")
    }
}

/// One file of a PRD folder.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Its path within the folder.
    pub path: String,
    /// Its text.
    pub text: String,
    /// What it says, or why it cannot be read.
    pub tree: Result<Node, Diagnostic>,
}

/// What a caller may set about the gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrdGateSettings {
    /// Which patterns ids must match.
    pub profile: Profile,
    /// The day against which waivers expire.
    pub today: Date,
}

/// Runs every gate, in order.
pub fn run(folder: &PrdFolder, settings: PrdGateSettings) -> Vec<GateReport> {
    let facts = FolderFacts::of(folder);
    vec![
        schema::gate(&facts),
        lint::gate(&facts, settings),
        traceability::gate(&facts),
        atlas::gate(&facts),
        quality::gate(&facts),
        evidence::gate(&facts),
    ]
}

/// Returns a report of a gate that was applied.
fn applied(
    id: &'static str,
    trust: Trust,
    findings: Vec<GateFinding>,
    evidence: Vec<String>,
) -> GateReport {
    GateReport { id: id.into(), trust, findings, evidence, not_applicable: None }
}

/// Returns a finding with the severity its subcategory has by default.
fn found(
    rule: &'static str,
    subcategory: Subcategory,
    place: Place,
    message: impl Into<String>,
    remediation: impl Into<String>,
) -> GateFinding {
    GateFinding {
        rule: rule.into(),
        subcategory,
        severity: subcategory.default_severity(),
        place,
        message: message.into(),
        remediation: remediation.into(),
        named: None,
    }
}

#[cfg(test)]
mod tests;

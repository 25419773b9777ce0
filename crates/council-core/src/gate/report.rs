//! What a gate over a packet found, as it goes into a record.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{
    council::CouncilProtocol, diagnostic::Place, severity::Severity, signature::ShortId,
    taxonomy::Subcategory, verdict::GateFact,
};

/// What kind of gate it is, and so how far its result can be argued with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trust {
    /// The form of the files: parsing, schemas, ids.
    Trusted,
    /// Computed from the content; only a human can waive it.
    Deterministic,
    /// Judged by seats.
    Assisted,
}

/// How a gate ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GateStatus {
    /// No blocker.
    Passed,
    /// At least one blocker.
    Failed,
    /// There was nothing to hold it against.
    NotApplicable,
}

/// One thing a gate found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateFinding {
    /// The rule that found it, in kebab case.
    pub rule: Cow<'static, str>,
    /// What is wrong.
    pub subcategory: Subcategory,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// What is wrong and what was expected: a lowercase fragment without a period.
    pub message: String,
    /// How to mend it.
    pub remediation: String,
    /// What the rules call it, where they found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<String>,
}

impl GateFinding {
    /// Returns the name that people write into tickets.
    pub fn short_id(&self) -> String {
        let path = self.place.path.as_deref().unwrap_or_default();
        let own = || ShortId::of_gate(&self.rule, path, &self.message).to_string();
        self.named.clone().unwrap_or_else(own)
    }
}

/// What one gate found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateReport {
    /// The gate's id, such as `GATE-PRD-LINT`.
    pub id: Cow<'static, str>,
    /// What kind of gate it is.
    pub trust: Trust,
    /// What it found.
    pub findings: Vec<GateFinding>,
    /// What it looked at, in words or repo-relative paths.
    pub evidence: Vec<String>,
    /// Why it could not be applied, if so.
    pub not_applicable: Option<String>,
}

impl GateReport {
    /// Returns how it ended: only a blocker fails a gate.
    pub fn status(&self) -> GateStatus {
        if self.not_applicable.is_some() {
            return GateStatus::NotApplicable;
        }
        if self.findings.iter().any(|finding| finding.severity == Severity::Blocker) {
            return GateStatus::Failed;
        }
        GateStatus::Passed
    }

    /// Returns the gate as the verdict sees it. Under the first protocol only its blockers weighed anything.
    pub fn fact(&self, protocol: CouncilProtocol) -> GateFact {
        let is_major = |finding: &&GateFinding| finding.severity == Severity::Major;
        let is_silent =
            protocol < CouncilProtocol::Second || self.status() == GateStatus::NotApplicable;
        let majors = if is_silent { 0 } else { self.findings.iter().filter(is_major).count() };
        let failed = self.status() == GateStatus::Failed;
        GateFact { id: self.id.to_string(), failed, majors, carried: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(severities: &[Severity]) -> GateReport {
        let finding = |severity: &Severity| GateFinding {
            rule: "rule".into(),
            subcategory: Subcategory::IdFormat,
            severity: *severity,
            place: Place::default(),
            message: String::new(),
            remediation: String::new(),
            named: None,
        };
        let findings = severities.iter().map(finding).collect();
        let (evidence, not_applicable) = (Vec::new(), None);
        GateReport {
            id: "GATE-PRD-LINT".into(),
            trust: Trust::Trusted,
            findings,
            evidence,
            not_applicable,
        }
    }

    #[test]
    fn only_a_blocker_fails_a_gate() {
        assert_eq!(gate(&[]).status(), GateStatus::Passed);
        assert_eq!(gate(&[Severity::Major, Severity::Minor]).status(), GateStatus::Passed);
        assert_eq!(gate(&[Severity::Minor, Severity::Blocker]).status(), GateStatus::Failed);
    }

    #[test]
    fn a_gate_with_nothing_to_hold_it_against_neither_passes_nor_fails() {
        let mut gate = gate(&[Severity::Blocker]);
        gate.not_applicable = Some("no atlas".to_owned());
        assert_eq!(gate.status(), GateStatus::NotApplicable);
    }
}

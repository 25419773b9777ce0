//! What a review was computed from, as the journal and the JSON beside the handoff keep it.

use std::collections::BTreeMap;

use council_core::{
    evidence::LockedClaim,
    finding::{Claim, Confidence, Evidence, Location, LocationKind},
    handoff::CleanLine,
    panel::{DecisionGroup, FindingsDelta, FollowedFinding, Issue, Record},
    severity::Severity,
    taxonomy::Subcategory,
};
use council_engine::Traffic;
use council_formats::{bundle::AuthorityShape, handoff::words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::meeting::{BesideClaim, Meeting, PanelOpening, filled_by};
use crate::authority;

/// What a review was computed from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewBasis {
    /// What filled the seats.
    pub filled_by: String,
    /// The specialists that were called, and by which words.
    pub called: BTreeMap<String, Vec<String>>,
    /// The specialists that the text calls for and who do not sit, because the offline rules have nothing to say there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unseated: BTreeMap<String, Vec<String>>,
    /// The file that was read.
    pub prd_file: String,
    /// Its version.
    pub prd_version: u32,
    /// The hash of its text.
    pub prd_hash: String,
    /// What is wrong, in the order of the recommended revisions.
    pub issues: Vec<KeptIssue>,
    /// What is decided at once: every recommendation is in exactly one group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<KeptGroup>,
    /// What the rules find that would be said in seats which somebody else filled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<BesideClaim>,
    /// What a seat claimed and the text does not bear out, and why.
    pub quarantined: Vec<String>,
    /// What became of earlier findings, for a review after the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<Box<KeptDelta>>,
    /// What the chair took the verdict to be, where the seats amount to another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chair_stated: Option<String>,
    /// The seats that were lost, and why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lost: BTreeMap<String, String>,
    /// How much the panel's word weighs, and what left the machine for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authority: Option<Box<AuthorityShape>>,
}

/// What became of earlier findings, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptDelta {
    /// The version of the review before.
    pub before: u32,
    /// The sections that changed since.
    pub sections: Vec<String>,
    /// The findings of all reviews so far, and how each stands now.
    pub findings: Vec<KeptFollowed>,
}

/// A finding over the reviews.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptFollowed {
    /// `new`, `open`, `fixed`, `regressed` or `not_raised_again`.
    pub standing: String,
    /// Whether it is new and outside of what changed.
    pub is_outside: bool,
    /// What was said.
    pub description: String,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptIssue {
    /// The number of its recommended revision, from 1.
    pub number: usize,
    /// How bad it is.
    #[schemars(with = "String")]
    pub severity: Severity,
    /// Who says so.
    pub seats: Vec<String>,
    /// What would mend it, as the review recommends it.
    pub recommendation: String,
    /// What shows it, place by place.
    pub claims: Vec<KeptClaim>,
}

impl KeptIssue {
    /// Tells whether somebody has to carry the risk where it stays as it is.
    pub fn needs_waiver(&self) -> bool {
        self.severity >= Severity::Major
    }
}

/// What is decided at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptGroup {
    /// Its number, from 1; a decision names it as `G1`.
    pub number: usize,
    /// What it is about.
    pub topic: String,
    /// How bad it is: as bad as the worst of its recommendations.
    #[schemars(with = "Option<String>")]
    pub severity: Option<Severity>,
    /// The numbers of its recommendations.
    pub recommendations: Vec<usize>,
    /// Who speaks in it.
    pub seats: Vec<String>,
    /// What they agree on, if the chair says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<String>,
    /// Where they differ, if the chair says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disputed: Option<String>,
    /// What there is to choose, if the chair says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
}

/// One place where something is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptClaim {
    /// What sort of defect it is.
    #[schemars(with = "String")]
    pub subcategory: Subcategory,
    /// How sure the seat is.
    pub confidence: f64,
    /// The document.
    pub path: String,
    /// The place in it.
    pub anchor: Option<String>,
    /// What sort of place that is.
    pub place: String,
    /// The line at the time.
    pub line: Option<u32>,
    /// The words that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// What was looked for in vain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
    /// Where it was looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<String>,
    /// The rule that found it.
    pub rule: Option<String>,
    /// What is wrong.
    pub description: String,
    /// What would mend it.
    pub remediation: String,
}

impl ReviewBasis {
    /// Takes what a panel came to.
    pub(super) fn new(
        record: &Record,
        convening: &PanelOpening,
        traffic: &Traffic<Meeting>,
    ) -> Self {
        let quarantined = record.quarantined.iter();
        let is_at_odds = record.is_chair_at_odds();
        let mut filled: Vec<String> = convening.filled_by.values().cloned().collect();
        filled.sort();
        filled.dedup();
        let filled = filled.iter().filter_map(|name| filled_by(name));
        let filled: Vec<String> = filled.map(|line| line.to_string()).collect();
        Self {
            filled_by: filled.join("; "),
            called: convening.called.clone(),
            unseated: convening
                .unseated
                .iter()
                .map(|(seat, words)| (seat.to_string(), words.clone()))
                .collect(),
            prd_file: convening.prd_file.clone(),
            prd_version: convening.prd_version.0,
            prd_hash: convening.prd_hash.clone(),
            issues: record.issues.iter().zip(1..).filter_map(issue).collect(),
            groups: record.groups.iter().zip(1..).map(|one| group(one, &record.issues)).collect(),
            beside: convening.beside.clone(),
            quarantined: quarantined
                .map(|(seat, one)| format!("{seat}: {} ({})", one.claim.description, one.reason))
                .collect(),
            delta: record.delta.as_ref().map(|delta| Box::new(KeptDelta::new(delta))),
            chair_stated: record
                .chair
                .filter(|_| is_at_odds)
                .map(|rating| words::rating(rating).to_owned()),
            lost: record.lost.iter().map(|(seat, why)| (seat.to_string(), why.clone())).collect(),
            authority: Some(Box::new(authority::shape(&record.authority, traffic))),
        }
    }

    /// Returns it as JSON. Every value of it has a JSON form, so there is no error to lose.
    pub(super) fn to_value(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl KeptDelta {
    fn new(delta: &FindingsDelta) -> Self {
        let followed = |one: &FollowedFinding| KeptFollowed {
            standing: one.standing.word().to_owned(),
            is_outside: one.is_outside,
            description: one.description.clone(),
        };
        Self {
            before: delta.before.0,
            sections: delta.sections.clone(),
            findings: delta.findings.iter().map(followed).collect(),
        }
    }
}

impl KeptClaim {
    pub(super) fn new(locked: &LockedClaim) -> Self {
        let claim = locked.claim();
        let (quote, terms, sections) = match &claim.evidence {
            Evidence::Quote(quote) => (Some(quote.clone()), Vec::new(), Vec::new()),
            Evidence::Searched { terms, sections } => (None, terms.clone(), sections.clone()),
        };
        Self {
            subcategory: claim.subcategory,
            confidence: claim.confidence.value(),
            path: claim.location.path.clone(),
            anchor: claim.location.anchor.clone(),
            place: claim.location.kind.word().to_owned(),
            line: locked.place().line,
            quote,
            terms,
            sections,
            rule: claim.rule.clone(),
            description: claim.description.clone(),
            remediation: claim.remediation.clone(),
        }
    }

    /// Returns the claim as a seat made it.
    pub fn claim(&self, severity: Severity) -> Claim {
        let kind = LocationKind::ALL.into_iter().find(|kind| kind.word() == self.place);
        Claim {
            mode: None,
            subcategory: self.subcategory,
            severity,
            confidence: Confidence::new(self.confidence).unwrap_or(Confidence::LOW),
            location: Location {
                path: self.path.clone(),
                anchor: self.anchor.clone(),
                kind: kind.unwrap_or(LocationKind::Document),
            },
            evidence: match &self.quote {
                Some(quote) => Evidence::Quote(quote.clone()),
                None => Evidence::Searched {
                    terms: self.terms.clone(),
                    sections: self.sections.clone(),
                },
            },
            other_quotes: Vec::new(),
            rule: self.rule.clone(),
            description: self.description.clone(),
            remediation: self.remediation.clone(),
        }
    }
}

fn group((group, number): (&DecisionGroup, usize), issues: &[Issue]) -> KeptGroup {
    let words = |line: &Option<CleanLine>| line.as_ref().map(ToString::to_string);
    KeptGroup {
        number,
        topic: group.topic.to_string(),
        severity: group.severity(issues),
        recommendations: group.members.clone(),
        seats: group.seats(issues).iter().map(ToString::to_string).collect(),
        agreed: words(&group.agreed),
        disputed: words(&group.disputed),
        choice: words(&group.choice),
    }
}

fn issue((issue, number): (&Issue, usize)) -> Option<KeptIssue> {
    Some(KeptIssue {
        number,
        severity: issue.severity,
        seats: issue.seats.iter().map(ToString::to_string).collect(),
        recommendation: issue.recommendation()?.to_string(),
        claims: issue.claims.iter().map(KeptClaim::new).collect(),
    })
}

//! The JSON a seat answers with. What a seat may leave out has a default; what it adds is ignored.

use serde::{Deserialize, Serialize};

/// Everything a seat can say, in any round.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// What is wrong with the packet; in the last round nobody may bring anything new.
    pub findings: Vec<FindingReply>,
    /// What the seat thinks of the findings it was shown.
    pub opinions: Vec<OpinionReply>,
    /// How it would mend them.
    pub proposals: Vec<ProposalReply>,
    /// Its votes on whether findings are valid.
    pub validity: Vec<VoteReply>,
    /// Its votes on whether remediations are good.
    pub remediation: Vec<VoteReply>,
    /// What it would ask the author.
    pub questions: Vec<String>,
    /// How it sees the packet against the vision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub north_star: Option<AssessmentReply>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FindingReply {
    /// The reasoning mode that led to it: one of the seat's five.
    pub mode: u8,
    /// What sort of defect it is: a subcategory of the taxonomy.
    pub subcategory: String,
    /// How bad it is.
    pub severity: String,
    /// How sure the seat is, from 0 to 1.
    pub confidence: f64,
    /// Where it is: `path#anchor`, or `path` for a whole document.
    pub location: String,
    /// The words of the packet that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// For something missing: what was looked for, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<SearchedReply>,
    /// The rule that found it, for a reviewer that has rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What is wrong, in a sentence.
    pub description: String,
    /// What would mend it.
    pub remediation: String,
    /// How it breaks the vision, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
}

/// What was looked for and not found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchedReply {
    /// The terms.
    pub terms: Vec<String>,
    /// The sections looked through; none for the whole packet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<String>,
}

/// What a seat thinks of a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpinionReply {
    /// The finding's id, as it was shown.
    pub finding: String,
    /// Whether it holds.
    pub holds: bool,
    /// How bad it is, if it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<String>,
    /// Why.
    pub rationale: String,
}

/// How a seat would mend a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProposalReply {
    /// The finding's id, as it was shown.
    pub finding: String,
    /// What to write instead.
    pub text: String,
    /// Whether it cannot go together with another remediation on the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub excludes_others: bool,
}

/// A vote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VoteReply {
    /// The finding's id, as it was shown.
    pub finding: String,
    /// `SUPPORT`, `OPPOSE` or `ABSTAIN`.
    pub vote: String,
    /// Why; a vote without a reason is an abstention.
    #[serde(default)]
    pub rationale: String,
}

/// How a seat sees the packet against the vision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AssessmentReply {
    /// Whether the seat affirms the vision's oath.
    pub affirms_oath: bool,
    /// Its scores, one for each phase.
    pub phases: Vec<PhaseReply>,
    /// What it would do for the vision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recommendations: Vec<RecommendationReply>,
}

/// How the packet serves one phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PhaseReply {
    /// The phase.
    pub phase: u8,
    /// What it does for it, from 0 to 1.
    pub direct: f64,
    /// What it makes possible, from 0 to 1.
    pub enabling: f64,
    /// How little it harms it, from 0 to 1.
    pub no_harm: f64,
    /// Why.
    #[serde(default)]
    pub rationale: String,
}

/// Something worth doing for a phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecommendationReply {
    /// What to do.
    pub text: String,
    /// For which phase.
    pub phase: u8,
    /// What it costs: `LOW`, `MEDIUM` or `HIGH`.
    pub effort: String,
    /// What it brings.
    pub impact: String,
}

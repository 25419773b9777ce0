//! The one shape of a session file.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::finding::{FindingShape, VoteShape};
use crate::words::{
    AbortWord, CycleName, DegreeWord, EndingWord, GateStatusWord, SeverityWord, TrustWord,
    VerdictWord, ViolationWord,
};

/// A council session: `council_session_{timestamp}.yaml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionShape {
    /// The version of this shape.
    pub schema_version: String,
    /// The version of the program that wrote it.
    pub tool_version: String,
    /// `COUNCIL-{PRD_ID}-{YYYYMMDD-HHMMSS}`.
    pub session_id: String,
    /// The packet under review.
    pub prd_id: String,
    /// The version of the packet, if it names one.
    pub prd_version: Option<String>,
    /// BLAKE3 over what was read.
    pub content_hash: String,
    /// How deep the review went.
    pub review_depth: String,
    /// The rules it was held under; none says the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol_version: Option<u8>,
    /// Where the session stands: `INIT`, `CYCLE_1` to `CYCLE_3`, or how it ended.
    pub state: String,
    /// When it began.
    pub initiated_at: String,
    /// When it ended, if it has.
    pub completed_at: Option<String>,
    /// How it ended, if it has.
    pub terminal_state: Option<EndingWord>,
    /// Whether a seat was lost.
    pub degraded_mode: bool,
    /// The seats that were lost.
    pub lost_agents: Vec<LostShape>,
    /// The seats and how they look.
    pub subagents: Vec<SeatShape>,
    /// The constraints on mode selection that had to be relaxed.
    pub constraint_relaxations: Vec<String>,
    /// What the gates found.
    pub gates: Vec<GateShape>,
    /// The vision, if one was given.
    pub north_star: Option<NorthStarShape>,
    /// The cycles that have begun.
    pub cycles: Vec<CycleShape>,
    /// What came of it, once it has ended.
    pub final_outputs: Option<FinalShape>,
}

/// A seat that was lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LostShape {
    /// Which.
    pub agent_id: String,
    /// Why.
    pub reason: String,
}

/// A seat and its modes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatShape {
    /// `SA-1`, `SA-2` or `SA-3`.
    pub agent_id: String,
    /// The role that follows from its modes.
    pub emergent_role: String,
    /// Why it has that role.
    pub role_derivation: String,
    /// When it chose its modes.
    pub selection_timestamp: String,
    /// What in the packet spoke for which modes.
    pub prd_affinity_signals: Vec<SignalShape>,
    /// Its five modes.
    pub selected_modes: Vec<ModeShape>,
    /// The modes it shares with seats that chose before it.
    pub overlap_with_other_agents: Vec<OverlapShape>,
    /// The categories of its modes and how many it has of each, the most frequent first.
    pub mode_categories_present: Vec<BTreeMap<String, usize>>,
    /// The categories by count, such as `formal-causal-meta`.
    pub mode_cluster_signature: String,
}

/// Something in the packet that spoke for some modes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SignalShape {
    /// What it is.
    pub signal: String,
    /// The modes it speaks for.
    pub affinity_modes: Vec<u8>,
}

/// A mode a seat chose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModeShape {
    /// Its number, 1 to 80.
    pub mode_id: u8,
    /// Its name.
    pub mode_name: String,
    /// Its category.
    pub category: String,
    /// Why it was chosen.
    pub selection_rationale: String,
    /// How well it fits, from 0 to 1.
    pub affinity_score: f64,
    /// The score by which it was taken: the affinity, less a penalty where another seat holds it, more for a new category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection_score: Option<f64>,
}

/// Modes shared with another seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OverlapShape {
    /// The other seat.
    pub agent_id: String,
    /// The shared modes.
    pub overlapping_modes: Vec<u8>,
    /// What each of them cost.
    pub penalty_applied: f64,
}

/// What one gate found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateShape {
    /// Its id.
    pub gate_id: String,
    /// What kind of gate it is.
    #[serde(rename = "type")]
    pub trust: TrustWord,
    /// How it ended.
    pub status: GateStatusWord,
    /// What it found.
    pub findings: Vec<GateFindingShape>,
    /// What it looked at.
    pub evidence: Vec<String>,
    /// Why it does not apply, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// One thing a deterministic gate found, or the id of a finding of the council.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GateFindingShape {
    /// A finding of the council, by its id.
    Council(String),
    /// A finding of the gate itself.
    Own {
        /// The rule.
        rule_id: String,
        /// The category of the taxonomy.
        category: String,
        /// The subcategory of the taxonomy.
        subcategory: String,
        /// How bad it is.
        severity: SeverityWord,
        /// Where it is.
        location: String,
        /// What is wrong.
        description: String,
        /// What would mend it.
        remediation: String,
        /// What the rules call it, where they found it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        short_id: Option<String>,
        /// What a human decided about it, if one did.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        decision: Option<String>,
    },
}

/// The vision the packet is held against.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NorthStarShape {
    /// Its title.
    pub title: String,
    /// BLAKE3 of the vision file.
    pub vision_hash: String,
    /// BLAKE3 of the oath, if it has one.
    pub oath_hash: Option<String>,
    /// Whether every seat affirmed the oath.
    pub oath_affirmed: bool,
    /// The current phase and the progress the vision states; nothing is estimated.
    pub phase_context: BTreeMap<String, Option<serde_json::Number>>,
}

/// One cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CycleShape {
    /// 1, 2 or 3.
    pub cycle_number: u8,
    /// Its name.
    pub cycle_name: CycleName,
    /// When it began.
    pub started_at: String,
    /// When it ended, if it has.
    pub completed_at: Option<String>,
    /// Why no seat was asked anything in it, if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_asked: Option<String>,
    /// What each seat said.
    pub subagent_findings: BTreeMap<String, SeatAnswerShape>,
    /// The findings as they stood at its end.
    pub merged_findings: Vec<FindingShape>,
    /// Groups of them that may be one defect: near-duplicates are linked, never dropped.
    pub related_findings: Vec<Vec<String>>,
    /// Which of them the seats disputed.
    pub contested_items: Vec<String>,
    /// What it handed to the next cycle; the last one hands on nothing.
    pub onboarding_notes: Option<NotesShape>,
    /// The tokens it used.
    pub tokens_consumed: u64,
}

/// What one seat said in one cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatAnswerShape {
    /// What it found.
    pub findings: Vec<FindingShape>,
    /// What it thinks of others' findings.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub assessments: Vec<OpinionShape>,
    /// How it would mend them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub remediation_proposals: Vec<ProposalShape>,
    /// Which findings it says are one defect.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub same_findings: Vec<SameShape>,
    /// Its votes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub votes: Vec<CastShape>,
    /// How it sees the packet against the vision.
    pub north_star_assessment: Option<SeatAssessmentShape>,
}

/// What a seat thinks of a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpinionShape {
    /// Which finding.
    pub finding_id: String,
    /// Whether it holds.
    pub valid: bool,
    /// How bad it is, if it holds.
    pub severity: Option<SeverityWord>,
    /// Why.
    pub rationale: String,
    /// The notes it goes back to, as the seat cites them.
    pub onboarding_refs: Vec<String>,
}

/// Two findings that a seat says are one defect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SameShape {
    /// The one that goes.
    pub finding_id: String,
    /// The one that stays.
    pub same_as: String,
}

/// How a seat would mend a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProposalShape {
    /// Which finding.
    pub finding_id: String,
    /// What to write instead.
    pub remediation: String,
    /// Whether it cannot go together with another one on the table.
    pub excludes_others: bool,
}

/// One vote of a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CastShape {
    /// Which finding.
    pub finding_id: String,
    /// What was voted on.
    pub question: super::finding::BallotQuestion,
    /// The vote and why.
    #[serde(flatten)]
    pub cast: VoteShape,
    /// The notes it goes back to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub onboarding_refs: Vec<String>,
}

/// How one seat sees the packet against the vision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatAssessmentShape {
    /// Whose view it is.
    pub assessor: String,
    /// When the cycle it was given in ended.
    pub assessed_at: Option<String>,
    /// Whether it affirms the oath.
    pub oath_affirmed: bool,
    /// The phases: `phase_1` and so on.
    pub phase_scores: BTreeMap<String, PhaseShape>,
    /// What it would do.
    pub strategic_recommendations: Vec<RecommendationShape>,
}

/// How one seat sees one phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PhaseShape {
    /// 0.6 direct + 0.3 enabling + 0.1 no harm.
    pub score: f64,
    /// What it does for the phase itself.
    pub direct_contribution: f64,
    /// What it makes possible.
    pub enabling_contribution: f64,
    /// How little it harms.
    pub no_harm: f64,
    /// Why.
    pub rationale: String,
}

/// Something to do for a phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecommendationShape {
    /// What.
    pub recommendation: String,
    /// For which phase.
    pub target_phase: u8,
    /// What it costs.
    pub effort: DegreeWord,
    /// What it brings.
    pub impact: DegreeWord,
}

/// The notes after a cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NotesShape {
    /// The id by which the next cycle refers to them.
    pub note_id: String,
    /// The cycle that ended.
    pub cycle_source: u8,
    /// When.
    pub generated_at: String,
    /// Where to look closer.
    pub focus_areas: Vec<FocusShape>,
    /// Which modes each seat should lean on.
    pub mode_recommendations: Vec<EmphasisShape>,
    /// What nobody has answered.
    pub unresolved_questions: Vec<QuestionShape>,
    /// What the seats dispute.
    pub contested_items_summary: Vec<DisputeShape>,
    /// What the next cycle must settle.
    pub convergence_targets: Vec<String>,
    /// What needs no vote any more.
    pub consensus_candidates: Vec<String>,
}

/// A place that deserves a second look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FocusShape {
    /// The mark by which answers of the next cycle refer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note_ref: Option<String>,
    /// The place.
    pub area: String,
    /// Why.
    pub rationale: String,
    /// The modes that found something there.
    pub suggested_modes: Vec<u8>,
    /// How much it matters.
    pub priority: DegreeWord,
}

/// Which modes a seat should lean on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EmphasisShape {
    /// The mark by which answers of the next cycle refer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note_ref: Option<String>,
    /// The seat.
    pub agent_id: String,
    /// All its modes.
    pub current_modes: Vec<u8>,
    /// The ones to lean on.
    pub recommended_emphasis: Vec<u8>,
    /// The ones that found nothing while others did.
    pub recommended_deemphasis: Vec<u8>,
    /// Why.
    pub rationale: String,
}

/// Something to be answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionShape {
    /// The mark by which answers of the next cycle refer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note_ref: Option<String>,
    /// The question.
    pub question: String,
    /// The findings it is about.
    pub relevant_findings: Vec<String>,
    /// Who must answer it.
    pub decision_required_by: String,
}

/// A finding the seats dispute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DisputeShape {
    /// The mark by which answers of the next cycle refer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note_ref: Option<String>,
    /// Which.
    pub finding_id: String,
    /// Who stands behind it.
    pub supporters: Vec<String>,
    /// Who does not.
    pub dissenters: Vec<String>,
    /// What they differ on.
    pub core_disagreement: String,
    /// What would settle it.
    pub suggested_resolution: String,
    /// What was said for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments_for: Vec<ArgumentShape>,
    /// What was said against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments_against: Vec<ArgumentShape>,
}

/// What one seat says for or against a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ArgumentShape {
    /// The seat.
    pub agent_id: String,
    /// How bad it says it is, if it stands behind the finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<SeverityWord>,
    /// What it says.
    pub argument: String,
}

/// What came of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FinalShape {
    /// The verdict, computed.
    pub verdict: VerdictWord,
    /// What decided it.
    pub verdict_reason: String,
    /// The council's own verdict, where humans have decided on findings since.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub council_verdict: Option<VerdictWord>,
    /// What humans have decided since, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub human_decisions: Vec<DecisionShape>,
    /// Everything that speaks for more than a pass, weightiest first.
    pub warnings: Vec<String>,
    /// Why it was aborted, if it was.
    pub abort_reason: Option<AbortWord>,
    /// Who decides what the council could not; none if it settled everything.
    pub escalation_target: Option<String>,
    /// What that is, by id.
    pub escalated_findings: Vec<String>,
    /// The findings the council stands behind.
    pub consensus_findings: Vec<FindingShape>,
    /// The findings it could not settle.
    pub deadlocked_findings: Vec<FindingShape>,
    /// The minor findings and notes of a single seat.
    pub unconfirmed_findings: Vec<FindingShape>,
    /// The findings it voted down.
    pub dismissed_findings: Vec<FindingShape>,
    /// The claims that the text does not show.
    pub quarantined_findings: Vec<QuarantinedShape>,
    /// All findings of a session that did not end by itself.
    pub partial_findings: Vec<FindingShape>,
    /// How the council sees the packet against the vision; none without a vision.
    pub north_star_assessment: Option<AlignmentShape>,
    /// The figures of the session.
    pub council_metadata: MetadataShape,
}

/// What a human decided about findings of a session that had ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DecisionShape {
    /// `ACCEPT_RISK`, `DEFER`, `DISMISS`, `WAIVE` or `VERIFIED`.
    pub decision: String,
    /// The council's findings that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub findings: Vec<String>,
    /// What the gates found that it is about, by short ids.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub gate_findings: Vec<String>,
    /// Why.
    pub reason: String,
    /// Who answers for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub owner: Option<String>,
    /// The last day on which it holds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub until: Option<String>,
    /// Who decided.
    pub decided_by: String,
    /// When.
    pub decided_at: String,
    /// BLAKE3 of the session file that was shown.
    pub shown: String,
}

/// A claim that did not pass the evidence lock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuarantinedShape {
    /// Who made it.
    pub source_agent: String,
    /// In which cycle.
    pub source_cycle: u8,
    /// What was claimed.
    pub description: String,
    /// How bad it was said to be.
    pub severity: SeverityWord,
    /// Where it was said to be.
    pub location: String,
    /// What was quoted, if anything.
    pub quote: Option<String>,
    /// Why it did not pass.
    pub reason: String,
}

/// How the council sees the packet against the vision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AlignmentShape {
    /// When it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assessed_at: Option<String>,
    /// Whose view it is: `COUNCIL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assessor: Option<String>,
    /// Whether every seat that is left has scored every phase.
    pub complete: bool,
    /// The mean score of each phase of the vision, in order; nothing for one that no seat scored.
    pub phase_scores: Vec<Option<f64>>,
    /// The population variance of each phase, in order.
    pub phase_variances: Vec<Option<f64>>,
    /// Whether the seats agree on each phase, in order.
    pub phase_consensus: Vec<Option<bool>>,
    /// The phase served most.
    pub primary_phase_alignment: Option<u8>,
    /// The phases served at least half as much.
    pub secondary_phase_alignment: Vec<u8>,
    /// What the seats would do.
    pub strategic_recommendations: Vec<RecommendationShape>,
    /// How the packet breaks the vision.
    pub violations: Vec<ViolationShape>,
}

/// A way in which the packet breaks the vision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ViolationShape {
    /// Which way.
    pub violation_type: ViolationWord,
    /// The finding that says so.
    pub finding_id: String,
    /// What is wrong.
    pub description: String,
    /// Always a blocker.
    pub severity: SeverityWord,
    /// What would mend it.
    pub remediation: String,
}

/// The figures of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MetadataShape {
    /// Claims before merging.
    pub total_findings_generated: usize,
    /// Findings after merging.
    pub findings_after_dedup: usize,
    /// Findings that were ever disputed or voted on.
    pub contested_items_count: usize,
    /// How many of them were settled.
    pub contested_items_resolved: usize,
    /// Whether every vote settled something.
    pub quorum_achieved: bool,
    /// Cycles that ended.
    pub cycles_completed: usize,
    /// In how many of them a seat was asked anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles_asked: Option<usize>,
    /// Tokens used.
    pub budget_consumed_tokens: u64,
    /// Active seconds.
    pub elapsed_time_seconds: u64,
}

//! A handoff as JSON, for programs: everything the Markdown says, and what it was computed from.

use council_core::{
    handoff::{
        CleanLine, Decisions, Front, Handoff, HumanAct, PanelFinding, PanelSeat, Prose, ReReview,
        Revised, RevisionLog, SeatReview, Synthesis, ruling,
    },
    series::ReviewNumber,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::words;
use crate::{
    json,
    report::{SCHEMA_VERSION, TOOL_VERSION},
};

/// Writes the JSON beside a handoff. `record` is what the review was computed from, as its journal keeps it.
pub fn write(handoff: &Handoff, record: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(&shape(handoff, record)).unwrap_or_default();
    text.push('\n');
    text
}

/// Returns what stands beside a handoff.
pub fn shape<R>(handoff: &Handoff, record: R) -> TwinShape<'_, R> {
    let ruling = ruling(handoff);
    TwinShape {
        schema_version: SCHEMA_VERSION,
        tool_version: TOOL_VERSION,
        kind: "panel-review",
        front: handoff.front.as_ref().map(TwinFrontShape::from),
        verdict: ruling.map(|ruling| words::rating(ruling.verdict)),
        computed_verdict: ruling.and_then(|one| one.computed).map(words::rating),
        chair_mismatch: ruling.is_some_and(|ruling| !ruling.agrees),
        reviews: handoff.reviews.iter().map(ReviewShape::from).collect(),
        synthesis: handoff.synthesis.as_ref().map(SynthesisShape::from),
        decisions: DecisionsShape::from(&handoff.decisions),
        revision_log: LogShape::from(&handoff.revisions),
        rereview: handoff.rereview.as_ref().map(ReReviewShape::from),
        record,
    }
}

/// A panel review, for programs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanelReview")]
pub struct TwinShape<'a, R> {
    /// The version of this shape.
    schema_version: &'static str,
    /// The version of the program that wrote it.
    tool_version: &'static str,
    /// What the file is.
    kind: &'static str,
    /// The front matter of the handoff.
    front: Option<TwinFrontShape<'a>>,
    /// The verdict that counts.
    verdict: Option<&'static str>,
    /// The verdict that the seats amount to.
    computed_verdict: Option<&'static str>,
    /// Whether the chair takes the verdict to be another one.
    chair_mismatch: bool,
    /// What each seat said.
    reviews: Vec<ReviewShape<'a>>,
    /// What the chair made of it.
    synthesis: Option<SynthesisShape<'a>>,
    /// What a human decided.
    decisions: DecisionsShape<'a>,
    /// What was changed since.
    revision_log: LogShape<'a>,
    /// What was decided at the re-review gate.
    rereview: Option<ReReviewShape<'a>>,
    /// What the review was computed from.
    record: R,
}

/// The front matter of a handoff.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanelFront")]
struct TwinFrontShape<'a> {
    phase: &'static str,
    project: Option<String>,
    review_number: Option<u32>,
    date: Option<String>,
    prd_version_reviewed: Option<String>,
    reviewers: Vec<&'a str>,
    overall_verdict: Option<&'static str>,
    status: Option<&'static str>,
    /// What else the file has there.
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl<'a> From<&'a Front> for TwinFrontShape<'a> {
    fn from(front: &'a Front) -> Self {
        let extra = front.extra.iter();
        Self {
            phase: words::PHASE,
            project: front.project.as_ref().map(ToString::to_string),
            review_number: front.number.map(ReviewNumber::value),
            date: front.date.map(|date| date.to_string()),
            prd_version_reviewed: front.version.map(|version| version.to_string()),
            reviewers: front.reviewers.iter().map(PanelSeat::as_str).collect(),
            overall_verdict: front.verdict.map(words::rating),
            status: front.status.map(words::status),
            extra: extra.map(|entry| (entry.key.clone(), json::value(&entry.node))).collect(),
        }
    }
}

/// What a seat said.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanelSeatReview")]
struct ReviewShape<'a> {
    seat: &'a str,
    rating: Option<&'static str>,
    stated_biases: Vec<&'a str>,
    findings: Vec<HandoffFindingShape<'a>>,
    endorsements: Vec<&'a str>,
    no_further_findings: Vec<ExaminedShape<'a>>,
    summary: Vec<&'a str>,
}

impl<'a> From<&'a SeatReview> for ReviewShape<'a> {
    fn from(review: &'a SeatReview) -> Self {
        let examined = review.examined.iter();
        Self {
            seat: review.seat.as_str(),
            rating: review.rating.map(words::rating),
            stated_biases: lines(&review.biases),
            findings: review.findings.iter().map(HandoffFindingShape::from).collect(),
            endorsements: lines(&review.endorsements),
            no_further_findings: examined
                .map(|one| ExaminedShape {
                    sections: one.sections.as_str(),
                    questions: one.questions.as_str(),
                })
                .collect(),
            summary: prose(&review.summary),
        }
    }
}

/// What a seat looked at without finding more.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Examined")]
struct ExaminedShape<'a> {
    sections: &'a str,
    questions: &'a str,
}

/// What a seat found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanelFinding")]
struct HandoffFindingShape<'a> {
    severity: Option<&'static str>,
    confidence: Option<&'static str>,
    description: &'a str,
    quote: Option<&'a str>,
    recommendation: Option<&'a str>,
}

impl<'a> From<&'a PanelFinding> for HandoffFindingShape<'a> {
    fn from(finding: &'a PanelFinding) -> Self {
        Self {
            severity: finding.severity.map(words::severity),
            confidence: finding.certainty.map(words::certainty),
            description: finding.text.as_str(),
            quote: finding.quote.as_ref().map(CleanLine::as_str),
            recommendation: finding.recommendation.as_ref().map(CleanLine::as_str),
        }
    }
}

/// What the chair made of it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Synthesis")]
struct SynthesisShape<'a> {
    reviewers: Vec<&'a str>,
    overall_verdict: Option<&'static str>,
    consensus_points: Vec<&'a str>,
    conflicts: Vec<&'a str>,
    /// What is decided at once, in words; `record.groups` has the numbers.
    decision_groups: Vec<&'a str>,
    recommended_revisions: Vec<RevisionShape<'a>>,
    stakeholder_decisions: Vec<&'a str>,
    ratings: Vec<RatedShape<'a>>,
    assessment: Vec<&'a str>,
}

impl<'a> From<&'a Synthesis> for SynthesisShape<'a> {
    fn from(synthesis: &'a Synthesis) -> Self {
        let (revisions, ratings) = (synthesis.revisions.iter(), synthesis.ratings.iter());
        Self {
            reviewers: synthesis.reviewers.iter().map(PanelSeat::as_str).collect(),
            overall_verdict: synthesis.verdict.map(words::rating),
            consensus_points: lines(&synthesis.consensus),
            conflicts: lines(&synthesis.conflicts),
            decision_groups: lines(&synthesis.groups),
            recommended_revisions: revisions
                .zip(1_usize..)
                .map(|(revision, number)| RevisionShape {
                    number,
                    tier: words::tier(revision.tier),
                    text: revision.text.as_str(),
                })
                .collect(),
            stakeholder_decisions: lines(&synthesis.stakeholder),
            ratings: ratings
                .map(|row| RatedShape {
                    seat: row.seat.as_str(),
                    rating: row.rating.map(words::rating),
                    key_concern: row.concern.as_ref().map(CleanLine::as_str),
                })
                .collect(),
            assessment: prose(&synthesis.assessment),
        }
    }
}

/// A recommended revision.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RecommendedRevision")]
struct RevisionShape<'a> {
    number: usize,
    tier: &'static str,
    text: &'a str,
}

/// How a seat rates the PRD.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rated")]
struct RatedShape<'a> {
    seat: &'a str,
    rating: Option<&'static str>,
    key_concern: Option<&'a str>,
}

/// What a human decided.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanelDecisions")]
struct DecisionsShape<'a> {
    date: Option<String>,
    decision: Option<&'static str>,
    accepted: Vec<&'a str>,
    rejected: Vec<RejectedShape<'a>>,
    notes: Vec<&'a str>,
    /// Who decided, and who renewed a waiver after that.
    acts: Vec<ActShape<'a>>,
}

/// What a human did.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HumanAct")]
struct ActShape<'a> {
    by: &'a str,
    at: String,
    /// The hash of the review as it was shown.
    shown: &'a str,
    /// Why, where that is not said elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> From<&'a HumanAct> for ActShape<'a> {
    fn from(act: &'a HumanAct) -> Self {
        Self { by: act.by.as_str(), at: act.at.to_string(), shown: &act.shown, reason: None }
    }
}

impl<'a> From<&'a Decisions> for DecisionsShape<'a> {
    fn from(decisions: &'a Decisions) -> Self {
        let rejected = decisions.rejected.iter();
        Self {
            date: decisions.date.map(|date| date.to_string()),
            decision: decisions.answer.map(words::answer),
            accepted: lines(&decisions.accepted),
            rejected: rejected
                .map(|one| RejectedShape {
                    recommendation: one.text.as_str(),
                    rationale: one.rationale.as_ref().map(CleanLine::as_str),
                })
                .collect(),
            notes: prose(&decisions.notes),
            acts: decisions.acts.iter().map(ActShape::from).collect(),
        }
    }
}

/// A recommendation that was rejected.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rejected")]
struct RejectedShape<'a> {
    recommendation: &'a str,
    rationale: Option<&'a str>,
}

/// What was changed since.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RevisionLog")]
struct LogShape<'a> {
    before: Option<String>,
    /// The version after; none where nothing changed or nobody has said.
    after: Option<String>,
    changes: Vec<&'a str>,
    /// Who revised it.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<ActShape<'a>>,
}

impl<'a> From<&'a RevisionLog> for LogShape<'a> {
    fn from(log: &'a RevisionLog) -> Self {
        let after = match log.after {
            Some(Revised::Version(version)) => Some(version.to_string()),
            Some(Revised::Unchanged) | None => None,
        };
        Self {
            before: log.before.map(|one| one.to_string()),
            after,
            changes: lines(&log.changes),
            act: log.act.as_ref().map(ActShape::from),
        }
    }
}

/// What was decided at the re-review gate.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReReview")]
struct ReReviewShape<'a> {
    decision: Option<&'static str>,
    date: Option<String>,
    rationale: Option<&'a str>,
    next_scope: Option<&'a str>,
    next_file: Option<&'a str>,
    /// Who decided.
    act: Option<ActShape<'a>>,
    /// Who goes on although the panel said to revise.
    acknowledged: Option<ActShape<'a>>,
}

impl<'a> From<&'a ReReview> for ReReviewShape<'a> {
    fn from(rereview: &'a ReReview) -> Self {
        Self {
            decision: rereview.decision.map(words::decision),
            date: rereview.date.map(|date| date.to_string()),
            rationale: rereview.rationale.as_ref().map(CleanLine::as_str),
            next_scope: rereview.next_scope.as_ref().map(CleanLine::as_str),
            next_file: rereview.next_file.as_ref().map(CleanLine::as_str),
            act: rereview.act.as_ref().map(ActShape::from),
            acknowledged: rereview.acknowledged.as_ref().map(|(act, reason)| ActShape {
                reason: Some(reason.as_str()),
                ..ActShape::from(act)
            }),
        }
    }
}

fn lines(lines: &[CleanLine]) -> Vec<&str> {
    lines.iter().map(CleanLine::as_str).collect()
}

fn prose(prose: &Prose) -> Vec<&str> {
    lines(prose.paragraphs())
}

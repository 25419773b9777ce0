//! From the record to the shape, and from the shape to YAML.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    agreement::Agreement,
    alignment::{Alignment, Assessment, Violation},
    council::{Answer, Cast, Ending, Finding, Opinion, Proposal, Record, Round, RoundRecord},
    finding::SeatId,
    gate::report::{GateReport, GateStatus, Trust},
    merge::FindingId,
    mode::Relaxation,
    policy::Policy,
    severity::Severity,
    verdict::Verdict,
};

use super::{
    finding::{self, BallotQuestion, FindingShape, Setting, rounded},
    lens::{lenses, north_star},
    notes::notes,
    shape::{
        AlignmentShape, CastShape, CycleShape, FinalShape, GateFindingShape, GateShape, LostShape,
        MetadataShape, OpinionShape, PhaseShape, ProposalShape, QuarantinedShape,
        RecommendationShape, SeatAnswerShape, SeatAssessmentShape, SessionShape, ViolationShape,
    },
};
use crate::{report::SCHEMA_VERSION, yaml};

/// The gate that stands for what the seats found.
const CONTENT_GATE: &str = "GATE-PRD-CONTENT";

/// A record and what the program knows around it.
#[derive(Debug, Clone, Copy)]
pub struct Review<'a> {
    /// The session.
    pub record: &'a Record,
    /// The limits and names it ran under.
    pub policy: &'a Policy,
    /// The version of the program.
    pub tool_version: &'a str,
}

/// Writes a session file.
pub fn write(review: &Review<'_>) -> Result<String, yaml::WriteError> {
    yaml::write(&shape(review))
}

/// Returns a session in the shape of its file.
pub fn shape(review: &Review<'_>) -> SessionShape {
    let record = review.record;
    let opening = &record.opening;
    let violations = violations(record);
    SessionShape {
        schema_version: SCHEMA_VERSION.to_owned(),
        tool_version: review.tool_version.to_owned(),
        session_id: opening.id.to_string(),
        prd_id: opening.packet.to_string(),
        prd_version: opening.version.clone(),
        content_hash: opening.content_hash.clone(),
        review_depth: "COUNCIL".to_owned(),
        state: state(record),
        initiated_at: opening.moment.at.to_string(),
        completed_at: record.ending.map(|_| record.now.at.to_string()),
        terminal_state: record.ending.map(Into::into),
        degraded_mode: !record.lost.is_empty(),
        lost_agents: record
            .lost
            .iter()
            .map(|(seat, reason)| LostShape { agent_id: seat.to_string(), reason: reason.clone() })
            .collect(),
        subagents: lenses(opening),
        constraint_relaxations: opening
            .selection
            .relaxations
            .iter()
            .map(Relaxation::to_string)
            .collect(),
        gates: gates(record),
        north_star: north_star(record),
        cycles: record.rounds.iter().map(|round| cycle(round, &violations)).collect(),
        final_outputs: record.ending.map(|ending| outputs(review, ending, &violations)),
    }
}

/// Returns every finding that breaks the vision.
fn violations(record: &Record) -> BTreeMap<FindingId, Violation> {
    record.rounds.iter().flat_map(|round| round.violations.clone()).collect()
}

fn state(record: &Record) -> String {
    match (record.ending, record.rounds.last()) {
        (Some(ending), _) => crate::words::EndingWord::from(ending).word().to_owned(),
        (None, Some(open)) => format!("CYCLE_{}", open.round.number()),
        (None, None) => "INIT".to_owned(),
    }
}

/// Writes the deterministic gates and, last, the one that stands for the seats.
pub(crate) fn gates(record: &Record) -> Vec<GateShape> {
    let content = GateReport {
        id: CONTENT_GATE,
        trust: Trust::Assisted,
        findings: Vec::new(),
        evidence: Vec::new(),
        not_applicable: None,
    };
    let confirmed = |finding: &&Finding| finding.agreement(&record.live).is_confirmed();
    let blocked = record.findings.iter().filter(confirmed).any(|finding| {
        finding.severity() == Severity::Blocker && finding.resolution(&record.live).is_open()
    });
    let own = GateShape {
        status: if blocked { GateStatus::Failed.into() } else { GateStatus::Passed.into() },
        findings: record
            .findings
            .iter()
            .filter(confirmed)
            .map(|finding| GateFindingShape::Council(finding.id().to_string()))
            .collect(),
        ..gate(&content)
    };
    record.opening.gates.iter().map(gate).chain([own]).collect()
}

fn gate(report: &GateReport) -> GateShape {
    let findings = report.findings.iter().map(|found| GateFindingShape::Own {
        rule_id: found.rule.to_owned(),
        category: found.subcategory.category().word().to_owned(),
        subcategory: found.subcategory.word().to_owned(),
        severity: found.severity.into(),
        location: found.place.to_string(),
        description: found.message.clone(),
        remediation: found.remediation.clone(),
    });
    GateShape {
        gate_id: report.id.to_owned(),
        trust: report.trust.into(),
        status: report.status().into(),
        findings: findings.collect(),
        evidence: report.evidence.clone(),
        notes: report.not_applicable.clone(),
    }
}

fn cycle(round: &RoundRecord, violations: &BTreeMap<FindingId, Violation>) -> CycleShape {
    let setting = Setting { live: &round.live, violations };
    let said = |seat: SeatId| match round.answers.get(&seat) {
        Some(answer) => answered(seat, answer, round, &setting),
        None => SeatAnswerShape {
            findings: Vec::new(),
            assessments: Vec::new(),
            remediation_proposals: Vec::new(),
            votes: Vec::new(),
            north_star_assessment: None,
        },
    };
    CycleShape {
        cycle_number: round.round.number(),
        cycle_name: round.round.into(),
        started_at: round.began.at.to_string(),
        completed_at: round.ended.map(|moment| moment.at.to_string()),
        subagent_findings: SeatId::ALL
            .into_iter()
            .map(|seat| (seat.to_string(), said(seat)))
            .collect(),
        merged_findings: round
            .merged
            .iter()
            .map(|finding| finding::merged(finding, &setting))
            .collect(),
        contested_items: round.contested.iter().map(FindingId::to_string).collect(),
        onboarding_notes: round.briefing.as_ref().map(notes),
        tokens_consumed: round.tokens,
    }
}

fn answered(
    seat: SeatId,
    answer: &Answer,
    round: &RoundRecord,
    setting: &Setting<'_>,
) -> SeatAnswerShape {
    let own = round.raised.iter().filter(|raised| raised.seat == seat);
    let (opinions, proposals, votes, assessment) = match answer {
        Answer::Broad(answer) => (Vec::new(), Vec::new(), Vec::new(), answer.north_star.as_ref()),
        Answer::Remediate(answer) => (
            opinions(&answer.opinions, round.round),
            answer.proposals.iter().map(proposal).collect(),
            Vec::new(),
            answer.north_star.as_ref(),
        ),
        Answer::Converge(answer) => {
            let validity = answer
                .validity
                .iter()
                .map(|(id, cast)| voted(seat, id, BallotQuestion::Validity, cast));
            let mending = answer
                .remediation
                .iter()
                .map(|(id, cast)| voted(seat, id, BallotQuestion::Remediation, cast));
            (
                opinions(&answer.opinions, round.round),
                Vec::new(),
                validity.chain(mending).collect(),
                answer.north_star.as_ref(),
            )
        }
    };
    SeatAnswerShape {
        findings: own.map(|raised| finding::raised(raised, setting)).collect(),
        assessments: opinions,
        remediation_proposals: proposals,
        votes,
        north_star_assessment: assessment.map(assessed),
    }
}

fn opinions(opinions: &BTreeMap<FindingId, Opinion>, round: Round) -> Vec<OpinionShape> {
    opinions
        .iter()
        .map(|(id, opinion)| OpinionShape {
            finding_id: id.to_string(),
            valid: opinion.holds.is_some(),
            severity: opinion.holds.map(Into::into),
            rationale: opinion.rationale.clone(),
            onboarding_refs: finding::onboarding_refs(round),
        })
        .collect()
}

fn proposal((id, proposal): (&FindingId, &Proposal)) -> ProposalShape {
    ProposalShape {
        finding_id: id.to_string(),
        remediation: proposal.text.clone(),
        excludes_others: proposal.excludes_others,
    }
}

fn voted(seat: SeatId, id: &FindingId, question: BallotQuestion, cast: &Cast) -> CastShape {
    CastShape { finding_id: id.to_string(), question, cast: finding::vote(seat, cast) }
}

fn assessed(assessment: &Assessment) -> SeatAssessmentShape {
    SeatAssessmentShape {
        oath_affirmed: assessment.affirms_oath,
        phase_scores: assessment
            .phases
            .iter()
            .map(|(phase, score)| {
                let shape = PhaseShape {
                    score: rounded(score.score()),
                    direct_contribution: rounded(score.direct()),
                    enabling_contribution: rounded(score.enabling()),
                    no_harm: rounded(score.no_harm()),
                    rationale: score.rationale.clone(),
                };
                (format!("phase_{phase}"), shape)
            })
            .collect(),
        strategic_recommendations: recommendations(&assessment.recommendations),
    }
}

fn recommendations(list: &[council_core::alignment::Recommendation]) -> Vec<RecommendationShape> {
    list.iter()
        .map(|one| RecommendationShape {
            recommendation: one.text.clone(),
            target_phase: one.phase,
            effort: one.effort.into(),
            impact: one.impact.into(),
        })
        .collect()
}

fn outputs(
    review: &Review<'_>,
    ending: Ending,
    violations: &BTreeMap<FindingId, Violation>,
) -> FinalShape {
    let record = review.record;
    let setting = Setting { live: &record.live, violations };
    let pick = |wanted: &dyn Fn(&Finding) -> bool| -> Vec<FindingShape> {
        let chosen = record.findings.iter().filter(|finding| wanted(finding));
        chosen.map(|finding| finding::merged(finding, &setting)).collect()
    };
    let agreement = |finding: &Finding| finding.agreement(&record.live);
    let aborted = match ending {
        Ending::Aborted(reason) => Some(reason.into()),
        Ending::Converged | Ending::Deadlocked => None,
    };
    let judgement = record.judgement();
    let escalated = ending == Ending::Deadlocked || judgement.verdict == Verdict::Adjudicate;
    FinalShape {
        verdict: judgement.verdict.into(),
        verdict_reason: reason(&judgement),
        warnings: judgement.reasons.iter().map(|reason| reason.ground.to_string()).collect(),
        abort_reason: aborted,
        escalation_target: escalated.then(|| review.policy.escalation_target.clone()),
        consensus_findings: pick(&|finding| agreement(finding).is_confirmed()),
        deadlocked_findings: pick(&|finding| agreement(finding) == Agreement::Deadlocked),
        unconfirmed_findings: pick(&|finding| agreement(finding) == Agreement::Pending),
        dismissed_findings: pick(&|finding| agreement(finding) == Agreement::QuorumOppose),
        quarantined_findings: record
            .quarantined
            .iter()
            .map(|one| QuarantinedShape {
                source_agent: one.seat.to_string(),
                source_cycle: one.round.number(),
                description: one.claim.description.clone(),
                reason: one.claim.reason.clone(),
            })
            .collect(),
        partial_findings: pick(&|_| aborted.is_some()),
        north_star_assessment: record
            .alignment()
            .map(|alignment| aligned(&alignment, record, violations)),
        council_metadata: metadata(record),
    }
}

/// Says in one line what decided the verdict.
pub(crate) fn reason(judgement: &council_core::verdict::Judgement) -> String {
    let grounds: Vec<String> =
        judgement.decisive().map(|reason| reason.ground.to_string()).collect();
    if grounds.is_empty() { "nothing is left to say".to_owned() } else { grounds.join("; ") }
}

pub(crate) fn aligned(
    alignment: &Alignment,
    record: &Record,
    violations: &BTreeMap<FindingId, Violation>,
) -> AlignmentShape {
    let breaking = record.findings.iter().filter(|finding| {
        // A finding the council voted down breaks nothing.
        finding.agreement(&record.live) != Agreement::QuorumOppose
    });
    let shown = breaking.filter_map(|finding| {
        let kind = finding.raised().find_map(|raised| violations.get(&raised.id))?;
        Some(ViolationShape {
            violation_type: (*kind).into(),
            finding_id: finding.id().to_string(),
            description: finding.claim().description.clone(),
            severity: finding.severity().into(),
            remediation: finding.remediation().to_owned(),
        })
    });
    AlignmentShape {
        phase_scores: alignment.phases.values().map(|phase| rounded(phase.score)).collect(),
        phase_variances: alignment.phases.values().map(|phase| rounded(phase.variance)).collect(),
        phase_consensus: alignment
            .phases
            .values()
            .map(council_core::alignment::PhaseAlignment::is_consensus)
            .collect(),
        primary_phase_alignment: alignment.primary(),
        secondary_phase_alignment: alignment.secondary(),
        strategic_recommendations: recommendations(&alignment.recommendations),
        violations: shown.collect(),
    }
}

pub(crate) fn metadata(record: &Record) -> MetadataShape {
    let disputed: BTreeSet<&FindingId> =
        record.rounds.iter().flat_map(|round| &round.contested).collect();
    let contested = record
        .findings
        .iter()
        .filter(|finding| finding.validity().is_some() || disputed.contains(finding.id()));
    let settled = |finding: &&Finding| match finding.agreement(&record.live) {
        Agreement::Deadlocked | Agreement::Contested => false,
        Agreement::Unanimous
        | Agreement::Majority
        | Agreement::Pending
        | Agreement::QuorumSupport
        | Agreement::QuorumOppose => true,
    };
    let (count, resolved) = (contested.clone().count(), contested.filter(settled).count());
    let ended = matches!(record.ending, Some(Ending::Converged | Ending::Deadlocked));
    MetadataShape {
        total_findings_generated: record.rounds.iter().map(|round| round.raised.len()).sum(),
        findings_after_dedup: record.findings.len(),
        contested_items_count: count,
        contested_items_resolved: resolved,
        quorum_achieved: ended && count == resolved,
        cycles_completed: record.completed(),
        budget_consumed_tokens: record.tokens,
        elapsed_time_seconds: record.now.active.as_secs(),
    }
}

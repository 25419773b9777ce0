//! From the record to the shape, and from the shape to YAML.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    agreement::{Agreement, Resolution},
    alignment::{Alignment, Assessment, PhaseAlignment},
    council::{
        Cast, Cited, CouncilAnswer, CouncilFinding, CouncilProtocol, CouncilRecord, Ending,
        FixProposal, NotAsked, Opinion, RoundRecord, Rulings, related,
    },
    finding::{Evidence, SeatId},
    gate::report::{GateReport, GateStatus, Trust},
    merge::FindingId,
    mode::Relaxation,
    policy::Policy,
    severity::Severity,
    verdict::{ReasonedVerdict, Verdict},
};

use super::{
    compact::compact,
    finding::{self, BallotQuestion, FindingShape, rounded, time},
    lens::{lenses, north_star},
    notes::notes,
    shape::{
        AlignmentShape, CastShape, CycleShape, DecisionShape, FinalShape, GateFindingShape,
        GateShape, LostShape, MetadataShape, OpinionShape, PhaseShape, ProposalShape,
        QuarantinedShape, RecommendationShape, SameShape, SeatAnswerShape, SeatAssessmentShape,
        SessionShape, ViolationShape,
    },
};
use crate::{json, report::SCHEMA_VERSION, words::VerdictWord, yaml};

/// The gate that stands for what the seats found.
pub(crate) const CONTENT_GATE: &str = "GATE-PRD-CONTENT";

/// A record and what the program knows around it.
#[derive(Debug, Clone, Copy)]
pub struct SessionDocument<'a> {
    /// The session.
    pub record: &'a CouncilRecord,
    /// The limits and names it ran under.
    pub policy: &'a Policy,
    /// The version of the program.
    pub tool_version: &'a str,
}

/// Writes a session file.
pub fn write(review: &SessionDocument<'_>) -> Result<String, yaml::WriteError> {
    text(&shape(review))
}

/// Writes a session that has the shape of its file: in the words of its protocol.
pub fn text(shape: &SessionShape) -> Result<String, yaml::WriteError> {
    if shape.protocol_version.is_none_or(|version| version < 4) {
        return yaml::write(shape);
    }
    let tree = json::tree(shape).map_err(<yaml::WriteError as serde::ser::Error>::custom)?;
    yaml::write_flowing(&compact(&tree))
}

/// Returns a session in the shape of its file.
pub fn shape(review: &SessionDocument<'_>) -> SessionShape {
    let record = review.record;
    let opening = &record.opening;
    SessionShape {
        schema_version: SCHEMA_VERSION.to_owned(),
        tool_version: review.tool_version.to_owned(),
        session_id: opening.id.to_string(),
        prd_id: opening.packet.to_string(),
        prd_version: opening.version.clone(),
        content_hash: opening.content_hash.clone(),
        review_depth: opening.depth.word().to_owned(),
        protocol_version: opening.protocol.version(),
        state: state(record),
        initiated_at: time(opening.protocol, opening.moment.at),
        completed_at: record.ending.map(|_| time(opening.protocol, record.now.at)),
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
        cycles: record.rounds.iter().map(|round| cycle(opening.protocol, round)).collect(),
        final_outputs: record.ending.and_then(|ending| outputs(review, ending)),
    }
}

fn state(record: &CouncilRecord) -> String {
    match (record.ending, record.rounds.last()) {
        (Some(ending), _) => crate::words::EndingWord::from(ending).word().to_owned(),
        (None, Some(open)) => format!("CYCLE_{}", open.round.number()),
        (None, None) => "INIT".to_owned(),
    }
}

/// Writes the deterministic gates and, last, the one that stands for the seats.
pub(crate) fn gates(record: &CouncilRecord) -> Vec<GateShape> {
    let confirmed =
        record.findings.iter().filter(|finding| finding.agreement(&record.live).is_confirmed());
    let own = GateShape {
        gate_id: CONTENT_GATE.to_owned(),
        trust: content_trust(record).into(),
        status: content_status(record).into(),
        findings: confirmed
            .map(|finding| GateFindingShape::Council(finding.id().to_string()))
            .collect(),
        evidence: record.live.iter().map(SeatId::to_string).collect(),
        notes: match record.ending {
            Some(Ending::Converged | Ending::Deadlocked) => None,
            Some(Ending::Aborted(_)) => Some("the council did not finish".to_owned()),
            None => Some("the council has not finished".to_owned()),
        },
    };
    let rulings = record.rulings();
    record.opening.gates.iter().map(|one| gate(one, &rulings)).chain([own]).collect()
}

/// What the seats found was found by models, unless rules sat in all of them.
fn content_trust(record: &CouncilRecord) -> Trust {
    let is_ruled = record.opening.protocol >= CouncilProtocol::Fourth && record.opening.rules_alone;
    if is_ruled { Trust::Deterministic } else { Trust::Assisted }
}

/// The seats' gate fails on a blocker that nobody voted down or mended, and says nothing before the council has ended.
fn content_status(record: &CouncilRecord) -> GateStatus {
    match record.ending {
        None | Some(Ending::Aborted(_)) => return GateStatus::NotApplicable,
        Some(Ending::Converged | Ending::Deadlocked) => {}
    }
    let blocks = |finding: &CouncilFinding| {
        finding.severity() == Severity::Blocker && record.resolution(finding).is_open()
    };
    if record.findings.iter().any(blocks) { GateStatus::Failed } else { GateStatus::Passed }
}

fn gate(report: &GateReport, rulings: &Rulings<'_>) -> GateShape {
    let findings = report.findings.iter().map(|found| GateFindingShape::Own {
        rule_id: found.rule.to_string(),
        category: found.subcategory.category().word().to_owned(),
        subcategory: found.subcategory.word().to_owned(),
        severity: found.severity.into(),
        location: found.place.to_string(),
        description: found.message.clone(),
        remediation: found.remediation.clone(),
        short_id: found.named.clone(),
        decision: rulings
            .on_gate_finding(&found.short_id())
            .map(|(_, said)| said.ruling.word().to_owned()),
    });
    GateShape {
        gate_id: report.id.to_string(),
        trust: report.trust.into(),
        status: report.status().into(),
        findings: findings.collect(),
        evidence: report.evidence.clone(),
        notes: report.not_applicable.clone(),
    }
}

fn cycle(protocol: CouncilProtocol, round: &RoundRecord) -> CycleShape {
    let said = |seat: SeatId| match round.answers.get(&seat) {
        Some(answer) => answered(protocol, seat, answer, round),
        None => SeatAnswerShape {
            findings: Vec::new(),
            assessments: Vec::new(),
            remediation_proposals: Vec::new(),
            same_findings: Vec::new(),
            votes: Vec::new(),
            north_star_assessment: None,
        },
    };
    CycleShape {
        cycle_number: round.round.number(),
        cycle_name: round.round.into(),
        started_at: time(protocol, round.began.at),
        completed_at: round.ended.map(|moment| time(protocol, moment.at)),
        not_asked: round.not_asked.map(|why| {
            match why {
                NotAsked::TooDeep => "the review does not go so deep",
                NotAsked::NothingContested => "nothing was contested",
            }
            .to_owned()
        }),
        subagent_findings: SeatId::ALL
            .into_iter()
            .map(|seat| (seat.to_string(), said(seat)))
            .collect(),
        merged_findings: round
            .merged
            .iter()
            .map(|finding| finding::merged(finding, &round.live))
            .collect(),
        related_findings: related_findings(&round.merged),
        contested_items: round.contested.iter().map(FindingId::to_string).collect(),
        onboarding_notes: round.briefing.as_deref().map(|briefing| notes(protocol, briefing)),
        tokens_consumed: round.tokens,
    }
}

/// Writes which findings may be one defect.
pub(crate) fn related_findings(findings: &[CouncilFinding]) -> Vec<Vec<String>> {
    let ids = |group: Vec<FindingId>| group.iter().map(FindingId::to_string).collect();
    related(findings).into_iter().map(ids).collect()
}

/// The notes that what is said of a finding goes back to.
type Notes = BTreeMap<FindingId, Cited>;

fn answered(
    protocol: CouncilProtocol,
    seat: SeatId,
    answer: &CouncilAnswer,
    round: &RoundRecord,
) -> SeatAnswerShape {
    let own = round.raised.iter().filter(|raised| raised.seat == seat);
    let refs = |cited: Option<&Cited>| finding::onboarding_refs(protocol, round.round, cited);
    let cast = |question: BallotQuestion, votes: &BTreeMap<FindingId, Cast>, notes: &Notes| {
        let one = |(id, cast): (&FindingId, &Cast)| CastShape {
            finding_id: id.to_string(),
            question,
            cast: finding::vote(seat, cast),
            onboarding_refs: if protocol < CouncilProtocol::Second {
                Vec::new()
            } else {
                refs(notes.get(id))
            },
        };
        votes.iter().map(one).collect::<Vec<_>>()
    };
    let (opinions, proposals, votes, assessment) = match answer {
        CouncilAnswer::Broad(answer) => {
            (Vec::new(), Vec::new(), Vec::new(), answer.north_star.as_ref())
        }
        CouncilAnswer::Remediate(answer) => (
            opinions(&answer.opinions, &|id| refs(answer.notes.get(id))),
            answer.proposals.iter().map(proposal).collect(),
            cast(BallotQuestion::Remediation, &answer.remediation, &answer.notes),
            answer.north_star.as_ref(),
        ),
        CouncilAnswer::Converge(answer) => {
            let validity = cast(BallotQuestion::Validity, &answer.validity, &answer.notes);
            let mending = cast(BallotQuestion::Remediation, &answer.remediation, &answer.notes);
            (
                opinions(&answer.opinions, &|id| refs(answer.notes.get(id))),
                answer.proposals.iter().map(proposal).collect(),
                [validity, mending].concat(),
                answer.north_star.as_ref(),
            )
        }
    };
    SeatAnswerShape {
        findings: own.map(|raised| finding::raised(protocol, raised)).collect(),
        assessments: opinions,
        remediation_proposals: proposals,
        same_findings: same(answer),
        votes,
        north_star_assessment: assessment
            .map(|assessment| assessed(protocol, assessment, seat, round)),
    }
}

fn same(answer: &CouncilAnswer) -> Vec<SameShape> {
    let pair = |(one, kept): &(FindingId, FindingId)| SameShape {
        finding_id: one.to_string(),
        same_as: kept.to_string(),
    };
    match answer {
        CouncilAnswer::Remediate(answer) => answer.same.iter().map(pair).collect(),
        CouncilAnswer::Broad(_) | CouncilAnswer::Converge(_) => Vec::new(),
    }
}

fn opinions(
    opinions: &BTreeMap<FindingId, Opinion>,
    refs: &dyn Fn(&FindingId) -> Vec<String>,
) -> Vec<OpinionShape> {
    opinions
        .iter()
        .map(|(id, opinion)| OpinionShape {
            finding_id: id.to_string(),
            valid: opinion.holds.is_some(),
            severity: opinion.holds.map(Into::into),
            rationale: opinion.rationale.to_string(),
            onboarding_refs: refs(id),
        })
        .collect()
}

fn proposal((id, proposal): (&FindingId, &FixProposal)) -> ProposalShape {
    ProposalShape {
        finding_id: id.to_string(),
        remediation: proposal.text.clone(),
        excludes_others: proposal.excludes_others,
    }
}

fn assessed(
    protocol: CouncilProtocol,
    assessment: &Assessment,
    seat: SeatId,
    round: &RoundRecord,
) -> SeatAssessmentShape {
    SeatAssessmentShape {
        assessor: seat.to_string(),
        assessed_at: round.ended.map(|moment| time(protocol, moment.at)),
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

fn outputs(review: &SessionDocument<'_>, ending: Ending) -> Option<FinalShape> {
    let record = review.record;
    let judgement = record.judgement()?;
    // What a session had found when it was aborted is partial, and stands there only.
    let is_told_once = record.opening.protocol >= CouncilProtocol::Fourth;
    let settles = !(is_told_once && matches!(ending, Ending::Aborted(_)));
    let pick = |wanted: &dyn Fn(&CouncilFinding) -> bool| -> Vec<FindingShape> {
        let chosen = record.findings.iter().filter(|finding| wanted(finding));
        chosen.map(|finding| decided(record, finding)).collect()
    };
    let agreement = |finding: &CouncilFinding| finding.agreement(&record.live);
    let aborted = match ending {
        Ending::Aborted(reason) => Some(reason.into()),
        Ending::Converged | Ending::Deadlocked => None,
    };
    let escalated = ending == Ending::Deadlocked || judgement.verdict == Verdict::Adjudicate;
    Some(FinalShape {
        verdict: judgement.verdict.into(),
        verdict_reason: reason(record.opening.protocol, &judgement),
        council_verdict: councils(record),
        human_decisions: decisions(record),
        warnings: judgement.reasons.iter().map(|reason| reason.ground.to_string()).collect(),
        abort_reason: aborted,
        escalation_target: escalated.then(|| review.policy.escalation_target.clone()),
        escalated_findings: escalated_findings(record, &judgement),
        consensus_findings: pick(&|finding| settles && agreement(finding).is_confirmed()),
        deadlocked_findings: pick(&|finding| {
            settles && agreement(finding) == Agreement::Deadlocked
        }),
        unconfirmed_findings: pick(&|finding| settles && agreement(finding) == Agreement::Pending),
        dismissed_findings: pick(&|finding| {
            settles && agreement(finding) == Agreement::QuorumOppose
        }),
        quarantined_findings: record
            .quarantined
            .iter()
            .map(|one| QuarantinedShape {
                source_agent: one.seat.to_string(),
                source_cycle: one.round.number(),
                description: one.claim.claim.description.clone(),
                severity: one.claim.claim.severity.into(),
                location: one.claim.claim.location.to_string(),
                quote: match &one.claim.claim.evidence {
                    Evidence::Quote(quote) => Some(quote.clone()),
                    Evidence::Searched { .. } => None,
                },
                reason: one.claim.reason.clone(),
            })
            .collect(),
        partial_findings: pick(&|_| aborted.is_some()),
        north_star_assessment: record.alignment().map(|alignment| aligned(&alignment, record)),
        council_metadata: metadata(record),
    })
}

/// Writes a finding as it stands now, with what humans have said of it.
pub(crate) fn decided(record: &CouncilRecord, finding: &CouncilFinding) -> FindingShape {
    FindingShape {
        resolution: record.resolution(finding).into(),
        ..finding::merged(finding, &record.live)
    }
}

/// Returns the council's own verdict, where humans have decided since.
fn councils(record: &CouncilRecord) -> Option<VerdictWord> {
    let is_decided = !record.decisions.is_empty();
    record.councils_judgement().filter(|_| is_decided).map(|judgement| judgement.verdict.into())
}

/// Writes what humans have decided.
fn decisions(record: &CouncilRecord) -> Vec<DecisionShape> {
    let each = record.decisions.iter().flat_map(|decided| {
        decided.decisions.iter().map(move |said| DecisionShape {
            decision: said.ruling.word().to_owned(),
            findings: said.findings.iter().cloned().collect(),
            gate_findings: said.gate_findings.iter().cloned().collect(),
            reason: said.reason.clone(),
            owner: said.owner.clone(),
            until: said.until.map(|until| until.to_string()),
            decided_by: decided.by.clone(),
            decided_at: time(record.opening.protocol, decided.at),
            shown: decided.shown.clone(),
        })
    });
    each.collect()
}

/// Tells what the council itself could not settle: deadlocks, and blockers without an agreed remediation.
fn is_stuck(record: &CouncilRecord) -> impl Fn(&&CouncilFinding) -> bool {
    |finding| match record.resolution(finding) {
        Resolution::Deadlocked => true,
        Resolution::Open => finding.severity() == Severity::Blocker,
        Resolution::RemediationAgreed
        | Resolution::RemediatedUnverified
        | Resolution::Verified
        | Resolution::Dismissed
        | Resolution::AcceptedRisk
        | Resolution::Deferred => false,
    }
}

/// Returns what a human must decide: deadlocks, blockers without an agreed remediation, and what the verdict sends to one for
/// low confidence.
fn escalated_findings(record: &CouncilRecord, judgement: &ReasonedVerdict) -> Vec<String> {
    let doubted: BTreeSet<&str> = if record.opening.protocol < CouncilProtocol::Fourth {
        BTreeSet::new()
    } else {
        judgement
            .reasons
            .iter()
            .filter(|reason| reason.verdict == Verdict::Adjudicate)
            .filter_map(|reason| reason.ground.finding())
            .collect()
    };
    let is_doubted =
        |finding: &&CouncilFinding| doubted.contains(finding.id().to_string().as_str());
    let is_stuck = is_stuck(record);
    let open = record.findings.iter().filter(|finding| !record.is_weighed_by_gates(finding));
    open.filter(|finding| is_stuck(finding) || is_doubted(finding))
        .map(|finding| finding.id().to_string())
        .collect()
}

/// Says in one line what decided the verdict.
pub(crate) fn reason(protocol: CouncilProtocol, judgement: &ReasonedVerdict) -> String {
    let grounds: Vec<String> =
        judgement.decisive().map(|reason| reason.ground.to_string()).collect();
    match grounds.as_slice() {
        [] if protocol < CouncilProtocol::Fourth => "nothing is left to say".to_owned(),
        [] => "no gate failed and no finding is open".to_owned(),
        grounds => grounds.join("; "),
    }
}

fn aligned(alignment: &Alignment, record: &CouncilRecord) -> AlignmentShape {
    let breaking = record.findings.iter().filter(|finding| {
        // A finding the council voted down breaks nothing.
        finding.agreement(&record.live) != Agreement::QuorumOppose
    });
    let shown = breaking.filter_map(|finding| {
        let kind = finding.violation()?;
        Some(ViolationShape {
            violation_type: kind.into(),
            finding_id: finding.id().to_string(),
            description: finding.claim().description.clone(),
            severity: finding.severity().into(),
            remediation: finding.remediation(),
        })
    });
    let numbers =
        record.opening.vision.iter().flat_map(|vision| &vision.phases).map(|phase| phase.number);
    let phases: Vec<Option<&PhaseAlignment>> =
        numbers.map(|number| alignment.phases.get(&number)).collect();
    let each = |pick: &dyn Fn(&PhaseAlignment) -> f64| -> Vec<Option<f64>> {
        phases.iter().map(|phase| phase.map(|phase| rounded(pick(phase)))).collect()
    };
    let is_signed = record.opening.protocol >= CouncilProtocol::Fourth;
    AlignmentShape {
        assessed_at: is_signed.then(|| time(record.opening.protocol, record.now.at)),
        assessor: is_signed.then(|| "COUNCIL".to_owned()),
        complete: record.is_assessed(),
        phase_scores: each(&|phase| phase.score),
        phase_variances: each(&|phase| phase.variance),
        phase_consensus: phases
            .iter()
            .map(|phase| phase.map(PhaseAlignment::is_consensus))
            .collect(),
        primary_phase_alignment: alignment.primary(),
        secondary_phase_alignment: alignment.secondary(),
        strategic_recommendations: recommendations(&alignment.recommendations),
        violations: shown.collect(),
    }
}

/// Tells whether the votes left nothing to a human.
fn is_settled(record: &CouncilRecord) -> bool {
    let mut open = record.findings.iter().filter(|finding| !record.is_weighed_by_gates(finding));
    !open.any(|finding| is_stuck(record)(&finding))
}

pub(crate) fn metadata(record: &CouncilRecord) -> MetadataShape {
    let disputed: BTreeSet<&FindingId> =
        record.rounds.iter().flat_map(|round| &round.contested).collect();
    // A vote on what only one seat had raised settles it, and disputes nothing.
    let is_counted = |finding: &&CouncilFinding| {
        record.opening.protocol < CouncilProtocol::Fourth && finding.validity().is_some()
    };
    let contested = record
        .findings
        .iter()
        .filter(|finding| is_counted(finding) || disputed.contains(finding.id()));
    let settled = |finding: &&CouncilFinding| match finding.agreement(&record.live) {
        Agreement::Deadlocked | Agreement::Contested => false,
        Agreement::Unanimous
        | Agreement::Majority
        | Agreement::Pending
        | Agreement::QuorumSupport
        | Agreement::QuorumOppose => true,
    };
    let (count, resolved) = (contested.clone().count(), contested.filter(settled).count());
    // Where nobody votes, there is no quorum to claim.
    let ended = matches!(record.ending, Some(Ending::Converged | Ending::Deadlocked))
        && !record.opening.rules_alone;
    MetadataShape {
        total_findings_generated: record.rounds.iter().map(|round| round.raised.len()).sum(),
        findings_after_dedup: record.findings.len(),
        contested_items_count: count,
        contested_items_resolved: resolved,
        quorum_achieved: ended && count == resolved && is_settled(record),
        cycles_completed: record.completed(),
        cycles_asked: record.asked(),
        budget_consumed_tokens: record.tokens,
        elapsed_time_seconds: record.now.active.as_secs(),
    }
}

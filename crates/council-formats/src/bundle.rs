//! The evidence bundle: what a review leaves for those who did not watch it.

use std::collections::BTreeSet;

use council_core::{
    agreement::Agreement,
    authority::{Authority, Changed},
    council::{CouncilFinding, CouncilProtocol, CouncilRecord, Ending, Remarkable, VoteSubject},
    gate::{Hold, allows_progress},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    report::SCHEMA_VERSION,
    session::{
        self, AlignmentShape, BallotQuestion, DecisionShape, FindingShape, GateShape, LostShape,
        QuarantinedShape, SessionDocument,
    },
    words::{AbortWord, EndingWord, VerdictWord, VoteWord},
};

/// An evidence bundle: `prd_review_council_{timestamp}.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BundleShape {
    /// The version of this shape.
    pub schema_version: String,
    /// The version of the program that wrote it.
    pub tool_version: String,
    /// The packet under review.
    pub prd_id: String,
    /// The version of the packet, if it names one.
    pub prd_version: Option<String>,
    /// BLAKE3 over what was read.
    pub content_hash: String,
    /// When the review began, with `-` in the time of day so that it can be part of a name.
    pub review_timestamp: String,
    /// When the review began, in RFC 3339.
    pub reviewed_at: String,
    /// How deep the review went.
    pub review_depth: String,
    /// The rules it was held under; none says the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol_version: Option<u8>,
    /// What the gates found.
    pub gates: Vec<GateShape>,
    /// Every finding that passed the evidence lock and was not voted down.
    pub findings: Vec<FindingShape>,
    /// The findings of seats that the others voted down: they hold nothing, and stay to be seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dismissed_findings: Vec<FindingShape>,
    /// Which of the findings the council could not settle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deadlocked_findings: Vec<String>,
    /// Which of the findings a human has to decide on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub escalated_findings: Vec<String>,
    /// Groups of them that may be one defect: near-duplicates are linked, never dropped.
    pub related_findings: Vec<Vec<String>>,
    /// The claims that the text does not show.
    pub quarantined_findings: Vec<QuarantinedShape>,
    /// The verdict, computed.
    pub verdict: VerdictWord,
    /// What decided it.
    pub verdict_reason: String,
    /// The verdict in our own words: one scale for every layer.
    pub canonical_verdict: String,
    /// The council's own verdict, where humans have decided on findings since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub council_verdict: Option<VerdictWord>,
    /// What humans have decided since, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub human_decisions: Vec<DecisionShape>,
    /// Everything that speaks for more than a pass, weightiest first.
    pub warnings: Vec<String>,
    /// Whether automation may go on. Not where it could only until a day: a file does not know when it is read.
    pub allows_progress: bool,
    /// The last day on which the verdict holds, where humans have let something pass until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_until: Option<String>,
    /// How the council worked.
    pub council_metadata: BundleMetadata,
    /// How the council sees the packet against the vision; none without a vision.
    pub north_star_assessment: Option<AlignmentShape>,
    /// How much the council's word weighs; only where models sat in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authority: Option<AuthorityShape>,
}

/// How much a council's word weighs, and what left the machine for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorityShape {
    /// How many models took part to the end: `FULL`, `PARTIAL`, `SOLO` or `RULES-ONLY`.
    pub standing: String,
    /// The models that did.
    pub models: Vec<String>,
    /// The people who did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// The programs whose agents did. What an agent was told besides its question only its program knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// `claimed` where agents of a host sat: that they did not see each other's answers is what the host says, and no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub independence: Option<String>,
    /// The families they come from.
    pub families: Vec<String>,
    /// Whether no two seats have one model, so that nothing but the text is common to what they said in the first round,
    /// in which no seat is shown what another says. False where a person sat in a council, of whom nobody can tell what it has
    /// read, and where a model beside another is of an unknown family.
    pub first_round_independent: bool,
    /// How much of what two seats found in the first round both found, from 0 to 1, on average over the pairs.
    #[serde(default)]
    pub first_round_overlap: Option<f64>,
    /// How many independent votes the seats' votes are worth, from their agreement.
    pub effective_votes: f64,
    /// Why they are worth so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_votes_because: Option<String>,
    /// Whether agreement may be called consensus: more than one family has to agree.
    pub consensus: bool,
    /// Votes against what the seat itself said before whose reason cites neither words of the text nor another finding;
    /// under strict votes they count as abstentions.
    pub votes_changed_without_evidence: Vec<TurnedShape>,
    /// Every vote against what the seat itself said before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub votes_changed: Vec<RemarkableShape>,
    /// Every vote that came without a reason; under strict votes they count as abstentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub votes_without_reason: Vec<RemarkableShape>,
    /// Which sections of the packet each seat with a model read, where it was too long for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slices: Option<SlicesShape>,
    /// What the answers took to read, beside what it takes where nothing is cached.
    #[serde(default)]
    pub reading: Option<ReadingShape>,
    /// Every question that left the machine, answered or not.
    #[serde(default)]
    pub sent: Vec<SentShape>,
    /// What was answered, by seat, host and model.
    pub deliveries: Vec<DeliveryShape>,
}

/// Which sections of a packet were read by whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SlicesShape {
    /// How many sections the packet has, by its headings.
    pub sections: usize,
    /// What each seat read.
    pub read: Vec<SliceShape>,
    /// What no seat with a model read; the offline rules read everything.
    pub unread: Vec<String>,
}

/// The sections that one seat read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SliceShape {
    /// The seat.
    pub agent: String,
    /// Where they stand.
    pub sections: Vec<String>,
}

/// What the answers took to read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadingShape {
    /// The tokens of all questions that were answered: what every call costs where nothing is cached.
    pub tokens_naive: u64,
    /// The same by what a caching provider takes: one that it puts into its cache counts 1.25, one that it finds there 0.1.
    pub tokens_weighted: u64,
    /// The second by the first.
    pub share: f64,
}

/// A question that left the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SentShape {
    /// The seat.
    pub agent: String,
    /// Where to.
    pub host: String,
    /// The words it was asked in: their version and the beginning of their BLAKE3 hash.
    pub prompt: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// BLAKE3 over these bytes.
    pub blake3: String,
    /// How often it was sent: a call that fails is made again.
    pub times: u64,
}

/// A vote that changed without new evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnedShape {
    /// Whose.
    pub agent: String,
    /// On what.
    pub finding_id: String,
    /// What it wanted to vote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote_claimed: Option<VoteWord>,
}

/// A vote that is worth a second look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RemarkableShape {
    /// Whose.
    pub agent: String,
    /// On which finding.
    pub finding_id: String,
    /// On what about it.
    pub question: BallotQuestion,
    /// The vote as it was cast.
    pub vote: VoteWord,
    /// The vote that counted.
    pub counted: VoteWord,
    /// Whether its reason cites words of the text or another finding.
    pub cites_evidence: bool,
}

impl From<&Remarkable> for RemarkableShape {
    fn from(vote: &Remarkable) -> Self {
        Self {
            agent: vote.seat.to_string(),
            finding_id: vote.finding.to_string(),
            question: match vote.on {
                VoteSubject::Validity => BallotQuestion::Validity,
                VoteSubject::Remediation => BallotQuestion::Remediation,
            },
            vote: vote.cast.into(),
            counted: vote.counted.into(),
            cites_evidence: vote.cites,
        }
    }
}

/// What left the machine for the answers of one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeliveryShape {
    /// The seat.
    pub agent: String,
    /// Where to.
    pub host: String,
    /// The model that answered, as its server calls it.
    pub model: String,
    /// How many answers came.
    pub answers: u64,
    /// How many bytes were sent for them.
    pub bytes_sent: u64,
    /// Tokens read anew.
    pub tokens_fresh: u64,
    /// Tokens read from the provider's cache.
    pub tokens_cache_read: u64,
    /// Tokens read anew and put into the cache.
    pub tokens_cache_written: u64,
    /// Tokens written.
    pub tokens_output: u64,
}

impl AuthorityShape {
    /// Puts an authority into the words of the bundle, without what left the machine.
    pub fn new(authority: &Authority) -> Self {
        let changed = |changed: &Changed| TurnedShape {
            agent: changed.seat.clone(),
            finding_id: changed.on.clone(),
            vote_claimed: Some(changed.claimed.into()),
        };
        let noted = |wanted: &dyn Fn(&&Remarkable) -> bool| {
            authority.remarkable.iter().filter(wanted).map(RemarkableShape::from).collect()
        };
        Self {
            standing: authority.standing.word().to_owned(),
            models: authority.models.iter().cloned().collect(),
            people: authority.people.iter().cloned().collect(),
            hosts: authority.hosts.iter().cloned().collect(),
            independence: (!authority.hosts.is_empty()).then(|| "claimed".to_owned()),
            families: authority.families.iter().cloned().collect(),
            first_round_independent: authority.is_independent,
            first_round_overlap: authority.overlap.map(rounded),
            effective_votes: rounded(authority.effective_votes),
            effective_votes_because: None,
            consensus: authority.is_consensus(),
            votes_changed_without_evidence: authority.turned.iter().map(changed).collect(),
            votes_changed: noted(&|vote| vote.changed),
            votes_without_reason: noted(&|vote| !vote.reasoned),
            slices: None,
            reading: None,
            sent: Vec::new(),
            deliveries: Vec::new(),
        }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// How the council worked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BundleMetadata {
    /// The session.
    pub session_id: String,
    /// How it ended.
    pub terminal_state: EndingWord,
    /// Why it was aborted, if it was.
    pub abort_reason: Option<AbortWord>,
    /// Who decides what the council could not.
    pub escalation_target: Option<String>,
    /// Whether a seat was lost.
    pub degraded_mode: bool,
    /// The seats that were lost.
    pub lost_agents: Vec<LostShape>,
    /// The seats.
    pub subagents: Vec<BundleSeat>,
    /// Cycles that ended.
    pub cycles_completed: usize,
    /// In how many of them a seat was asked anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles_asked: Option<usize>,
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
    /// Tokens used.
    pub budget_consumed_tokens: u64,
    /// Active seconds.
    pub elapsed_time_seconds: u64,
}

/// A seat, in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BundleSeat {
    /// Which.
    pub agent_id: String,
    /// Its role.
    pub emergent_role: String,
    /// The numbers of its modes.
    pub selected_modes: Vec<u8>,
}

/// Writes a bundle.
pub fn write(shape: &BundleShape) -> Option<String> {
    let mut text = serde_json::to_string_pretty(shape).ok()?;
    text.push('\n');
    Some(text)
}

/// Returns the bundle of a session that has ended; one that has not has none. What else holds the work is the caller's
/// to know.
pub fn shape(review: &SessionDocument<'_>, holds: &[Hold]) -> Option<BundleShape> {
    let record = review.record;
    let ending = record.ending?;
    let session = session::shape(review);
    let outputs = session.final_outputs?;
    let judgement = record.judgement()?;
    let mut holds = [holds, &judgement.holds()].concat();
    // What holds until a day holds no more on the next, and a file is read on any day: a gate has to be asked.
    holds.extend(record.holds_until().map(|_| Hold::GateClosed));
    let figures = outputs.council_metadata;
    let stands =
        |finding: &&CouncilFinding| finding.agreement(&record.live) != Agreement::QuorumOppose;
    let standing: Vec<CouncilFinding> = record.findings.iter().filter(stands).cloned().collect();
    let (dismissed, deadlocked, escalated) = if record.opening.protocol < CouncilProtocol::Fourth {
        (Vec::new(), Vec::new(), Vec::new())
    } else {
        (
            outputs.dismissed_findings.clone(),
            outputs.deadlocked_findings.iter().map(|one| one.finding_id.clone()).collect(),
            outputs.escalated_findings,
        )
    };
    let findings = match ending {
        Ending::Aborted(_) => outputs.partial_findings,
        Ending::Converged | Ending::Deadlocked => {
            let dismissed: BTreeSet<String> =
                outputs.dismissed_findings.into_iter().map(|finding| finding.finding_id).collect();
            let last = session
                .cycles
                .into_iter()
                .next_back()
                .map(|cycle| cycle.merged_findings)
                .unwrap_or_default();
            let last = match record.decisions.as_slice() {
                [] => last,
                _ => record.findings.iter().map(|one| session::decided(record, one)).collect(),
            };
            last.into_iter().filter(|finding| !dismissed.contains(&finding.finding_id)).collect()
        }
    };
    Some(BundleShape {
        authority: None,
        schema_version: SCHEMA_VERSION.to_owned(),
        tool_version: session.tool_version,
        prd_id: session.prd_id,
        prd_version: session.prd_version,
        content_hash: session.content_hash,
        review_timestamp: timestamp(record),
        reviewed_at: session.initiated_at,
        review_depth: session.review_depth,
        protocol_version: session.protocol_version,
        gates: session.gates,
        findings,
        dismissed_findings: dismissed,
        deadlocked_findings: deadlocked,
        escalated_findings: escalated,
        related_findings: session::related_findings(&standing),
        quarantined_findings: outputs.quarantined_findings,
        verdict: outputs.verdict,
        verdict_reason: outputs.verdict_reason,
        canonical_verdict: judgement.verdict.word().to_owned(),
        council_verdict: outputs.council_verdict,
        human_decisions: outputs.human_decisions,
        warnings: outputs.warnings,
        allows_progress: allows_progress(judgement.verdict.outcome(), &holds),
        holds_until: record.holds_until().map(|day| day.to_string()),
        council_metadata: BundleMetadata {
            session_id: session.session_id,
            terminal_state: ending.into(),
            abort_reason: outputs.abort_reason,
            escalation_target: outputs.escalation_target,
            degraded_mode: session.degraded_mode,
            lost_agents: session.lost_agents,
            subagents: session
                .subagents
                .iter()
                .map(|seat| BundleSeat {
                    agent_id: seat.agent_id.clone(),
                    emergent_role: seat.emergent_role.clone(),
                    selected_modes: seat.selected_modes.iter().map(|mode| mode.mode_id).collect(),
                })
                .collect(),
            cycles_completed: figures.cycles_completed,
            cycles_asked: figures.cycles_asked,
            total_findings_generated: figures.total_findings_generated,
            findings_after_dedup: figures.findings_after_dedup,
            contested_items_count: figures.contested_items_count,
            contested_items_resolved: figures.contested_items_resolved,
            quorum_achieved: figures.quorum_achieved,
            budget_consumed_tokens: figures.budget_consumed_tokens,
            elapsed_time_seconds: figures.elapsed_time_seconds,
        },
        north_star_assessment: outputs.north_star_assessment,
    })
}

/// Returns the time a review began as the contract writes it: `2026-01-26T10-00-00Z`.
fn timestamp(record: &CouncilRecord) -> String {
    record.opening.moment.at.strftime("%Y-%m-%dT%H-%M-%SZ").to_string()
}

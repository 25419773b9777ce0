//! A finding as sessions and bundles write it.

use std::collections::BTreeSet;

use council_core::{
    council::{Ballot, Cast, Cited, CouncilFinding, CouncilProtocol, Round},
    finding::{Claim, Evidence, SeatId},
    merge::{FindingId, RaisedClaim},
    mode::ModeId,
    signature::FindingSignature,
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::{AgreementWord, ResolutionWord, SeverityWord, ViolationWord, VoteWord};

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingShape {
    /// `FND-{PRD_ID}-{NNN}`, given out by the program.
    pub finding_id: String,
    /// Who raised it first.
    pub source_agent: String,
    /// In which cycle, from 1.
    pub source_cycle: u8,
    /// The reasoning mode that led to it.
    pub source_mode: Option<u8>,
    /// The category of the taxonomy.
    pub category: String,
    /// The subcategory of the taxonomy.
    pub subcategory: String,
    /// How bad it is: the highest severity that two seats behind it hold; with one seat behind it, what that one says.
    pub severity: SeverityWord,
    /// What other seats behind it say of how bad it is.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub severity_dissent: Vec<SeverityDissentShape>,
    /// How sure its raisers are, from 0 to 1.
    pub confidence: f64,
    /// `path#anchor`, never a line number.
    pub location: String,
    /// What sort of place it is.
    pub location_type: String,
    /// The words that show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// All words that show it, where one place does not.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub quotes: Vec<String>,
    /// For something missing: what was looked for and where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<SearchedShape>,
    /// The rule that found it, for the offline reviewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_id: Option<String>,
    /// What is wrong.
    pub description: String,
    /// What would mend it: what was voted on, else what most seats propose.
    pub remediation: String,
    /// What else was proposed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub alternative_remediations: Vec<String>,
    /// How the finding breaks the vision, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation_type: Option<ViolationWord>,
    /// How far the seats agree.
    pub agreement_status: AgreementWord,
    /// What became of it.
    pub resolution: ResolutionWord,
    /// The seats behind it.
    pub supporting_agents: Vec<String>,
    /// The seats against it.
    pub dissenting_agents: Vec<String>,
    /// Why they are against it.
    pub dissent_rationale: Option<String>,
    /// Every claim that became this finding.
    pub merged_from: Vec<MergedShape>,
    /// The votes on it, if there were any.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub ballots: Vec<BallotShape>,
    /// The notes of the cycle before that it goes back to.
    pub onboarding_refs: Vec<String>,
    /// What identifies it: 16 hex digits.
    pub signature: String,
    /// What identifies its sort wherever it occurs: 16 hex digits.
    pub recurrence_signature: String,
}

/// What one seat says of how bad a finding is, where something else is settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeverityDissentShape {
    /// The seat.
    pub agent_id: String,
    /// How bad it says it is.
    pub severity: SeverityWord,
}

/// Where something was looked for in vain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchedShape {
    /// The terms.
    pub terms: Vec<String>,
    /// The sections; empty for the whole packet.
    pub sections: Vec<String>,
}

/// One claim that became part of a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MergedShape {
    /// The claim's own id.
    pub finding_id: String,
    /// Who made it.
    pub agent_id: String,
    /// In which mode.
    pub source_mode: Option<u8>,
    /// The severity the seat gave it.
    pub severity: SeverityWord,
    /// The seat's words.
    pub description: String,
}

/// A ballot on one question about a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BallotShape {
    /// What was voted on.
    pub question: BallotQuestion,
    /// The votes.
    pub votes: Vec<VoteShape>,
    /// How it ended.
    pub result: AgreementWord,
}

/// What a ballot is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum BallotQuestion {
    /// Whether the finding is valid.
    #[serde(rename = "VALIDITY")]
    Validity,
    /// Whether its remediation is good.
    #[serde(rename = "REMEDIATION")]
    Remediation,
}

/// One vote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VoteShape {
    /// Whose.
    pub agent_id: String,
    /// The vote that counts.
    pub vote: VoteWord,
    /// Why.
    pub rationale: String,
    /// How bad the seat says that the finding is, if it says so with its vote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<SeverityWord>,
}

/// Writes a merged finding.
pub(super) fn merged(finding: &CouncilFinding, live: &BTreeSet<SeatId>) -> FindingShape {
    let objections = finding.objections().into_iter();
    let dissent: Vec<String> = objections.map(|(seat, why)| format!("{seat}: {why}")).collect();
    let ballots = [
        (BallotQuestion::Validity, finding.validity()),
        (BallotQuestion::Remediation, finding.remediation_ballot()),
    ];
    let claim = finding.claim();
    let first = finding.raised().next();
    FindingShape {
        severity: finding.severity().into(),
        severity_dissent: finding
            .severity_dissent()
            .into_iter()
            .map(|(seat, severity)| SeverityDissentShape {
                agent_id: seat.to_string(),
                severity: severity.into(),
            })
            .collect(),
        confidence: rounded(finding.confidence().value()),
        remediation: finding.remediation(),
        alternative_remediations: finding.alternatives(),
        violation_type: finding.violation().map(Into::into),
        agreement_status: finding.agreement(live).into(),
        resolution: finding.resolution(live).into(),
        supporting_agents: supporting(finding, live),
        dissenting_agents: finding.dissenting().iter().map(SeatId::to_string).collect(),
        dissent_rationale: (!dissent.is_empty()).then(|| dissent.join("; ")),
        merged_from: finding.raised().map(merged_from).collect(),
        ballots: ballots
            .into_iter()
            .filter_map(|(question, ballot)| ballot.map(|b| shape(question, b)))
            .collect(),
        onboarding_refs: {
            let cited: Cited = finding.raised().flat_map(|raised| &raised.notes).cloned().collect();
            onboarding_refs(finding.protocol(), round(first), Some(&cited))
        },
        ..bare(finding.id(), first, claim, finding.signature())
    }
}

/// Writes a claim as one seat raised it, before anything was merged.
pub(super) fn raised(protocol: CouncilProtocol, raised: &RaisedClaim) -> FindingShape {
    FindingShape {
        violation_type: raised.violation.map(Into::into),
        supporting_agents: vec![raised.seat.to_string()],
        onboarding_refs: onboarding_refs(protocol, raised.round, Some(&raised.notes)),
        ..bare(&raised.id, Some(raised), raised.claim.claim(), raised.signature())
    }
}

/// Writes the votes of one seat on the findings, one entry for each ballot.
pub(super) fn vote(seat: SeatId, cast: &Cast) -> VoteShape {
    VoteShape {
        agent_id: seat.to_string(),
        vote: cast.vote.into(),
        rationale: cast.rationale.to_string(),
        severity: cast.severity.map(Into::into),
    }
}

/// Returns the references of an answer to the notes of the cycle before: what its seat cites. Under the first protocol
/// nobody was asked to, and every answer refers to the notes as a whole.
pub(super) fn onboarding_refs(
    protocol: CouncilProtocol,
    round: Round,
    cited: Option<&Cited>,
) -> Vec<String> {
    match round {
        Round::Broad => Vec::new(),
        Round::Remediate | Round::Converge if protocol >= CouncilProtocol::Second => {
            cited.into_iter().flatten().cloned().collect()
        }
        Round::Remediate => vec!["ONB-1".to_owned()],
        Round::Converge => vec!["ONB-2".to_owned()],
    }
}

fn round(first: Option<&RaisedClaim>) -> Round {
    first.map_or(Round::Broad, |raised| raised.round)
}

/// Writes a time. Older sessions tell the time to the nanosecond, which nobody can use.
pub(crate) fn time(protocol: CouncilProtocol, at: Timestamp) -> String {
    if protocol < CouncilProtocol::Fourth {
        at.to_string()
    } else {
        at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
    }
}

/// Returns the seats behind a finding. One that was lost has no voice any more; what it raised stays in `merged_from`.
fn supporting(finding: &CouncilFinding, live: &BTreeSet<SeatId>) -> Vec<String> {
    let seats = finding.supporting().into_iter();
    let is_heard =
        |seat: &SeatId| finding.protocol() < CouncilProtocol::Fourth || live.contains(seat);
    seats.filter(is_heard).map(|seat| seat.to_string()).collect()
}

/// Rounds a number to what a reader can use and every machine writes the same.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn bare(
    id: &FindingId,
    first: Option<&RaisedClaim>,
    claim: &Claim,
    signature: FindingSignature,
) -> FindingShape {
    let (quote, searched) = match &claim.evidence {
        Evidence::Quote(quote) => (Some(quote.clone()), None),
        Evidence::Searched { terms, sections } => {
            (None, Some(SearchedShape { terms: terms.clone(), sections: sections.clone() }))
        }
    };
    let recurrence =
        FindingSignature::recurrence(claim.subcategory, claim.rule.as_deref(), claim.location.kind);
    FindingShape {
        finding_id: id.to_string(),
        source_agent: first.map(|raised| raised.seat.to_string()).unwrap_or_default(),
        source_cycle: round(first).number(),
        source_mode: claim.mode.map(ModeId::number),
        category: claim.subcategory.category().word().to_owned(),
        subcategory: claim.subcategory.word().to_owned(),
        severity: claim.severity.into(),
        severity_dissent: Vec::new(),
        confidence: rounded(claim.confidence.value()),
        location: claim.location.to_string(),
        location_type: claim.location.kind.word().to_owned(),
        quote,
        quotes: if claim.other_quotes.is_empty() {
            Vec::new()
        } else {
            claim.quotes().map(str::to_owned).collect()
        },
        searched,
        rule_id: claim.rule.clone(),
        description: claim.description.clone(),
        remediation: claim.remediation.clone(),
        alternative_remediations: Vec::new(),
        violation_type: None,
        agreement_status: AgreementWord::Pending,
        resolution: ResolutionWord::Open,
        supporting_agents: Vec::new(),
        dissenting_agents: Vec::new(),
        dissent_rationale: None,
        merged_from: Vec::new(),
        ballots: Vec::new(),
        onboarding_refs: Vec::new(),
        signature: signature.to_string(),
        recurrence_signature: recurrence.to_string(),
    }
}

fn merged_from(raised: &RaisedClaim) -> MergedShape {
    let claim = raised.claim.claim();
    MergedShape {
        finding_id: raised.id.to_string(),
        agent_id: raised.seat.to_string(),
        source_mode: claim.mode.map(ModeId::number),
        severity: claim.severity.into(),
        description: claim.description.clone(),
    }
}

fn shape(question: BallotQuestion, ballot: &Ballot) -> BallotShape {
    let votes = ballot.votes.iter().map(|(seat, cast)| vote(seat, cast)).collect();
    let result = council_core::agreement::Agreement::from(ballot.settlement).into();
    BallotShape { question, votes, result }
}

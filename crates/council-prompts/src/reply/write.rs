//! From what a reviewer of our own says to the text that any reviewer answers with.

use std::collections::BTreeMap;

use council_core::{
    alignment::{Assessment, VisionViolation},
    council::{Cast, FixProposal, Opinion},
    finding::{Claim, Evidence},
    merge::FindingId,
};
use council_formats::words::{DegreeWord, SeverityWord, ViolationWord, VoteWord};

use super::shape::{
    AssessmentReply, FindingReply, OpinionReply, PhaseReply, ProposalReply, RecommendationReply,
    Reply, SearchedReply, VoteReply,
};

/// What a seat says, before anything of it is checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReplyDraft {
    /// What is wrong, each with how it breaks the vision, if it does.
    pub claims: Vec<(Claim, Option<VisionViolation>)>,
    /// What it thinks of others' findings.
    pub opinions: BTreeMap<FindingId, Opinion>,
    /// How it would mend them.
    pub proposals: BTreeMap<FindingId, FixProposal>,
    /// Its votes on whether findings are valid.
    pub validity: BTreeMap<FindingId, Cast>,
    /// Its votes on whether remediations are good.
    pub remediation: BTreeMap<FindingId, Cast>,
    /// What it would ask the author.
    pub questions: Vec<String>,
    /// How it sees the packet against the vision.
    pub north_star: Option<Assessment>,
}

impl From<ReplyDraft> for Reply<'_> {
    fn from(said: ReplyDraft) -> Self {
        Self {
            findings: said.claims.into_iter().map(finding).collect(),
            opinions: said.opinions.into_iter().map(opinion).collect(),
            proposals: said.proposals.into_iter().map(proposal).collect(),
            same: Vec::new(),
            validity: said.validity.into_iter().map(vote).collect(),
            remediation: said.remediation.into_iter().map(vote).collect(),
            questions: said.questions,
            north_star: said.north_star.map(assessment),
        }
    }
}

impl Reply<'_> {
    /// Returns the reply as a seat would send it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

pub(crate) fn finding(
    (claim, violation): (Claim, Option<VisionViolation>),
) -> FindingReply<'static> {
    let is_one = claim.other_quotes.is_empty();
    let quotes = claim.quotes().filter(|_| !is_one).map(str::to_owned).collect();
    let (quote, searched) = match claim.evidence {
        Evidence::Quote(quote) => (Some(quote), None),
        Evidence::Searched { terms, sections } => (None, Some(SearchedReply { terms, sections })),
    };
    FindingReply {
        // A claim without a mode is refused by the reader; 0 is no mode.
        mode: claim.mode.map_or(0, u8::from),
        subcategory: claim.subcategory.word().into(),
        severity: SeverityWord::from(claim.severity).word().into(),
        confidence: claim.confidence.value(),
        location: claim.location.to_string().into(),
        quote,
        quotes,
        searched,
        rule: claim.rule,
        description: claim.description,
        remediation: claim.remediation,
        violation: violation.map(|violation| ViolationWord::from(violation).word().into()),
        notes: Vec::new(),
    }
}

fn opinion((id, opinion): (FindingId, Opinion)) -> OpinionReply<'static> {
    OpinionReply {
        finding: id.to_string().into(),
        holds: opinion.holds.is_some(),
        severity: opinion.holds.map(|severity| SeverityWord::from(severity).word().into()),
        rationale: opinion.rationale.to_string().into(),
        notes: Vec::new(),
    }
}

fn proposal((id, proposal): (FindingId, FixProposal)) -> ProposalReply<'static> {
    ProposalReply {
        finding: id.to_string().into(),
        text: proposal.text,
        excludes_others: proposal.excludes_others,
    }
}

fn vote((id, cast): (FindingId, Cast)) -> VoteReply<'static> {
    VoteReply {
        finding: id.to_string().into(),
        vote: VoteWord::from(cast.vote).word().into(),
        rationale: cast.rationale.to_string().into(),
        choice: None,
        severity: cast.severity.map(|severity| SeverityWord::from(severity).word().to_owned()),
        notes: Vec::new(),
    }
}

fn assessment(assessment: Assessment) -> AssessmentReply {
    let phase = |(phase, score): (u8, council_core::alignment::PhaseScore)| PhaseReply {
        phase,
        direct: score.direct(),
        enabling: score.enabling(),
        no_harm: score.no_harm(),
        rationale: score.rationale,
    };
    let recommendation =
        |recommendation: council_core::alignment::Recommendation| RecommendationReply {
            effort: DegreeWord::from(recommendation.effort).word().to_owned(),
            impact: DegreeWord::from(recommendation.impact).word().to_owned(),
            text: recommendation.text,
            phase: recommendation.phase,
        };
    AssessmentReply {
        affirms_oath: assessment.affirms_oath,
        phases: assessment.phases.into_iter().map(phase).collect(),
        recommendations: assessment.recommendations.into_iter().map(recommendation).collect(),
    }
}

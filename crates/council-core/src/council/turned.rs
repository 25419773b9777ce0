//! Votes that go against what their seat said before, and cite nothing for it.
//!
//! A seat may change its mind for evidence, not because others think otherwise: such a vote is an abstention.

use std::sync::Arc;

use super::{Answer, Cast, ConvergeAnswer, Finding, RoundRecord};
use crate::{finding::SeatId, merge::FindingId, quorum::Vote};

/// A vote that changed without new evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turned {
    /// Whose.
    pub seat: SeatId,
    /// On what.
    pub finding: FindingId,
    /// What the seat wanted to vote.
    pub claimed: Vote,
}

/// Returns the votes of a session that changed without new evidence.
pub(crate) fn turned(rounds: &[Arc<RoundRecord>], findings: &[Finding]) -> Vec<Turned> {
    let mut all = Vec::new();
    for round in rounds {
        for (seat, answer) in &round.answers {
            let Answer::Converge(answer) = answer else { continue };
            let voted = findings.iter().filter(|finding| round.ballot.contains(finding.id()));
            for finding in voted.filter(|finding| is_turned(rounds, finding, *seat, answer)) {
                if let Some(Cast { vote, .. }) = answer.validity.get(finding.id()) {
                    all.push(Turned { seat: *seat, finding: finding.id().clone(), claimed: *vote });
                }
            }
        }
    }
    all
}

/// Tells whether a seat's vote on a finding goes against what it said before, for no reason that can be looked up.
pub(super) fn is_turned(
    rounds: &[Arc<RoundRecord>],
    finding: &Finding,
    seat: SeatId,
    answer: &ConvergeAnswer,
) -> bool {
    let id = finding.id();
    let Some(cast) = answer.validity.get(id) else {
        return false;
    };
    let is_other = match (stood(rounds, finding, seat), cast.counted()) {
        (Some(behind), Vote::Support) => !behind,
        (Some(behind), Vote::Oppose) => behind,
        (Some(_), Vote::Abstain) | (None, _) => false,
    };
    is_other && !answer.cited.contains(id)
}

/// Returns whether a seat stood behind a finding before the votes: by its opinion, else because it raised it.
fn stood(rounds: &[Arc<RoundRecord>], finding: &Finding, seat: SeatId) -> Option<bool> {
    let opinion = rounds.iter().rev().find_map(|round| match round.answers.get(&seat) {
        Some(Answer::Remediate(answer)) => answer.opinions.get(finding.id()),
        Some(Answer::Broad(_) | Answer::Converge(_)) | None => None,
    });
    let opinion = opinion.filter(|opinion| !opinion.rationale.trim().is_empty());
    if let Some(opinion) = opinion {
        return Some(opinion.holds.is_some());
    }
    finding.raised().any(|raised| raised.seat == seat).then_some(true)
}

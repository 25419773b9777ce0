//! Votes that are worth a second look: those that go against what their seat said before, and those without a reason.
//!
//! A seat may be persuaded, so its last word counts; whoever reads the record is told of it. Under strict votes a seat
//! changes its mind for evidence only, and such a vote is an abstention.

use std::sync::Arc;

use super::{
    Ballot, Cast, ConvergeAnswer, CouncilAnswer, CouncilFinding, CouncilOpening, CouncilProtocol,
    RoundRecord,
};
use crate::{finding::SeatId, merge::FindingId, quorum::Vote};

/// A vote that is worth a second look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remarkable {
    /// Whose.
    pub seat: SeatId,
    /// On which finding.
    pub finding: FindingId,
    /// On what about it.
    pub on: VoteSubject,
    /// The vote as it was cast.
    pub cast: Vote,
    /// The vote that counted.
    pub counted: Vote,
    /// Whether it goes against what the seat said before.
    pub changed: bool,
    /// Whether its reason cites words of the packet or another finding.
    pub cites: bool,
    /// Whether it has a reason at all.
    pub reasoned: bool,
}

/// What is voted on about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoteSubject {
    /// Whether it is valid.
    Validity,
    /// Whether its remediation is good.
    Remediation,
}

/// Returns the votes of a session that are worth a second look.
pub(crate) fn remarkable(
    opening: &CouncilOpening,
    rounds: &[Arc<RoundRecord>],
    findings: &[CouncilFinding],
) -> Vec<Remarkable> {
    let protocol = opening.protocol;
    // Nobody is asked why a remediation will do, unless votes are strict.
    let is_free = |vote: &Remarkable| {
        protocol >= CouncilProtocol::Eighth
            && !opening.is_strict()
            && vote.on == VoteSubject::Remediation
            && vote.cast == Vote::Support
    };
    let is_unreasoned =
        |vote: &Remarkable| !vote.reasoned && vote.cast != Vote::Abstain && !is_free(vote);
    let mut all = Vec::new();
    for round in rounds {
        for (seat, answer) in &round.answers {
            let (answer, consents) = match answer {
                CouncilAnswer::Broad(_) => continue,
                CouncilAnswer::Remediate(answer) => (None, &answer.remediation),
                CouncilAnswer::Converge(answer) => (Some(answer), &answer.remediation),
            };
            for finding in findings {
                let id = finding.id();
                let noted = |on, cast: &Cast, ballot: Option<&Ballot>, changed| Remarkable {
                    seat: *seat,
                    finding: id.clone(),
                    on,
                    cast: cast.vote,
                    counted: ballot
                        .and_then(|ballot| ballot.votes.get(*seat))
                        .map_or(Vote::Abstain, |counted| counted.vote),
                    changed,
                    cites: answer.is_some_and(|answer| answer.cited.contains(id)),
                    reasoned: cast.is_reasoned(),
                };
                let validity = answer.and_then(|answer| answer.validity.get(id));
                let validity = validity.filter(|_| round.ballot.contains(id));
                let last = rounds.iter().rfind(|round| round.remedies.contains_key(id));
                let is_last = last.is_some_and(|last| last.round == round.round);
                let mending = consents.get(id).filter(|_| is_last);
                let changed = answer
                    .is_some_and(|answer| is_changed(protocol, rounds, finding, *seat, answer));
                let validity = validity
                    .map(|cast| noted(VoteSubject::Validity, cast, finding.validity(), changed));
                let ballot = finding.remediation_ballot();
                let mending =
                    mending.map(|cast| noted(VoteSubject::Remediation, cast, ballot, false));
                let is_worth = |one: &Remarkable| one.changed || is_unreasoned(one);
                all.extend(validity.into_iter().chain(mending).filter(is_worth));
            }
        }
    }
    all
}

/// Tells whether a seat's vote on a finding goes against what it said before.
pub(super) fn is_changed(
    protocol: CouncilProtocol,
    rounds: &[Arc<RoundRecord>],
    finding: &CouncilFinding,
    seat: SeatId,
    answer: &ConvergeAnswer,
) -> bool {
    let Some(cast) = answer.validity.get(finding.id()) else {
        return false;
    };
    let is_none = protocol < CouncilProtocol::Second && !cast.is_reasoned();
    let vote = if is_none { Vote::Abstain } else { cast.vote };
    match (stood(protocol, rounds, finding, seat), vote) {
        (Some(behind), Vote::Support) => !behind,
        (Some(behind), Vote::Oppose) => behind,
        (Some(_), Vote::Abstain) | (None, _) => false,
    }
}

/// Returns whether a seat stood behind a finding before the votes: by its opinion, else because it raised it.
fn stood(
    protocol: CouncilProtocol,
    rounds: &[Arc<RoundRecord>],
    finding: &CouncilFinding,
    seat: SeatId,
) -> Option<bool> {
    let opinion = rounds.iter().rev().find_map(|round| match round.answers.get(&seat) {
        Some(CouncilAnswer::Remediate(answer)) => {
            if protocol < CouncilProtocol::Third {
                answer.opinions.get(finding.id())
            } else {
                finding.raised().find_map(|raised| answer.opinions.get(&raised.id))
            }
        }
        Some(CouncilAnswer::Broad(_) | CouncilAnswer::Converge(_)) | None => None,
    });
    let opinion = opinion.filter(|opinion| opinion.counts(protocol));
    if let Some(opinion) = opinion {
        return Some(opinion.holds.is_some());
    }
    finding.raised().any(|raised| raised.seat == seat).then_some(true)
}

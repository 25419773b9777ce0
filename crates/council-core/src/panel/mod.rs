//! The panel: named seats read a packet blind, and the chair's synthesis is computed from what they say.
//!
//! A seat answers with claims. A claim counts once its evidence was found in the packet; what is not borne out is kept
//! apart. Claims about one thing become one [`Issue`], each issue one recommended revision, and the verdict follows from
//! the seats' ratings and findings alone.

mod chair;
mod decide;
mod handover;
mod issue;
mod perspective;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jiff::civil::Date;
use thiserror::Error;

use crate::{
    evidence::{self, LockedClaim, Unlocked},
    finding::Claim,
    handoff::{
        Decisions, Examined, Front, Handoff, Line, PacketVersion, PanelFinding, PanelSeat, Phase,
        Prose, Rating, Review, RevisionLog, Status, computed,
    },
    ident::ProjectName,
    packet::Packet,
    series::ReviewNumber,
    severity::Severity,
    tree::Entry,
};

pub use decide::{Decision, DecisionFault, Declined, Waiver, decide};
pub use handover::{Handover, Item, Sort, handover};
pub use issue::Issue;
pub use perspective::{Called, SPECIALIST_CALLS, biases, called, concerns, subjects};

/// What a panel is convened on.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// The project.
    pub project: ProjectName,
    /// Which review of the series it is.
    pub number: ReviewNumber,
    /// The day.
    pub date: Date,
    /// The version of the packet that is read.
    pub version: PacketVersion,
    /// Who sits on it, the chair left out: the core seats, then specialists.
    pub seats: Vec<PanelSeat>,
    /// What fills the seats, in words for a reader of the review.
    pub filled_by: Line,
    /// What stands at the top of the file beyond the contract: where the packet is, and its hash.
    pub extra: Vec<Entry>,
    /// What became of earlier findings, for a review after the first; empty for the first.
    pub history: Vec<Line>,
}

/// What a seat says, before anything of it was checked. It has seen nobody else's answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// What is wrong.
    pub claims: Vec<Claim>,
    /// What is right.
    pub endorsements: Vec<Line>,
    /// What was looked at without finding anything.
    pub examined: Vec<Examined>,
}

/// Why there is no review: the driver did not keep to the flow.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProtocolError {
    /// A seat of the panel has not answered.
    #[error("`{0}` has not answered")]
    Unanswered(PanelSeat),
    /// Somebody answered who is not on the panel.
    #[error("`{0}` is not on the panel")]
    NotSeated(PanelSeat),
}

/// A panel review, computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// What each seat claims and the packet bears out.
    pub claims: BTreeMap<PanelSeat, Vec<LockedClaim>>,
    /// What a seat claims and the packet does not bear out: shown, and never part of the verdict.
    pub quarantined: Vec<(PanelSeat, Unlocked)>,
    /// What is wrong, each thing once, most urgent first: the order of the recommended revisions.
    pub issues: Vec<Issue>,
    /// The review as it is handed on.
    pub handoff: Handoff,
}

/// Holds a panel: takes every seat's answer and computes the review, which then waits for a human.
pub fn convene(
    packet: &Packet,
    opening: Opening,
    mut answers: BTreeMap<PanelSeat, Answer>,
) -> Result<Record, ProtocolError> {
    if let Some(stranger) = answers.keys().find(|seat| !opening.seats.contains(seat)) {
        return Err(ProtocolError::NotSeated(stranger.clone()));
    }
    let mut claims = BTreeMap::new();
    let mut quarantined = Vec::new();
    let mut said = Vec::new();
    for seat in &opening.seats {
        let answer = answers.remove(seat).ok_or_else(|| ProtocolError::Unanswered(seat.clone()))?;
        let mut locked = Vec::new();
        for claim in answer.claims {
            match evidence::lock(packet, claim) {
                Ok(claim) => locked.push(claim),
                Err(unlocked) => quarantined.push((seat.clone(), *unlocked)),
            }
        }
        said.push((seat.clone(), answer.endorsements, answer.examined));
        claims.insert(seat.clone(), locked);
    }
    let issues = issue::of(&opening.seats, &claims);
    let reviews: Vec<Review> = said
        .into_iter()
        .map(|(seat, endorsements, examined)| {
            review(seat, &opening.filled_by, &issues, endorsements, examined)
        })
        .collect();
    let verdict = computed(&reviews);
    let synthesis = chair::synthesis(&opening, &reviews, &issues, verdict);
    let chair = std::iter::once(PanelSeat::chair());
    let front = Front {
        phase: Phase::PanelReview,
        project: Some(opening.project),
        number: Some(opening.number),
        date: Some(opening.date),
        version: Some(opening.version),
        reviewers: opening.seats.into_iter().chain(chair).collect(),
        verdict,
        status: Some(Status::Pending),
        extra: opening.extra,
    };
    let handoff = Handoff {
        front: Some(front),
        reviews,
        synthesis: Some(synthesis),
        decisions: Decisions::default(),
        revisions: RevisionLog::default(),
        rereview: None,
    };
    Ok(Record { claims, quarantined, issues, handoff })
}

fn review(
    seat: PanelSeat,
    filled_by: &Line,
    issues: &[Issue],
    endorsements: Vec<Line>,
    examined: Vec<Examined>,
) -> Review {
    let findings: Vec<_> = issues.iter().filter_map(|issue| issue.as_finding_of(&seat)).collect();
    let biases = biases(&seat).iter().filter_map(|words| Line::new(words));
    let filled = Line::new(&format!("this seat is filled by {filled_by}"));
    // Anything at all to mend is a concern; how grave it is decides whether it is more than that.
    let rating = match findings.iter().filter_map(|finding| finding.severity).max() {
        None => Rating::Approved,
        Some(Severity::Blocker) => Rating::Revise,
        Some(Severity::Major | Severity::Minor | Severity::Note) => Rating::Concerns,
    };
    Review {
        biases: biases.chain(filled).collect(),
        rating: Some(rating),
        summary: summary(&findings),
        findings,
        endorsements,
        examined,
        ..Review::new(seat)
    }
}

fn summary(findings: &[PanelFinding]) -> Prose {
    Prose::new(&match findings {
        [] => "nothing was found that this seat looks for".to_owned(),
        [only] => format!("one finding: {}", only.text),
        [first, ..] => format!("{} findings; the gravest: {}", findings.len(), first.text),
    })
}

//! What a session refuses before anything changes: the driver must have settled it.

use super::{
    CouncilAnswer, CouncilSession, Input, ProtocolError, intake::new_findings, session::SeatState,
};
use crate::{evidence::LockedClaim, finding::SeatId, mode::Lens};

impl CouncilSession {
    /// Refuses what cannot happen now, before anything is changed.
    pub(super) fn admits(&self, input: &Input) -> Result<(), ProtocolError> {
        if self.ending.is_some() {
            return Err(ProtocolError::Closed);
        }
        match input {
            Input::Answered { seat, answer, .. } => {
                if !self.is_waiting(*seat) {
                    return Err(ProtocolError::NotAsked(*seat));
                }
                let (expected, got) = (self.round(), answer.round());
                if expected != got {
                    return Err(ProtocolError::WrongRound { seat: *seat, expected, got });
                }
                self.admit_claims(*seat, answer)
            }
            Input::Unreadable { seat, .. } | Input::Signed { seat, .. }
                if !self.is_waiting(*seat) =>
            {
                Err(ProtocolError::NotAsked(*seat))
            }
            Input::Lost { seat, .. } if !self.live.contains(seat) => {
                Err(ProtocolError::NotAsked(*seat))
            }
            Input::Unreadable { .. }
            | Input::Signed { .. }
            | Input::Paid { .. }
            | Input::Lost { .. }
            | Input::Ticked { .. }
            | Input::OutOfBudget { .. }
            | Input::Cancelled { .. } => Ok(()),
        }
    }

    /// Refuses claims that say nothing, that no mode led to, or whose mode the seat does not hold. Whoever read the
    /// answer must have set them apart as unproven or refused the whole as unreadable.
    fn admit_claims(&self, seat: SeatId, answer: &CouncilAnswer) -> Result<(), ProtocolError> {
        let lens = self.opening.selection.lenses.iter().find(|lens| lens.seat == seat);
        let held = lens.map(Lens::modes).unwrap_or_default();
        for claim in new_findings(answer).locked.iter().map(LockedClaim::claim) {
            let mode = claim.mode.ok_or(ProtocolError::NoMode(seat))?;
            if !held.contains(&mode) {
                return Err(ProtocolError::ForeignMode { seat, mode });
            }
            if claim.description.trim().is_empty() {
                return Err(ProtocolError::NoDescription(seat));
            }
        }
        Ok(())
    }

    fn is_waiting(&self, seat: SeatId) -> bool {
        matches!(self.standing.get(&seat), Some(SeatState::Asked | SeatState::Repairing(_)))
    }
}

//! The challenges of a discussion: raised, answered, judged, and sent to the human when the group cannot settle them.

use super::{
    answer::{AdvocateJudgement, Evaluation, Objection, ReplyToChallenge},
    challenge::{
        Challenge, ChallengeEvent, ChallengeId, ChallengeStatus, EscalatedBy, PastEvent, RiskKey,
    },
    protocol::ForumProtocol,
    seat::{ForumSeat, ForumSeatId},
};

/// Every challenge ever raised in a discussion, by id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChallengeList(Vec<Challenge>);

/// What raising a challenge came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RaiseResult {
    pub(crate) id: ChallengeId,
    pub(crate) how: Raising,
}

/// Whether a raised challenge may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Raising {
    /// It is on the table.
    Taken,
    /// The human already has it: raising it once more is a loop.
    Loop,
}

impl ChallengeList {
    /// Returns the challenges in the order of their ids.
    pub fn challenges(&self) -> &[Challenge] {
        &self.0
    }

    /// Returns a challenge.
    pub fn challenge(&self, id: ChallengeId) -> Option<&Challenge> {
        self.0.iter().find(|challenge| challenge.id == id)
    }

    /// Returns the challenges that the group still has to settle, valid or not.
    pub fn open(&self) -> impl Iterator<Item = &Challenge> {
        self.0.iter().filter(|challenge| challenge.is_open())
    }

    /// Returns the challenges that the human must be shown: open or escalated.
    pub fn unresolved(&self) -> impl Iterator<Item = &Challenge> {
        self.0.iter().filter(|challenge| challenge.is_unresolved())
    }

    /// Puts a challenge on the table, or finds it there; an objection that names no risk is none.
    pub(crate) fn raise(
        &mut self,
        (round, protocol): (u32, ForumProtocol),
        seat: &ForumSeat,
        said: &Objection,
    ) -> Option<RaiseResult> {
        let key = RiskKey::of(&said.risk)?;
        let next = ChallengeId::after(self.0.len());
        let past = PastEvent { round, event: ChallengeEvent::Raised { by: seat.id } };
        let Some(known) = self.0.iter_mut().find(|challenge| challenge.key == key) else {
            self.0.push(Challenge {
                id: next,
                key,
                risk: said.risk.clone(),
                alternative: given(&said.alternative),
                question: given(&said.question),
                against: said.point.map(|point| (round, vec![point])).into_iter().collect(),
                raisers: vec![seat.clone()],
                rounds: 0,
                standing: ChallengeStatus::Open,
                history: vec![past],
            });
            return Some(RaiseResult { id: next, how: Raising::Taken });
        };
        known.history.push(past);
        match (known.standing, protocol) {
            (ChallengeStatus::Escalated(_), _)
            | (ChallengeStatus::Overridden, ForumProtocol::First) => {
                return Some(RaiseResult { id: known.id, how: Raising::Loop });
            }
            // What a person decided over, or replaced, was decided for another proposal.
            (
                ChallengeStatus::Overridden
                | ChallengeStatus::Superseded
                | ChallengeStatus::Conceded,
                ForumProtocol::Second,
            ) => {
                known.standing = ChallengeStatus::Open;
                known.rounds = 0;
            }
            (ChallengeStatus::Superseded | ChallengeStatus::Conceded, ForumProtocol::First)
            | (ChallengeStatus::Open, _) => {
                known.standing = ChallengeStatus::Open;
            }
        }
        let against = known.against.entry(round).or_default();
        against.extend(said.point.filter(|point| !against.contains(point)));
        known.against.retain(|_, points| !points.is_empty());
        known.alternative = given(&said.alternative).or(known.alternative.take());
        known.question = given(&said.question).or(known.question.take());
        if !known.is_raised_by(seat.id) {
            known.raisers.push(seat.clone());
        }
        Some(RaiseResult { id: known.id, how: Raising::Taken })
    }

    /// Adds the alternative that a challenge lacked.
    pub(crate) fn supply(&mut self, id: ChallengeId, alternative: &str) {
        if let Some(challenge) = self.find(id) {
            challenge.alternative = given(alternative).or(challenge.alternative.take());
        }
    }

    /// Notes an owner's answer to a challenge.
    pub(crate) fn answer(&mut self, round: u32, by: ForumSeatId, reply: &ReplyToChallenge) {
        let (stand, rationale) = (reply.stand, reply.rationale.clone());
        if let Some(challenge) = self.find(reply.challenge) {
            let event = ChallengeEvent::Answered { by, stand, rationale };
            challenge.history.push(PastEvent { round, event });
        }
    }

    /// Notes an advocate's judgement of the answers to a challenge.
    pub(crate) fn judge(&mut self, round: u32, by: ForumSeatId, evaluation: &Evaluation) {
        let Evaluation { judgement, note, answers, .. } = evaluation.clone();
        if let Some(challenge) = self.find(evaluation.challenge) {
            let event = ChallengeEvent::Judged { by, judgement, note, answers };
            challenge.history.push(PastEvent { round, event });
        }
    }

    /// Ends a round: what was conceded is settled, what was escalated or stood too long goes to the human.
    pub(crate) fn close(&mut self, round: u32, protocol: ForumProtocol) {
        for challenge in self.0.iter_mut().filter(|challenge| challenge.is_open()) {
            challenge.rounds = challenge.rounds.saturating_add(1);
            let judged = |seat: ForumSeatId| {
                challenge.history.iter().rev().find_map(|past| match past.event {
                    ChallengeEvent::Judged { by, judgement, .. }
                        if by == seat && past.round == round =>
                    {
                        Some(judgement)
                    }
                    ChallengeEvent::Judged { .. }
                    | ChallengeEvent::Raised { .. }
                    | ChallengeEvent::Answered { .. }
                    | ChallengeEvent::Escalated(_)
                    | ChallengeEvent::Overridden
                    | ChallengeEvent::Superseded => None,
                })
            };
            let judgements: Vec<_> =
                challenge.raisers.iter().map(|raiser| judged(raiser.id)).collect();
            // One raiser who was lost or has left keeps the challenge open: silence concedes nothing.
            if judgements.iter().all(|judgement| *judgement == Some(AdvocateJudgement::Conceded)) {
                challenge.standing = ChallengeStatus::Conceded;
                if protocol >= ForumProtocol::Second {
                    // A round that settles it is none in which it stood, and raised again it has its rounds again.
                    challenge.rounds = 0;
                }
                continue;
            }
            let by = if judgements.contains(&Some(AdvocateJudgement::Escalated)) {
                EscalatedBy::Advocate
            } else if challenge.rounds >= Challenge::ROUNDS {
                EscalatedBy::Limit
            } else {
                continue;
            };
            challenge.standing = ChallengeStatus::Escalated(by);
            challenge.history.push(PastEvent { round, event: ChallengeEvent::Escalated(by) });
        }
    }

    /// Notes that the human decided about a round over everything that was unresolved in it. What was conceded has its
    /// rounds again, should it be raised about something else.
    pub(crate) fn decide(&mut self, round: u32) {
        for challenge in &mut self.0 {
            match challenge.standing {
                ChallengeStatus::Open | ChallengeStatus::Escalated(_) => {
                    challenge.standing = ChallengeStatus::Overridden;
                    challenge.history.push(PastEvent { round, event: ChallengeEvent::Overridden });
                }
                ChallengeStatus::Conceded => challenge.rounds = 0,
                ChallengeStatus::Overridden | ChallengeStatus::Superseded => {}
            }
        }
    }

    /// Notes that the human put another proposal in the place of the one that a round was about. What was unresolved is
    /// raised again where it fails the new one, too, and has its rounds again then.
    pub(crate) fn supersede(&mut self, round: u32) {
        for challenge in self.0.iter_mut().filter(|one| one.is_unresolved()) {
            challenge.standing = ChallengeStatus::Superseded;
            challenge.rounds = 0;
            challenge.history.push(PastEvent { round, event: ChallengeEvent::Superseded });
        }
    }

    fn find(&mut self, id: ChallengeId) -> Option<&mut Challenge> {
        self.0.iter_mut().find(|challenge| challenge.id == id)
    }
}

fn given(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

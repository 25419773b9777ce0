//! What was said in a round, looked up by seat and step. Where a seat was asked twice its last answer counts.

use super::{
    answer::{
        Evaluation, ForumAnswer, ForumInput, Loss, OwnerPosition, ReplyToChallenge, Stance, only,
    },
    ask::RoundStep,
    challenge::ChallengeId,
    config::Seats,
    point::{Point, PointId, PointStance, PointsBy},
    protocol::ForumProtocol,
    round::{Hearing, Round},
    seat::ForumSeatId,
};

/// What hearing the others did to an owner who had drafted a position alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchored {
    /// Who.
    pub seat: ForumSeatId,
    /// On which point; on the whole proposal where it is not read as points.
    pub point: Option<PointId>,
    /// Where the owner stood alone.
    pub alone: Option<PointStance>,
    /// Where the owner stands after hearing the ones before.
    pub heard: Option<PointStance>,
}

impl From<Stance> for PointStance {
    fn from(stance: Stance) -> Self {
        match stance {
            Stance::Support => PointStance::Support,
            Stance::Oppose => PointStance::Oppose,
            Stance::Abstain => PointStance::Abstain,
        }
    }
}

impl Anchored {
    /// Tells whether the owner moved.
    pub fn is_moved(&self) -> bool {
        self.alone != self.heard
    }
}

impl Round {
    /// Returns the number of the round in its discussion, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the inputs in order, from which the round can be had again.
    pub fn said(&self) -> &[ForumInput] {
        &self.said
    }

    /// Returns how many challenges were raised in it.
    pub fn raised(&self) -> usize {
        self.raised.values().map(Vec::len).sum()
    }

    /// Returns the rules it is held under.
    pub fn protocol(&self) -> ForumProtocol {
        self.protocol
    }

    /// Returns the points that the message is read as.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns who read them.
    pub fn points_by(&self) -> PointsBy {
        self.points_by
    }

    /// Tells whether nobody holds a seat: it asks questions and takes no position.
    pub fn is_questioner(&self, seat: ForumSeatId) -> bool {
        self.questioners.contains(&seat)
    }

    /// Returns who sits in the forum.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Returns why a seat was lost in this round, if it was.
    pub fn loss(&self, seat: ForumSeatId) -> Option<Loss> {
        self.lost.get(&seat).copied()
    }

    /// Returns the answers in order, with who gave them.
    pub(crate) fn answers(&self) -> impl DoubleEndedIterator<Item = (ForumSeatId, &ForumAnswer)> {
        self.said.iter().filter_map(|input| match input {
            ForumInput::Answered { seat, answer } => Some((*seat, answer)),
            ForumInput::Unreadable { .. } | ForumInput::Lost { .. } => None,
        })
    }

    /// Returns what a seat answered to a step, the last time it was asked.
    pub fn answer(&self, seat: ForumSeatId, step: RoundStep) -> Option<&ForumAnswer> {
        let mut answers = self.answers().rev();
        answers.find(|(by, answer)| *by == seat && answer.step() == step).map(|(_, answer)| answer)
    }

    /// Returns what an owner answered to the message.
    pub fn position(&self, seat: ForumSeatId) -> Option<&OwnerPosition> {
        match self.answer(seat, RoundStep::Position)? {
            ForumAnswer::Position(position) => Some(position),
            ForumAnswer::Reading(_)
            | ForumAnswer::Questions(_)
            | ForumAnswer::Draft(_)
            | ForumAnswer::Challenge(_)
            | ForumAnswer::NoUncoveredRisk { .. }
            | ForumAnswer::Examination(_)
            | ForumAnswer::Alternative(_)
            | ForumAnswer::Replies(_)
            | ForumAnswer::Restated { .. }
            | ForumAnswer::Evaluations(_) => None,
        }
    }

    /// Returns what an owner drafted before it heard anybody.
    pub fn draft(&self, seat: ForumSeatId) -> Option<&OwnerPosition> {
        match self.answer(seat, RoundStep::Draft)? {
            ForumAnswer::Draft(position) => Some(position),
            ForumAnswer::Reading(_)
            | ForumAnswer::Questions(_)
            | ForumAnswer::Position(_)
            | ForumAnswer::Challenge(_)
            | ForumAnswer::NoUncoveredRisk { .. }
            | ForumAnswer::Examination(_)
            | ForumAnswer::Alternative(_)
            | ForumAnswer::Replies(_)
            | ForumAnswer::Restated { .. }
            | ForumAnswer::Evaluations(_) => None,
        }
    }

    /// Returns, for every owner who drafted a position, where it stood alone and where it stands now.
    pub(crate) fn anchored(&self) -> Vec<Anchored> {
        let drafted =
            self.seats.owners().iter().filter_map(|owner| {
                Some((owner.id, self.draft(owner.id)?, self.position(owner.id)))
            });
        match self.protocol {
            ForumProtocol::First => drafted
                .map(|(seat, alone, heard)| Anchored {
                    seat,
                    point: None,
                    alone: alone.taken().map(PointStance::from),
                    heard: heard.and_then(OwnerPosition::taken).map(PointStance::from),
                })
                .collect(),
            ForumProtocol::Second => drafted
                .flat_map(|(seat, alone, heard)| {
                    self.points.iter().map(move |point| Anchored {
                        seat,
                        point: Some(point.id),
                        alone: alone.on(point.id).map(|one| one.stance),
                        heard: heard.and_then(|heard| heard.on(point.id)).map(|one| one.stance),
                    })
                })
                .collect(),
        }
    }

    /// Returns, for the proposal and for every challenge on which two owners both took a stand, whether it is the same: on
    /// the proposal the one each took alone, where they drafted it.
    pub(crate) fn answered_alike(
        &self,
        one: ForumSeatId,
        other: ForumSeatId,
    ) -> impl Iterator<Item = bool> {
        let first = |seat| self.draft(seat).or_else(|| self.position(seat));
        let whole = |seat| first(seat)?.taken();
        let proposal = whole(one).zip(whole(other)).map(|(one, other)| one == other);
        let points = self.points.iter().filter_map(move |point| {
            let stance = |seat| Some(first(seat)?.on(point.id)?.stance);
            Some(stance(one)? == stance(other)?)
        });
        let challenges = self.table.challenges().iter().filter_map(move |challenge| {
            let stand = |seat| Some(self.reply(seat, challenge.id)?.stand);
            Some(stand(one)? == stand(other)?)
        });
        proposal.into_iter().chain(points).chain(challenges)
    }

    /// Returns whether the owners drafted their positions first.
    pub fn hearing(&self) -> Hearing {
        self.hearing
    }

    /// Returns an owner's one reply to a challenge; two replies to one challenge are none.
    pub(crate) fn reply(
        &self,
        seat: ForumSeatId,
        challenge: ChallengeId,
    ) -> Option<&ReplyToChallenge> {
        match self.answer(seat, RoundStep::Reply)? {
            ForumAnswer::Replies(replies) | ForumAnswer::Restated { replies, .. } => {
                only(replies.iter().filter(|r| r.challenge == challenge))
            }
            ForumAnswer::Reading(_)
            | ForumAnswer::Questions(_)
            | ForumAnswer::Draft(_)
            | ForumAnswer::Position(_)
            | ForumAnswer::Challenge(_)
            | ForumAnswer::NoUncoveredRisk { .. }
            | ForumAnswer::Examination(_)
            | ForumAnswer::Alternative(_)
            | ForumAnswer::Evaluations(_) => None,
        }
    }

    /// Returns an advocate's one judgement of a challenge; two judgements of one challenge are none.
    pub(crate) fn evaluation(
        &self,
        seat: ForumSeatId,
        challenge: ChallengeId,
    ) -> Option<&Evaluation> {
        match self.answer(seat, RoundStep::Evaluation)? {
            ForumAnswer::Evaluations(all) => only(all.iter().filter(|e| e.challenge == challenge)),
            ForumAnswer::Reading(_)
            | ForumAnswer::Questions(_)
            | ForumAnswer::Draft(_)
            | ForumAnswer::Position(_)
            | ForumAnswer::Challenge(_)
            | ForumAnswer::NoUncoveredRisk { .. }
            | ForumAnswer::Examination(_)
            | ForumAnswer::Alternative(_)
            | ForumAnswer::Replies(_)
            | ForumAnswer::Restated { .. } => None,
        }
    }
}

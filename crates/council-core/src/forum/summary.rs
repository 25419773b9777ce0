//! What the human is shown after a round. It can only be had from a round in which nobody is left to ask.

use super::{
    answer::{ForumInput, Loss},
    challenge::Challenge,
    cited::Cited,
    config::Seats,
    digest::Digest,
    form,
    majority::{self, Tally},
    message::Message,
    protocol::ForumProtocol,
    remark::{self, RoundRemark},
    round::{Round, RoundHistory, Style},
    seat::ForumSeatId,
    settled::{SettledPoint, settled},
    table::ChallengeList,
    violation::{self, ProtocolViolation},
};
use crate::ident::ProjectName;

/// A closed round with everything that follows from it, and the hash that a decision is bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundSummary {
    round: Round,
    tally: Tally,
    settled: Vec<SettledPoint>,
    table: ChallengeList,
    violations: Vec<ProtocolViolation>,
    digest: Digest,
}

impl RoundSummary {
    /// Sums up a round in which nobody is left to ask.
    pub(crate) fn of(round: Round) -> Self {
        let mut table = round.table.clone();
        let answered: Vec<_> = super::round::answerable(&table).map(|one| one.id).collect();
        for challenge in answered {
            for owner in round.seats.owners() {
                if let Some(reply) = round.reply(owner.id, challenge) {
                    table.answer(round.number, owner.id, reply);
                }
            }
            let raiser = |seat: ForumSeatId| {
                table.challenge(challenge).is_some_and(|c| c.is_raised_by(seat))
            };
            let judges: Vec<ForumSeatId> = round
                .seats
                .advocates()
                .iter()
                .map(|seat| seat.id)
                .filter(|seat| raiser(*seat))
                .collect();
            for judge in judges {
                if let Some(evaluation) = round.evaluation(judge, challenge) {
                    table.judge(round.number, judge, evaluation);
                }
            }
        }
        table.close(round.number, round.protocol);
        let (tally, violations) = (Tally::of(&round), violation::violations(&round));
        let settled = settled(&round, &table);
        let unsealed =
            Self { round, tally, settled, table, violations, digest: Digest::of_text("") };
        let digest = Digest::of_json(&form::summary(&unsealed));
        Self { digest, ..unsealed }
    }

    /// Returns the project.
    pub fn project(&self) -> &ProjectName {
        &self.round.project
    }

    /// Returns the number of the round in its discussion, from 1.
    pub fn number(&self) -> u32 {
        self.round.number
    }

    /// Returns the hash of the summary before this one.
    pub fn previous(&self) -> Option<&Digest> {
        self.round.previous.as_ref()
    }

    /// Returns what closed the discussion before, where the round begins a new one.
    pub fn cites(&self) -> Option<&Cited> {
        self.round.cites.as_ref()
    }

    /// Returns how far the round went.
    pub fn style(&self) -> Style {
        self.round.style
    }

    /// Returns the human's message.
    pub fn message(&self) -> &Message {
        &self.round.message
    }

    /// Returns who sat in the forum.
    pub fn seats(&self) -> &Seats {
        &self.round.seats
    }

    /// Returns everything that was said, in order.
    pub fn said(&self) -> &[ForumInput] {
        &self.round.said
    }

    /// Returns the round it sums up.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// Returns who stands where.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the points, and where the owners have come out on each; none where the proposal is taken whole.
    pub fn settled(&self) -> &[SettledPoint] {
        &self.settled
    }

    /// Returns where the owners have come out: one paragraph of their own words, or one for each point. This text is what
    /// a person approves.
    pub fn position(&self) -> String {
        match self.round.protocol {
            ForumProtocol::First => majority::paragraph(&self.round, &self.tally),
            ForumProtocol::Second if self.settled.iter().all(|one| one.sides == 0) => {
                "Nobody took a position.".to_owned()
            }
            ForumProtocol::Second => {
                let paragraphs: Vec<String> =
                    self.settled.iter().map(SettledPoint::paragraph).collect();
                paragraphs.join("\n")
            }
        }
    }

    /// Returns the hash of the text that a person approves.
    pub fn position_digest(&self) -> Digest {
        Digest::of_text(&self.position())
    }

    /// Tells whether a majority holds something that can be approved.
    pub fn has_position(&self) -> bool {
        match self.round.protocol {
            ForumProtocol::First => self.tally.majority().is_some(),
            ForumProtocol::Second => self.settled.iter().any(|one| one.held.is_some()),
        }
    }

    /// Returns every challenge of the discussion as it stands after the round.
    pub fn table(&self) -> &ChallengeList {
        &self.table
    }

    /// Returns the challenges that matter to whoever reads the summary: unresolved, or touched in this round.
    pub fn shown(&self) -> impl Iterator<Item = &Challenge> {
        let challenges = self.table.challenges().iter();
        challenges.filter(|one| one.is_unresolved() || one.is_touched_in(self.round.number))
    }

    /// Returns the breaches of the protocol.
    pub fn violations(&self) -> &[ProtocolViolation] {
        &self.violations
    }

    /// Returns what is worth saying besides.
    pub fn remarks(&self) -> Vec<RoundRemark> {
        remark::remarks(&self.round)
    }

    /// Returns the seats that were lost, in speaking order.
    pub fn lost(&self) -> Vec<(ForumSeatId, Loss)> {
        self.round
            .seats
            .all()
            .filter_map(|seat| Some((seat.id, self.round.loss(seat.id)?)))
            .collect()
    }

    /// Returns the hash that a decision on this summary must name.
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// Returns the summary as JSON: what its hash is the hash of.
    pub fn json(&self) -> serde_json::Value {
        form::summary(self)
    }

    /// Returns what the next round must know.
    pub(crate) fn history(&self) -> RoundHistory {
        RoundHistory {
            rounds: self.round.number,
            cites: None,
            last: Some(self.digest.clone()),
            table: self.table.clone(),
        }
    }
}

//! One round: owners in order, then advocates, then replies and their evaluation, then the human.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{
    answer::{Answer, Evaluation, Input, Loss, Position, Reply},
    ask::{Ask, Effect, Heard, Step},
    challenge::{Challenge, ChallengeId},
    config::Seats,
    digest::Digest,
    message::Message,
    role::RoleDigests,
    seat::{Seat, SeatId},
    summary::Summary,
    table::{Raising, Table},
    words::words,
};
use crate::ident::ProjectName;

words! {
    /// How far a round goes.
    pub enum Style {
        /// Owners answer the challenges and advocates judge the answers.
        Full = "full",
        /// The round ends when the advocates have spoken.
        Classic = "classic",
    }
}

/// With whom and how a round is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The project.
    pub project: ProjectName,
    /// Who sits in the forum.
    pub seats: Seats,
    /// What the seats are told about their roles.
    pub roles: RoleDigests,
    /// How far the round goes.
    pub style: Style,
}

/// A round: what it was opened with and what was said. The challenges on the table are the one thing it keeps besides,
/// as they stand before anyone answers them, so that none is identified twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub(crate) project: ProjectName,
    pub(crate) number: u32,
    pub(crate) previous: Option<Digest>,
    pub(crate) style: Style,
    pub(crate) message: Message,
    pub(crate) seats: Seats,
    pub(crate) roles: RoleDigests,
    pub(crate) table: Table,
    pub(crate) raised: BTreeMap<SeatId, (ChallengeId, Raising)>,
    pub(crate) said: Vec<Input>,
}

/// The driver misused a round.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProtocolError {
    /// Everyone has been heard; only the human can go on.
    #[error("the round is closed, expected a decision of the human")]
    Closed,
    /// Another seat was asked.
    #[error("`{seat}` was not asked, expected an answer of `{asked}`")]
    NotAsked {
        /// Who answered.
        seat: SeatId,
        /// Who was asked.
        asked: SeatId,
    },
    /// The seat was asked for something else.
    #[error("`{seat}` gave an answer to `{}`, expected one to `{}`", given.word(), asked.word())]
    WrongStep {
        /// Who answered.
        seat: SeatId,
        /// What was answered.
        given: Step,
        /// What was asked.
        asked: Step,
    },
}

impl Round {
    /// Opens the round that follows a history: its number, the last summary's hash and the challenges so far.
    pub(crate) fn open(
        setting: Setting,
        message: Message,
        history: History,
    ) -> (Round, Vec<Effect>) {
        let round = Round {
            project: setting.project,
            number: history.rounds.saturating_add(1),
            previous: history.last,
            style: setting.style,
            message,
            seats: setting.seats,
            roles: setting.roles,
            table: history.table,
            raised: BTreeMap::new(),
            said: Vec::new(),
        };
        let effects = round.effects();
        (round, effects)
    }

    /// Takes one input and returns what must happen next.
    pub fn apply(&mut self, input: Input) -> Result<Vec<Effect>, ProtocolError> {
        let Some((asked, step)) = self.pending() else {
            return Err(ProtocolError::Closed);
        };
        if input.seat() != asked {
            return Err(ProtocolError::NotAsked { seat: input.seat(), asked });
        }
        if let Input::Answered { seat, answer } = &input
            && answer.step() != step
        {
            let given = answer.step();
            return Err(ProtocolError::WrongStep { seat: *seat, given, asked: step });
        }
        if let Input::Answered { seat, answer } = &input {
            self.note(*seat, answer);
        }
        self.said.push(input);
        Ok(self.effects())
    }

    /// Returns who is asked now and for what; nobody once the round is closed.
    pub fn pending(&self) -> Option<(SeatId, Step)> {
        if let Some(owner) =
            self.seats.owners().iter().find(|owner| !self.has_done(owner.id, Step::Position))
        {
            return Some((owner.id, Step::Position));
        }
        for advocate in self.seats.advocates() {
            if !self.has_done(advocate.id, Step::Challenge) {
                return Some((advocate.id, Step::Challenge));
            }
            if self.lacks_alternative(advocate.id) && !self.has_done(advocate.id, Step::Alternative)
            {
                return Some((advocate.id, Step::Alternative));
            }
        }
        if self.style == Style::Classic {
            return None;
        }
        answerable(&self.table).next()?;
        if let Some(owner) =
            self.seats.owners().iter().find(|owner| !self.has_done(owner.id, Step::Reply))
        {
            return Some((owner.id, Step::Reply));
        }
        let judge = self.seats.advocates().iter().find(|advocate| {
            answerable(&self.table).any(|challenge| challenge.is_raised_by(advocate.id))
                && !self.has_done(advocate.id, Step::Evaluation)
        });
        judge.map(|advocate| (advocate.id, Step::Evaluation))
    }

    /// Returns the number of the round in its discussion, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the inputs in order, from which the round can be had again.
    pub fn said(&self) -> &[Input] {
        &self.said
    }

    /// Returns why a seat was lost in this round, if it was.
    pub fn loss(&self, seat: SeatId) -> Option<Loss> {
        self.said.iter().find_map(|input| match input {
            Input::Lost { seat: lost, reason } if *lost == seat => Some(*reason),
            Input::Lost { .. } | Input::Answered { .. } => None,
        })
    }

    /// Returns the answers in order, with who gave them.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (SeatId, &Answer)> {
        self.said.iter().filter_map(|input| match input {
            Input::Answered { seat, answer } => Some((*seat, answer)),
            Input::Lost { .. } => None,
        })
    }

    /// Returns what a seat answered to a step.
    pub fn answer(&self, seat: SeatId, step: Step) -> Option<&Answer> {
        self.answers()
            .find(|(by, answer)| *by == seat && answer.step() == step)
            .map(|(_, answer)| answer)
    }

    /// Returns what an owner answered to the message.
    pub fn position(&self, seat: SeatId) -> Option<&Position> {
        match self.answer(seat, Step::Position)? {
            Answer::Position(position) => Some(position),
            Answer::Challenge(_)
            | Answer::NoUncoveredRisk { .. }
            | Answer::Alternative(_)
            | Answer::Replies(_)
            | Answer::Evaluations(_) => None,
        }
    }

    /// Returns an owner's one reply to a challenge; two replies to one challenge are none.
    pub(crate) fn reply(&self, seat: SeatId, challenge: ChallengeId) -> Option<&Reply> {
        match self.answer(seat, Step::Reply)? {
            Answer::Replies(replies) => only(replies.iter().filter(|r| r.challenge == challenge)),
            Answer::Position(_)
            | Answer::Challenge(_)
            | Answer::NoUncoveredRisk { .. }
            | Answer::Alternative(_)
            | Answer::Evaluations(_) => None,
        }
    }

    /// Returns an advocate's one judgement of a challenge; two judgements of one challenge are none.
    pub(crate) fn evaluation(&self, seat: SeatId, challenge: ChallengeId) -> Option<&Evaluation> {
        match self.answer(seat, Step::Evaluation)? {
            Answer::Evaluations(all) => only(all.iter().filter(|e| e.challenge == challenge)),
            Answer::Position(_)
            | Answer::Challenge(_)
            | Answer::NoUncoveredRisk { .. }
            | Answer::Alternative(_)
            | Answer::Replies(_) => None,
        }
    }

    /// Puts what an advocate says on the table.
    fn note(&mut self, by: SeatId, answer: &Answer) {
        match answer {
            Answer::Challenge(objection) => {
                let seat = self.seats.seat(by);
                let new = seat.and_then(|seat| self.table.raise(self.number, seat, objection));
                self.raised.extend(new.map(|new| (by, (new.id, new.how))));
            }
            Answer::Alternative(alternative) => {
                if let Some((id, _)) = self.raised.get(&by) {
                    self.table.supply(*id, alternative);
                }
            }
            Answer::Position(_)
            | Answer::NoUncoveredRisk { .. }
            | Answer::Replies(_)
            | Answer::Evaluations(_) => {}
        }
    }

    /// Tells whether a seat's challenge came without an alternative, so that it is asked for one.
    fn lacks_alternative(&self, seat: SeatId) -> bool {
        let Some(Answer::Challenge(objection)) = self.answer(seat, Step::Challenge) else {
            return false;
        };
        let taken = self.raised.get(&seat).map(|(_, how)| *how);
        objection.alternative.trim().is_empty() && taken == Some(Raising::Taken)
    }

    /// Tells whether a seat is through with a step: it answered, or it was lost and is not asked again.
    fn has_done(&self, seat: SeatId, step: Step) -> bool {
        self.answer(seat, step).is_some() || self.loss(seat).is_some()
    }

    fn effects(&self) -> Vec<Effect> {
        let Some((seat, step)) = self.pending() else {
            return vec![Effect::AwaitDecision(Box::new(Summary::of(self.clone())))];
        };
        self.seats.seat(seat).map(|seat| Effect::Ask(self.ask(seat, step))).into_iter().collect()
    }

    fn ask(&self, seat: &Seat, step: Step) -> Ask {
        let heard = |(by, answer): (SeatId, &Answer)| {
            Some(Heard { seat: self.seats.seat(by)?.clone(), answer: answer.clone() })
        };
        let table = &self.table;
        let challenges: Vec<Challenge> = match step {
            Step::Position | Step::Challenge => Vec::new(),
            Step::Alternative => {
                let lacking = self.raised.get(&seat.id).and_then(|(id, _)| table.challenge(*id));
                lacking.cloned().into_iter().collect()
            }
            Step::Reply => answerable(table).cloned().collect(),
            Step::Evaluation => {
                answerable(table).filter(|one| one.is_raised_by(seat.id)).cloned().collect()
            }
        };
        Ask {
            round: self.number,
            step,
            seat: seat.clone(),
            definition: self.roles.of(seat.id.role()).clone(),
            message: self.message.text().to_owned(),
            prior: self.answers().filter_map(heard).collect(),
            challenges,
        }
    }
}

/// What a round must know of the rounds before it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct History {
    /// How many rounds there were.
    pub(crate) rounds: u32,
    /// The hash of the last round's summary.
    pub(crate) last: Option<Digest>,
    /// The challenges so far.
    pub(crate) table: Table,
}

/// Returns the challenges that owners answer: open and complete.
pub(crate) fn answerable(table: &Table) -> impl Iterator<Item = &Challenge> {
    table.open().filter(|challenge| challenge.is_valid())
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

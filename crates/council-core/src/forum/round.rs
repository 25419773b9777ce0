//! One round: owners in order, then advocates, then replies and their evaluation, then the human.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::{
    answer::{ForumAnswer, ForumInput, Loss, Objection},
    ask::{EarlierAnswer, ForumEffect, ForumQuestion, RoundStep},
    challenge::{Challenge, ChallengeId},
    cited::Cited,
    config::Seats,
    digest::Digest,
    line::TrimmedLine,
    message::Message,
    point::{Point, PointsBy},
    protocol::ForumProtocol,
    role::RoleDigests,
    seat::{ForumRole, ForumSeat, ForumSeatId},
    summary::RoundSummary,
    table::{ChallengeList, Raising},
    violation,
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

words! {
    /// Whether owners commit themselves before they hear each other.
    pub enum Hearing {
        /// Each owner hears the ones before and then takes a position.
        Open = "open",
        /// Each owner drafts a position first, alone, so that what the hearing changes can be seen.
        Blind = "blind",
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
    /// Whether the owners draft their positions first.
    pub hearing: Hearing,
    /// What fills the seats, in words for a reader.
    pub filled_by: BTreeMap<ForumSeatId, TrimmedLine>,
    /// The rules it is held under.
    pub protocol: ForumProtocol,
    /// The points of the message as the person who sent it reads it; where there are none, an owner reads it.
    pub points: Vec<String>,
    /// The seats that nobody holds, neither a model nor a person.
    pub questioners: BTreeSet<ForumSeatId>,
}

/// A round: what it was opened with and what was said. What it keeps besides follows from these: the challenges on the
/// table as they stand before anyone answers them, who has done what, and who was lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub(crate) project: ProjectName,
    pub(crate) number: u32,
    pub(crate) previous: Option<Digest>,
    pub(crate) cites: Option<Cited>,
    pub(crate) style: Style,
    pub(crate) hearing: Hearing,
    pub(crate) filled_by: BTreeMap<ForumSeatId, TrimmedLine>,
    pub(crate) message: Message,
    pub(crate) seats: Seats,
    pub(crate) roles: RoleDigests,
    pub(crate) protocol: ForumProtocol,
    pub(crate) points: Vec<Point>,
    pub(crate) points_by: PointsBy,
    pub(crate) questioners: BTreeSet<ForumSeatId>,
    pub(crate) standing: Vec<Challenge>,
    pub(crate) table: ChallengeList,
    pub(crate) raised: BTreeMap<ForumSeatId, Vec<(ChallengeId, Raising)>>,
    /// The challenges before the advocate spoke who spoke last, should it be asked again.
    pub(crate) unraised: Option<(ForumSeatId, ChallengeList)>,
    pub(crate) tried: BTreeMap<(ForumSeatId, RoundStep), u8>,
    pub(crate) mended: BTreeSet<(ForumSeatId, RoundStep)>,
    pub(crate) lost: BTreeMap<ForumSeatId, Loss>,
    pub(crate) said: Vec<ForumInput>,
}

/// The driver misused a round.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RoundError {
    /// Everyone has been heard; only the human can go on.
    #[error("the round is closed, expected a decision of the human")]
    Closed,
    /// Another seat was asked.
    #[error("`{seat}` was not asked, expected an answer of `{asked}`")]
    NotAsked {
        /// Who answered.
        seat: ForumSeatId,
        /// Who was asked.
        asked: ForumSeatId,
    },
    /// The seat was asked for something else.
    #[error("`{seat}` gave an answer to `{}`, expected one to `{}`", given.word(), asked.word())]
    WrongStep {
        /// Who answered.
        seat: ForumSeatId,
        /// What was answered.
        given: RoundStep,
        /// What was asked.
        asked: RoundStep,
    },
}

impl Round {
    /// Opens the round that follows a history: its number, the last summary's hash and the challenges so far.
    pub(crate) fn open(
        setting: Setting,
        message: Message,
        history: RoundHistory,
    ) -> (Round, Vec<ForumEffect>) {
        let (points, points_by) = match setting.protocol {
            ForumProtocol::First => (Vec::new(), PointsBy::Nobody),
            ForumProtocol::Second => match Point::number(&setting.points) {
                Some(points) => (points, PointsBy::Person),
                None => (Vec::new(), PointsBy::Nobody),
            },
        };
        let round = Round {
            project: setting.project,
            number: history.rounds.saturating_add(1),
            previous: history.last,
            cites: history.cites,
            style: setting.style,
            hearing: setting.hearing,
            filled_by: setting.filled_by,
            message,
            seats: setting.seats,
            roles: setting.roles,
            protocol: setting.protocol,
            points,
            points_by,
            questioners: setting.questioners,
            standing: history.table.challenges().to_vec(),
            table: history.table,
            raised: BTreeMap::new(),
            unraised: None,
            tried: BTreeMap::new(),
            mended: BTreeSet::new(),
            lost: BTreeMap::new(),
            said: Vec::new(),
        };
        let effects = round.effects();
        (round, effects)
    }

    /// Takes one input and returns what must happen next.
    pub fn apply(&mut self, input: ForumInput) -> Result<Vec<ForumEffect>, RoundError> {
        let Some((asked, step)) = self.pending() else {
            return Err(RoundError::Closed);
        };
        if input.seat() != asked {
            return Err(RoundError::NotAsked { seat: input.seat(), asked });
        }
        let tried = self.tried.get(&(asked, step)).map_or(1, |tried| tried.saturating_add(1));
        match &input {
            ForumInput::Answered { seat, answer } => {
                if answer.step() != step {
                    let given = answer.step();
                    return Err(RoundError::WrongStep { seat: *seat, given, asked: step });
                }
                self.note(*seat, answer);
            }
            ForumInput::Unreadable { seat, .. } => {
                if tried > 1 && tried >= step.tries() {
                    self.lost.insert(*seat, Loss::Unreadable);
                }
            }
            ForumInput::Lost { seat, reason } => {
                self.lost.insert(*seat, *reason);
            }
        }
        self.tried.insert((asked, step), tried);
        if tried > 1 {
            self.mended.insert((asked, step));
        }
        self.said.push(input);
        if step == RoundStep::Reading {
            self.settle_points(asked);
        }
        Ok(self.effects())
    }

    /// Returns what fills the seats, in words for a reader.
    pub fn filled_by(&self) -> &BTreeMap<ForumSeatId, TrimmedLine> {
        &self.filled_by
    }

    /// Takes who fills a seat, once a person has given a name.
    pub(super) fn signed(&mut self, seat: ForumSeatId, said: &str) {
        self.filled_by.extend(TrimmedLine::new(said).ok().map(|said| (seat, said)));
    }

    /// Takes the points of a reading; a message that nobody could read as points is one.
    fn settle_points(&mut self, reader: ForumSeatId) {
        if let Some(points) = self.reading(reader) {
            (self.points, self.points_by) = (points, PointsBy::Seat(reader));
        } else if self.has_done(reader, RoundStep::Reading) {
            let whole = [self.message.text().to_owned()];
            (self.points, self.points_by) =
                (Point::number(&whole).unwrap_or_default(), PointsBy::Nobody);
        }
    }

    /// Returns the points as a seat reads them.
    pub(crate) fn reading(&self, seat: ForumSeatId) -> Option<Vec<Point>> {
        match self.answer(seat, RoundStep::Reading)? {
            ForumAnswer::Reading(texts) => Point::number(texts),
            ForumAnswer::Questions(_)
            | ForumAnswer::Draft(_)
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

    /// Returns who is asked now and for what; nobody once the round is closed.
    pub fn pending(&self) -> Option<(ForumSeatId, RoundStep)> {
        match self.protocol {
            ForumProtocol::First => self.pending_whole(),
            ForumProtocol::Second => self.pending_by_point(),
        }
    }

    /// Returns who is asked where the proposal is read as points.
    fn pending_by_point(&self) -> Option<(ForumSeatId, RoundStep)> {
        let is_held = |seat: &&ForumSeat| !self.is_questioner(seat.id);
        let waits = |seats: &[ForumSeat], step: RoundStep| {
            let mut held = seats.iter().filter(is_held);
            held.find(|seat| !self.has_done(seat.id, step)).map(|seat| (seat.id, step))
        };
        let owners = self.seats.owners();
        if self.points.is_empty() {
            let reader = owners.iter().find(is_held).or(owners.first())?;
            return Some((reader.id, RoundStep::Reading));
        }
        if self.hearing == Hearing::Blind
            && let Some(draft) = waits(owners, RoundStep::Draft)
        {
            return Some(draft);
        }
        let spoken = self.seats.all().map(|seat| {
            let step = match seat.id.role() {
                _ if self.is_questioner(seat.id) => RoundStep::Question,
                ForumRole::Owner => RoundStep::Position,
                ForumRole::Advocate => RoundStep::Challenge,
            };
            (seat.id, step)
        });
        if let Some(next) = spoken.into_iter().find(|(seat, step)| !self.has_done(*seat, *step)) {
            return Some(next);
        }
        if self.style == Style::Classic {
            return None;
        }
        answerable(&self.table).next()?;
        if let Some(reply) = waits(owners, RoundStep::Reply) {
            return Some(reply);
        }
        let judges = self.seats.advocates().iter().filter(is_held).filter(|advocate| {
            answerable(&self.table).any(|challenge| challenge.is_raised_by(advocate.id))
        });
        let mut left = judges.filter(|advocate| !self.has_done(advocate.id, RoundStep::Evaluation));
        left.next().map(|advocate| (advocate.id, RoundStep::Evaluation))
    }

    /// Returns who is asked where the proposal is taken whole.
    fn pending_whole(&self) -> Option<(ForumSeatId, RoundStep)> {
        let owner = |step: RoundStep| {
            let waits = self.seats.owners().iter().find(|owner| !self.has_done(owner.id, step));
            waits.map(|owner| (owner.id, step))
        };
        if self.hearing == Hearing::Blind
            && let Some(draft) = owner(RoundStep::Draft)
        {
            return Some(draft);
        }
        if let Some(position) = owner(RoundStep::Position) {
            return Some(position);
        }
        for advocate in self.seats.advocates() {
            if !self.has_done(advocate.id, RoundStep::Challenge) {
                return Some((advocate.id, RoundStep::Challenge));
            }
            if self.lacks_alternative(advocate.id)
                && !self.has_done(advocate.id, RoundStep::Alternative)
            {
                return Some((advocate.id, RoundStep::Alternative));
            }
        }
        if self.style == Style::Classic {
            return None;
        }
        answerable(&self.table).next()?;
        if let Some(reply) = owner(RoundStep::Reply) {
            return Some(reply);
        }
        let judge = self.seats.advocates().iter().find(|advocate| {
            answerable(&self.table).any(|challenge| challenge.is_raised_by(advocate.id))
                && !self.has_done(advocate.id, RoundStep::Evaluation)
        });
        judge.map(|advocate| (advocate.id, RoundStep::Evaluation))
    }

    /// Puts what an advocate says on the table. What it says when it is asked again takes the place of what it said first.
    fn note(&mut self, by: ForumSeatId, answer: &ForumAnswer) {
        match answer {
            ForumAnswer::Challenge(objection) => {
                self.raised.remove(&by);
                self.raise(by, std::slice::from_ref(objection));
            }
            ForumAnswer::Examination(examination) => {
                match self.unraised.take() {
                    Some((seat, table)) if seat == by => self.table = table,
                    Some(_) | None => {}
                }
                self.unraised = Some((by, self.table.clone()));
                self.raised.remove(&by);
                self.raise(by, &examination.raised);
            }
            ForumAnswer::NoUncoveredRisk { .. } => {
                self.raised.remove(&by);
            }
            ForumAnswer::Alternative(alternative) => {
                if let Some((id, _)) = self.raised.get(&by).and_then(|all| all.first()) {
                    self.table.supply(*id, alternative);
                }
            }
            ForumAnswer::Reading(_)
            | ForumAnswer::Questions(_)
            | ForumAnswer::Draft(_)
            | ForumAnswer::Position(_)
            | ForumAnswer::Replies(_)
            | ForumAnswer::Restated { .. }
            | ForumAnswer::Evaluations(_) => {}
        }
    }

    fn raise(&mut self, by: ForumSeatId, objections: &[Objection]) {
        let Some(seat) = self.seats.seat(by) else { return };
        let at = (self.number, self.protocol);
        for objection in objections {
            if let Some(new) = self.table.raise(at, seat, objection) {
                self.raised.entry(by).or_default().push((new.id, new.how));
            }
        }
    }

    /// Tells whether a seat's challenge came without an alternative, so that it is asked for one.
    fn lacks_alternative(&self, seat: ForumSeatId) -> bool {
        let Some(ForumAnswer::Challenge(objection)) = self.answer(seat, RoundStep::Challenge)
        else {
            return false;
        };
        let taken = self.raised.get(&seat).and_then(|all| all.first()).map(|(_, how)| *how);
        objection.alternative.trim().is_empty() && taken == Some(Raising::Taken)
    }

    /// Tells whether a seat is through with a step: it was lost, it has answered by the protocol, or it may not try again.
    fn has_done(&self, seat: ForumSeatId, step: RoundStep) -> bool {
        let tried = self.tried.get(&(seat, step)).copied().unwrap_or_default();
        self.loss(seat).is_some()
            || tried >= step.tries()
            || (self.answer(seat, step).is_some() && violation::slips(self, seat, step).is_empty())
    }

    fn effects(&self) -> Vec<ForumEffect> {
        let Some((seat, step)) = self.pending() else {
            return vec![ForumEffect::AwaitDecision(Box::new(RoundSummary::of(self.clone())))];
        };
        self.seats
            .seat(seat)
            .map(|seat| ForumEffect::Ask(Box::new(self.ask(seat, step))))
            .into_iter()
            .collect()
    }

    fn ask(&self, seat: &ForumSeat, step: RoundStep) -> ForumQuestion {
        let heard = |(by, answer): (ForumSeatId, &ForumAnswer)| {
            // What others drafted is theirs until they have spoken, and a reading is heard as the points it made.
            if matches!(answer.step(), RoundStep::Draft | RoundStep::Reading) {
                return None;
            }
            Some(EarlierAnswer { seat: self.seats.seat(by)?.clone(), answer: answer.clone() })
        };
        let table = &self.table;
        let challenges: Vec<Challenge> = match step {
            RoundStep::Reading
            | RoundStep::Question
            | RoundStep::Draft
            | RoundStep::Position
            | RoundStep::Challenge => Vec::new(),
            RoundStep::Alternative => {
                let raised = self.raised.get(&seat.id).and_then(|all| all.first());
                let lacking = raised.and_then(|(id, _)| table.challenge(*id));
                lacking.cloned().into_iter().collect()
            }
            RoundStep::Reply => answerable(table).cloned().collect(),
            RoundStep::Evaluation => {
                answerable(table).filter(|one| one.is_raised_by(seat.id)).cloned().collect()
            }
        };
        ForumQuestion {
            round: self.number,
            step,
            seat: seat.clone(),
            definition: self.roles.of(seat.id.role()).clone(),
            message: self.message.text().to_owned(),
            points: self.points.clone(),
            prior: self.answers().filter_map(heard).collect(),
            challenges,
            standing: self.standing.clone(),
            drafted: self.draft(seat.id).cloned(),
            repair: self.repair(seat.id, step),
        }
    }

    /// Says what was wrong with a seat's first answer to a step, if it has given one.
    fn repair(&self, seat: ForumSeatId, step: RoundStep) -> Option<String> {
        self.tried.get(&(seat, step))?;
        let unreadable = match self.said.last() {
            Some(ForumInput::Unreadable { reason, .. }) => Some(reason.clone()),
            Some(ForumInput::Answered { .. } | ForumInput::Lost { .. }) | None => None,
        };
        Some(unreadable.unwrap_or_else(|| {
            let slips = violation::slips(self, seat, step);
            slips.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        }))
    }
}

/// What a round must know of the rounds before it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RoundHistory {
    /// How many rounds there were.
    pub(crate) rounds: u32,
    /// The hash of the last round's summary.
    pub(crate) last: Option<Digest>,
    /// The decision that closed the discussion before, where this round begins a new one.
    pub(crate) cites: Option<Cited>,
    /// The challenges so far.
    pub(crate) table: ChallengeList,
}

/// Returns the challenges that owners answer: open and complete.
pub(crate) fn answerable(table: &ChallengeList) -> impl Iterator<Item = &Challenge> {
    table.open().filter(|challenge| challenge.is_valid())
}

//! A session as the fold of its journal: the one function behind live runs, resumed runs and replays.

use std::{collections::BTreeMap, sync::Arc};

use council_core::{
    council::CouncilSession,
    flow::{Effect, Input, Moment},
    packet::Packet,
};
use jiff::Timestamp;
use thiserror::Error;

use crate::{
    entry::{Entry, JOURNAL_VERSION, OpeningRecord},
    flow::{EffectOf, Flow, InputOf},
    port::PortError,
    traffic::Traffic,
};

/// A journal that cannot be a session's.
#[derive(Debug, Error)]
pub enum FoldError {
    /// It does not begin with an opening, or has a second one.
    #[error("a journal begins with exactly one `opened` record")]
    NotOpened,
    /// It was written by a newer program.
    #[error("the journal has version {0}, this program reads up to version {JOURNAL_VERSION}")]
    TooNew(u32),
    /// The files in it are not what the session says it read.
    #[error("the packet in the journal is not the one that was reviewed")]
    OtherPacket,
    /// It has a record that cannot follow the ones before it.
    #[error("a record does not follow from the ones before it")]
    Protocol(#[source] PortError),
    /// It has a decision about a session that has not ended.
    #[error("a decision stands before the end of the session")]
    TooEarly,
    /// It has a record of a seat that nobody asked.
    #[error("a record is about {0}, who was not asked")]
    NotAsked(String),
}

/// A session, with what is needed to go on with it.
#[derive(Debug)]
pub struct Fold<F: Flow = CouncilSession> {
    opened: Arc<OpeningRecord<F>>,
    packet: Arc<Packet>,
    session: F,
    pending: BTreeMap<F::Seat, Pending<F>>,
    orphaned: u64,
    traffic: Traffic<F>,
    latest: Moment,
}

/// A question that has no answer yet.
#[derive(Debug)]
pub struct Pending<F: Flow = CouncilSession> {
    /// The question.
    pub ask: Arc<F::Ask>,
    /// How often it was tried and failed.
    pub faults: u32,
    /// The most tokens the call in flight can cost, if there is one.
    pub in_flight: Option<u64>,
    /// When it was first asked, if it was.
    pub since: Option<Timestamp>,
}

impl<F: Flow> Fold<F> {
    /// Opens a session on the packet that its source holds; the effects are the first questions.
    pub fn open(
        opened: OpeningRecord<F>,
        packet: Arc<Packet>,
    ) -> Result<(Self, Vec<EffectOf<F>>), FoldError> {
        if opened.journal_version > JOURNAL_VERSION {
            return Err(FoldError::TooNew(opened.journal_version));
        }
        if packet.hash() != F::content_hash(&opened.opening) {
            return Err(FoldError::OtherPacket);
        }
        let (session, effects) = F::open(opened.opening.clone(), &packet).map_err(misused)?;
        let mut fold = Self {
            latest: F::moment(&opened.opening),
            opened: Arc::new(opened),
            packet,
            session,
            pending: BTreeMap::new(),
            orphaned: 0,
            traffic: Traffic::default(),
        };
        fold.note_asks(&effects);
        Ok((fold, effects))
    }

    /// Folds a whole journal.
    pub fn replay(entries: impl IntoIterator<Item = Entry<F>>) -> Result<Self, FoldError> {
        let mut entries = entries.into_iter();
        let Some(Entry::Opened(opened)) = entries.next() else {
            return Err(FoldError::NotOpened);
        };
        let packet = Arc::new(opened.source.read().value);
        let (mut fold, _) = Self::open(*opened, packet)?;
        for entry in entries {
            fold.take(&entry)?;
        }
        Ok(fold)
    }

    /// Takes one record and returns what must happen next.
    pub fn take(&mut self, entry: &Entry<F>) -> Result<Vec<EffectOf<F>>, FoldError> {
        self.latest = entry.moment();
        self.traffic.take(entry);
        let input = match entry {
            Entry::Opened(_) => return Err(FoldError::NotOpened),
            Entry::Asked { seat, bound, moment, .. } => {
                let pending = self.pending.get_mut(seat).ok_or_else(|| not_asked(seat))?;
                pending.in_flight = Some(*bound);
                pending.since.get_or_insert(moment.at);
                return Ok(Vec::new());
            }
            Entry::Faulted { seat, tokens, moment, .. } => {
                let pending = self.pending.get_mut(seat).ok_or_else(|| not_asked(seat))?;
                pending.faults += 1;
                if *tokens == 0 {
                    return Ok(Vec::new());
                }
                Input::Paid { tokens: *tokens, moment: *moment }
            }
            Entry::Resumed { .. } => {
                for pending in self.pending.values_mut() {
                    self.orphaned += pending.in_flight.take().unwrap_or_default();
                }
                return Ok(Vec::new());
            }
            Entry::Answered { seat, text, tokens, signed, moment, .. } => {
                let heard = self.heard(seat, text, *tokens, *moment)?;
                if let Some(signature) = signed {
                    let (seat, by) = (seat.clone(), signature.signer());
                    let signed = Input::Signed { seat, by, moment: *moment };
                    self.session.apply(&self.opened.policy, signed).map_err(misused)?;
                }
                heard
            }
            Entry::Lost { seat, reason, tokens, moment } => Input::Lost {
                seat: seat.clone(),
                reason: reason.clone(),
                tokens: *tokens,
                moment: *moment,
            },
            Entry::Ticked { moment } => Input::Ticked { moment: *moment },
            Entry::OutOfBudget { moment } => Input::OutOfBudget { moment: *moment },
            Entry::Cancelled { moment } => Input::Cancelled { moment: *moment },
            Entry::Decided { decided, .. } => {
                let is_taken = self.session.decide(decided);
                return is_taken.then(Vec::new).ok_or(FoldError::TooEarly);
            }
        };
        let settled = match &input {
            Input::Answered { seat, .. }
            | Input::Unreadable { seat, .. }
            | Input::Lost { seat, .. } => Some(seat.clone()),
            Input::Paid { .. }
            | Input::Signed { .. }
            | Input::Ticked { .. }
            | Input::OutOfBudget { .. }
            | Input::Cancelled { .. } => None,
        };
        let effects = self.session.apply(&self.opened.policy, input).map_err(misused)?;
        if let Some(seat) = settled {
            self.pending.remove(&seat);
        }
        self.note_asks(&effects);
        Ok(effects)
    }

    /// Returns what the session began with.
    pub fn opened(&self) -> &Arc<OpeningRecord<F>> {
        &self.opened
    }

    /// Returns the packet under review.
    pub fn packet(&self) -> &Arc<Packet> {
        &self.packet
    }

    /// Returns the session.
    pub fn session(&self) -> &F {
        &self.session
    }

    /// Returns the session as plain values.
    pub fn record(&self) -> F::Record {
        self.session.record()
    }

    /// Returns the questions without an answer.
    pub fn pending(&self) -> &BTreeMap<F::Seat, Pending<F>> {
        &self.pending
    }

    /// Returns the tokens that calls which nobody waits for any more can have cost.
    pub fn orphaned(&self) -> u64 {
        self.orphaned
    }

    /// Returns what left this machine.
    pub fn traffic(&self) -> &Traffic<F> {
        &self.traffic
    }

    /// Returns when the last thing happened.
    pub fn latest(&self) -> Moment {
        self.latest
    }

    /// Reads what a seat said; what cannot be read is an input of its own.
    fn heard(
        &self,
        seat: &F::Seat,
        text: &str,
        tokens: u64,
        moment: Moment,
    ) -> Result<InputOf<F>, FoldError> {
        let pending = self.pending.get(seat).ok_or_else(|| not_asked(seat))?;
        let seat = seat.clone();
        Ok(match self.session.read(&self.packet, &pending.ask, text) {
            Ok(answer) => Input::Answered { seat, answer, tokens, moment },
            Err(reason) => Input::Unreadable { seat, reason, tokens, moment },
        })
    }

    fn note_asks(&mut self, effects: &[EffectOf<F>]) {
        if self.session.ending().is_some() {
            self.pending.clear();
        }
        for effect in effects {
            match effect {
                Effect::Ask(ask) => {
                    let pending =
                        Pending { ask: ask.clone(), faults: 0, in_flight: None, since: None };
                    self.pending.insert(F::seat(ask), pending);
                }
                Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => {}
            }
        }
    }
}

fn misused(error: impl std::error::Error + Send + Sync + 'static) -> FoldError {
    FoldError::Protocol(Box::new(error))
}

fn not_asked(seat: &impl std::fmt::Display) -> FoldError {
    FoldError::NotAsked(seat.to_string())
}

//! The loop: wait for what happens, take it into the fold, make it durable, act on it.
//!
//! Several things that happened together are one write. Nothing is asked, written or ended on the strength of a record
//! that is not durable yet, so a kill at any instant loses only what was in flight.

use std::{collections::VecDeque, future::Future, sync::Arc, time::Duration};

use council_core::{
    council::CouncilSession,
    flow::{Effect, Moment},
    packet::Packet,
};
use futures_util::{
    FutureExt as _, StreamExt as _,
    future::{Either, select},
};
use jiff::Timestamp;
use thiserror::Error;

use crate::{
    backoff::Patience,
    budget::Budget,
    entry::{Entry, OpeningRecord},
    flow::{EffectOf, Flow},
    fold::{Fold, FoldError},
    in_flight::{Attempt, CallResult, FinishedCall, InFlight, PendingReply},
    port::{Call, Clock, Event, Fault, Journal, Reviewer, ReviewerReply, Seats, Watch},
    pulse::Pulse,
};

/// The bytes of a journal that no answer may take: what follows from the answers is written there too. A session that could
/// not be ended would be paid for again by every run that goes on with it.
const RESERVE: u64 = 16 * 1024 * 1024;

/// Why a session could not be driven on. What is durable stays, and another run goes on from there.
#[derive(Debug, Error)]
pub enum EngineError<E: std::error::Error + 'static> {
    /// The journal could not be written.
    #[error("failed to write the journal")]
    Journal(#[source] E),
    /// The record could not be written.
    #[error("failed to write the session's record")]
    Snapshot(#[source] E),
    /// A seat has nothing that fills it.
    #[error("nothing fills seat {0}")]
    EmptySeat(String),
    /// What happened does not fit the session.
    #[error(transparent)]
    Fold(#[from] FoldError),
}

/// Why the loop stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop<E = council_core::council::Ending> {
    /// The session has ended.
    Ended(E),
    /// Somebody wants to go on later; what was in flight is given up.
    Interrupted,
    /// Only questions are left whose answers others hand in.
    Waiting,
}

/// What a session is driven with.
#[derive(Debug)]
pub struct Ports<'a, J, C, W> {
    /// Where it is written down.
    pub journal: &'a mut J,
    /// What time it is.
    pub clock: &'a C,
    /// Who is told.
    pub watch: &'a W,
}

/// Where a session comes from.
#[derive(Debug)]
pub enum Start<F: Flow = CouncilSession> {
    /// It begins now, on the packet that its source holds.
    New(Box<OpeningRecord<F>>, Arc<Packet>),
    /// It goes on where its journal ends.
    Resumed(Box<Fold<F>>),
}

/// What the loop waited for.
enum LoopEvent<'a, F: Flow> {
    Happened(FinishedCall<'a, F>),
    TimeIsUp,
    Interrupted,
}

/// Whether a call that failed is made again.
enum Retry<F: Flow> {
    /// After a wait.
    After(Duration, Call<F>),
    /// As soon as it fits the budget again.
    WhenItFits(Call<F>),
    /// Not any more.
    Never,
}

/// Drives a session until it ends or `interrupt` is done.
pub async fn drive<F: Flow, J: Journal<F>, C: Clock, W: Watch<F>>(
    start: Start<F>,
    seats: &Seats<F>,
    patience: &Patience,
    ports: Ports<'_, J, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<(Fold<F>, Stop<F::Ending>), EngineError<J::Error>> {
    let began = ports.clock.elapsed();
    let (fold, effects, log, base) = match start {
        Start::New(opened, packet) => {
            let base = F::moment(&opened.opening).active;
            let entry = Entry::Opened(opened.clone());
            let (fold, effects) = Fold::open(*opened, packet)?;
            (fold, effects, vec![entry], base)
        }
        Start::Resumed(mut fold) => {
            let active = fold.latest().active;
            let moment = Moment { at: ports.clock.now(), active };
            let tool_version = council_formats::report::TOOL_VERSION.to_owned();
            let entry = Entry::Resumed { tool_version, moment };
            if let Some(ending) = fold.session().ending() {
                // The last records are there, but the process may have died before it wrote the session down.
                let record = fold.record();
                ports.journal.snapshot(&record).await.map_err(EngineError::Snapshot)?;
                return Ok((*fold, Stop::Ended(ending)));
            }
            fold.take(&entry)?;
            let asks = fold.pending().values();
            let effects = asks.map(|pending| Effect::Ask(pending.ask.clone()));
            let effects = effects.collect();
            (*fold, effects, vec![entry], active)
        }
    };
    let budget = Budget::new(
        fold.opened().policy.budget,
        fold.session().spent().saturating_add(fold.orphaned()),
    );
    let opening = fold.session().opening().clone();
    let drive = Drive { fold, seats, patience, ports, budget, opening, base, began };
    drive.run(effects, log, interrupt).await
}

struct Drive<'a, F: Flow, J, C, W> {
    fold: Fold<F>,
    seats: &'a Seats<F>,
    patience: &'a Patience,
    ports: Ports<'a, J, C, W>,
    budget: Budget<F::Seat>,
    opening: Arc<F::Opening>,
    /// How long the session was active before this run.
    base: Duration,
    /// The clock when this run began.
    began: Duration,
}

impl<'a, F: Flow, J: Journal<F>, C: Clock, W: Watch<F>> Drive<'a, F, J, C, W> {
    async fn run(
        mut self,
        mut effects: Vec<EffectOf<F>>,
        mut log: Vec<Entry<F>>,
        interrupt: impl Future<Output = ()>,
    ) -> Result<(Fold<F>, Stop<F::Ending>), EngineError<J::Error>> {
        let mut interrupt = std::pin::pin!(interrupt.fuse());
        let mut waiting: VecDeque<Call<F>> = VecDeque::new();
        let mut in_flight = InFlight::default();
        let mut is_unwritten = true;
        let mut is_changed = true;
        loop {
            let mut ending = None;
            for effect in effects.drain(..) {
                match effect {
                    Effect::Ask(ask) => waiting.push_back(self.call(ask, 1)),
                    Effect::Snapshot => is_changed = true,
                    Effect::Warn(warning) => self.ports.watch.saw(&Event::Warned(&warning)),
                    Effect::Close(closed) => ending = Some(closed),
                }
            }
            let mut calls = Vec::new();
            if ending.is_none() {
                if let Some(entry) = self.overdue(&mut waiting)? {
                    effects = self.fold.take(&entry)?;
                    log.push(entry);
                    continue;
                }
                calls = self.start(&mut waiting, &mut log)?;
                if calls.is_empty() && in_flight.calls.is_empty() && self.is_waiting(&waiting) {
                    self.ports
                        .journal
                        .commit(&log, &self.fold)
                        .await
                        .map_err(EngineError::Journal)?;
                    self.snapshot().await?;
                    return Ok((self.fold, Stop::Waiting));
                }
                if calls.is_empty() && in_flight.calls.is_empty() {
                    // A review that asks nobody goes on by itself; one that may not ask any more cannot.
                    let moment = self.moment();
                    let entry = if waiting.is_empty() {
                        Entry::Ticked { moment }
                    } else {
                        Entry::OutOfBudget { moment }
                    };
                    effects = self.fold.take(&entry)?;
                    log.push(entry);
                    continue;
                }
            }
            self.ports.journal.commit(&log, &self.fold).await.map_err(EngineError::Journal)?;
            for entry in log.drain(..) {
                if let Entry::Answered { seat, tokens, .. } = entry {
                    self.ports.watch.saw(&Event::Answered { seat, tokens });
                }
            }
            if std::mem::take(&mut is_changed) {
                is_unwritten = true;
                self.ports.watch.saw(&Event::Recorded(&self.fold.record()));
            }
            if let Some(ending) = ending {
                self.snapshot().await?;
                self.ports.watch.saw(&Event::Closed(ending));
                return Ok((self.fold, Stop::Ended(ending)));
            }
            for call in calls {
                let (seat, round) = (F::seat(&call.ask), F::round(&call.ask));
                let is_repair = F::is_repair(&call.ask);
                let asked = Event::Asked { seat: seat.clone(), round, is_repair };
                self.ports.watch.saw(&asked);
                in_flight.push(seat, self.attempt(call, Duration::ZERO)?);
            }
            // The calls are under way before the record is written, and a session that need not wait writes it when it
            // does, or at its end: it can always be made again from the journal.
            let at_once = in_flight.calls.next().now_or_never().flatten();
            if at_once.is_none() && std::mem::take(&mut is_unwritten) {
                self.snapshot().await?;
            }
            let turn = if let Some(happened) = at_once {
                LoopEvent::Happened(happened)
            } else {
                let limit = self.ports.clock.sleep(self.left());
                match select(in_flight.calls.next(), select(limit, &mut interrupt)).await {
                    Either::Left((Some(happened), _)) => LoopEvent::Happened(happened),
                    Either::Left((None, _)) | Either::Right((Either::Left(_), _)) => {
                        LoopEvent::TimeIsUp
                    }
                    Either::Right((Either::Right(_), _)) => LoopEvent::Interrupted,
                }
            };
            match turn {
                LoopEvent::Interrupted => return Ok((self.fold, Stop::Interrupted)),
                LoopEvent::TimeIsUp => {
                    let entry = Entry::Ticked { moment: self.moment() };
                    effects = self.fold.take(&entry)?;
                    log.push(entry);
                }
                LoopEvent::Happened(first) => {
                    // Whatever else has happened by now becomes durable with the same write.
                    let mut happened = vec![first];
                    while let Some(Some(more)) = in_flight.calls.next().now_or_never() {
                        happened.push(more);
                    }
                    for (call, heard) in happened.into_iter().flatten() {
                        if self.fold.session().ending().is_some() {
                            break;
                        }
                        if self.is_open(&call) {
                            effects.extend(self.take(call, heard, &mut log, &mut in_flight)?);
                        }
                    }
                }
            }
            waiting.extend(in_flight.waiting.drain(..));
        }
    }

    /// Tells whether the question of a call still has no answer. One that was asked twice may have.
    fn is_open(&self, call: &Call<F>) -> bool {
        let pending = self.fold.pending().get(&F::seat(&call.ask));
        pending.is_some_and(|pending| Arc::ptr_eq(&pending.ask, &call.ask))
    }

    /// Takes what was heard of a call whose question has no answer yet. The first answer to a question counts, whichever
    /// call it answers; what the others may cost was paid for when they were found silent.
    fn take(
        &mut self,
        call: Call<F>,
        heard: CallResult<'a>,
        log: &mut Vec<Entry<F>>,
        in_flight: &mut InFlight<'a, F>,
    ) -> Result<Vec<EffectOf<F>>, EngineError<J::Error>> {
        let seat = F::seat(&call.ask);
        let (result, late) = match heard {
            CallResult::Late(Err(_)) => return Ok(Vec::new()),
            CallResult::Result(result) | CallResult::Late(result) => (result, None),
            CallResult::Silence { fault, answer } => (Err(fault), Some(answer)),
        };
        let result = self.kept(result, log);
        let (entry, again) = self.settle(seat.clone(), result);
        let effects = self.fold.take(&entry)?;
        log.push(entry);
        match (again, late) {
            (Retry::After(wait, next), late) => {
                // Who was silent for long is not asked again any later.
                let wait = if late.is_some() { Duration::ZERO } else { wait };
                in_flight.push(seat.clone(), self.attempt(next, wait)?);
                if let Some(answer) = late {
                    let late = async move { (call, CallResult::Late(answer.await)) };
                    in_flight.push(seat, Box::pin(late));
                }
            }
            (Retry::WhenItFits(next), _) => in_flight.waiting.push_back(next),
            (Retry::Never, _) => in_flight.give_up(&seat),
        }
        Ok(effects)
    }

    /// Writes the session as others read it.
    async fn snapshot(&mut self) -> Result<(), EngineError<J::Error>> {
        let record = self.fold.record();
        self.ports.journal.snapshot(&record).await.map_err(EngineError::Snapshot)
    }

    /// Sets the budget of every call that fits aside and notes it; the others wait for what is in flight.
    fn start(
        &mut self,
        waiting: &mut VecDeque<Call<F>>,
        log: &mut Vec<Entry<F>>,
    ) -> Result<Vec<Call<F>>, EngineError<J::Error>> {
        let mut calls = Vec::new();
        if self.ports.journal.room() < RESERVE {
            // An answer could not be kept, so none is paid for.
            return Ok(calls);
        }
        while let Some(call) = waiting.pop_front() {
            let (seat, round) = (F::seat(&call.ask), F::round(&call.ask));
            let reviewer = self.reviewer(&seat)?;
            if reviewer.is_awaited() {
                self.hand_out(&call, log)?;
                continue;
            }
            let bound = reviewer.bound(&call);
            if !self.budget.reserve(seat.clone(), bound) {
                waiting.push_front(call);
                break;
            }
            let sending = reviewer.sends(&call);
            let entry = Entry::Asked { seat, round, bound, sending, moment: self.moment() };
            self.fold.take(&entry)?;
            log.push(entry);
            calls.push(call);
        }
        Ok(calls)
    }

    /// Notes a question whose answer others hand in, once: it costs nothing and is not under way.
    fn hand_out(
        &mut self,
        call: &Call<F>,
        log: &mut Vec<Entry<F>>,
    ) -> Result<(), EngineError<J::Error>> {
        let (seat, round) = (F::seat(&call.ask), F::round(&call.ask));
        if self.asked_since(&seat).is_none() {
            let entry =
                Entry::Asked { seat, round, bound: 0, sending: None, moment: self.moment() };
            self.fold.take(&entry)?;
            log.push(entry);
        }
        Ok(())
    }

    /// Takes a question out that others should have answered by now: its seat is lost.
    fn overdue(
        &self,
        waiting: &mut VecDeque<Call<F>>,
    ) -> Result<Option<Entry<F>>, EngineError<J::Error>> {
        let within = self.fold.opened().policy.answer_within;
        let now = self.ports.clock.now();
        for at in 0..waiting.len() {
            let Some(call) = waiting.get(at) else { break };
            let seat = F::seat(&call.ask);
            let Some(since) = self.asked_since(&seat) else { continue };
            if self.reviewer(&seat)?.is_awaited() && now > deadline(since, within) {
                waiting.remove(at);
                let reason = format!("no answer within {} s of {since}", within.as_secs());
                let entry = Entry::Lost { seat, reason, tokens: 0, moment: self.moment() };
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    fn asked_since(&self, seat: &F::Seat) -> Option<Timestamp> {
        self.fold.pending().get(seat).and_then(|pending| pending.since)
    }

    /// Tells whether nothing is left but questions whose answers others hand in.
    fn is_waiting(&self, unasked: &VecDeque<Call<F>>) -> bool {
        let is_awaited =
            |seat: &F::Seat| self.seats.get(seat).is_some_and(|reviewer| reviewer.is_awaited());
        unasked.is_empty() && self.fold.pending().keys().any(is_awaited)
    }

    /// Gives up an answer that the journal has no room for, beside what is about to be written. It is paid for all the same.
    fn kept(
        &self,
        result: Result<ReviewerReply, Fault>,
        log: &[Entry<F>],
    ) -> Result<ReviewerReply, Fault> {
        let answered = result?;
        let unwritten = log
            .iter()
            .map(|entry| if let Entry::Answered { text, .. } = entry { written(text) } else { 0 });
        let needed = unwritten.fold(written(&answered.text), u64::saturating_add);
        if needed <= self.ports.journal.room().saturating_sub(RESERVE) {
            return Ok(answered);
        }
        let reason = "the journal has no room for its answer".to_owned();
        Err(Fault::Lasting { reason, tokens: answered.tokens })
    }

    /// Turns what happened to a call into a record, and into another try if there is one.
    fn settle(
        &mut self,
        seat: F::Seat,
        result: Result<ReviewerReply, Fault>,
    ) -> (Entry<F>, Retry<F>) {
        let moment = self.moment();
        let pending = self.fold.pending().get(&seat);
        let (reason, wait, tokens) = match result {
            Ok(ReviewerReply { text, tokens, delivery }) => {
                self.budget.settle(&seat, tokens);
                let entry = Entry::Answered { seat, text, tokens, delivery, signed: None, moment };
                return (entry, Retry::Never);
            }
            Err(Fault::Lasting { reason, tokens }) => {
                self.budget.settle(&seat, tokens);
                return (Entry::Lost { seat, reason, tokens, moment }, Retry::Never);
            }
            Err(Fault::Passing { reason, wait, tokens }) => (reason, wait, tokens),
        };
        let faults = pending.map_or(0, |pending| pending.faults) + 1;
        let again = pending.filter(|_| faults < self.patience.tries);
        let Some(ask) = again.map(|pending| pending.ask.clone()) else {
            self.budget.settle(&seat, tokens);
            return (Entry::Lost { seat, reason, tokens, moment }, Retry::Never);
        };
        let wait = self.patience.wait(&F::lot(&self.opening), &seat, faults, wait);
        self.ports.watch.saw(&Event::Retrying { seat: seat.clone(), reason: &reason, wait });
        let call = self.call(ask, faults + 1);
        let fits = self.budget.pay(&seat, tokens);
        let again = if fits { Retry::After(wait, call) } else { Retry::WhenItFits(call) };
        (Entry::Faulted { seat, reason, tokens, moment }, again)
    }

    /// Asks once, after a wait, until nothing is heard for as long as the reviewer may be silent.
    fn attempt(
        &self,
        call: Call<F>,
        wait: Duration,
    ) -> Result<Attempt<'a, F>, EngineError<J::Error>> {
        let reviewer = self.reviewer(&F::seat(&call.ask))?.clone();
        let clock = self.ports.clock;
        let limit = reviewer.answers_within().unwrap_or(self.patience.per_try);
        Ok(Box::pin(async move {
            if !wait.is_zero() {
                clock.sleep(wait).await;
            }
            let answer: PendingReply<'a> = {
                let (reviewer, call) = (reviewer.clone(), call.clone());
                Box::pin(async move { reviewer.answer(&call).await })
            };
            let pulse = call.pulse.clone();
            let silence = std::pin::pin!(pulse.silence(clock, limit));
            let heard = match select(answer, silence).await {
                Either::Left((result, _)) => CallResult::Result(result),
                Either::Right(((), answer)) => {
                    let reason = format!("no answer within {} s", limit.as_secs_f64());
                    // Whoever is still at work on it may bill it.
                    let tokens = reviewer.bound(&call);
                    CallResult::Silence {
                        fault: Fault::Passing { reason, wait: None, tokens },
                        answer,
                    }
                }
            };
            (call, heard)
        }))
    }

    fn reviewer(&self, seat: &F::Seat) -> Result<&'a Arc<dyn Reviewer<F>>, EngineError<J::Error>> {
        self.seats.get(seat).ok_or_else(|| EngineError::EmptySeat(seat.to_string()))
    }

    fn call(&self, ask: Arc<F::Ask>, attempt: u32) -> Call<F> {
        let (packet, opening) = (self.fold.packet().clone(), self.opening.clone());
        Call { packet, opening, ask, attempt, pulse: Pulse::default() }
    }

    fn moment(&self) -> Moment {
        Moment { at: self.ports.clock.now(), active: self.active() }
    }

    fn active(&self) -> Duration {
        self.base + self.ports.clock.elapsed().saturating_sub(self.began)
    }

    /// Returns how long the session may still be active, and a little more, so that the limit is over when it is over.
    fn left(&self) -> Duration {
        let limit = self.fold.opened().policy.timeout;
        limit.saturating_sub(self.active()) + Duration::from_millis(1)
    }
}

/// Returns until when a question may be answered that others were asked at a time.
pub fn deadline(since: Timestamp, within: Duration) -> Timestamp {
    since.checked_add(within).unwrap_or(Timestamp::MAX)
}

/// Returns how many bytes a text has as a JSON string.
fn written(text: &str) -> u64 {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' => 2,
        0..0x20 => 6,
        _ => 1,
    };
    text.bytes().map(byte).fold(0, u64::saturating_add)
}

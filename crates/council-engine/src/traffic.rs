//! What left this machine for a session, from its records.

use std::collections::BTreeMap;

use council_core::council::CouncilSession;

use crate::{
    entry::Entry,
    flow::Flow,
    port::{Delivery, Sending},
};

/// What left this machine, and what came back for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traffic<F: Flow = CouncilSession> {
    sent: Vec<SentQuestion<F::Seat>>,
    delivered: Vec<(F::Seat, Delivery)>,
    /// The question that each seat is busy with, and whether a try of it has just failed.
    busy: BTreeMap<F::Seat, (usize, Try)>,
}

/// One question that left this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentQuestion<S> {
    /// Whose.
    pub seat: S,
    /// What, and where to.
    pub what: Sending,
    /// How often: a call that fails is made again.
    pub times: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Try {
    UnderWay,
    /// The next one is counted already.
    Again,
}

impl<F: Flow> Default for Traffic<F> {
    fn default() -> Self {
        Self { sent: Vec::new(), delivered: Vec::new(), busy: BTreeMap::new() }
    }
}

impl<F: Flow> Traffic<F> {
    /// Takes one record.
    pub fn take(&mut self, entry: &Entry<F>) {
        match entry {
            Entry::Asked { seat, sending: Some(sending), .. } => self.asked(seat, sending),
            Entry::Faulted { seat, .. } => {
                if let Some((at, tried)) = self.busy.get_mut(seat) {
                    *tried = Try::Again;
                    if let Some(sent) = self.sent.get_mut(*at) {
                        sent.times += 1;
                    }
                }
            }
            Entry::Answered { seat, delivery, .. } => {
                let more =
                    delivery.as_ref().map_or(0, |delivery| delivery.copies.saturating_sub(1));
                if let Some((at, _)) = self.busy.remove(seat)
                    && let Some(sent) = self.sent.get_mut(at)
                {
                    sent.times += more;
                }
                self.delivered.extend(delivery.clone().map(|delivery| (seat.clone(), delivery)));
            }
            Entry::Lost { seat, .. } => {
                self.busy.remove(seat);
            }
            Entry::Resumed { .. } => self.busy.clear(),
            Entry::Opened(_)
            | Entry::Asked { sending: None, .. }
            | Entry::Ticked { .. }
            | Entry::OutOfBudget { .. }
            | Entry::Cancelled { .. }
            | Entry::Decided { .. } => {}
        }
    }

    /// Returns the questions that left this machine, in their order.
    pub fn sent(&self) -> &[SentQuestion<F::Seat>] {
        &self.sent
    }

    /// Returns what came back for them.
    pub fn delivered(&self) -> &[(F::Seat, Delivery)] {
        &self.delivered
    }

    fn asked(&mut self, seat: &F::Seat, sending: &Sending) {
        if let Some((at, tried @ Try::Again)) = self.busy.get_mut(seat)
            && self.sent.get(*at).is_some_and(|sent| sent.what == *sending)
        {
            *tried = Try::UnderWay;
            return;
        }
        self.busy.insert(seat.clone(), (self.sent.len(), Try::UnderWay));
        self.sent.push(SentQuestion { seat: seat.clone(), what: sending.clone(), times: 1 });
    }
}

//! Signs of life of a call: a limit that counts silence needs to know when the other side was last heard.

use std::{
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, Waker},
    time::Duration,
};

use futures_util::future::{Either, select};

use crate::port::Clock;

/// What is heard of the other side while a call is under way. A reviewer that never says so is taken to be silent until it
/// answers.
#[derive(Debug, Clone, Default)]
pub struct Pulse(Arc<Mutex<PulseState>>);

#[derive(Debug, Default)]
struct PulseState {
    /// Changes with everything that happens.
    beats: u64,
    /// Copies of the question that wait for their turn on this side.
    queued: u32,
    /// Copies that were sent.
    sent: u32,
    /// Whether it was silent for too long.
    is_overdue: bool,
    wakers: Vec<Waker>,
}

/// A question that waits for its turn on this side. Dropped, it is sent.
#[derive(Debug)]
pub struct QueuedQuestion {
    pulse: Pulse,
    is_sent: bool,
}

impl Pulse {
    /// Says that the question waits for its turn: nobody on the other side can be silent yet.
    #[must_use]
    pub fn queue(&self) -> QueuedQuestion {
        self.change(|state| state.queued = state.queued.saturating_add(1));
        QueuedQuestion { pulse: self.clone(), is_sent: true }
    }

    /// Says that something was heard.
    pub fn beat(&self) {
        self.change(|_| {});
    }

    /// Waits until the other side was silent for too long, and the question is asked again.
    pub async fn overdue(&self) {
        self.until(|state| state.is_overdue).await;
    }

    /// Waits until the other side was silent for so long.
    pub(crate) async fn silence(&self, clock: &impl Clock, limit: Duration) {
        loop {
            let (beats, is_queued) = {
                let state = self.state();
                (state.beats, state.queued > 0 && state.sent == 0)
            };
            let changed = std::pin::pin!(self.until(|state| state.beats != beats));
            if is_queued {
                changed.await;
                continue;
            }
            match select(changed, clock.sleep(limit)).await {
                Either::Left(_) => {}
                Either::Right(_) => {
                    self.change(|state| state.is_overdue = true);
                    return;
                }
            }
        }
    }

    async fn until(&self, is_so: impl Fn(&PulseState) -> bool) {
        poll_fn(|context| {
            let mut state = self.state();
            if is_so(&state) {
                return Poll::Ready(());
            }
            if !state.wakers.iter().any(|waker| waker.will_wake(context.waker())) {
                state.wakers.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }

    fn change(&self, change: impl FnOnce(&mut PulseState)) {
        let wakers = {
            let mut state = self.state();
            state.beats = state.beats.wrapping_add(1);
            change(&mut state);
            std::mem::take(&mut state.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    fn state(&self) -> MutexGuard<'_, PulseState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueuedQuestion {
    /// Says that it waits here no longer, but is not sent yet: whoever takes it now may let it wait again.
    pub fn handed_on(mut self) {
        self.is_sent = false;
    }
}

impl Drop for QueuedQuestion {
    fn drop(&mut self) {
        let is_sent = self.is_sent;
        self.pulse.change(|state| {
            state.queued = state.queued.saturating_sub(1);
            state.sent = state.sent.saturating_add(u32::from(is_sent));
        });
    }
}

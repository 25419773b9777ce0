//! One warm-up for many: where a provider keeps the beginning of a question, the first of several that begin alike goes
//! ahead, and the others follow as soon as its answer has begun, because then the beginning is kept.
//!
//! Nobody waits for the whole answer, and no call is made only to warm up: what it costs is the time to the first word
//! of one answer in a session, and what it saves is that every other seat pays for the beginning anew.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::OwnedMutexGuard;

use crate::timer::Timer;

/// How long a provider keeps a beginning that nobody asks with, and a little less.
const KEPT: Duration = Duration::from_secs(270);

/// When a beginning was last seen by its provider.
type Seen = Arc<tokio::sync::Mutex<Option<Duration>>>;

/// The beginnings that a provider keeps.
#[derive(Debug, Default)]
pub(crate) struct Warmth(Mutex<BTreeMap<String, Seen>>);

/// The right to go ahead. Given back without [`WarmUpTurn::began`], the next one goes ahead.
#[derive(Debug)]
pub(crate) struct WarmUpTurn(OwnedMutexGuard<Option<Duration>>);

impl Warmth {
    /// Waits while another question with this beginning goes ahead; returns the right to, where none does.
    pub(crate) async fn enter(&self, beginning: &str, timer: &Timer) -> Option<WarmUpTurn> {
        let seen = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.entry(beginning.to_owned()).or_default().clone()
        };
        let mut last = seen.lock_owned().await;
        let now = timer.elapsed();
        if last.is_some_and(|last| now.saturating_sub(last) < KEPT) {
            *last = Some(now);
            return None;
        }
        Some(WarmUpTurn(last))
    }
}

impl WarmUpTurn {
    /// Lets the others follow.
    pub(crate) fn began(mut self, timer: &Timer) {
        *self.0 = Some(timer.elapsed());
    }
}

//! The clock of whoever asks, if there is one: without it nothing waits and nothing grows old.

use std::{fmt, sync::Arc, time::Duration};

use council_engine::Clock;

/// A clock, if there is one.
#[derive(Clone, Default)]
pub(crate) struct Timer(Option<Arc<dyn Clock>>);

impl Timer {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self(Some(clock))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.0.as_ref().map_or(Duration::ZERO, |clock| clock.elapsed())
    }

    /// Waits; for ever where there is no clock, because nobody knows when the time is over.
    pub(crate) async fn sleep(&self, how_long: Duration) {
        match &self.0 {
            Some(clock) => clock.sleep(how_long).await,
            None => std::future::pending().await,
        }
    }

    pub(crate) fn is_there(&self) -> bool {
        self.0.is_some()
    }
}

impl fmt::Debug for Timer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Timer").field(&self.0.is_some()).finish()
    }
}

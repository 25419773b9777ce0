//! A moment that does not pass: what tests of the library hold a session with.

use std::{sync::Arc, time::Duration};

use council::{
    Holder,
    engine::{BoxFuture, Clock, Patience},
    providers::Providers,
    review::Surroundings,
};
use jiff::Timestamp;

/// A clock that stands still. Who waits by it goes on at once.
#[derive(Debug, Clone, Copy)]
pub struct Still(Timestamp);

impl Still {
    /// The moment at which it stands, unless a test says another.
    pub const AT: Timestamp = Timestamp::constant(1_772_532_000, 0);
}

impl Clock for Still {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn sleep(&self, _how_long: Duration) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// What surrounds a session that is held at that moment.
#[derive(Debug)]
pub struct Moment {
    /// Who writes.
    pub holder: Holder,
    clock: Arc<Still>,
    providers: Providers,
}

impl Default for Moment {
    fn default() -> Self {
        Self::at(Still::AT)
    }
}

impl Moment {
    /// Returns another moment than the usual one.
    pub fn at(at: Timestamp) -> Self {
        let (host, command) = ("desk".to_owned(), "test".to_owned());
        let holder = Holder { pid: 7, host, started: Still::AT, command };
        Self { holder, clock: Arc::new(Still(at)), providers: Providers::default() }
    }

    /// Returns it as the library takes it, with nobody watching.
    pub fn surroundings(&self, patience: Patience) -> Surroundings<'_, Still, ()> {
        let Self { holder, clock, providers } = self;
        Surroundings { holder, clock, watch: &(), patience, providers, most_tokens: None }
    }
}

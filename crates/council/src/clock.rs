//! The one clock of the program: everything else is given its times.
#![expect(clippy::disallowed_methods, reason = "this is the one module that reads the clock")]

use std::time::{Duration, Instant, SystemTime};

use council_engine::{BoxFuture, Clock};
use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

/// The clock of this machine, which a session runs by: the time of day for its record, the time elapsed for its limits.
///
/// Waiting needs a `tokio` runtime with its time enabled.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    /// Starts to count.
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        now()
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn sleep(&self, how_long: Duration) -> BoxFuture<'_, ()> {
        Box::pin(tokio::time::sleep(how_long))
    }
}

/// Returns the time.
pub fn now() -> Timestamp {
    let since = |time: SystemTime| match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => SignedDuration::try_from(after).ok(),
        Err(error) => SignedDuration::try_from(error.duration()).ok()?.checked_neg(),
    };
    let read = since(SystemTime::now()).and_then(|since| Timestamp::from_duration(since).ok());
    // A clock beyond the last representable day is broken; with the last day nothing that has an end still holds.
    read.unwrap_or(Timestamp::MAX)
}

/// Returns the day, in UTC as every time in our files.
pub fn today() -> Date {
    now().to_zoned(TimeZone::UTC).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_stands_between_the_making_of_this_program_and_the_end_of_time() {
        assert!(now() > "2026-01-01T00:00:00Z".parse().unwrap());
        assert!(now() < Timestamp::MAX);
        assert_eq!(today(), now().to_zoned(TimeZone::UTC).date());
    }
}

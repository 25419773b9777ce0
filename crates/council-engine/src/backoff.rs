//! How long to wait before a call that failed is tried again, and when to give up.

use std::{fmt::Display, future::Future, time::Duration};

use futures_util::future::{Either, select};

use crate::port::Clock;

/// How patient a session is with a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For how long a seat may be silent in one try, where nothing else was settled for it.
    pub per_try: Duration,
    /// How often a question is tried before the seat is lost.
    pub tries: u32,
    /// The wait after the first failure; it doubles with every further one.
    pub first_wait: Duration,
    /// The longest wait, also when a server asks for more.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            per_try: Duration::from_mins(5),
            tries: 4,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_mins(1),
        }
    }
}

impl Patience {
    /// Returns how long to wait after so many failures. What a server asks for is granted up to the longest wait;
    /// otherwise half of the wait is fixed and half depends on the session and the seat, so that seats that fail
    /// together do not come back together.
    pub fn wait(
        &self,
        lot: &str,
        seat: &impl Display,
        faults: u32,
        asked: Option<Duration>,
    ) -> Duration {
        if let Some(asked) = asked {
            return asked.min(self.longest_wait);
        }
        let doubled = 2_u32.saturating_pow(faults.saturating_sub(1));
        let wait = self.first_wait.saturating_mul(doubled).min(self.longest_wait);
        let half = wait / 2;
        half + half.mul_f64(share(&format!("{lot} {seat} {faults}")))
    }
}

/// Waits for something, but no longer than this.
pub async fn within<T>(
    clock: &impl Clock,
    limit: Duration,
    awaited: impl Future<Output = T>,
) -> Option<T> {
    match select(std::pin::pin!(awaited), clock.sleep(limit)).await {
        Either::Left((outcome, _)) => Some(outcome),
        Either::Right(_) => None,
    }
}

/// Returns a number from 0 to 1 that depends on a text and nothing else (FNV-1a).
fn share(text: &str) -> f64 {
    let hash = text
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    f64::from(hash) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use council_core::finding::SeatId;

    use super::*;

    fn wait(faults: u32, asked: Option<u64>) -> Duration {
        let asked = asked.map(Duration::from_secs);
        Patience::default().wait("COUNCIL-PRD-1", &SeatId::ALL[0], faults, asked)
    }

    #[test]
    fn waits_double_with_a_fixed_half_up_to_the_longest() {
        for (faults, milliseconds) in [(1, 500), (2, 1000), (3, 2000), (40, 60_000)] {
            let whole = Duration::from_millis(milliseconds);
            let waited = wait(faults, None);
            assert!(waited >= whole / 2 && waited <= whole, "{faults}: {waited:?}");
        }
    }

    #[test]
    fn a_server_gets_the_wait_it_asks_for_but_not_a_day() {
        assert_eq!(wait(1, Some(7)), Duration::from_secs(7));
        assert_eq!(wait(1, Some(86_400)), Duration::from_mins(1));
    }
}

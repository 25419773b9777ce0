//! How fast a provider is asked: no more calls, and no more tokens, in any minute than it was settled.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use crate::timer::Timer;

/// What the limits count in.
const MINUTE: Duration = Duration::from_mins(1);

/// How a provider is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Manners {
    /// The most calls in a minute.
    pub requests_per_minute: Option<u64>,
    /// The most tokens that are sent in a minute, estimated.
    pub tokens_per_minute: Option<u64>,
    /// How long an answer may take before the question is asked a second time beside the first; never, where nobody
    /// says so.
    pub hedge_after: Option<Duration>,
}

/// The calls of the last minute.
#[derive(Debug, Default)]
pub(crate) struct Pace(Mutex<VecDeque<(Duration, u64)>>);

impl Pace {
    /// Waits until one more call with so many tokens keeps within the limits, and counts it.
    pub(crate) async fn wait(&self, manners: Manners, tokens: u64, timer: &Timer) {
        while let Err(wait) = self.take(manners, tokens, timer.elapsed()) {
            timer.sleep(wait).await;
        }
    }

    /// Counts a call, or says how long it has to wait. A call that is larger than the limit goes alone.
    fn take(&self, manners: Manners, tokens: u64, now: Duration) -> Result<(), Duration> {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while calls.front().is_some_and(|(at, _)| now.saturating_sub(*at) >= MINUTE) {
            calls.pop_front();
        }
        let used = |calls: &VecDeque<(Duration, u64)>| {
            calls.iter().map(|(_, tokens)| *tokens).fold(0, u64::saturating_add)
        };
        let count = u64::try_from(calls.len()).unwrap_or(u64::MAX);
        let is_over = manners.requests_per_minute.is_some_and(|most| count >= most.max(1))
            || manners
                .tokens_per_minute
                .is_some_and(|most| used(&calls).saturating_add(tokens) > most);
        match calls.front() {
            Some((oldest, _)) if is_over => Err((*oldest + MINUTE).saturating_sub(now)),
            Some(_) | None => {
                calls.push_back((now, tokens));
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_third_of_two_calls_a_minute_waits_for_the_first_to_be_a_minute_old() {
        let (pace, manners) =
            (Pace::default(), Manners { requests_per_minute: Some(2), ..Manners::default() });
        assert_eq!(pace.take(manners, 1, seconds(0)), Ok(()));
        assert_eq!(pace.take(manners, 1, seconds(10)), Ok(()));
        assert_eq!(pace.take(manners, 1, seconds(20)), Err(seconds(40)));
        assert_eq!(pace.take(manners, 1, seconds(60)), Ok(()));
        assert_eq!(pace.take(manners, 1, seconds(60)), Err(seconds(10)));
    }

    #[test]
    fn a_call_that_is_larger_than_the_limit_goes_alone() {
        let (pace, manners) =
            (Pace::default(), Manners { tokens_per_minute: Some(100), ..Manners::default() });
        assert_eq!(pace.take(manners, 500, seconds(0)), Ok(()));
        assert_eq!(pace.take(manners, 1, seconds(1)), Err(seconds(59)));
    }

    proptest! {
        #[test]
        fn no_minute_has_more_calls_or_tokens_than_were_settled(
            most in 1_u64..5,
            tokens in prop::collection::vec((0_u64..40, 1_u64..60), 1..40),
        ) {
            let manners = Manners {
                requests_per_minute: Some(most),
                tokens_per_minute: Some(100),
                hedge_after: None,
            };
            let pace = Pace::default();
            let (mut now, mut made) = (Duration::ZERO, Vec::new());
            for (pause, tokens) in tokens {
                now += seconds(pause);
                while let Err(wait) = pace.take(manners, tokens, now) {
                    prop_assert!(!wait.is_zero());
                    now += wait;
                }
                made.push((now, tokens));
            }
            for (from, _) in &made {
                let minute = made.iter().filter(|(at, _)| at >= from && *at < *from + MINUTE);
                prop_assert!(minute.clone().count() as u64 <= most);
                prop_assert!(minute.map(|(_, tokens)| tokens).sum::<u64>() <= 100);
            }
        }
    }
}

//! Affinity: how much a text calls for each mode.
//!
//! Counts are damped twice, so that neither one repeated word nor one favourite subject crowds out the rest. A signal
//! that occurs `n` times counts as the number of binary digits of `n`, at most five: once is 1, twice 2, four times 3,
//! and from sixteen times on it is 5 whatever follows. The matches of a mode are the square root of the sum over its
//! signals: a mode with a quarter of the matching words of the best one still has half its matches. Everything is
//! whole numbers, so every machine computes the same affinity.

use crate::mode::{Mode, ModeId, Relevance, signals::Fired};

/// What one signal can count at most.
const MOST_PER_SIGNAL: u32 = 5;
/// The square root is taken to two decimal places.
const ROOT_SCALE: u32 = 100 * 100;

/// The affinity of a text to every mode.
pub(super) struct Affinities {
    all: Vec<Relevance>,
    strong: Vec<ModeId>,
}

impl Affinities {
    /// Computes the affinities from the signals that occur.
    pub(super) fn of(signals: &[Fired]) -> Affinities {
        let mut sums = vec![0_u32; ModeId::COUNT];
        for fired in signals {
            for mode in &fired.modes {
                if let Some(sum) = sums.get_mut(mode.index()) {
                    *sum += damped(fired.count);
                }
            }
        }
        let matches: Vec<u32> = sums.iter().map(|sum| (sum * ROOT_SCALE).isqrt()).collect();
        let most = matches.iter().copied().max().unwrap_or_default();
        let modes = Mode::all().iter();
        let all: Vec<Relevance> = modes
            .zip(matches)
            .map(|(mode, matches)| mode.base_relevance.share(matches, most))
            .collect();
        let modes = Mode::all().iter().map(|mode| mode.id);
        let strong = modes.zip(&all).filter(|(_, affinity)| affinity.is_strong());
        Affinities { strong: strong.map(|(mode, _)| mode).collect(), all }
    }

    /// Returns the affinity to a mode.
    pub(super) fn of_mode(&self, mode: ModeId) -> Relevance {
        self.all.get(mode.index()).copied().unwrap_or_default()
    }

    /// Returns the modes whose affinity is strong.
    pub(super) fn strong(&self) -> &[ModeId] {
        &self.strong
    }
}

/// Returns what a signal that occurs `count` times counts for.
pub(super) fn damped(count: u32) -> u32 {
    (u32::BITS - count.leading_zeros()).min(MOST_PER_SIGNAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_counts_as_the_binary_digits_of_its_occurrences_up_to_five() {
        let counts = [0, 1, 2, 3, 4, 7, 8, 15, 16, 500, u32::MAX];
        assert_eq!(counts.map(damped), [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]);
    }

    #[test]
    fn nothing_in_the_text_is_no_affinity_to_anything() {
        assert_eq!(Affinities::of(&[]).strong(), []);
    }
}

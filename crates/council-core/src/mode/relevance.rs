//! Relevance and affinity: one exact scale from 0 to 1.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a mode has to say, from 0 to 1, kept in thousandths so that every machine computes the same choice.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Relevance(u16);

impl Relevance {
    /// From here on a mode's affinity counts as strong: three of a seat's five modes must reach it.
    pub const STRONG: Relevance = Relevance(500);

    /// Takes a number from 0 to 1, rounded to thousandths; anything else, NaN included, is refused.
    pub fn new(number: f64) -> Option<Relevance> {
        if !(0.0..=1.0).contains(&number) {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the number is from 0 to 1000 here"
        )]
        Some(Relevance((number * 1000.0).round() as u16))
    }

    /// Returns the number.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// Tells whether it reaches [`Relevance::STRONG`].
    pub fn is_strong(self) -> bool {
        self >= Relevance::STRONG
    }

    /// Takes a whole number of hundredths; what is above 100 counts as 100.
    pub(super) const fn percent(hundredths: u16) -> Relevance {
        Relevance(if hundredths > 100 { 1000 } else { hundredths * 10 })
    }

    /// Returns the share `part / whole` of it, rounded; nothing of nothing is 0.
    pub(super) fn share(self, part: u32, whole: u32) -> Relevance {
        let whole = u64::from(whole).max(1);
        let part = u64::from(part).min(whole);
        let thousandths = (2 * u64::from(self.0) * part + whole) / (2 * whole);
        Relevance(u16::try_from(thousandths).unwrap_or(self.0))
    }

    /// Returns it taken several times, at most 1.
    pub(super) fn times(self, count: usize) -> Relevance {
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        Relevance(self.0.saturating_mul(count).min(1000))
    }

    /// Returns the thousandths, for sums that may leave the scale.
    pub(super) fn thousandths(self) -> i32 {
        i32::from(self.0)
    }
}

impl fmt::Display for Relevance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_outside_the_scale_is_refused() {
        for number in [-0.001, 1.001, f64::NAN, f64::INFINITY] {
            assert_eq!(Relevance::new(number), None);
        }
        assert_eq!(Relevance::new(0.5), Some(Relevance::STRONG));
        assert_eq!(Relevance::new(1.0), Some(Relevance::percent(100)));
        assert_eq!(Relevance::new(0.4994), Some(Relevance(499)));
    }

    #[test]
    fn a_share_is_rounded_and_never_grows() {
        assert_eq!(Relevance::percent(90).share(1, 2), Relevance(450));
        assert_eq!(Relevance::percent(90).share(7, 0), Relevance::percent(90));
        assert_eq!(Relevance::percent(90).share(0, 0), Relevance(0));
        assert_eq!(Relevance::percent(75).share(9, 3), Relevance::percent(75));
    }

    #[test]
    fn half_is_strong_and_anything_less_is_not() {
        assert!(Relevance(500).is_strong());
        assert!(!Relevance(499).is_strong());
    }
}

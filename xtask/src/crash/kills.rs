//! Kills at random instants.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::{
    scene::{End, Scene},
    subject::Subject,
    tally::{Problem, Tally},
};

/// Numbers that look random and are the same for the same seed (xorshift64*).
pub(crate) struct Dice(u64);

impl Dice {
    /// Starts at a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a duration below a limit.
    fn below(&mut self, limit: Duration) -> Duration {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        let nanos = (limit.as_nanos() * u128::from(number)) >> 32;
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }
}

/// Kills a subject a number of times. A session is killed again and again until it ends before the next kill.
pub(crate) fn run_kills(subject: &Subject, kills: usize, dice: &mut Dice) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut scene = Scene::new(subject)?;
    let began = Instant::now();
    scene.run(&mut scene.command()?, None)?;
    // Some kills must fall after the last step.
    let whole = began.elapsed().mul_f64(1.1);
    scene.check_end(&mut tally, Problem::WrongEnd)?;
    scene = Scene::new(subject)?;
    while tally.blows < kills {
        let after = dice.below(whole);
        match scene.run(&mut scene.command()?, Some(after))? {
            End::Killed => {
                tally.blows += 1;
                scene.look(&mut tally)?;
            }
            End::Well => {
                scene.check_end(&mut tally, Problem::WrongEnd)?;
                scene = Scene::new(subject)?;
            }
            end @ (End::Failed | End::Broken(_)) => {
                tally.note(Problem::Broken, format!("{end:?}"));
                scene = Scene::new(subject)?;
            }
        }
    }
    scene.finish(&mut tally)?;
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_fall_everywhere_below_the_limit() {
        let limit = Duration::from_millis(30);
        let mut dice = Dice::new(1);
        let mut tenths = [0; 10];
        for _ in 0..10_000 {
            let instant = dice.below(limit);
            assert!(instant < limit);
            tenths[usize::try_from(instant.as_micros() / 3000).unwrap()] += 1;
        }
        assert!(tenths.iter().all(|count| (800..1200).contains(count)), "{tenths:?}");
    }
}

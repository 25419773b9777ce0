//! Learns weights by stochastic gradient descent.

use council::rules::wording::{
    self,
    key::{self, CLASSES},
};

use super::{Dice, Known, Row};

/// What is learned: a weight of each feature for each class.
pub(super) struct Weights {
    pub(super) bias: [f64; CLASSES],
    pub(super) values: Vec<[f64; CLASSES]>,
}

impl Weights {
    pub(super) fn score(
        &self,
        known: &Known,
        words: &[wording::Word],
        at: usize,
    ) -> wording::Scores {
        let mut sums = self.bias;
        wording::features(words, at, |sort, parts| {
            let number = known.numbers.get(&key::key(sort, parts));
            if let Some(values) = number.and_then(|number| self.values.get(*number as usize)) {
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum += value;
                }
            }
        });
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a sum of weights needs no more digits"
        )]
        sums.map(|sum| sum as f32)
    }
}

/// Learns by stochastic gradient descent with a rate for each feature.
pub(super) fn fit(rows: &[Row], features: usize) -> Weights {
    const ROUNDS: usize = 5;
    const RATE: f64 = 0.15;
    const DECAY: f64 = 2e-6;
    let mut seen = vec![0_u32; features];
    for row in rows {
        for feature in &row.features {
            if let Some(count) = seen.get_mut(*feature as usize) {
                *count += 1;
            }
        }
    }
    let mut weights = Weights { bias: [-2.0; CLASSES], values: vec![[0.0; CLASSES]; features] };
    let mut slopes = vec![[1e-6_f64; CLASSES]; features];
    let mut dice = Dice(11);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    for _ in 0..ROUNDS {
        for at in (1..order.len()).rev() {
            order.swap(at, dice.below(at + 1));
        }
        for at in &order {
            let Some(row) = rows.get(*at) else { continue };
            let mut sums = weights.bias;
            for feature in &row.features {
                if let Some(values) = weights.values.get(*feature as usize) {
                    for (sum, value) in sums.iter_mut().zip(values) {
                        *sum += value;
                    }
                }
            }
            let mut errors = [0.0; CLASSES];
            for ((error, sum), label) in errors.iter_mut().zip(sums).zip(row.labels) {
                if let Some(label) = label {
                    *error = f64::from(u8::from(label)) - 1.0 / (1.0 + (-sum).exp());
                }
            }
            for (bias, error) in weights.bias.iter_mut().zip(errors) {
                *bias += 0.002 * error;
            }
            for feature in &row.features {
                let at = *feature as usize;
                // What was met once or twice tells the writer, not the language.
                if seen.get(at).is_none_or(|count| *count < 3) {
                    continue;
                }
                let (Some(values), Some(slopes)) = (weights.values.get_mut(at), slopes.get_mut(at))
                else {
                    continue;
                };
                for ((value, slope), error) in values.iter_mut().zip(slopes).zip(errors) {
                    if error.abs() < 1e-4 {
                        continue;
                    }
                    *slope += error * error;
                    *value += RATE / slope.sqrt().max(1.0) * error - DECAY * *value;
                }
            }
        }
    }
    weights
}

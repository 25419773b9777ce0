//! What the words around a statement make of it, by learned weights.

use std::sync::LazyLock;

use super::words;
use crate::{lexicon, lookup::Lookup};

/// What was learned.
struct WrapperWeights {
    /// The weights, by feature: above zero for what refuses.
    weights: Lookup<f32>,
    /// Words that say nothing of it, by their identities.
    neutral: Lookup<()>,
}

static LEARNED: LazyLock<WrapperWeights> = LazyLock::new(|| {
    let (mut weights, mut neutral): (Vec<(u64, f32)>, Vec<u64>) = (Vec::new(), Vec::new());
    for line in include_str!("wrapper.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        match words.next() {
            Some("=") => neutral.extend(words.map(lexicon::id)),
            weight => {
                let key = feature(words.next(), words.next());
                weights.extend(key.zip(weight.and_then(|weight| weight.parse().ok())));
            }
        }
    }
    let neutral = neutral.into_iter().map(|word| (word, ()));
    WrapperWeights { weights: Lookup::of(weights), neutral: Lookup::of(neutral) }
});

/// Returns the feature of a word, or of two that follow each other.
fn feature(word: Option<&str>, next: Option<&str>) -> Option<u64> {
    let first = words::stem(word?);
    Some(next.map_or(single(first), |next| pair(first, words::stem(next))))
}

/// A word as it is weighed around a statement.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wrapping {
    /// Its stem, if it tells something, and what that weighs by itself.
    stem: Option<(u32, Option<f32>)>,
    /// Whether it was met around statements.
    pub(super) is_known: bool,
}

impl Wrapping {
    /// Looks a word up.
    pub(super) fn of(word: &str) -> Self {
        let stem = kept(word).map(|stem| (stem, weight(single(stem))));
        Self { stem, is_known: weight(single(words::stem(word))).is_some() }
    }
}

/// Weighs the words around a statement, with a gap for what is part of it: above zero where they refuse it. Returns which of
/// them refuses most, and how much that weighs.
pub(super) fn weigh(words: impl Iterator<Item = Option<Wrapping>>) -> (f32, Option<(usize, f32)>) {
    let (mut sum, mut most) = (0.0, None);
    for (at, _, weight) in features(words) {
        sum += weight;
        if weight > most.map_or(0.0, |(_, most)| most) {
            most = Some((at, weight));
        }
    }
    (sum, most)
}

/// Returns the features of the words around a statement that weigh anything, each once, with the place and the weight: words,
/// and two that follow each other.
fn features(words: impl Iterator<Item = Option<Wrapping>>) -> Vec<(usize, u64, f32)> {
    let mut features = Vec::new();
    let mut last = None;
    for (at, word) in words.enumerate() {
        let Some(word) = word else {
            last = None;
            continue;
        };
        let Some((stem, alone)) = word.stem else { continue };
        features.extend(alone.map(|alone| (at, single(stem), alone)));
        if let Some(key) = last.map(|last| pair(last, stem)) {
            features.extend(weight(key).map(|weight| (at, key, weight)));
        }
        last = Some(stem);
    }
    features.sort_by_key(|(_, key, _)| *key);
    features.dedup_by_key(|(_, key, _)| *key);
    features
}

/// Returns the stem of a word that tells something.
fn kept(word: &str) -> Option<u32> {
    let is_not = matches!(word.as_bytes(), [.., b'n' | b'N', b'\'', b't' | b'T']);
    if is_not || word.eq_ignore_ascii_case("cannot") {
        return Some(words::stem("not"));
    }
    is_telling(word).then(|| words::stem(word))
}

fn is_telling(word: &str) -> bool {
    LEARNED.neutral.get(lexicon::hash(word.as_bytes())).is_none()
}

fn weight(key: u64) -> Option<f32> {
    LEARNED.weights.get(key)
}

fn single(stem: u32) -> u64 {
    u64::from(stem)
}

fn pair(one: u32, other: u32) -> u64 {
    (u64::from(one) << 32 | u64::from(other)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << 63
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read_and_weighs_something_of_its_own() {
        let lines = include_str!("wrapper.txt").lines();
        let lines = lines.filter(|line| !line.starts_with(['#', '='])).count();
        assert_eq!(LEARNED.weights.len(), lines);
        assert!(!is_telling("Must") && !Wrapping::of("must").is_known);
    }

    #[test]
    fn words_around_a_statement_refuse_it_or_demand_it() {
        let weigh = |words: &str| {
            weigh(words.split(' ').map(|word| (word != "…").then(|| Wrapping::of(word)))).0
        };
        assert!(weigh("it is forbidden that …") > 1.0);
        assert!(weigh("there is no exception …") < 0.0);
        assert!(weigh("all sides agree that …") < 0.0);
    }
}

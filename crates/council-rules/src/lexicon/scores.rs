//! How likely a word makes a requirement vague: learned from labelled requirements, one byte a word.
//!
//! The table is written by `cargo xtask train` and holds a word and its score, nothing of what it was learned from.

use std::sync::LazyLock;

use super::hash;

/// Returns how likely a word makes a requirement vague, in percent; nothing for a word that is not in the table.
pub(crate) fn score(id: u64) -> u8 {
    SCORES.get(id)
}

static SCORES: LazyLock<Scores> = LazyLock::new(|| Scores::read(include_str!("scores.txt")));

/// An open-addressed table with a byte for each word.
struct Scores {
    /// Half of the identity of the word in each slot, which together with the slot tells it from all others.
    keys: Vec<u32>,
    /// Its score; zero where the slot is free.
    values: Vec<u8>,
}

impl Scores {
    const SLOTS: usize = 1 << 14;

    /// Reads lines of a score and its words; what begins with `#` says where they come from.
    fn read(text: &str) -> Self {
        let mut scores = Self { keys: vec![0; Self::SLOTS], values: vec![0; Self::SLOTS] };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_ascii_whitespace();
            let Some(value) = words.next().and_then(|value| value.parse().ok()) else {
                continue;
            };
            for word in words {
                scores.insert(hash(word.as_bytes()), value);
            }
        }
        scores
    }

    fn insert(&mut self, id: u64, value: u8) {
        let free = |at: &usize| self.values.get(*at).is_some_and(|value| *value == 0);
        let Some(at) = Self::slots(id).find(free) else {
            return;
        };
        if let (Some(key), Some(place)) = (self.keys.get_mut(at), self.values.get_mut(at)) {
            (*key, *place) = (Self::key(id), value);
        }
    }

    fn get(&self, id: u64) -> u8 {
        for at in Self::slots(id) {
            match (self.keys.get(at), self.values.get(at)) {
                (_, Some(0) | None) | (None, _) => return 0,
                (Some(key), Some(value)) if *key == Self::key(id) => return *value,
                (Some(_), Some(_)) => {}
            }
        }
        0
    }

    fn key(id: u64) -> u32 {
        u32::try_from(id >> 32).unwrap_or_default()
    }

    fn slots(id: u64) -> impl Iterator<Item = usize> {
        let first = usize::try_from(id & (Self::SLOTS as u64 - 1)).unwrap_or_default();
        (0..64).map(move |step| (first + step) & (Self::SLOTS - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_scores_and_a_thing_does_not() {
        let of = |word: &str| score(hash(word.as_bytes()));
        assert!(of("unpleasant") > 50 && of("elegant") > 50);
        assert_eq!((of("database"), of("zxqwv"), of("encrypted")), (0, 0, 0));
    }

    #[test]
    fn every_word_of_the_table_is_found_with_its_score() {
        let lines = include_str!("scores.txt").lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let (value, words) = line.split_once(' ').unwrap();
            for word in words.split(' ') {
                assert_eq!(score(hash(word.as_bytes())).to_string(), value, "{word}");
            }
        }
    }
}

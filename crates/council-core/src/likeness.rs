//! How much two claims say the same: by the words they share, where a word that few claims use tells more than one that
//! many use. Ids and numbers are words. All of it is whole numbers, so that every machine decides alike.

use std::collections::{BTreeMap, BTreeSet};

use crate::{finding::Claim, merge::RaisedClaim};

/// Words that tell nothing about what a claim is about.
const EMPTY: [&str; 96] = [
    "a", "after", "all", "also", "an", "and", "another", "any", "are", "as", "at", "be", "been",
    "before", "but", "by", "can", "could", "do", "does", "each", "either", "every", "for", "from",
    "give", "given", "gives", "had", "has", "have", "how", "if", "in", "into", "is", "it", "its",
    "left", "may", "more", "must", "neither", "no", "nobody", "nor", "not", "nothing", "of", "on",
    "one", "only", "open", "or", "other", "out", "own", "said", "same", "say", "says", "shall",
    "should", "so", "state", "stated", "states", "still", "text", "than", "that", "the", "their",
    "them", "then", "there", "these", "they", "this", "those", "to", "two", "until", "was", "were",
    "what", "when", "where", "whether", "which", "while", "who", "will", "with", "would", "yet",
];

/// What a word loses to be compared: `retries` and `retry` are one word here, and so are `signed` and `signing`.
const ENDINGS: [&str; 11] =
    ["ations", "ation", "ings", "ing", "edly", "ed", "ies", "es", "s", "ly", "e"];

/// The fewest letters that are left of a word.
const STEM: usize = 3;

/// How slowly a word loses its weight as more claims use it: in so many more claims it has half of it.
const HALF: u64 = 5;

/// A word of more claims than this brings no two claims together by itself; it still counts where others do.
const COMMON: usize = 40;

/// Fewer words in common than this say nothing: short sentences are alike by chance.
const FEWEST: usize = 4;

/// How much two claims share, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Likeness(u64);

impl Likeness {
    /// With this much in common, claims about the same words are one defect. The numbers are from what strong models said
    /// of three documents: no pair of claims above this one was two defects, and the likest pair that was had 33.
    pub(crate) const ONE: Likeness = Likeness(38);

    /// With this much in common, claims about different words may be one defect.
    pub(crate) const KIN: Likeness = Likeness(25);

    /// With this much in common, claims that share one of several places may be one defect. Who quotes three places shares
    /// one with many others, and most of those say something else of it.
    pub(crate) const NEAR: Likeness = Likeness(15);
}

/// The words of many claims, and how many claims use each.
#[derive(Debug)]
pub(crate) struct ClaimWords {
    claims: Vec<BTreeSet<u32>>,
    uses: Vec<Vec<usize>>,
}

impl ClaimWords {
    /// Takes the words of claims. What they quote is left out: it would make two claims about one sentence alike whatever
    /// they say of it.
    pub(crate) fn of<'a>(claims: impl Iterator<Item = &'a RaisedClaim>) -> Self {
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut lexicon = Self { claims: Vec::new(), uses: Vec::new() };
        for (at, raised) in claims.enumerate() {
            let mut used = BTreeSet::new();
            for word in words(raised.claim.claim()) {
                let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                used.insert(*numbers.entry(word).or_insert(next));
            }
            lexicon.uses.resize(numbers.len(), Vec::new());
            for word in &used {
                if let Some(uses) = lexicon.uses.get_mut(*word as usize) {
                    uses.push(at);
                }
            }
            lexicon.claims.push(used);
        }
        lexicon
    }

    /// Returns how much two claims share, by their places.
    pub(crate) fn likeness(&self, one: usize, two: usize) -> Likeness {
        let (Some(first), Some(second)) = (self.claims.get(one), self.claims.get(two)) else {
            return Likeness(0);
        };
        let weigh = |words: &mut dyn Iterator<Item = &u32>| -> u64 {
            words.map(|word| self.weight(*word)).sum()
        };
        if first.intersection(second).take(FEWEST).count() < FEWEST {
            return Likeness(0);
        }
        let shared = weigh(&mut first.intersection(second));
        let all = weigh(&mut first.iter()) + weigh(&mut second.iter());
        Likeness((200 * shared).checked_div(all).unwrap_or(0))
    }

    /// Returns the pairs of claims that share a word which not everybody uses, each once and the lower place first.
    pub(crate) fn neighbours(&self) -> BTreeSet<(usize, usize)> {
        let mut pairs = BTreeSet::new();
        for uses in self.uses.iter().filter(|uses| uses.len() <= COMMON) {
            for (after, one) in uses.iter().enumerate() {
                pairs.extend(uses.iter().skip(after + 1).map(|two| (*one, *two)));
            }
        }
        pairs
    }

    fn weight(&self, word: u32) -> u64 {
        let uses = self.uses.get(word as usize).map_or(0, Vec::len) as u64;
        1_000 * HALF / (HALF + uses.saturating_sub(1))
    }
}

/// Returns the words of a claim as they are compared.
fn words(claim: &Claim) -> BTreeSet<String> {
    let lowered = claim.description.to_lowercase();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let all = lowered.split(|c: char| !is_part(c)).filter(|word| is_telling(word));
    all.map(|word| stem(word).to_owned()).collect()
}

fn is_telling(word: &str) -> bool {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    // Scripts without spaces have no other words than long ones.
    let is_long = word.chars().nth(2).is_some() || !word.is_ascii();
    is_number || (is_long && EMPTY.binary_search(&word).is_err())
}

fn stem(word: &str) -> &str {
    let cut = |ending: &&str| word.strip_suffix(*ending).filter(|rest| rest.len() >= STEM);
    ENDINGS.iter().find_map(cut).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_words_are_sorted() {
        assert!(EMPTY.is_sorted());
    }

    #[test]
    fn endings_make_no_other_word_and_ids_and_numbers_are_words() {
        assert_eq!(stem("retries"), stem("retry").trim_end_matches('y'));
        assert_eq!(stem("signing"), stem("signed"));
        assert_eq!(stem("days"), "day");
        assert!(is_telling("fr4") && is_telling("7") && !is_telling("ms") && !is_telling("the"));
    }
}

//! How likely a sentence weighs on the review of the document it stands in.
//!
//! Orders are known by their grammar in `directive`. Pleas, threats, results that nobody found and definitions have none in
//! common, but they have two things: they speak of judging and of what a judgement finds, in words that specifications seldom
//! have; and the document around them speaks of something else. So each word counts by how seldom specifications have it and
//! how new it is in this document, and a sum over sorts of words, pairs of sorts and single words decides. The sorts are
//! written by hand, the weights are learned by `cargo xtask train-steering`
//! ([decision 79](../../../../docs/design/0079-words-and-pairs-are-learned.md)); no phrase is kept.

use std::{collections::BTreeSet, sync::LazyLock};

use council_core::packet::Span;

use super::{
    said::{word_bytes, word_len},
    stems::Stems,
};
use crate::lexicon;

/// Sorts of words, as the table names them, and behind them what a piece is besides its words.
const SORTS: [&str; 49] = [
    "judge",
    "body",
    "machine",
    "program",
    "whoever",
    "you",
    "me",
    "us",
    "review",
    "fault",
    "favour",
    "reject",
    "spare",
    "menace",
    "bribe",
    "plea",
    "hurry",
    "authority",
    "prior",
    "define",
    "role",
    "scope",
    "only",
    "say",
    "record",
    "read",
    "leak",
    "endless",
    "testmode",
    "peer",
    "paper",
    "this",
    "duty",
    "neg",
    "informal",
    "severity",
    "reason",
    "talk",
    "product",
    "acts",
    "when",
    "indef",
    "order",
    "unseen",
    "code",
    "row",
    "heading",
    "topical",
    "long",
];

/// Returns the place of a sort.
const fn place(name: &str) -> usize {
    let mut at = 0;
    let mut rest: &[&str] = &SORTS;
    while let [first, after @ ..] = rest {
        if is_same(first.as_bytes(), name.as_bytes()) {
            return at;
        }
        rest = after;
        at += 1;
    }
    at
}

const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([a, after @ ..], [b, behind @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (after, behind);
    }
    one.is_empty() && other.is_empty()
}

const fn bits<const N: usize>(names: [&str; N]) -> u64 {
    let mut bits = 0;
    let mut rest: &[&str] = &names;
    while let [first, after @ ..] = rest {
        bits |= 1 << place(first);
        rest = after;
    }
    bits
}

const ORDER: usize = place("order");
const NEG: u64 = bits(["neg"]);
/// The sorts of which it is only told whether there is a word.
const PLAIN: u64 = bits([
    "you", "me", "us", "this", "duty", "neg", "paper", "only", "whoever", "talk", "product",
    "acts", "when", "indef",
]);
/// The sorts that name who judges, or what comes of it.
const STRONG: u64 =
    bits(["judge", "machine", "review", "fault", "favour", "reject", "spare", "severity"]);
/// The sorts of which a rare word says that a passage is about judging.
const TOPICAL: u64 = bits(["judge", "machine", "review", "fault", "severity"]);
/// The sorts that are told to people.
const SPOKEN: u64 = STRONG
    | bits([
        "body",
        "plea",
        "menace",
        "bribe",
        "hurry",
        "authority",
        "prior",
        "define",
        "role",
        "scope",
        "leak",
        "testmode",
        "record",
        "whoever",
    ]);
/// The sorts without any of which nothing is weighed.
const NEEDED: u64 = SPOKEN | bits(["you", "endless"]);

/// What the table says of a word.
#[derive(Debug, Clone, Copy)]
struct Entry {
    sorts: u64,
    /// How seldom specifications have it, from 0 to 9.
    rarity: u8,
}

/// Goes through the entries of the table.
fn entries() -> impl Iterator<Item = (&'static str, Entry)> {
    let lines = include_str!("steering.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| {
        let mut words = line.split_ascii_whitespace();
        let sorts = words.next().unwrap_or_default().split(',');
        let sorts = sorts.fold(0, |sorts, name| sorts | (1 << place(name)));
        let rarity = words.next().and_then(|rarity| rarity.parse().ok()).unwrap_or_default();
        words.map(move |word| (word, Entry { sorts, rarity }))
    })
}

static WORDS: LazyLock<Stems<Entry>> = LazyLock::new(|| {
    Stems::of(entries(), |one, other| Entry {
        sorts: one.sorts | other.sorts,
        rarity: one.rarity.min(other.rarity),
    })
});

/// The weights of sorts, of pairs of sorts, and of words by their places in the table.
struct Weights {
    bias: f32,
    values: Vec<f32>,
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let mut weights = Weights { bias: 0.0, values: vec![0.0; SINGLE] };
    for line in include_str!("steering_weights.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut names = line.split_ascii_whitespace();
        let Some(weight) = names.next().and_then(|weight| weight.parse::<f32>().ok()) else {
            continue;
        };
        for name in names {
            if name == "bias" {
                weights.bias = weight;
                continue;
            }
            let Some(key) = key(name) else {
                continue;
            };
            if weights.values.len() <= key {
                weights.values.resize(key + 1, 0.0);
            }
            if let Some(value) = weights.values.get_mut(key) {
                *value = weight;
            }
        }
    }
    weights
});

/// The key of the first pair, behind those of the sorts, of the first pair of neighbours behind those, and of the first word.
const PAIRS: usize = SORTS.len();
const NEAR: usize = PAIRS + SORTS.len() * SORTS.len();
const SINGLE: usize = NEAR + SORTS.len() * SORTS.len();

/// Returns the key of a feature by its name: `judge`, `judge+neg`, `neg>fault`, or `=grader*`.
fn key(name: &str) -> Option<usize> {
    let sort = |name: &str| SORTS.iter().position(|own| *own == name);
    if let Some(word) = name.strip_prefix('=') {
        return WORDS.place(word).map(|place| SINGLE + place);
    }
    if let Some((one, other)) = name.split_once('>') {
        return Some(near(sort(one)?, sort(other)?));
    }
    match name.split_once('+') {
        Some((one, other)) => Some(pair(sort(one)?, sort(other)?)),
        None => sort(name),
    }
}

/// The key of a word of one sort a few words before one of another.
fn near(one: usize, other: usize) -> usize {
    NEAR + one * SORTS.len() + other
}

fn pair(one: usize, other: usize) -> usize {
    PAIRS + one.min(other) * SORTS.len() + one.max(other)
}

/// Returns the name of a feature by its key, as the table of weights has it.
pub fn name(key: usize) -> String {
    let sort = |at: usize| SORTS.get(at).copied().unwrap_or_default();
    if key < PAIRS {
        return sort(key).to_owned();
    }
    if let Some(place) = key.checked_sub(SINGLE) {
        return format!("={}", WORDS.text(place));
    }
    let (both, sign) = key.checked_sub(NEAR).map_or((key - PAIRS, '+'), |both| (both, '>'));
    format!("{}{sign}{}", sort(both / SORTS.len()), sort(both % SORTS.len()))
}

/// Where a piece stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carrier {
    /// Where everybody reads it.
    Prose,
    /// In the row of a table.
    Row,
    /// In a heading.
    Heading,
    /// In a block of code.
    Code,
    /// Where few people look: a comment, a title of a link, front matter.
    Unseen,
}

/// A piece of a document, and the words of it that are in the table.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// Where it is.
    pub(super) span: Span,
    /// What it is part of: a passage, or a number of its own.
    part: usize,
    carrier: Carrier,
    words: usize,
    plain: u64,
    /// How sure it is that a clause opens with a verb of an order.
    order: f32,
    found: Vec<Found>,
}

/// A word of the table in a piece.
#[derive(Debug, Clone, Copy)]
struct Found {
    /// Which entry it is.
    place: usize,
    entry: Entry,
    /// Which word of the piece it is.
    at: usize,
}

impl Piece {
    /// Reads a piece of a document without what it quotes.
    pub(super) fn read(
        text: &str,
        span: Span,
        part: usize,
        carrier: Carrier,
        known: &mut SteeringWords,
    ) -> Self {
        let mut piece =
            Self { span, part, carrier, words: 0, plain: 0, order: 0.0, found: Vec::new() };
        each_word(text, |word, opening| {
            piece.words += 1;
            if let [.., b'n' | b'N', b'\'', b't' | b'T'] = word {
                piece.plain |= NEG;
            }
            let Some((place, mut entry)) = known.find(word) else {
                return;
            };
            if entry.sorts >> ORDER & 1 == 1 {
                entry.sorts &= !(1 << ORDER);
                piece.order = piece.order.max(opening);
            }
            piece.plain |= entry.sorts & PLAIN;
            piece.found.push(Found { place, entry, at: piece.words });
        });
        piece
    }

    /// Joins a piece with the one behind it.
    pub(super) fn with(&self, next: &Self) -> Self {
        let mut both = self.clone();
        both.span = Span::new(self.span.start, next.span.end);
        both.words += next.words;
        both.plain |= next.plain;
        both.order = both.order.max(next.order);
        let behind = next.found.iter().map(|own| Found { at: own.at + self.words, ..*own });
        both.found.extend(behind);
        both
    }

    /// Tells whether a word names who judges or what comes of it, and is seldom.
    fn is_topical(&self) -> bool {
        self.found.iter().any(|own| own.entry.sorts & TOPICAL != 0 && own.entry.rarity >= SELDOM)
    }
}

/// The rarity from which a word says what a passage is about.
const SELDOM: u8 = 3;

/// The most letters of a word that are looked at.
const LONGEST: usize = 24;

/// The words of a document that were looked up, and what the table says of each: most of them come back.
pub(super) struct SteeringWords {
    seen: Vec<(u64, Option<(usize, Entry)>)>,
}

impl SteeringWords {
    const SLOTS: usize = 1 << 10;

    pub(super) fn new() -> Self {
        Self { seen: vec![(lexicon::NO_WORD, None); Self::SLOTS] }
    }

    fn find(&mut self, word: &[u8]) -> Option<(usize, Entry)> {
        if !WORDS.may_have(word) {
            return None;
        }
        let id = lexicon::hash(word);
        let slot = usize::try_from(id >> 20).unwrap_or_default() & (Self::SLOTS - 1);
        let seen = self.seen.get_mut(slot)?;
        if seen.0 != id {
            *seen = (id, find(word));
        }
        seen.1
    }
}

/// Looks a word up in small letters. Nearly all are told by their first letters to be none of the table.
fn find(word: &[u8]) -> Option<(usize, Entry)> {
    if !WORDS.may_have(word) {
        return None;
    }
    let mut buffer = [0; LONGEST];
    let lower = buffer.get_mut(..word.len())?;
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    WORDS.find(lower)
}

/// Calls for each word of a text, with how sure it is that the word opens a clause.
fn each_word(text: &str, mut take: impl FnMut(&[u8], f32)) {
    const IS_WORD: [bool; 256] = word_bytes(b"-'");
    let mut rest = text.as_bytes();
    let mut opening = 1.0;
    while let Some(start) = rest.iter().position(u8::is_ascii_alphanumeric) {
        let (gap, tail) = rest.split_at_checked(start).unwrap_or_default();
        for byte in gap {
            opening = match byte {
                b'.' | b'!' | b'?' | b':' | b'|' => 1.0,
                b',' | b';' | b'(' => f32::max(opening, 0.5),
                _ => opening,
            };
        }
        let len = word_len(tail, &IS_WORD);
        let (whole, after) = tail.split_at_checked(len).unwrap_or_default();
        // `reviewer's` is `reviewer`, and a mark at the end is none of the word.
        let mut word = whole.strip_suffix(b"'s").unwrap_or(whole);
        while let [bare @ .., b'-' | b'\''] = word {
            word = bare;
        }
        take(word.get(..LONGEST).unwrap_or(word), opening);
        // What leads to an order is no part of it.
        if opening > 0.0 && !LEADS.iter().any(|lead| lead.as_bytes().eq_ignore_ascii_case(word)) {
            opening = 0.0;
        }
        rest = after;
    }
}

const LEADS: [&str; 8] = ["so", "and", "then", "just", "please", "kindly", "hence", "simply"];

/// What the other parts of a document say about the words of its pieces.
pub(super) struct Around {
    /// Which words stand in which parts.
    places: Vec<(u32, u32)>,
    /// The parts that are about judging.
    topical: BTreeSet<usize>,
    passages: usize,
}

impl Around {
    /// Takes the pieces of a document.
    pub(super) fn of(pieces: &[Piece], passages: usize) -> Self {
        let mut places: Vec<(u32, u32)> = Vec::new();
        let mut topical = BTreeSet::new();
        for piece in pieces {
            places.extend(piece.found.iter().map(|own| (number(own.place), number(piece.part))));
            if piece.is_topical() {
                topical.insert(piece.part);
            }
        }
        // As one number each, which is put in order faster than two.
        places.sort_unstable_by_key(|(place, part)| u64::from(*place) << 32 | u64::from(*part));
        places.dedup();
        Self { places, topical, passages }
    }

    /// Returns how new a word of a part is.
    fn newness(&self, place: usize, part: usize) -> f32 {
        const NEWNESS: [f32; 4] = [1.0, 0.6, 0.35, 0.2];
        let (place, part) = (number(place), number(part));
        let from = self.places.partition_point(|(own, _)| *own < place);
        let near = self.places.get(from..).unwrap_or_default().iter();
        let others = near.take_while(|(own, _)| *own == place).filter(|(_, own)| *own != part);
        NEWNESS.get(others.take(NEWNESS.len()).count()).copied().unwrap_or(0.1)
    }

    /// Calls for every feature of a piece with its key and its value; a piece that is not about judging has none.
    pub(super) fn features(&self, piece: &Piece, mut take: impl FnMut(usize, f32)) {
        if !(FEWEST..=MOST).contains(&piece.words) {
            return;
        }
        if piece.found.iter().fold(piece.plain, |all, own| all | own.entry.sorts) & NEEDED == 0 {
            return;
        }
        let mut sorts = [0.0_f32; SORTS.len()];
        let mut words: Vec<(usize, f32)> = Vec::with_capacity(piece.found.len());
        let mut weights = Vec::with_capacity(piece.found.len());
        for Found { place, entry, .. } in &piece.found {
            let newness = self.newness(*place, piece.part);
            let weight = (f32::from(entry.rarity) / 9.0).max(0.05) * newness;
            weights.push(weight);
            for sort in each(entry.sorts) {
                if let Some(most) = sorts.get_mut(sort) {
                    *most = most.max(weight);
                }
            }
            if words.iter().all(|(own, _)| own != place) {
                words.push((*place, newness));
            }
        }
        for (at, most) in sorts.iter_mut().enumerate() {
            if piece.plain >> at & 1 == 1 {
                *most = 1.0;
            }
        }
        let is_needed = |(at, most): (usize, &f32)| NEEDED >> at & 1 == 1 && *most > 0.2;
        if !sorts.iter().enumerate().any(is_needed) {
            return;
        }
        let others = self.topical.len() - usize::from(self.topical.contains(&piece.part));
        let carrier = match piece.carrier {
            Carrier::Prose => None,
            Carrier::Row => Some(const { place("row") }),
            Carrier::Heading => Some(const { place("heading") }),
            Carrier::Code => Some(const { place("code") }),
            Carrier::Unseen => Some(const { place("unseen") }),
        };
        for (place, value) in [
            (ORDER, piece.order),
            (const { place("topical") }, (3.0 * share(others, self.passages.max(8))).min(1.0)),
            (const { place("long") }, share(piece.words, 60).min(1.0)),
        ]
        .into_iter()
        .chain(carrier.map(|place| (place, 1.0)))
        {
            if let Some(sort) = sorts.get_mut(place) {
                *sort = value;
            }
        }
        let there: Vec<(usize, f32)> =
            sorts.iter().copied().enumerate().filter(|(_, value)| *value > 0.0).collect();
        for (at, (one, value)) in there.iter().enumerate() {
            take(*one, *value);
            for (other, factor) in there.get(at + 1..).unwrap_or_default() {
                if *other < PAIRED {
                    take(pair(*one, *other), 0.7 * value * factor);
                }
            }
        }
        for (place, newness) in words {
            take(SINGLE + place, 0.4 * newness);
        }
        let mut nearby: Vec<(usize, f32)> = Vec::new();
        for (index, (first, weight)) in piece.found.iter().zip(&weights).enumerate() {
            let after = piece.found.iter().zip(&weights).skip(index + 1);
            for (second, factor) in after.take_while(|(second, _)| second.at <= first.at + REACH) {
                for one in each(first.entry.sorts) {
                    let weight = if PLAIN >> one & 1 == 1 { 1.0 } else { *weight };
                    for other in each(second.entry.sorts) {
                        let factor = if PLAIN >> other & 1 == 1 { 1.0 } else { *factor };
                        nearby.push((near(one, other), 0.7 * weight * factor));
                    }
                }
            }
        }
        // Of the same two sorts the pair that weighs most counts.
        nearby.sort_unstable_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
        nearby.dedup_by_key(|(key, _)| *key);
        for (key, value) in nearby {
            take(key, value);
        }
    }

    /// Returns how much a piece weighs on the review of its document: more than the threshold if it likely does.
    pub(super) fn weight(&self, piece: &Piece) -> f32 {
        let mut score = WEIGHTS.bias;
        self.features(piece, |key, value| {
            score += value * WEIGHTS.values.get(key).copied().unwrap_or_default();
        });
        score
    }
}

/// Returns a place or a part in few bits: no text is longer than they can count.
fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Goes through the sorts of a set.
fn each(sorts: u64) -> impl Iterator<Item = usize> {
    let mut left = sorts;
    std::iter::from_fn(move || {
        let sort = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        sort
    })
}

/// How many words behind another one a neighbour stands at most.
const REACH: usize = 3;

/// The sorts before this one are weighed in pairs.
const PAIRED: usize = place("code");

/// The fewest and the most words of a piece that is weighed.
const FEWEST: usize = 2;
const MOST: usize = 90;

/// What a sum must exceed.
pub const THRESHOLD: f32 = 1.2;

fn share(count: usize, of: usize) -> f32 {
    let (count, of) = (u16::try_from(count), u16::try_from(of));
    f32::from(count.unwrap_or(u16::MAX)) / f32::from(of.unwrap_or(u16::MAX))
}

/// Returns the words of a piece for which it was suspected, at most four, as they are told to people.
pub(super) fn named(text: &str) -> String {
    const MOST: usize = 4;
    let mut words: Vec<(u8, String)> = Vec::new();
    each_word(text, |word, _| {
        let Some((_, entry)) = find(word).filter(|(_, entry)| entry.sorts & SPOKEN != 0) else {
            return;
        };
        let word = String::from_utf8_lossy(word).to_ascii_lowercase();
        if words.iter().all(|(_, own)| *own != word) {
            words.push((entry.rarity, word));
        }
    });
    words.sort_by_key(|(rarity, _)| std::cmp::Reverse(*rarity));
    let words: Vec<_> = words.iter().take(MOST).map(|(_, word)| format!("`{word}`")).collect();
    words.join(", ")
}

/// Tells whether a text that was in disguise speaks of judging: nobody hides a word of it by chance.
pub(super) fn is_loaded(text: &str) -> bool {
    let (mut sorts, mut words) = (0, 0);
    each_word(text, |word, _| {
        if let Some((_, entry)) = find(word) {
            sorts |= entry.sorts & !PLAIN;
            words += 1;
        }
    });
    let is_of_judging = sorts & STRONG != 0 && (sorts & SPOKEN).count_ones() >= 2;
    is_of_judging && words > 3
}

#[cfg(test)]
#[path = "steering_tests.rs"]
mod tests;

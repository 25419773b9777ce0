//! Beginnings of words in a table that is asked of every word of a sentence.

use crate::lookup::Lookup;

/// A word, or the beginning of words, and what the table says of it.
#[derive(Debug, Clone, Copy)]
struct Stem<T> {
    text: &'static str,
    /// Whether other words may begin with it.
    is_open: bool,
    value: T,
}

/// All of them, by their first letters, with marks that tell of almost every other word that it is none of them.
#[derive(Debug)]
pub(super) struct Stems<T> {
    marks: [u64; MARKS],
    all: Vec<(u32, Stem<T>)>,
    /// Where those with the same first letters begin, and how many they are.
    places: Lookup<(usize, usize)>,
}

impl<T: Copy> Stems<T> {
    /// Takes words and what they stand for; `*` at the end of one stands for any ending. What the same word stands for in two
    /// places is joined.
    pub(super) fn of(words: impl Iterator<Item = (&'static str, T)>, join: fn(T, T) -> T) -> Self {
        let mut all: Vec<(u32, Stem<T>)> = words
            .map(|(word, value)| {
                let text = word.strip_suffix('*').unwrap_or(word);
                (first(text.as_bytes()), Stem { text, is_open: text.len() < word.len(), value })
            })
            .collect();
        all.sort_by_key(|(first, stem)| (*first, stem.text, stem.is_open));
        all.dedup_by(|(_, next), (_, stem)| {
            let is_same = next.text == stem.text && next.is_open == stem.is_open;
            if is_same {
                stem.value = join(stem.value, next.value);
            }
            is_same
        });
        let mut marks = [0; MARKS];
        for (first, _) in &all {
            let (place, bit) = mark(*first);
            if let Some(mark) = marks.get_mut(place) {
                *mark |= bit;
            }
        }
        let mut places = Vec::new();
        let mut start = 0;
        for same in all.chunk_by(|(one, _), (other, _)| one == other) {
            places.extend(same.first().map(|(first, _)| (u64::from(*first), (start, same.len()))));
            start += same.len();
        }
        Self { marks, all, places: Lookup::of(places) }
    }

    /// Returns the place of an entry as it was given.
    pub(super) fn place(&self, entry: &str) -> Option<usize> {
        let text = entry.strip_suffix('*').unwrap_or(entry);
        let is_open = text.len() < entry.len();
        let key = (first(text.as_bytes()), text, is_open);
        self.all.binary_search_by_key(&key, |(first, stem)| (*first, stem.text, stem.is_open)).ok()
    }

    /// Returns the entry of a place as it was given.
    pub(super) fn text(&self, place: usize) -> String {
        let stem = self.all.get(place).map(|(_, stem)| stem);
        stem.map_or(String::new(), |stem| {
            format!("{}{}", stem.text, if stem.is_open { "*" } else { "" })
        })
    }

    /// Tells whether the table may have a word, in whatever case: few of those do that it has not.
    pub(super) fn may_have(&self, word: &[u8]) -> bool {
        // Letters differ from their capitals in one bit; what this makes of other bytes is looked for in vain.
        let (place, bit) = mark(first(word) | 0x2020_2020 & filled(word.len()));
        self.marks.get(place).is_some_and(|mark| mark & bit != 0)
    }

    /// Returns the place and the value of a word: of itself, else of its longest beginning.
    pub(super) fn find(&self, word: &[u8]) -> Option<(usize, T)> {
        let key = first(word);
        let (place, bit) = mark(key);
        if self.marks.get(place).is_none_or(|mark| mark & bit == 0) {
            return None;
        }
        let (start, len) = self.places.get(u64::from(key))?;
        let near = self.all.get(start..start + len)?.iter().enumerate();
        let fits = |stem: &Stem<T>| {
            let text = stem.text.as_bytes();
            word == text || (stem.is_open && word.starts_with(text))
        };
        near.filter(|(_, (_, stem))| fits(stem))
            .max_by_key(|(_, (_, stem))| stem.text.len())
            .map(|(at, (_, stem))| (start + at, stem.value))
    }
}

/// The first four bytes of a word; shorter words are filled up.
fn first(word: &[u8]) -> u32 {
    if let Some(four) = word.first_chunk() {
        return u32::from_be_bytes(*four);
    }
    let mut four = [0; 4];
    for (place, byte) in four.iter_mut().zip(word) {
        *place = *byte;
    }
    u32::from_be_bytes(four)
}

/// Says which of the first four bytes a word of some length has.
fn filled(len: usize) -> u32 {
    u32::MAX.checked_shl(32_u32.saturating_sub(8 * u32::try_from(len).unwrap_or(4))).unwrap_or(0)
}

/// How many marks there are, of sixty-four bits each.
const MARKS: usize = 256;

/// Where the mark of some first letters is.
fn mark(first: u32) -> (usize, u64) {
    let mixed = first.wrapping_mul(0x9e37_79b1);
    (usize::try_from(mixed >> 24).unwrap_or_default(), 1 << ((mixed >> 18) & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_by_itself_and_then_by_its_longest_beginning() {
        let words = [("pass", 1), ("approv*", 2), ("approval", 4), ("approv*", 8)];
        let stems = Stems::of(words.into_iter(), |one, other| one | other);
        let value = |word: &str| stems.find(word.as_bytes()).map(|(_, value)| value);
        assert_eq!(value("pass"), Some(1));
        assert_eq!(value("passage"), None);
        assert_eq!(value("approves"), Some(10));
        assert_eq!(value("approval"), Some(4));
        assert_eq!(value("app"), None);
    }
}

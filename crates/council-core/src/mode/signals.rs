//! Signals: the words that make a mode relevant, and how often a text says them.
//!
//! The text is folded once, to lower-case words with single spaces between them, and every word is then spelled
//! against a sorted table: each letter narrows the range of signals that can still match, so the work is linear in
//! the text and almost every word is given up after two or three letters.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::LazyLock,
};

use serde::{Deserialize, Serialize};

use super::{Mode, ModeId};

/// A word or phrase to look for. It matches whole words in any case, also with a plural `s`; a trailing `*` makes it a
/// stem that matches every word it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WordSignal(&'static str);

impl WordSignal {
    /// Returns the signal as the catalogue writes it, such as `latenc*` or `edge case`.
    pub fn notation(self) -> &'static str {
        self.0
    }

    /// Tells whether a word or phrase would fire it.
    pub fn matches(self, words: &str) -> bool {
        let folded = fold(words);
        let text = folded.trim();
        text.strip_prefix(self.spelling()).is_some_and(|rest| {
            rest.is_empty() || rest == "s" || (self.is_stem() && !rest.contains(' '))
        })
    }

    /// Reads a list separated by commas.
    pub(super) fn list(text: &'static str) -> impl Iterator<Item = WordSignal> {
        text.split(", ").map(WordSignal)
    }

    /// Returns the letters a text must begin with.
    fn spelling(self) -> &'static str {
        self.0.strip_suffix('*').unwrap_or(self.0)
    }

    fn is_stem(self) -> bool {
        self.0.ends_with('*')
    }

    /// Tells whether a signal whose letters have all been read ends where the text goes on with `rest`.
    fn ends_before(self, rest: &[u8]) -> bool {
        match rest {
            [] | [b' ', ..] | [b's'] | [b's', b' ', ..] => true,
            _ => self.is_stem(),
        }
    }
}

impl fmt::Display for WordSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A signal that occurs in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fired {
    /// The signal.
    pub signal: Cow<'static, str>,
    /// How often it occurs.
    pub count: u32,
    /// The modes it speaks for.
    pub modes: Vec<ModeId>,
}

impl Fired {
    /// Returns how often it occurs, in words.
    pub(super) fn times(&self) -> String {
        match self.count {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            count => format!("{count} times"),
        }
    }
}

impl fmt::Display for Fired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` occurs {}", self.signal, self.times())
    }
}

/// Finds every signal of the catalogue in a text, the most frequent first, then in the order of their letters.
pub(super) fn fired(text: &str) -> Vec<Fired> {
    let folded = fold(text);
    let bytes = folded.as_bytes();
    let mut counts = vec![0_u32; TABLE.len()];
    let mut rest = bytes;
    while !rest.is_empty() {
        spell(rest, &mut counts);
        let next = rest.iter().position(|byte| *byte == b' ').map_or(rest.len(), |space| space + 1);
        rest = rest.get(next..).unwrap_or_default();
    }
    let mut fired: Vec<Fired> = TABLE
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(row, count)| Fired {
            signal: row.signal.notation().into(),
            count,
            modes: row.modes.clone(),
        })
        .collect();
    fired.sort_by_key(|fired| std::cmp::Reverse(fired.count));
    fired
}

/// A signal with the modes it speaks for.
struct SignalRow {
    signal: WordSignal,
    place: usize,
    modes: Vec<ModeId>,
}

impl SignalRow {
    fn byte(&self, depth: usize) -> Option<u8> {
        self.signal.spelling().as_bytes().get(depth).copied()
    }
}

/// Every signal, sorted by its letters.
static TABLE: LazyLock<Vec<SignalRow>> = LazyLock::new(|| {
    let mut modes: BTreeMap<(&str, WordSignal), BTreeSet<ModeId>> = BTreeMap::new();
    for mode in Mode::all() {
        for signal in mode.signals() {
            modes.entry((signal.spelling(), signal)).or_default().insert(mode.id);
        }
    }
    let rows = modes.into_iter().enumerate();
    rows.map(|(place, ((_, signal), modes))| SignalRow {
        signal,
        place,
        modes: modes.into_iter().collect(),
    })
    .collect()
});

/// Counts every signal that begins where `text` begins.
fn spell(text: &[u8], counts: &mut [u32]) {
    let mut rows: &[SignalRow] = &TABLE;
    for depth in 0.. {
        // What has no letter left sorts before everything that has, so complete signals stand first.
        let rest = text.get(depth..).unwrap_or_default();
        for row in rows.iter().take_while(|row| row.byte(depth).is_none()) {
            if let Some(count) = counts.get_mut(row.place)
                && row.signal.ends_before(rest)
            {
                *count = count.saturating_add(1);
            }
        }
        let Some(byte) = rest.first() else {
            return;
        };
        let from = rows.partition_point(|row| row.byte(depth) < Some(*byte));
        let to = rows.partition_point(|row| row.byte(depth) <= Some(*byte));
        rows = rows.get(from..to).unwrap_or_default();
        if rows.is_empty() {
            return;
        }
    }
}

/// Folds a text to its words, in lower case, with one space between them. Signals are ASCII, so other letters only
/// have to stay letters.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut in_word = false;
    for c in text.chars() {
        let is_letter = c.is_alphanumeric();
        if is_letter {
            folded.push(c.to_ascii_lowercase());
        } else if in_word {
            folded.push(' ');
        }
        in_word = is_letter;
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(text: &str) -> Vec<(&'static str, u32)> {
        let notation = |fired: Fired| match fired.signal {
            Cow::Borrowed(notation) => (notation, fired.count),
            Cow::Owned(read) => panic!("`{read}` is not from the catalogue"),
        };
        fired(text).into_iter().map(notation).collect()
    }

    #[test]
    fn a_stem_matches_every_word_it_begins_and_a_word_only_itself_and_its_plural() {
        assert_eq!(counted("Latency, latencies; latent"), [("latenc*", 2)]);
        assert_eq!(counted("an api, two APIs, apiary"), [("api", 2)]);
    }

    #[test]
    fn a_phrase_matches_across_hyphens_and_line_breaks_and_not_across_other_words() {
        assert_eq!(counted("a trade-off, two trade\noffs, trade them off"), [("trade off", 2)]);
        assert_eq!(counted("edge-case edge cases"), [("edge case*", 2)]);
        assert_eq!(counted("edge"), []);
    }

    #[test]
    fn a_word_is_not_found_inside_another_one() {
        assert_eq!(counted("rapid xlatency unapi"), []);
    }

    #[test]
    fn the_longer_signal_does_not_hide_the_shorter() {
        assert_eq!(counted("error codes"), [("error", 1), ("error code*", 1)]);
    }

    #[test]
    fn the_most_frequent_signal_comes_first() {
        assert_eq!(counted("risk api risk risk")[0], ("risk*", 3));
        assert_eq!(fired("risk risk risk")[0].to_string(), "`risk*` occurs 3 times");
    }

    #[test]
    fn letters_of_any_script_keep_words_apart() {
        assert_eq!(counted("éapi apié 日本api"), []);
        assert_eq!(counted("«api»、api"), [("api", 2)]);
    }
}

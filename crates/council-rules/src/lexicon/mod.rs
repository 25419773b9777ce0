//! What is known about the words of requirements English: one table, built once, asked once per word.

mod hash;
pub(crate) mod scores;
pub(crate) mod variants;
mod words;

use std::sync::LazyLock;

use crate::registry;

pub use hash::{first_bytes, hash, hash_first, hash_short};

/// What is known about a word: a set of classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Classes(u64);

macro_rules! classes {
    ($($name:ident = $bit:literal, $meaning:literal;)+) => {
        impl Classes {
            $(#[doc = $meaning] pub const $name: Classes = Classes(1 << $bit);)+
        }
    };
}

classes! {
    MUST = 0, "`shall`, `must`, `will`: a duty.";
    SHOULD = 1, "`should`, `ought`: a wish that reads like a duty.";
    MAY = 2, "`may`: a permission, or a doubt.";
    MIGHT = 3, "`might`, `could`: a doubt.";
    CAN = 4, "`can`: an ability.";
    NOT = 5, "A word that turns a statement round.";
    PRONOUN = 6, "A pronoun that can be a subject and names nothing.";
    OTHER = 7, "A word that means what was not named: `other`, `another`.";
    DETERMINER = 8, "A word that opens a noun phrase.";
    BE = 9, "A form of `be`.";
    PREPOSITION = 10, "A preposition.";
    AND = 11, "`and`, `plus`, `also`.";
    OR = 12, "`or`.";
    CONDITION = 13, "A word that opens a condition: `if`, `when`, `while`.";
    EXCEPTION = 14, "`unless`, `except`.";
    SUBJECTIVE = 15, "A judgement that depends on who judges.";
    AMOUNT = 16, "An amount without a number.";
    SPEED = 17, "A time without a number.";
    LOOSE = 18, "An adverb that loosens what it stands beside.";
    HEDGE = 19, "An adverb of doubt.";
    COMPARATIVE = 20, "A comparison.";
    SUPERLATIVE = 21, "A claim to be the utmost.";
    BOUNDLESS = 22, "A word that asks for a limit and names none.";
    ACTOR = 23, "Something or somebody that can act.";
    VERB = 24, "The base form of a verb of doing.";
    PARTICIPLE = 25, "A past participle.";
    PLACEHOLDER = 26, "A mark that something is still to be written.";
    UNIT = 27, "A unit of measure.";
    PHRASE = 28, "A word that opens a phrase of the table of phrases.";
    FUNCTION = 29, "A word that carries grammar, not content.";
    ACRONYM = 30, "An abbreviation every reader of specifications knows.";
    NUMERAL = 31, "A number written as a word.";
    PERSONAL = 32, "Data about a person.";
    SECRET = 33, "Something that must stay secret.";
    PAYMENT = 34, "Money changing hands.";
    SIGN_IN = 35, "Proving who one is.";
    UNDO = 36, "Going back to how it was.";
    SINGULAR = 37, "`it`, `this`, `that`: one thing.";
    UNSURE = 38, "An adjective of possibility or need.";
    EXTERNAL = 39, "Something outside that can fail.";
    PREVENT = 40, "A verb that forbids: prevent, reject, deny.";
    QUANTIFIER = 41, "All, every, each, none.";
    ADVERB = 42, "An adverb of manner or time, harmless in itself.";
    FAILURE = 43, "Something going wrong.";
    REMOVE = 44, "A verb that destroys or hides.";
    PLAIN_SUBJECTIVE = 45, "An adjective that judges in one sentence and only describes in the next.";
    OPEN_LIST = 46, "An end of a list that leaves it open: `etc`.";
    REVIEW = 47, "A word of reviewing, or of speaking to a model.";
    MEASURE = 48, "A noun that wants a number: amount, period, level.";
    ELASTIC = 49, "An adjective that stretches a measure: modest, generous.";
    WISH = 50, "A phrase that wishes where a duty is meant.";
    NUMBER = 51, "Digits, quoted or not: only a sentence has this class.";
    DOUBLED = 53, "A word that stands twice in a row: only a sentence has this class.";
    SEVERAL_DUTIES = 55, "More than one duty: only a sentence has this class.";
    BLANK = 56, "A duty that no word follows at once: only a sentence has this class.";
    COMPARES = 57, "A mark that compares, such as `<`: only a sentence has this class.";
    VARIANT = 58, "A phrase that is also written as one word.";
    PHRASE_SECOND = 54, "A word that stands second in a phrase of the table of phrases.";
    SLOT = 59, "A mark that can hold or stand for what is not written: only a sentence has this class.";
    UNDECIDED = 60, "A word of a decision that is still to be made.";
    GRADE = 61, "A word that grades or takes a share of a whole.";
    TRIGGER = 52, "A word that makes some rule look at its sentence.";
}

impl Classes {
    /// No class.
    pub const NONE: Classes = Classes(0);

    /// Returns the classes of both.
    #[must_use]
    #[inline]
    pub const fn with(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }

    /// Returns the classes as bits.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Tells whether there is a common class.
    #[inline]
    pub const fn intersects(self, other: Classes) -> bool {
        self.0 & other.0 != 0
    }
}

/// The words of a phrase after its first, and the class of the whole.
pub type Phrase = (Vec<u64>, Classes);

/// A duty, a wish, a permission or an ability.
pub const MODAL: Classes =
    Classes::MUST.with(Classes::SHOULD).with(Classes::MAY).with(Classes::MIGHT).with(Classes::CAN);

/// The identity that no word has.
pub const NO_WORD: u64 = 0;

/// Returns the identity of a word that is known when the program is built.
#[inline]
pub const fn id(word: &str) -> u64 {
    hash(word.as_bytes())
}

/// Returns the identities of words that are known when the program is built.
pub const fn ids<const N: usize>(words: [&str; N]) -> [u64; N] {
    let mut ids = [0; N];
    let (mut words, mut places): (&[&str], &mut [u64]) = (&words, &mut ids);
    while let (Some((word, words_left)), Some((place, places_left))) =
        (words.split_first(), places.split_first_mut())
    {
        *place = id(word);
        (words, places) = (words_left, places_left);
    }
    ids
}

/// Rules, by their place in the table of triggers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Triggers(u64);

impl Triggers {
    /// Returns the rule at a place of the table; nothing beyond the sixty-fourth.
    pub fn only(place: usize) -> Triggers {
        Triggers(u32::try_from(place).ok().and_then(|place| 1_u64.checked_shl(place)).unwrap_or(0))
    }

    /// Returns the rules of both.
    #[must_use]
    #[inline]
    pub fn with(self, other: Triggers) -> Triggers {
        Triggers(self.0 | other.0)
    }

    /// Tells whether there is a common rule.
    #[inline]
    pub fn intersects(self, other: Triggers) -> bool {
        self.0 & other.0 != 0
    }
}

/// Returns the rules that look at a sentence because of a word.
#[inline]
pub fn triggers(id: u64) -> Triggers {
    LEXICON.rest(id).map_or_else(Triggers::default, |rest| rest.triggers)
}

/// Returns the table itself, for whoever asks it of every word of a document.
pub(crate) fn table() -> &'static Lexicon {
    &LEXICON
}

/// Returns the classes of a word by its identity.
pub fn classes(id: u64) -> Classes {
    LEXICON.classes(id)
}

/// Returns the phrases that begin with a word: the words after it, and the class of the whole.
pub fn phrases(first: u64) -> &'static [Phrase] {
    LEXICON.rest(first).map_or(&[], |rest| rest.phrases.as_slice())
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::build);

/// An open-addressed table: words are looked up once for every word of every document.
pub(crate) struct Lexicon {
    /// The words with their classes.
    slots: Vec<(u64, Classes)>,
    /// A bit for every word that is known, and for few others: small enough to stay close to the processor.
    seen: Vec<u64>,
    /// Where in the list is what else is known about the words in the same slots.
    places: Vec<u16>,
    /// What else is known about a few words; the first entry is that of all others.
    rest: Vec<Rest>,
}

/// What few words have.
#[derive(Debug, Default)]
struct Rest {
    /// The rules the word triggers.
    triggers: Triggers,
    /// The phrases that begin with it, the longest first.
    phrases: Vec<Phrase>,
}

impl Lexicon {
    const SLOTS: usize = 1 << 14;
    const SEEN: usize = 1 << 10;

    fn build() -> Self {
        let mut lexicon = Self {
            slots: vec![(0, Classes::NONE); Self::SLOTS],
            seen: vec![0; Self::SEEN],
            places: vec![0; Self::SLOTS],
            rest: vec![Rest::default()],
        };
        for (classes, list) in words::TABLE {
            for word in list.split_whitespace() {
                lexicon.insert(hash(word.as_bytes()), *classes);
            }
        }
        for (classes, list) in words::VERBS {
            for word in list.split_whitespace() {
                for form in forms(word) {
                    lexicon.insert(hash(form.0.as_bytes()), classes.with(form.1));
                }
            }
        }
        for (place, (_, lists)) in registry::triggers().enumerate() {
            for id in lists.iter().copied().flatten().filter(|id| **id != NO_WORD) {
                lexicon.insert(*id, Classes::TRIGGER);
                if let Some(rest) = lexicon.rest_mut(*id) {
                    rest.triggers = rest.triggers.with(Triggers::only(place));
                }
            }
        }
        for (classes, list) in words::PHRASES {
            for phrase in list.split(',') {
                lexicon.insert_phrase(phrase, *classes);
            }
        }
        for phrase in variants::open() {
            lexicon.insert_phrase(phrase, Classes::VARIANT);
        }
        lexicon
    }

    fn insert_phrase(&mut self, phrase: &str, classes: Classes) {
        let mut ids = phrase.split_whitespace().map(|word| hash(word.as_bytes()));
        let Some(first) = ids.next() else {
            return;
        };
        let words: Vec<u64> = ids.collect();
        if let Some(second) = words.first() {
            self.insert(*second, Classes::PHRASE_SECOND);
        }
        self.insert(first, Classes::PHRASE);
        if let Some(rest) = self.rest_mut(first) {
            let longer = |(other, _): &Phrase| other.len() >= words.len();
            let at = rest.phrases.partition_point(longer);
            rest.phrases.insert(at, (words, classes));
        }
    }

    /// Adds classes to a word.
    fn insert(&mut self, id: u64, classes: Classes) {
        let (place, bit) = Self::bit(id);
        if let Some(bits) = self.seen.get_mut(place) {
            *bits |= bit;
        }
        let slot = Self::slots(id).find(|at| self.is_free(*at, id));
        if let Some((key, known)) = slot.and_then(|slot| self.slots.get_mut(slot)) {
            (*key, *known) = (id, known.with(classes));
        }
    }

    /// Returns what else is known about a word, to add to it.
    fn rest_mut(&mut self, id: u64) -> Option<&mut Rest> {
        let (slot, _) = self.find(id)?;
        let place = self.places.get_mut(slot)?;
        if *place == 0 {
            *place = u16::try_from(self.rest.len()).ok()?;
            self.rest.push(Rest::default());
        }
        self.rest.get_mut(usize::from(*place))
    }

    /// Returns where the bit of a word is: other parts of the identity than those that choose its slot.
    #[inline]
    fn bit(id: u64) -> (usize, u64) {
        let place = usize::try_from((id >> 32) & (Self::SEEN as u64 - 1)).unwrap_or_default();
        (place, 1 << (id >> 58))
    }

    fn is_free(&self, at: usize, id: u64) -> bool {
        self.slots.get(at).is_some_and(|(key, _)| *key == 0 || *key == id)
    }

    /// Returns the classes of a word.
    #[inline]
    pub(crate) fn classes(&self, id: u64) -> Classes {
        self.find(id).map_or(Classes::NONE, |(_, classes)| classes)
    }

    #[inline]
    fn rest(&self, id: u64) -> Option<&Rest> {
        let (slot, _) = self.find(id)?;
        self.rest.get(usize::from(*self.places.get(slot)?))
    }

    /// Finds the slot of a word, with its classes.
    #[inline]
    fn find(&self, id: u64) -> Option<(usize, Classes)> {
        let (place, bit) = Self::bit(id);
        self.seen.get(place).filter(|bits| *bits & bit != 0)?;
        for at in Self::slots(id) {
            match self.slots.get(at) {
                Some((key, classes)) if *key == id => return Some((at, *classes)),
                Some((0, _)) | None => break,
                Some(_) => {}
            }
        }
        None
    }

    /// Returns the slots a word can be in, the likeliest first.
    #[inline]
    fn slots(id: u64) -> impl Iterator<Item = usize> {
        let first = usize::try_from(id & (Self::SLOTS as u64 - 1)).unwrap_or_default();
        (0..64).map(move |step| (first + step) & (Self::SLOTS - 1))
    }
}

/// Returns the forms of a regular verb, or those given as `base/past/participle`.
fn forms(entry: &str) -> Vec<(String, Classes)> {
    let mut parts = entry.split('/');
    let base = parts.next().unwrap_or_default();
    let irregular: Vec<&str> = parts.collect();
    let ends_in_e = base.ends_with('e');
    let consonant_y = base.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    let third = match consonant_y {
        Some(stem) => format!("{stem}ies"),
        None if base.ends_with(['s', 'x', 'z']) || base.ends_with("ch") || base.ends_with("sh") => {
            format!("{base}es")
        }
        None => format!("{base}s"),
    };
    let gerund_stem =
        if ends_in_e && !base.ends_with("ee") { base.trim_end_matches('e') } else { base };
    let mut all = vec![(base.to_owned(), Classes::VERB), (third, Classes::VERB)];
    all.push((format!("{gerund_stem}ing"), Classes::NONE));
    if irregular.is_empty() {
        let past = match consonant_y {
            Some(stem) => format!("{stem}ied"),
            None if ends_in_e => format!("{base}d"),
            None => format!("{base}ed"),
        };
        all.push((past, Classes::PARTICIPLE));
    }
    all.extend(irregular.into_iter().map(|form| (form.to_owned(), Classes::PARTICIPLE)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_known_whatever_its_case() {
        assert_eq!(hash(b"SHALL"), id("shall"));
        assert!(classes(hash(b"Shall")).intersects(Classes::MUST));
        assert_eq!(classes(id("zxqwv")), Classes::NONE);
        assert_eq!(ids(["shall", "must"]), [id("shall"), id("must")]);
    }

    #[test]
    fn a_word_has_one_identity_however_it_is_read() {
        let text = b"Internationalisation, and more";
        for len in 0..=20 {
            let word = text.get(..len).unwrap();
            assert_eq!(hash_first(text, len), hash(word), "{len}");
            assert_eq!(hash_first(word, len), hash(word), "{len} at the end");
        }
        let and = u64::from_le_bytes(*b"And more") & first_bytes(3);
        assert_eq!(hash_short(and, 3), id("and"));
        assert_eq!((first_bytes(0), first_bytes(8)), (0, u64::MAX));
    }

    #[test]
    fn verbs_are_known_in_all_their_forms() {
        for word in ["encrypt", "encrypts", "encrypted", "retries", "retried", "sent"] {
            let known = classes(id(word));
            assert!(known.intersects(Classes::VERB.with(Classes::PARTICIPLE)), "{word}");
        }
    }

    #[test]
    fn the_longest_phrase_comes_first() {
        let lengths: Vec<usize> = phrases(id("as")).iter().map(|(words, _)| words.len()).collect();
        assert!(lengths.is_sorted_by(|a, b| a >= b));
        assert!(lengths.len() > 1);
    }
}

//! What words make of a demand, by learned weights: a bound without a measure, a duty that is none, something still to be
//! written, a subject that is nobody, a second duty.
//!
//! Lists of such words do not end, so none is kept here. Each word of a statement is weighed by itself, by the words around it and
//! by how words like it are used (their clusters). The weights are learned by `cargo xtask train-wording` from wordings that
//! were written for it, put into statements of strangers, and from what strangers' documents say without a defect.

pub mod key;
mod table;

use crate::{
    lexicon::{self, Classes},
    model::{Role, Shape, Text, Token, TokenKind},
};

use key::{CLASSES, CODE, DEPTHS, EDGE, NAME, NUMBER, REACH, Sort};

/// What words can make of a demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wording {
    /// A time that nobody can measure.
    Time,
    /// A number, a share or a size that nobody can measure.
    Amount,
    /// A duty that is a wish, an effort or a leave.
    Weak,
    /// Something that is still to be written or decided.
    Open,
    /// A subject that names nobody.
    Nobody,
    /// What sets a second duty beside the first.
    Joint,
}

impl Wording {
    /// Every one, in the order of the table.
    pub const ALL: [Wording; CLASSES] = [
        Wording::Time,
        Wording::Amount,
        Wording::Weak,
        Wording::Open,
        Wording::Nobody,
        Wording::Joint,
    ];

    /// Returns how much speaks for it.
    pub fn of(self, scores: &Scores) -> f32 {
        let [time, amount, weak, open, nobody, joint] = *scores;
        match self {
            Wording::Time => time,
            Wording::Amount => amount,
            Wording::Weak => weak,
            Wording::Open => open,
            Wording::Nobody => nobody,
            Wording::Joint => joint,
        }
    }
}

/// How much speaks for each wording, in the order of [`Wording::ALL`]. Above zero it is more likely than not.
pub type Scores = [f32; CLASSES];

/// Words of a sentence that likely make something of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worded {
    /// The sentence: an index into the document's sentences.
    pub sentence: usize,
    /// What they make of it.
    pub wording: Wording,
    /// The first token, counted from the sentence's first.
    pub at: usize,
    /// How many they are.
    pub len: usize,
    /// How much speaks for it.
    pub score: f32,
}

/// Tells by its identity whether a word is one of English that is known here.
pub(crate) fn is_english(word: u64) -> bool {
    table::cluster(word).is_some()
}

/// Reads the sentences in which a document says something of its own, and returns for each wording the likeliest words.
pub(crate) fn read(text: &Text<'_>) -> Vec<Worded> {
    /// Less than this is never told.
    const LEAST: f32 = -0.5;
    /// Fewer words are no statement, and more are several.
    const FEWEST: u32 = 4;
    const MOST: u32 = 400;
    if !text.kind.specifies() {
        return Vec::new();
    }
    let mut weigher = Weigher::of_text(text.tokens.len());
    let mut found = Vec::new();
    for (sentence, own) in text.sentences.iter().enumerate() {
        let is_demanded = own.role.binds() || own.classes.intersects(Classes::MUST);
        let is_said = is_demanded || own.role.is_own() && own.meaning.specifies();
        let is_statement = (FEWEST..=MOST).contains(&(own.after - own.first));
        if !is_said || !is_statement || own.role == Role::Template {
            continue;
        }
        let tokens = text.tokens(own);
        // What its neighbours add at most is known, so that hardly any statement is looked at for its likeliest words.
        let most = weigher.weigh(text.document.text(), tokens);
        let may_be = |wording: &Wording| wording.of(&most) > LEAST - NEAR / 2.0;
        if !Wording::ALL.iter().any(may_be) {
            continue;
        }
        let scores = weigher.scores();
        let first = found.len();
        for wording in Wording::ALL.into_iter().filter(may_be) {
            let most = likeliest(tokens, scores, wording);
            if let Some((at, score)) = most.filter(|(_, score)| *score > LEAST) {
                let (at, len) = around(scores, at, |scores| wording.of(scores));
                found.push(Worded { sentence, wording, at, len, score });
            }
        }
        keep_likeliest(&mut found, first);
    }
    found
}

/// Keeps of the words of a sentence that are taken for two things what is likelier.
fn keep_likeliest(found: &mut Vec<Worded>, first: usize) {
    if found.len() < first + 2 {
        return;
    }
    let own: Vec<Worded> = found.drain(first..).collect();
    let meets =
        |one: &Worded, other: &Worded| one.at < other.at + other.len && other.at < one.at + one.len;
    let loses =
        |one: &&Worded| !own.iter().any(|other| meets(one, other) && other.score > one.score);
    found.extend(own.iter().filter(loses));
}

/// Returns the likeliest word of a statement with how much speaks for it.
///
/// Hardly any wording is one word alone, so the likelier of its neighbours counts half; and where that speaks against it, a
/// word that carries only grammar says nothing.
pub fn likeliest(tokens: &[Token], scores: &[Scores], wording: Wording) -> Option<(usize, f32)> {
    let score =
        |at: Option<usize>| at.and_then(|at| scores.get(at)).map_or(-NEAR, |own| wording.of(own));
    let likely = tokens.iter().enumerate().filter_map(|(at, token)| {
        let near = score(at.checked_sub(1)).max(score(Some(at + 1))).clamp(-NEAR, NEAR);
        (near > 0.0 || says(token, wording)).then(|| (at, score(Some(at)) + near / 2.0))
    });
    likely.max_by(|(_, one), (_, other)| one.total_cmp(other))
}

/// How much of what a neighbour says counts at most.
const NEAR: f32 = 3.0;

/// Tells whether a word says something by itself; a pronoun is a subject by itself.
fn says(token: &Token, wording: Wording) -> bool {
    const GRAMMAR: Classes = Classes::PREPOSITION.with(Classes::BE).with(Classes::CONDITION);
    let is_grammar = token.is(GRAMMAR)
        || ARTICLES.contains(&token.id)
        || wording != Wording::Nobody
            && token.is(Classes::FUNCTION.with(Classes::DETERMINER).with(Classes::PRONOUN));
    token.is_plain_word() && !is_grammar
}

const ARTICLES: [u64; 3] = lexicon::ids(["the", "a", "an"]);

/// Returns the words around the likeliest one that belong to it.
fn around(scores: &[Scores], most: usize, of: impl Fn(&Scores) -> f32) -> (usize, usize) {
    /// How little may speak for a neighbour.
    const NEIGHBOUR: f32 = -1.0;
    let belongs = |scores: &&Scores| of(scores) > NEIGHBOUR;
    let (before, rest) = scores.split_at(most);
    let first = most - before.iter().rev().take_while(belongs).count();
    (first, most - first + 1 + rest.iter().skip(1).take_while(belongs).count())
}

/// Weighs statements, and keeps what each word weighs by itself.
struct Weigher {
    kept: Vec<Kept>,
    edge: Alone,
    /// The words of the statement.
    words: Vec<Word>,
    /// What speaks for each class at each word, with room for what stands around the statement.
    sums: Vec<Sums>,
    scores: Vec<Scores>,
}

/// A word that was met.
#[derive(Clone, Copy)]
struct Kept {
    /// Its identity, and what sort of token it is; zero where none is kept.
    whose: (u64, u16),
    word: Word,
    alone: Alone,
}

/// How many sums are added at once: one for each class, and some that are never looked at.
const LANES: usize = 8;

/// How many places a word speaks for: those from two before it to two behind it.
const SPREAD: usize = 2 * REACH as usize + 1;

/// What a word by itself adds to each of these places.
type Alone = [Sums; SPREAD];

/// What speaks for each class at one place.
type Sums = [i16; LANES];

/// Before the first word and behind the last there are as many edges as a word reaches, which reach as far.
const MARGIN: usize = 2 * REACH as usize;

impl Weigher {
    /// Makes room for the words of a text with so many tokens.
    fn of_text(tokens: usize) -> Self {
        const MOST: usize = 1 << 14;
        let slots = (tokens / 4).next_power_of_two().clamp(64, MOST);
        let none = Kept { whose: (0, 0), word: Word::EDGE, alone: Alone::default() };
        Self {
            kept: vec![none; slots],
            edge: of_alone(&Word::EDGE),
            words: Vec::new(),
            sums: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// Weighs the words of a statement, and returns the most that speaks for each wording anywhere.
    fn weigh(&mut self, text: &str, tokens: &[Token]) -> Scores {
        self.words.clear();
        self.sums.clear();
        self.sums.resize(tokens.len() + 2 * MARGIN, table::BIAS);
        let edges = REACH as usize;
        for edge in 0..edges {
            spread(&mut self.sums, edge, &self.edge);
            spread(&mut self.sums, edges + tokens.len() + edge, &self.edge);
        }
        for (at, token) in (edges..).zip(tokens) {
            let sort = match token.kind {
                TokenKind::Word => 1,
                TokenKind::Number => 2,
                TokenKind::Code => 3,
                TokenKind::Name => 4,
                TokenKind::Mark(mark) => 0x100 + u16::from(mark),
            };
            // Of what is no word only the sort is weighed.
            let whose = (if sort == 1 { token.id } else { u64::from(sort) << 32 }, sort);
            let slot = usize::try_from(whose.0 >> 32).unwrap_or_default() & (self.kept.len() - 1);
            let Some(kept) = self.kept.get_mut(slot) else { break };
            if kept.whose != whose {
                let word = Word::of(text, token);
                *kept = Kept { whose, word, alone: of_alone(&word) };
            }
            spread(&mut self.sums, at, &kept.alone);
            self.words.push(Word { shape: token.shape, ..kept.word });
        }
        let mut most: Sums = [i16::MIN; LANES];
        for (at, own) in self.sums.iter_mut().skip(MARGIN).take(tokens.len()).enumerate() {
            // What the words say one by one is hardly ever turned round by what they say together.
            if own.iter().fold(i16::MIN, |most, sum| most.max(*sum)) > UNLIKELY {
                together(&self.words, at, |sort, parts| {
                    if let Some(weights) = table::weights(key::key(sort, parts)) {
                        add(own, &weights);
                    }
                });
            }
            for (most, sum) in most.iter_mut().zip(&*own) {
                *most = (*most).max(*sum);
            }
        }
        scores(&most)
    }

    /// Returns what speaks for each wording at each word of the statement that was weighed last.
    fn scores(&mut self) -> &[Scores] {
        self.scores.clear();
        self.scores.extend(self.sums.iter().skip(MARGIN).take(self.words.len()).map(scores));
        &self.scores
    }
}

/// Returns what a word by itself adds to the places around it.
fn of_alone(word: &Word) -> Alone {
    let mut sums = Alone::default();
    // Two places before it the word stands two places behind.
    for (sums, distance) in sums.iter_mut().zip((-REACH..=REACH).rev()) {
        alone(word, distance, |sort, parts| {
            if let Some(weights) = table::weights(key::key(sort, parts)) {
                add(sums, &weights);
            }
        });
    }
    sums
}

/// Adds what a word says by itself to the places around it.
#[inline]
fn spread(sums: &mut [Sums], first: usize, alone: &Alone) {
    if let Some(sums) = sums.get_mut(first..).and_then(<[Sums]>::first_chunk_mut::<SPREAD>) {
        for (sums, weights) in sums.iter_mut().zip(alone) {
            add(sums, weights);
        }
    }
}

/// Adds weights up. No sum of a few dozen small weights is too large for the type.
#[inline]
fn add(sums: &mut Sums, weights: &Sums) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += weight;
    }
}

fn scores([time, amount, weak, open, nobody, joint, ..]: &Sums) -> Scores {
    [time, amount, weak, open, nobody, joint].map(|sum| f32::from(*sum) / SCALE)
}

/// Up to which sum of its single words a place is not looked at more closely.
const UNLIKELY: i16 = -72;

/// How many of the table's units are one.
pub const SCALE: f32 = 16.0;

/// A token as it is weighed.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    /// What is written there.
    symbol: u64,
    /// How words like it are used; nothing for what is no word, and for a word that is not known.
    cluster: Option<u16>,
    /// The same in few bits, for what stands side by side.
    alike: u64,
    /// The last letters.
    ending: Option<u64>,
    shape: Shape,
    classes: u64,
}

impl Word {
    /// Reads a token.
    pub fn of(text: &str, token: &Token) -> Self {
        let is_word = token.kind == TokenKind::Word;
        let cluster = if is_word { table::cluster(token.id) } else { None };
        let symbol = match token.kind {
            TokenKind::Word => token.id,
            TokenKind::Number => const { lexicon::id(NUMBER) },
            TokenKind::Code => const { lexicon::id(CODE) },
            TokenKind::Name => const { lexicon::id(NAME) },
            TokenKind::Mark(mark) => lexicon::hash(&[mark]),
        };
        let alike = match (token.kind, cluster) {
            (TokenKind::Word, Some(path)) => u64::from(path & 0xff),
            (TokenKind::Word, None) => 0x100,
            (TokenKind::Number, _) => 0x101,
            (TokenKind::Code, _) => 0x102,
            (TokenKind::Name, _) => 0x103,
            (TokenKind::Mark(mark), _) => 0x200 + u64::from(mark),
        };
        let letters = token.span().of(text).as_bytes();
        let ending = letters.last_chunk::<3>().filter(|_| is_word && letters.len() > 3);
        Self {
            symbol,
            cluster,
            alike,
            ending: ending.map(|ending| lexicon::hash(ending)),
            shape: token.shape,
            classes: token.classes.bits(),
        }
    }

    /// What stands before the first word and behind the last.
    const EDGE: Word = Word {
        symbol: lexicon::id(EDGE),
        cluster: None,
        alike: 0x104,
        ending: None,
        shape: Shape::Lower,
        classes: 0,
    };
}

/// Goes through the features of a word among others.
pub fn features(words: &[Word], at: usize, mut weighed: impl FnMut(Sort, [u64; 3])) {
    for distance in -REACH..=REACH {
        let place = at.checked_add_signed(isize::from(distance));
        let word = place.and_then(|place| words.get(place)).unwrap_or(&Word::EDGE);
        alone(word, distance, &mut weighed);
    }
    together(words, at, weighed);
}

/// Goes through the features that a word has by itself at some distance.
#[inline]
fn alone(word: &Word, distance: i8, mut weighed: impl FnMut(Sort, [u64; 3])) {
    weighed(Sort::Word(distance), [word.symbol, 0, 0]);
    if let Some(path) = word.cluster {
        for depth in DEPTHS {
            let cut = u64::from(path) & ((1 << depth) - 1);
            weighed(Sort::Cluster(distance, depth), [cut, 0, 0]);
        }
    }
    if distance.unsigned_abs() <= 1 {
        let mut rest = word.classes;
        while rest != 0 {
            weighed(Sort::Class(distance), [u64::from(rest.trailing_zeros()), 0, 0]);
            rest &= rest - 1;
        }
    }
    if let Some(ending) = word.ending.filter(|_| distance == 0) {
        weighed(Sort::Ending, [ending, 0, 0]);
    }
}

/// Goes through the features that a word has by how it is written and by its neighbours.
#[inline]
fn together(words: &[Word], at: usize, mut weighed: impl FnMut(Sort, [u64; 3])) {
    let word = |place: Option<usize>| place.and_then(|at| words.get(at)).unwrap_or(&Word::EDGE);
    let (before, own, after) = (word(at.checked_sub(1)), word(Some(at)), word(Some(at + 1)));
    let shape = match own.shape {
        Shape::Lower => 0,
        Shape::Title => 1,
        Shape::Upper => 2,
        Shape::Mixed => 3,
    };
    weighed(Sort::Shape, [shape, 0, 0]);
    weighed(Sort::Before, [before.symbol, own.symbol, 0]);
    weighed(Sort::After, [own.symbol, after.symbol, 0]);
    weighed(Sort::Around, [before.symbol, after.symbol, 0]);
    weighed(Sort::Three, [before.symbol, own.symbol, after.symbol]);
    weighed(Sort::ClusterBefore, [before.alike, own.alike, 0]);
    weighed(Sort::ClusterAfter, [own.alike, after.alike, 0]);
    weighed(Sort::ClusterThree, [before.alike, own.alike, after.alike]);
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;
    use crate::Model;

    /// Returns what is made of a sentence, with the words that make it so.
    fn made_of(sentence: &str) -> Vec<(Wording, String)> {
        let packet = markdown_prd("prd.md", sentence).value;
        let model = Model::of(&packet);
        let text = model.texts.first().unwrap();
        let worded = text.worded().iter().filter(|one| one.score > 1.0);
        let words = worded.map(|one| {
            let tokens = text.tokens(text.sentences.get(one.sentence).unwrap());
            let (first, last) =
                (tokens.get(one.at).unwrap(), tokens.get(one.at + one.len - 1).unwrap());
            let words = document_words(text, first, last);
            (one.wording, words)
        });
        words.collect()
    }

    fn document_words(text: &Text<'_>, first: &Token, last: &Token) -> String {
        let whole = text.document.text();
        whole.get(first.start as usize..last.end as usize).unwrap().to_owned()
    }

    #[test]
    fn words_that_no_list_has_are_told_by_how_they_are_used() {
        for (sentence, wording, words) in [
            (
                "The kiosk must print the receipt without keeping people waiting unduly.",
                Wording::Time,
                "waiting",
            ),
            (
                "The kiosk must keep a comfortable quantity of receipts.",
                Wording::Amount,
                "comfortable",
            ),
            ("The kiosk is warmly invited to print the receipt.", Wording::Weak, "invited"),
            ("The kiosk must print (wording still with marketing).", Wording::Open, "still"),
            (
                "Whichever colleague happens to be around must print the receipt.",
                Wording::Nobody,
                "Whichever",
            ),
            (
                "The kiosk must print it, not to mention that the till must log it.",
                Wording::Joint,
                "mention",
            ),
        ] {
            let made = made_of(sentence);
            let is_there = made.iter().any(|(own, said)| *own == wording && said.contains(words));
            assert!(is_there, "{sentence}: {made:?}");
        }
    }

    #[test]
    fn sound_sentences_make_nothing_of_it() {
        for sentence in [
            "The kiosk must print the receipt within 5 seconds.",
            "The kiosk must keep at most 20 receipts.",
            "The till must log every refund and its amount.",
        ] {
            assert_eq!(made_of(sentence), [], "{sentence}");
        }
    }

    #[test]
    fn every_line_of_the_tables_is_found_again() {
        let lines = include_str!("weights.txt").lines();
        for line in lines.filter(|line| !line.starts_with(['#', '='])) {
            let (key, weights) = key::line(line, lexicon::hash).unwrap();
            let found = table::weights(key).map(|found| found.to_vec());
            let weights = weights.into_iter().chain([0, 0]).map(i16::from).collect();
            assert_eq!(found, Some(weights), "{line}");
        }
        let lines = include_str!("clusters.txt").lines();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let (path, words) = line.split_once(' ').unwrap();
            let path = u16::from_str_radix(path, 16).unwrap();
            for word in words.split(' ') {
                assert_eq!(table::cluster(lexicon::hash(word.as_bytes())), Some(path), "{word}");
            }
        }
    }

    #[test]
    fn each_sort_of_feature_has_a_number_and_a_name_of_its_own() {
        let mut all = Sort::PLAIN.to_vec();
        for at in -REACH..=REACH {
            all.extend([Sort::Word(at), Sort::Class(at)]);
            all.extend(DEPTHS.map(|depth| Sort::Cluster(at, depth)));
        }
        let keys: std::collections::BTreeSet<u64> =
            all.iter().map(|sort| key::key(*sort, [7, 0, 0])).collect();
        let names: std::collections::BTreeSet<String> =
            all.iter().map(|sort| sort.name()).collect();
        assert_eq!((keys.len(), names.len()), (all.len(), all.len()));
    }
}

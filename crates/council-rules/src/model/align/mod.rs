//! Statements about the same thing, in whatever words: what they share, what only one of them has, and whether they agree.
//!
//! Every statement is a set of stems with a condition, a polarity and quantities. An index of rare stems says which
//! statements are compared, so that the work grows with the length of the document and not with its square.

mod decide;
mod frame;
mod index;
mod lead;
mod numbers;
mod overlap;
mod sentence_words;
mod statement;
mod weighed;
mod words;
mod wrapper;

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeSet,
};

use council_core::packet::{PassageKind, Span};

pub(crate) use self::words::meaning;
use self::{
    decide::Compared,
    index::Index,
    overlap::SideBySide,
    statement::{Reader, Statement, Stem},
    words::Words,
};
use super::{
    Role, Sentence, Text,
    context::{Context, Contexts},
};
use crate::lexicon::Classes;

/// Two statements about the same thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pair {
    /// The earlier one.
    pub(crate) earlier: Span,
    /// The later one.
    pub(crate) later: Span,
    /// How they stand to each other.
    pub(crate) relation: Relation,
    /// Whether one says again what the other says, hardly a word more or less.
    pub(crate) is_repeated: bool,
    /// Whether they stand so that both cannot be meant. One section may tell of two cases, so that what is said again in it
    /// is only worth a note.
    pub(crate) is_sure: bool,
}

/// How two statements about the same thing stand to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Relation {
    /// They say the same.
    Same,
    /// They say nearly the same, or one demands what the other tells.
    Near,
    /// They give two numbers: here in the earlier one, and here in the later one.
    Numbers(Span, Span),
    /// They measure one thing in two ways: a time here, a size there.
    Units(Span, Span),
    /// One of them demands what the other refuses: the words that show it, where there are some.
    Refusal(Option<Span>, Option<Span>),
    /// One of them has the opposite of a word of the other.
    Opposites(Span, Span),
}

/// Returns the pairs of statements about the same thing, at most one for each later statement.
pub(super) fn pairs(text: &Text<'_>) -> Vec<Pair> {
    let read = Statements::of(text);
    let mut index = Index::of(&read.stems);
    let mut pairs = Vec::new();
    let mut mirrored = BTreeSet::new();
    let mut copies = Copies::new(read.all.len());
    let other = |at: u32| read.compared(text, at);
    for at in 0_u32.. {
        let Some(own) = other(at) else { break };
        // What stands there word for word is compared with its first copy only, however many there are.
        let related = if let Some(first) = copies.first(&own, at, other) {
            decide::side_by_side(&first, &own)
                .and_then(|both| decide::relation(&first, &own, &both))
                .map(|pair| (permitted(pair, &first, &own), first.context.section))
        } else {
            let near = index.candidates(own.stems).iter().filter_map(|at| other(*at));
            let related = near.filter_map(|earlier| {
                let both = decide::side_by_side(&earlier, &own)?;
                let held = |pair: Pair| {
                    if matches!(pair.relation, Relation::Same | Relation::Near)
                        || are_rules(&pair, &earlier, &own)
                    {
                        return Some(pair);
                    }
                    is_turned_beside(&pair, &earlier, &own)
                        .then_some(Pair { is_sure: false, ..pair })
                };
                let pair = decide::relation(&earlier, &own, &both).and_then(held);
                let pair = pair.or_else(|| decide::echo(&earlier, &own, &both));
                // What is the same but for some words is looked at again for what these make of it.
                let repeats =
                    |pair: &Pair| matches!(pair.relation, Relation::Same | Relation::Near);
                let is_open = |pair: &Pair| pair.relation == Relation::Same && !pair.is_repeated;
                let again = || weighed::weighed(&earlier, &own, &both);
                let pair = match pair {
                    None => again()?.0,
                    Some(pair) if is_open(&pair) => again().map_or(pair, |(again, _)| again),
                    Some(pair) => {
                        let other = |(again, lead): &(Pair, f32)| {
                            repeats(again) != repeats(&pair) && *lead >= CLEAR
                        };
                        again().filter(other).map_or(pair, |(again, _)| again)
                    }
                };
                let pair = permitted(pair, &earlier, &own);
                let is_refusal = matches!(pair.relation, Relation::Refusal(..));
                (!is_refusal || can_refuse(&earlier, &own))
                    .then_some((pair, earlier.context.section))
            });
            let related = related.min_by_key(|(pair, _)| (!pair.is_sure, pair.relation.rank()));
            index.insert(at, own.stems);
            related
        };
        if let Some((pair, section)) = related {
            // Sections that repeat each other are said once to do so.
            let is_first = mirrored.insert((section, own.context.section));
            let repeats = matches!(pair.relation, Relation::Same | Relation::Near);
            if is_first || !repeats {
                pairs.push(pair);
            }
        }
    }
    pairs
}

/// How far what was learned is ahead where it says the contrary of what was read: that two statements agree, or exclude each
/// other.
const CLEAR: f32 = 3.0;

/// Takes a repeat for a contradiction where one of the two only allows what the other demands: `must` here, `may` there.
fn permitted(pair: Pair, earlier: &Compared<'_, '_>, later: &Compared<'_, '_>) -> Pair {
    let repeats = matches!(pair.relation, Relation::Same | Relation::Near);
    let allows = |own: &Compared<'_, '_>| own.rules(Classes::MAY.with(Classes::MIGHT));
    let demands = |own: &Compared<'_, '_>| own.rules(Classes::MUST);
    let is_turned = allows(earlier) && demands(later) || demands(earlier) && allows(later);
    if !(repeats && is_turned) {
        return pair;
    }
    let relation = Relation::Refusal(earlier.statement.modal, later.statement.modal);
    Pair { relation, is_sure: false, ..pair }
}

/// Tells whether one of two statements can refuse what the other demands: both forbid it, a story only wishes, and a step
/// says what does not happen in its own scenario.
fn can_refuse(earlier: &Compared<'_, '_>, later: &Compared<'_, '_>) -> bool {
    let (one, two) = (earlier.statement, later.statement);
    let forbid = one.is_ban() && two.is_ban();
    let wishes = |own: &Compared<'_, '_>| {
        own.sentence().is_some_and(|sentence| sentence.role == Role::Goal)
            && !own.rules(Classes::MUST)
    };
    let shows = |own: &Statement, other: &Statement| {
        own.is_step && !other.is_step && own.negations > other.negations
    };
    !(forbid || wishes(earlier) || wishes(later) || shows(one, two) || shows(two, one))
}

/// The statements of a document: each with where it stands, the stems of all of them, and what their words are worth.
struct Statements {
    all: Vec<(Statement, Context)>,
    stems: Vec<Stem>,
    known: RefCell<Words>,
    /// The words of each, read when it is first compared.
    words: Vec<OnceCell<sentence_words::SentenceWords>>,
}

impl Statements {
    /// Reads the statements of a document.
    fn of(text: &Text<'_>) -> Self {
        let contexts = Contexts::of(text);
        let mut reader = Reader::new(text);
        let mut all: Vec<(Statement, Context)> = Vec::new();
        for (index, sentence) in (0_u32..).zip(&text.sentences) {
            let Some(context) = contexts.at(sentence).filter(|_| !is_answer(text, sentence)) else {
                continue;
            };
            let row = row(text, index as usize, sentence);
            if let Some(statement) = reader.read(index, sentence, row) {
                all.push((statement, context));
            }
        }
        let words = vec![OnceCell::new(); all.len()];
        Self { all, stems: reader.stems, known: RefCell::new(reader.words), words }
    }

    /// Returns one of them, to be compared with others.
    fn compared<'m, 'a>(&'m self, text: &'m Text<'a>, at: u32) -> Option<Compared<'m, 'a>> {
        let (statement, context) = self.all.get(at as usize)?;
        let stems = self.stems.get(statement.first as usize..statement.after as usize)?;
        let words = self.words.get(at as usize)?;
        Some(Compared { text, statement, context, stems, words, known: &self.known })
    }
}

/// Two sentences that may be about the same thing, to learn from.
pub struct PairExample {
    /// The sentence that stands first.
    pub earlier: Span,
    /// The other one.
    pub later: Span,
    /// What is weighed: the name of each feature and its value.
    pub features: Vec<(&'static str, i32)>,
}

/// Returns all pairs of sentences of a document that are weighed.
pub fn pair_examples(text: &Text<'_>) -> Vec<PairExample> {
    let read = Statements::of(text);
    let mut index = Index::of(&read.stems);
    let mut examples = Vec::new();
    let compared = |at: u32| read.compared(text, at);
    for at in 0_u32.. {
        let Some(later) = compared(at) else { break };
        for earlier in index.candidates(later.stems).iter().filter_map(|at| compared(*at)) {
            let mut features = Vec::new();
            let each = |name, value| features.push((name, value));
            let weights = (earlier.statement.weight, later.statement.weight);
            let both = SideBySide::of((earlier.stems, weights.0), (later.stems, weights.1));
            if weighed::features(&earlier, &later, &both, each).is_some() {
                examples.push(PairExample {
                    earlier: earlier.span(),
                    later: later.span(),
                    features,
                });
            }
        }
        index.insert(at, later.stems);
    }
    examples
}

/// Tells whether two statements can exclude each other. Where a document argues or tells, both have to say that they
/// bind; a number has to be repeated at least in another part of it, and not in a list beside a list.
fn are_rules(pair: &Pair, earlier: &Compared<'_, '_>, later: &Compared<'_, '_>) -> bool {
    let (text, one, two) = (earlier.text, earlier.statement, later.statement);
    let is_turned = matches!(pair.relation, Relation::Refusal(..) | Relation::Opposites(..));
    // What is said again word for word and turned round cannot be meant, whatever the document is.
    if is_turned && pair.is_repeated && !text.are_parallel(pair.earlier, pair.later) {
        return earlier.context.section != later.context.section;
    }
    if text.kind.demands() {
        // Requirements beside each other rule on their own subjects, one adding what the other takes away.
        let is_own = is_turned && text.are_parallel(pair.earlier, pair.later);
        let is_listed = !is_turned || text.lists_demands_at(pair.earlier.start);
        return is_listed && !is_own && (one.is_duty || two.is_duty);
    }
    let is_number = matches!(pair.relation, Relation::Numbers(..));
    let is_item = |statement: &Statement| {
        let passage = text.sentences.get(statement.sentence as usize);
        let passage = passage.and_then(|sentence| text.passage(sentence));
        passage.is_some_and(|passage| passage.kind == PassageKind::Item)
    };
    let is_elsewhere = earlier.context.section != later.context.section;
    let repeats = is_number
        && is_elsewhere
        && !(is_item(one) && is_item(two))
        && !text.are_parallel(pair.earlier, pair.later);
    repeats || is_number && one.is_explicit && two.is_explicit
}

/// Tells whether a statement is said again and turned round in a passage of its own, where a document argues or tells.
fn is_turned_beside(pair: &Pair, earlier: &Compared<'_, '_>, later: &Compared<'_, '_>) -> bool {
    let is_turned = matches!(pair.relation, Relation::Refusal(..) | Relation::Opposites(..));
    is_turned
        && earlier.context.is_apart(later.context)
        && !earlier.text.are_parallel(pair.earlier, pair.later)
}

/// Tells whether a cell of a table says no more than `no` to what its column asks.
fn is_answer(text: &Text<'_>, sentence: &Sentence) -> bool {
    text.tokens(sentence).iter().all(|token| token.is(Classes::NOT))
        && text.passage(sentence).is_some_and(|passage| passage.kind == PassageKind::Cell)
}

/// Returns the cells before a short one in its row of a table: they say what its value is of.
fn row<'t>(text: &'t Text<'_>, index: usize, sentence: &Sentence) -> &'t [Sentence] {
    const SHORT: u32 = 8;
    const CELLS: usize = 3;
    let line = text.passage(sentence).filter(|passage| passage.kind == PassageKind::Cell);
    let Some(line) = line.map(|passage| passage.line) else { return &[] };
    if sentence.after - sentence.first > SHORT {
        return &[];
    }
    let before = text.sentences.get(index.saturating_sub(CELLS)..index).unwrap_or_default();
    let is_beside = |cell: &Sentence| {
        text.passage(cell).is_some_and(|own| own.line == line && own.kind == PassageKind::Cell)
    };
    let from = before.iter().rposition(|cell| !is_beside(cell)).map_or(0, |at| at + 1);
    before.get(from..).unwrap_or_default()
}

impl Relation {
    /// Returns how much it matters, the most first.
    fn rank(&self) -> u8 {
        match self {
            Relation::Numbers(..) => 0,
            Relation::Refusal(..) => 1,
            Relation::Opposites(..) => 2,
            Relation::Units(..) => 3,
            Relation::Same => 4,
            Relation::Near => 5,
        }
    }
}

/// The first of the statements with the same stems, polarity and quantities.
struct Copies {
    slots: Vec<u32>,
}

impl Copies {
    fn new(statements: usize) -> Self {
        Self { slots: vec![0; statements.next_power_of_two().max(8)] }
    }

    /// Returns the first statement that is a copy of one, or keeps this one as the first.
    fn first<'m, 'a>(
        &mut self,
        own: &Compared<'m, 'a>,
        at: u32,
        other: impl Fn(u32) -> Option<Compared<'m, 'a>>,
    ) -> Option<Compared<'m, 'a>> {
        let mixed = own.stems.iter().fold(17_u64, |key, stem| {
            (key.rotate_left(5) ^ u64::from(stem.id)).wrapping_mul(0x517c_c1b7_2722_0a95)
        });
        let slot = usize::try_from(mixed >> 24).unwrap_or_default() & (self.slots.len() - 1);
        let kept = self.slots.get_mut(slot)?;
        let Some(first) = kept.checked_sub(1) else {
            *kept = at + 1;
            return None;
        };
        other(first).filter(|first| first.is_copy(own))
    }
}

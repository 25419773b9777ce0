//! Statements about the same thing, in whatever words: what they share, what only one of them has, and whether they agree.
//!
//! Every statement is a set of stems with a condition, a polarity and quantities. An index of rare stems says which
//! statements are compared, so that the work grows with the length of the document and not with its square.

mod decide;
mod index;
mod statement;
mod words;

use council_core::packet::Span;

use self::{
    decide::Compared,
    index::Index,
    statement::{Reader, Statement, Stem},
};
use super::{
    Role, Text,
    context::{Context, Contexts},
};
use crate::{
    lexicon::{self, Classes},
    registry,
    rules::contradicting_duties,
};

pub(crate) use statement::STATING;

/// Two statements about the same thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pair {
    /// The earlier one.
    pub(crate) earlier: Span,
    /// The later one.
    pub(crate) later: Span,
    /// How they stand to each other.
    pub(crate) relation: Relation,
}

/// How two statements about the same thing stand to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Relation {
    /// They say the same.
    Same,
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
    let wanted = lexicon::MODAL.with(Classes::NOT).with(Classes::NUMBER);
    let stating = registry::trigger(&contradicting_duties::RULE);
    let contexts = Contexts::of(text);
    let mut reader = Reader::new(text);
    let mut read: Vec<(Statement, Context)> = Vec::new();
    for (index, sentence) in (0_u32..).zip(&text.sentences) {
        let is_stating = sentence.triggers.intersects(stating) || sentence.role == Role::NonGoal;
        if !sentence.role.binds() && !is_stating && !sentence.classes.intersects(wanted) {
            continue;
        }
        let Some(context) = contexts.at(sentence) else { continue };
        if let Some(statement) = reader.read(index, sentence) {
            read.push((statement, context));
        }
    }
    let stems = reader.stems;
    let mut index = Index::of(&stems);
    let mut pairs = Vec::new();
    let mut copies = Copies::new(read.len());
    let of = |statement: &Statement| -> &[Stem] {
        stems.get(statement.first as usize..statement.after as usize).unwrap_or_default()
    };
    for (at, (statement, context)) in (0_u32..).zip(&read) {
        let own = Compared { text, statement, context, stems: of(statement) };
        let other = |at: u32| {
            let (statement, context) = read.get(at as usize)?;
            Some(Compared { text, statement, context, stems: of(statement) })
        };
        // What stands there word for word is compared with its first copy only, however many there are.
        if let Some(first) = copies.first(&own, at, other) {
            pairs.extend(decide::relation(&first, &own));
            continue;
        }
        let near = index.candidates(own.stems).iter().filter_map(|at| other(*at));
        let related = near.filter_map(|earlier| decide::relation(&earlier, &own));
        pairs.extend(related.min_by_key(|pair| pair.relation.rank()));
        index.insert(at, own.stems);
    }
    pairs
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

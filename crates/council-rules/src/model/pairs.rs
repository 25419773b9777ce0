//! Statements about the same thing: the same words of content in the same order, whatever their numbers and negations.

use council_core::packet::{PassageKind, Span};

use super::{Dimension, Quantity, Role, Sentence, Text, Token, TokenKind, is_content};
use crate::lexicon::{self, Classes};

/// A statement, as it is compared with others.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) span: Span,
    /// How many words turn it round.
    pub(crate) negated: usize,
    /// The word that turns it round.
    pub(crate) negation: Option<Span>,
    /// The word that makes it binding.
    pub(crate) binding: Option<Span>,
    pub(crate) is_requirement: bool,
    /// Whether it is a demand among criteria that is no step of a scenario: a paragraph with a binding word.
    pub(crate) is_free_demand: bool,
    quantities: Vec<Quantity>,
}

/// The fewest words of content that make two statements about the same thing.
const FEWEST: usize = 4;

/// The fewest where every other word and mark is the same too.
const FEWEST_EXACT: usize = 2;

/// Returns the pairs of statements with the same words, each later one with the first.
pub(super) fn alike(text: &Text<'_>) -> Vec<(Statement, Statement)> {
    let is_stated = |sentence: &&Sentence| !matches!(sentence.role, Role::Label | Role::Question);
    let stated = || text.sentences.iter().filter(is_stated);
    let repeated = Repeated::of(stated().map(|sentence| sentence.content), text.sentences.len());
    let may_repeat = stated().filter(|sentence| repeated.may_hold(sentence.content));
    let keyed = may_repeat.filter_map(|one| Some((key(text.tokens(one), None)?, one)));
    let mut keyed: Vec<(u64, &Sentence)> = keyed.collect();
    keyed.sort_unstable_by_key(|(key, sentence)| (*key, sentence.first));
    let same = keyed.chunk_by(|(one, _), (other, _)| one == other);
    let mut pairs: Vec<(&Sentence, &Sentence)> = same
        .filter_map(<[_]>::split_first)
        .flat_map(|((_, first), later)| later.iter().map(|(_, later)| (*first, *later)))
        .collect();
    pairs.sort_unstable_by_key(|(_, later)| later.first);
    let compared = |(first, later)| (Statement::of(text, first), Statement::of(text, later));
    pairs.into_iter().map(compared).collect()
}

/// Which keys stand more than once: all of those, and a few others. Most statements stand alone, and are not compared.
struct Repeated {
    bits: Vec<u64>,
}

impl Repeated {
    /// A key chooses two neighbouring bits: the first is set when it stands once, the second when it stands again.
    fn of(keys: impl Iterator<Item = u64>, count: usize) -> Self {
        let mut repeated = Self { bits: vec![0; (count / 2).next_power_of_two()] };
        for key in keys {
            let (place, once) = repeated.place(key);
            if let Some(bits) = repeated.bits.get_mut(place) {
                *bits |= once | ((*bits & once) << 1);
            }
        }
        repeated
    }

    fn place(&self, key: u64) -> (usize, u64) {
        let places = self.bits.len() as u64 - 1;
        // A sum of identities is as good as one of them: all their bits are mixed.
        (usize::try_from((key >> 8) & places).unwrap_or_default(), 1 << (key >> 59 << 1))
    }

    fn may_hold(&self, key: u64) -> bool {
        let (place, once) = self.place(key);
        self.bits.get(place).is_some_and(|bits| bits & (once << 1) != 0)
    }
}

/// Returns what two statements about the same thing have in common, if there is enough of it. One token may be left out,
/// in which they are known to differ.
pub(crate) fn key(tokens: &[Token], without: Option<usize>) -> Option<u64> {
    let mix = |key: u64, id: u64| (key.rotate_left(5) ^ id).wrapping_mul(0x517c_c1b7_2722_0a95);
    let (mut count, mut content) = (0, 0);
    for token in compared(tokens, without).filter(|token| is_content(token)) {
        count += 1;
        content = mix(content, token.id);
    }
    if count >= FEWEST {
        return Some(content);
    }
    if count < FEWEST_EXACT || tokens.len() < 6 {
        return None;
    }
    let whole = compared(tokens, without).filter(|token| !token.is_mark(b'.'));
    Some(whole.fold(1, |key, token| mix(key, token.id)))
}

/// Goes through the tokens in which statements about the same thing agree: no numbers, no negations.
fn compared(tokens: &[Token], without: Option<usize>) -> impl Iterator<Item = &Token> {
    let mut follows_number = false;
    let agreeing = tokens.iter().enumerate().filter(move |(at, token)| {
        let is_number = token.kind == TokenKind::Number;
        // A unit belongs to its number, not to what is said about it.
        let is_unit = follows_number && token.is(Classes::UNIT);
        follows_number = is_number;
        !(is_number || is_unit || is_negation(token) || without == Some(*at))
    });
    agreeing.map(|(_, token)| token)
}

fn is_negation(token: &Token) -> bool {
    token.kind == TokenKind::Word && token.is(Classes::NOT) && token.id != lexicon::id("without")
}

/// Tells whether a sentence among criteria demands something without being a step or an item of a list.
fn is_free_demand(text: &Text<'_>, sentence: &Sentence) -> bool {
    let passage = text.passage(sentence).map(|passage| passage.kind);
    sentence.role == Role::Criterion
        && passage == Some(PassageKind::Paragraph)
        && sentence.classes.intersects(Classes::MUST)
}

impl Statement {
    fn of(text: &Text<'_>, sentence: &Sentence) -> Statement {
        let tokens = text.tokens(sentence);
        let negations = || tokens.iter().filter(|token| is_negation(token));
        Statement {
            span: sentence.span,
            negated: negations().count(),
            negation: negations().next().map(Token::span),
            binding: tokens.iter().find(|token| token.is(lexicon::MODAL)).map(Token::span),
            is_requirement: sentence.role == Role::Requirement,
            is_free_demand: is_free_demand(text, sentence),
            quantities: text.quantities(sentence).to_vec(),
        }
    }

    /// Returns the first quantity in which two statements differ: where it stands in the one and in the other.
    pub(crate) fn differing_quantity(one: &Statement, other: &Statement) -> Option<(Span, Span)> {
        if one.quantities.len() != other.quantities.len() {
            return None;
        }
        let pairs = one.quantities.iter().zip(&other.quantities);
        let mut differing = pairs.filter(|(a, b)| {
            a.unit.dimension == b.unit.dimension && (a.base() - b.base()).abs() > f64::EPSILON
        });
        differing.next().map(|(a, b)| (a.span, b.span))
    }

    /// Returns the first quantity that the one measures in another dimension than the other: a time here, a size there.
    pub(crate) fn differing_dimension(one: &Statement, other: &Statement) -> Option<(Span, Span)> {
        if one.quantities.len() != other.quantities.len() {
            return None;
        }
        let measured = |quantity: &Quantity| match quantity.unit.dimension {
            Dimension::Time | Dimension::Data | Dimension::Percent | Dimension::Rate => true,
            Dimension::Count => false,
        };
        let mut pairs = one.quantities.iter().zip(&other.quantities);
        let differing =
            pairs.find(|(a, b)| measured(a) && measured(b) && a.unit.dimension != b.unit.dimension);
        differing.map(|(a, b)| (a.span, b.span))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_stands_twice_is_never_missed(keys in prop::collection::vec(any::<u64>(), 0..40), again in 0_usize..40) {
            let twice = keys.get(again).copied();
            let repeated = Repeated::of(keys.iter().copied().chain(twice), keys.len() + 1);
            prop_assert!(twice.is_none_or(|key| repeated.may_hold(key)));
        }
    }
}

//! Statements about the same thing: the same words of content in the same order, whatever their numbers and negations.

use std::collections::BTreeMap;

use council_core::packet::Span;

use super::scan;
use crate::{
    lexicon::{self, Classes},
    model::{Quantity, Role, Text, TokenKind},
};

/// A statement, as it is compared with others.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub(super) span: Span,
    pub(super) negated: bool,
    /// The word that turns it round.
    pub(super) negation: Option<Span>,
    /// The word that makes it binding.
    pub(super) binding: Option<Span>,
    pub(super) is_requirement: bool,
    quantities: Vec<Quantity>,
}

/// The fewest words of content that make two statements about the same thing.
const FEWEST: usize = 4;

/// Returns the pairs of statements with the same words, each later one with the first.
pub(super) fn alike(text: &Text<'_>) -> Vec<(Statement, Statement)> {
    let mut first: BTreeMap<u64, (usize, Statement)> = BTreeMap::new();
    let mut found = Vec::new();
    for (index, sentence) in text.sentences.iter().enumerate() {
        if matches!(sentence.role, Role::Label | Role::Question) {
            continue;
        }
        let tokens = text.tokens(sentence);
        let mut key: u64 = 0;
        let mut count = 0;
        for token in scan::content(tokens).filter(|token| !token.is(Classes::NOT)) {
            key = (key.rotate_left(5) ^ token.id).wrapping_mul(0x517c_c1b7_2722_0a95);
            count += 1;
        }
        if count < FEWEST {
            continue;
        }
        let binding = tokens.iter().find(|token| token.is(lexicon::MODAL));
        let negation = tokens.iter().find(|token| {
            token.kind == TokenKind::Word
                && token.is(Classes::NOT)
                && token.id != lexicon::id("without")
        });
        let statement = Statement {
            span: sentence.span,
            negated: negation.is_some(),
            negation: negation.map(crate::model::Token::span),
            binding: binding.map(crate::model::Token::span),
            is_requirement: sentence.role == Role::Requirement,
            quantities: Quantity::all(text, tokens),
        };
        match first.get(&key) {
            Some((_, earlier)) => found.push((earlier.clone(), statement)),
            None => {
                first.insert(key, (index, statement));
            }
        }
    }
    found
}

impl Statement {
    /// Returns the first quantity in which two statements differ: where it stands in the one and in the other.
    pub(super) fn differing_quantity(one: &Statement, other: &Statement) -> Option<(Span, Span)> {
        if one.quantities.len() != other.quantities.len() {
            return None;
        }
        let pairs = one.quantities.iter().zip(&other.quantities);
        let mut differing = pairs.filter(|(a, b)| {
            a.unit.dimension == b.unit.dimension && (a.base() - b.base()).abs() > f64::EPSILON
        });
        differing.next().map(|(a, b)| (a.span, b.span))
    }
}

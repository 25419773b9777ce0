//! How a sentence opens: with a condition, with a remark, as a step of a scenario.

use crate::{
    lexicon::{self, Classes},
    model::{Quantity, Shape, Token, TokenKind},
};

/// What a phrase between commas does.
pub(super) enum Phrase {
    Remark,
    Condition,
    Part,
}

/// Says what a phrase that opens with a preposition does.
pub(super) fn phrase(tokens: &[Token], quantities: &[Quantity], from: usize, end: usize) -> Phrase {
    let within = tokens.get(from..end).unwrap_or_default();
    let is_empty = within.iter().any(|token| {
        REMARKS.contains(&token.id) || (token.is(Classes::QUANTIFIER) && !token.is(Classes::NOT))
    });
    if is_empty {
        return Phrase::Remark;
    }
    let measures = quantities.iter().any(|quantity| (from..end).contains(&quantity.at));
    if measures || within.len() < 2 { Phrase::Part } else { Phrase::Condition }
}

/// How a sentence opens.
pub(super) struct Lead {
    /// The first token that counts.
    pub(super) from: usize,
    /// Up to where a condition lasts.
    pub(super) condition: usize,
    /// Up to where a remark lasts.
    pub(super) remark: usize,
    pub(super) is_step: bool,
}

impl Lead {
    /// Reads how a sentence opens; nothing where it is a condition and nothing else.
    pub(super) fn of(source: &str, tokens: &[Token]) -> Option<Lead> {
        let mut lead = Lead { from: 0, condition: 0, remark: 0, is_step: false };
        let opener = |at: usize| tokens.get(at).filter(|token| token.kind == TokenKind::Word);
        let is_marked = |token: &Token| {
            let before =
                (token.start as usize).checked_sub(1).and_then(|at| source.as_bytes().get(at));
            token.shape == Shape::Upper || matches!(before, Some(b'*' | b'_'))
        };
        let first = tokens.iter().position(|token| token.kind == TokenKind::Word)?.min(3);
        let Some(token) = opener(first) else { return Some(lead) };
        if STEPS.contains(&token.id) && is_marked(token) {
            return Some(Lead { from: first + 1, is_step: true, ..lead });
        }
        lead.is_step = token.id == lexicon::id("given") && is_marked(token);
        let next = opener(first + 1).map(|token| token.id).unwrap_or_default();
        let is_condition = CONDITIONS.contains(&token.id)
            || (token.id == lexicon::id("as") && LASTING.contains(&next))
            || (token.id == lexicon::id("in") && next == lexicon::id("case"));
        // `Under no circumstances` and `at no time` turn round what follows.
        if next == lexicon::id("no") && !is_condition {
            return Some(lead);
        }
        if !is_condition && !token.is(Classes::PREPOSITION) {
            return Some(lead);
        }
        let rest = || tokens.iter().enumerate().skip(first + 1);
        let then = rest().rfind(|(_, token)| token.id == lexicon::id("then")).map(|(at, _)| at);
        let modal = rest().find(|(_, token)| token.is(lexicon::MODAL)).map(|(at, _)| at);
        let comma = |until: usize| {
            rest().take_while(|(at, _)| *at < until).filter(|(_, token)| token.is_mark(b',')).last()
        };
        let first_comma = rest().find(|(_, token)| token.is_mark(b',')).map(|(at, _)| at);
        let end = then
            .or_else(|| modal.filter(|_| is_condition).and_then(comma).map(|(at, _)| at))
            .or(first_comma)
            // `WHEN the button is pressed THE app SHALL beep` has no comma.
            .or_else(|| {
                let mut articles = rest().filter(|(_, token)| {
                    token.id == lexicon::id("the") && token.shape == Shape::Upper
                });
                articles.next_back().map(|(at, _)| at)
            });
        // `For planning purposes the limit is …` needs no comma.
        if !is_condition
            && let Some((at, _)) = rest().take(3).find(|(_, token)| REMARKS.contains(&token.id))
        {
            return Some(Lead { remark: at + 1, ..lead });
        }
        match end {
            Some(end) if is_condition => lead.condition = end,
            Some(end) => match phrase(tokens, &[], first, end) {
                Phrase::Remark => lead.remark = end,
                Phrase::Condition => {
                    let has_number = rest()
                        .take_while(|(at, _)| *at < end)
                        .any(|(_, token)| token.kind == TokenKind::Number);
                    lead.condition = if has_number { 0 } else { end };
                }
                Phrase::Part => {}
            },
            None if is_condition => return None,
            None => {}
        }
        Some(lead)
    }
}

const STEPS: [u64; 3] = lexicon::ids(["then", "and", "but"]);

const CONDITIONS: [u64; 14] = lexicon::ids([
    "if",
    "when",
    "whenever",
    "while",
    "unless",
    "until",
    "once",
    "except",
    "where",
    "provided",
    "given",
    "assuming",
    "whereas",
    "as-long-as",
]);

/// Words of phrases that only lead over.
const REMARKS: [u64; 26] = lexicon::ids([
    "reasons",
    "reason",
    "purposes",
    "purpose",
    "sake",
    "avoidance",
    "practice",
    "rule",
    "fact",
    "general",
    "short",
    "words",
    "addition",
    "contrast",
    "particular",
    "summary",
    "effect",
    "course",
    "repeat",
    "reiterate",
    "recap",
    "principle",
    "matter",
    "doubt",
    "clarity",
    "completeness",
]);

/// Words that open a condition after `as`.
pub(super) const LASTING: [u64; 2] = lexicon::ids(["soon", "long"]);

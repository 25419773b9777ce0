//! From passages to sentences: which of them bind, which are labels, questions, asides.

use council_core::packet::{Passage, PassageKind, Span};

use super::{
    Kind, Meaning, Quantity, Role, Sentence, Shape, Text, Token, TokenKind, sentence, token,
};
use crate::lexicon::{self, Classes, Triggers};

/// Reads the tokens and sentences of every passage.
pub(super) fn read(text: &mut Text<'_>) {
    let source = text.document.text();
    let spans = Spans::of(text);
    let passages = std::mem::take(&mut text.passages);
    let mut tokens = std::mem::take(&mut text.tokens);
    let mut sentences = Vec::with_capacity(passages.len());
    let mut quantities = Vec::new();
    for (index, passage) in passages.iter().enumerate() {
        let from = tokens.len();
        token::read(source, passage.span, &mut tokens);
        let own = tokens.get(from..).unwrap_or_default();
        if own.is_empty() {
            continue;
        }
        let meaning = labelled(source, passage).unwrap_or_else(|| text.meaning(passage.span.start));
        let base = u32::try_from(from).unwrap_or(u32::MAX);
        for (order, (first, after)) in sentence::split(source, own, base).into_iter().enumerate() {
            let range = tokens.get(first as usize..after as usize).unwrap_or_default();
            let (Some(head), Some(tail)) = (range.first(), range.last()) else {
                continue;
            };
            let span = Span::new(head.start as usize, tail.end as usize);
            let (classes, triggers) = known(range);
            let role = role(text.kind, passage, meaning, &spans, span, range, classes);
            let first_quantity = count(&quantities);
            if classes.intersects(Classes::NUMBER) {
                Quantity::read(source, range, &mut quantities);
            }
            sentences.push(Sentence {
                first,
                after,
                span,
                passage: u32::try_from(index).unwrap_or(u32::MAX),
                role,
                meaning,
                classes,
                triggers,
                first_quantity,
                after_quantity: count(&quantities),
                opens: order == 0,
            });
        }
    }
    text.passages = passages;
    text.tokens = tokens;
    text.sentences = sentences;
    text.quantities = quantities;
}

fn count<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).unwrap_or(u32::MAX)
}

/// Returns what a label in bold at the beginning of a passage says it is: `**Success metric**: …`.
fn labelled(source: &str, passage: &Passage) -> Option<Meaning> {
    let rest = passage.span.of(source).strip_prefix("**")?;
    let (label, _) = rest.split_once("**").filter(|(label, _)| label.len() < 32)?;
    let meaning = Meaning::stated(label).first().copied()?;
    matches!(meaning, Meaning::Metrics | Meaning::Acceptance | Meaning::Requirements)
        .then_some(meaning)
}

/// Returns the classes of all words and phrases that are not quoted, and the rules that any word triggers.
fn known(tokens: &[Token]) -> (Classes, Triggers) {
    let mut all = Classes::NONE;
    let mut triggers = Triggers::default();
    let mut last = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.is(Classes::TRIGGER) || matches!(token.kind, TokenKind::Name | TokenKind::Code) {
            triggers = triggers.with(lexicon::known(token.id).triggers);
        }
        if token.kind == TokenKind::Number {
            all = all.with(Classes::NUMBER);
        }
        if token.kind == TokenKind::Word {
            if token.shape == Shape::Upper && token.classes == Classes::NONE {
                all = all.with(Classes::UNKNOWN_UPPER);
            }
            if last == token.id {
                all = all.with(Classes::DOUBLED);
            }
        }
        last = token.id;
        if token.quoted {
            continue;
        }
        all = all.with(token.classes);
        if let Some((_, classes)) = sentence::phrase_at(tokens, at) {
            all = all.with(classes);
        }
    }
    (all, triggers)
}

/// Where requirements and criteria stand, for quick answers.
struct Spans {
    requirements: Vec<Span>,
    criteria: Vec<Span>,
}

impl Spans {
    fn of(text: &Text<'_>) -> Self {
        let document = text.document;
        let requirements = document.requirements.iter().map(|requirement| requirement.span);
        let attached = document.requirements.iter().flat_map(|requirement| &requirement.criteria);
        let criteria = attached.chain(&document.criteria).map(|criterion| criterion.span);
        let sorted = |mut spans: Vec<Span>| {
            spans.sort();
            spans
        };
        Self { requirements: sorted(requirements.collect()), criteria: sorted(criteria.collect()) }
    }
}

/// Tells whether one of a few spans before an offset holds it. Spans that nest do so a few levels deep.
fn held(spans: &[Span], offset: usize) -> bool {
    let after = spans.partition_point(|span| span.start <= offset);
    spans.get(..after).unwrap_or_default().iter().rev().take(6).any(|span| offset < span.end)
}

fn role(
    kind: Kind,
    passage: &Passage,
    meaning: Meaning,
    spans: &Spans,
    span: Span,
    tokens: &[Token],
    classes: Classes,
) -> Role {
    match passage.kind {
        PassageKind::Heading | PassageKind::Head => return Role::Label,
        PassageKind::Html => return Role::Aside,
        PassageKind::Paragraph | PassageKind::Item | PassageKind::Cell | PassageKind::Value => {}
    }
    if passage.quotes > 0 {
        return Role::Aside;
    }
    let last = tokens.last();
    if last.is_some_and(|token| token.is_mark(b'?')) {
        return Role::Question;
    }
    if meaning.is_aside() {
        return Role::Aside;
    }
    let words = tokens.iter().filter(|token| token.kind == TokenKind::Word).count();
    let binds = classes.intersects(Classes::MUST) || classes.intersects(Classes::SHOULD);
    if last.is_some_and(|token| token.is_mark(b':')) && !binds {
        return Role::Label;
    }
    if kind == Kind::Function {
        return Role::Requirement;
    }
    if held(&spans.criteria, span.start)
        || matches!(meaning, Meaning::Acceptance | Meaning::Metrics)
    {
        return Role::Criterion;
    }
    let listed = matches!(meaning, Meaning::Requirements | Meaning::Quality)
        && passage.kind != PassageKind::Paragraph;
    if (held(&spans.requirements, span.start) || listed) && words >= 3 {
        return Role::Requirement;
    }
    if words >= 4 && classes.intersects(Classes::MUST.with(Classes::SHOULD)) && !is_forecast(tokens)
    {
        return Role::Requirement;
    }
    Role::Statement
}

/// Tells whether the only binding word is `will`, which outside of requirements tells the future.
fn is_forecast(tokens: &[Token]) -> bool {
    let mut binding = tokens.iter().filter(|token| token.is(Classes::MUST.with(Classes::SHOULD)));
    binding.all(|token| token.id == lexicon::id("will"))
}

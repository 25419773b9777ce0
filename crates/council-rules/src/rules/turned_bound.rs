//! # turned-bound
//!
//! ## What it does
//! Finds two statements that are the same word for word, but for the side of a number: `at least 5` here, `at most 5` there.
//!
//! ## Why it hurts
//! What one demands the other forbids, and a reader who knows only one of them builds the opposite.
//!
//! ## Example
//! Bad: `An export holds at most 500 rows.` and later `An export holds at least 500 rows.`
//!
//! Good: `An export holds at most 500 rows.`, once.
//!
//! ## When not to apply it
//! Where the two speak of different things; then name the thing in both.

use std::collections::BTreeMap;

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::{Bound, Role, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "turned-bound",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Blocker,
    modes: &[
        (6, "a floor and a ceiling on one value"),
        (1, "what the one demands the other denies"),
        (34, "a contradiction is kept in sight instead of picked from"),
    ],
    summary: "a limit that is a floor here and a ceiling there",
    source: include_str!("turned_bound.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut seen: BTreeMap<Vec<u64>, Bounded<'_, '_>> = BTreeMap::new();
        // A word says it, or a mark before a number.
        let bounding = scan::triggered_or(text, &RULE, Classes::COMPARES);
        for later in bounding.filter_map(Bounded::of) {
            let Some(earlier) = seen.get(&later.rest) else {
                seen.insert(later.rest.clone(), later);
                continue;
            };
            let mut pairs = earlier.sides.iter().zip(&later.sides);
            let turned = pairs.find(|((one, _), (other, _))| one != other);
            let Some(((_, was), (_, is))) = turned else {
                continue;
            };
            let found = later.found;
            let line = text.document.lines().line(was.start);
            findings.push(Finding::at(
                &RULE,
                text,
                found.sentence.span,
                found.sentence.span,
                format!(
                    "`{}` here, `{}` in the same statement on line {line}",
                    text.slice(*is),
                    text.slice(*was)
                ),
                "decide whether it is a floor or a ceiling, and state it once",
            ));
        }
    }
}

/// A statement with bounds: the words that say which side of a number is allowed, and all the others.
struct Bounded<'m, 'a> {
    found: Found<'m, 'a>,
    sides: Vec<(Bound, Span)>,
    rest: Vec<u64>,
}

impl<'m, 'a> Bounded<'m, 'a> {
    /// Reads a statement. A condition, and a step of a scenario, which stands under one, say when and not what.
    fn of(found: Found<'m, 'a>) -> Option<Bounded<'m, 'a>> {
        let is_step = || found.tokens.first().is_some_and(|token| STEPS.contains(&token.id));
        let is_conditional = found.sentence.classes.intersects(Classes::CONDITION);
        let is_stated = !matches!(found.sentence.role, Role::Label | Role::Question);
        if !is_stated || is_conditional || is_step() {
            return None;
        }
        let has_side = |(at, token)| side(&found, at, token).is_some();
        if !found.tokens.iter().enumerate().any(has_side) {
            return None;
        }
        let (mut sides, mut rest) = (Vec::new(), Vec::new());
        for (at, token) in found.tokens.iter().enumerate() {
            match side(&found, at, token) {
                Some(side) => {
                    sides.push((side, token.span()));
                    rest.push(SIDE);
                }
                None if token.is_mark(b'.') => {}
                None => rest.push(token.id),
            }
        }
        let is_told = !sides.is_empty() && scan::content(found.tokens).count() >= FEWEST;
        is_told.then_some(Bounded { found, sides, rest })
    }
}

/// The fewest words of content that name one thing.
const FEWEST: usize = 3;

/// What stands for a bound where statements are compared without them; no word has this identity.
const SIDE: u64 = 0;

/// Returns which side of a number a word or a mark allows.
fn side(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<Bound> {
    let follows_at = || found.before(at, 1).is_some_and(|last| last.id == lexicon::id("at"));
    let compares = || found.after_is(at, 1, "than");
    let counts = || found.after(at, 1).is_some_and(|next| next.kind == TokenKind::Number);
    let bound = |is_meant: bool, bound: Bound| is_meant.then_some(bound);
    match token.kind {
        TokenKind::Word if token.quoted || !token.is(Classes::TRIGGER) => None,
        TokenKind::Word if token.id == lexicon::id("most") => bound(follows_at(), Bound::Most),
        TokenKind::Word if token.id == lexicon::id("least") => bound(follows_at(), Bound::Least),
        TokenKind::Word if LESS.contains(&token.id) => bound(compares(), Bound::Most),
        TokenKind::Word if token.id == lexicon::id("more") => bound(compares(), Bound::Least),
        TokenKind::Mark(b'l' | b'<') => bound(counts(), Bound::Most),
        TokenKind::Mark(b'g') => bound(counts(), Bound::Least),
        // An arrow is read as the same mark, and is longer.
        TokenKind::Mark(b'>') => bound(counts() && token.span().len() == 1, Bound::Least),
        TokenKind::Word
        | TokenKind::Name
        | TokenKind::Number
        | TokenKind::Code
        | TokenKind::Mark(_) => None,
    }
}

const LESS: [u64; 2] = [lexicon::id("less"), lexicon::id("fewer")];

/// The words that can say which side of a number is allowed.
pub(crate) const SIDES: [u64; 5] = [
    lexicon::id("most"),
    lexicon::id("least"),
    lexicon::id("less"),
    lexicon::id("fewer"),
    lexicon::id("more"),
];

/// The words that open a step of a scenario.
const STEPS: [u64; 5] = [
    lexicon::id("given"),
    lexicon::id("when"),
    lexicon::id("then"),
    lexicon::id("and"),
    lexicon::id("but"),
];

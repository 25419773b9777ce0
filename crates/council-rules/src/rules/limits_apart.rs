//! # limits-apart
//!
//! ## What it does
//! Finds two places that give the same limit, in whatever words, with two figures: a requirement and a measure of
//! success, a table and a sentence.
//!
//! ## Why it hurts
//! What lies between the two figures passes one and fails the other.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Till
//!
//! ## Requirements
//!
//! - NFR-1: Import operations (price list, stock) complete within 60 s.
//!
//! ## Success criteria
//!
//! - Price list import operation: < 45 s
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Till
//!
//! ## Requirements
//!
//! - NFR-1: Import operations (price list, stock) complete within 60 s.
//!
//! ## Success criteria
//!
//! - Price list import operation: as NFR-1 says
//! ```
//!
//! ## When not to apply it
//! Where one is a target and the other a limit; then call them so.

use std::collections::BTreeMap;

use council_core::{
    packet::{PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Bound, Quantity, Role, Sentence, Text, Token, TokenKind, meaning},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "limits-apart",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (6, "two constraints on one value"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (1, "a requirement and its measure exclude each other"),
    ],
    summary: "two figures for one limit",
    reads: Reads::Everything,
    source: include_str!("limits_apart.rs"),
    check,
};

/// How many limits one word may stand beside before it tells nothing.
const MANY: usize = 12;

/// A limit, and the words that say of what.
struct Limit {
    sentence: Span,
    quantity: Quantity,
    /// What it is about, each word once, in order.
    words: Vec<u32>,
    /// The words of these that stand in brackets.
    remarks: Vec<u32>,
    /// The words that say which of several values is meant.
    qualifiers: Vec<u64>,
    /// The words that make a figure a limit: `timeout`, `retention`.
    nouns: Vec<u32>,
    section: Option<usize>,
    /// Whether it is a step of a scenario: two of them are two cases.
    is_step: bool,
}

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let limits = limits(text);
        let mut by_word: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (at, limit) in limits.iter().enumerate() {
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            for word in &limit.words {
                let earlier = by_word.entry(*word).or_default();
                for other in earlier.iter() {
                    *shared.entry(*other).or_default() += 1;
                }
                if earlier.len() < MANY {
                    earlier.push(at);
                }
            }
            let excludes = |(other, shared): (usize, usize)| {
                let other = limits.get(other)?;
                exclude(text, other, limit, shared).then_some((shared, other))
            };
            let closest = shared.into_iter().filter_map(excludes).max_by_key(|(shared, _)| *shared);
            if let Some((_, other)) = closest {
                let line = text.document.lines().line(other.quantity.span.start);
                let (own, earlier) =
                    (text.slice(limit.quantity.span), text.slice(other.quantity.span));
                findings.push(
                    Finding::at(
                        &RULE,
                        text,
                        limit.quantity.span,
                        limit.sentence,
                        format!(
                            "the limit is `{own}` here and `{earlier}` for the same on line {line}"
                        ),
                        "decide which figure holds, and state it once",
                    )
                    .beside(other.quantity.span),
                );
            }
        }
    }
}

/// Tells whether two limits are about the same thing and exclude each other.
fn exclude(text: &Text<'_>, one: &Limit, other: &Limit, shared: usize) -> bool {
    let (a, b) = (&one.quantity, &other.quantity);
    let noun = |quantity: &Quantity| {
        let words = text.slice(quantity.span);
        words.rsplit(|c: char| !c.is_alphanumeric()).next().map(meaning)
    };
    // Without `at most` and the like, both have to say by the same noun that it is a limit.
    let is_named =
        a.bound != Bound::Exact || one.nouns.iter().any(|noun| other.nouns.contains(noun));
    let is_same_sort = a.unit.dimension == b.unit.dimension
        && a.bound == b.bound
        && is_named
        && (!a.is_counted() || noun(a) == noun(b));
    let fewest = one.words.len().min(other.words.len());
    let most = one.words.len().max(other.words.len());
    let are_told_apart = !one.remarks.is_empty()
        && !other.remarks.is_empty()
        && !one.remarks.iter().any(|word| other.words.contains(word))
        && !other.remarks.iter().any(|word| one.words.contains(word));
    is_same_sort
        && (a.base() - b.base()).abs() > f64::EPSILON
        && shared >= 2
        && shared * 10 >= fewest * 6
        // A word on each side that the other lacks is a word for another thing, where little else is said.
        && (shared == fewest || shared >= 3)
        && shared * 3 >= most
        && one.section != other.section
        && !(one.is_step && other.is_step)
        && one.qualifiers == other.qualifiers
        && !are_told_apart
        && !text.are_parallel(one.sentence, other.sentence)
}

/// Reads the limits of a document: sentences and rows with one bounded figure.
fn limits(text: &Text<'_>) -> Vec<Limit> {
    let mut limits = Vec::new();
    let mut row: (u32, Vec<&Sentence>) = (0, Vec::new());
    for sentence in &text.sentences {
        let Some(passage) = text.passage(sentence) else { continue };
        let is_cell = passage.kind == PassageKind::Cell;
        if is_cell && row.0 == passage.line {
            row.1.push(sentence);
        } else {
            row = (passage.line, if is_cell { vec![sentence] } else { Vec::new() });
        }
        if !sentence.classes.intersects(Classes::NUMBER)
            || !is_rule(sentence.role)
            || passage.quotes > 0
        {
            continue;
        }
        let Some(quantity) = bounded(text, sentence) else { continue };
        let cells: &[&Sentence] = if is_cell { &row.1 } else { &[sentence] };
        limits.extend(read(text, sentence, *quantity, cells));
    }
    limits
}

fn is_rule(role: Role) -> bool {
    match role {
        Role::Requirement
        | Role::Criterion
        | Role::Constraint
        | Role::Goal
        | Role::Decision
        | Role::Then
        | Role::Statement => true,
        Role::Given
        | Role::When
        | Role::NonGoal
        | Role::Definition
        | Role::Example
        | Role::Rationale
        | Role::Question
        | Role::History
        | Role::Template
        | Role::Label
        | Role::Aside => false,
    }
}

/// Returns the only figure of a sentence.
fn bounded<'t>(text: &'t Text<'_>, sentence: &Sentence) -> Option<&'t Quantity> {
    let [only] = text.quantities(sentence) else { return None };
    (only.value > 0.0).then_some(only)
}

/// The most words that a limit is told by: a longer sentence says more than one thing.
const LONGEST: usize = 14;

fn read(
    text: &Text<'_>,
    sentence: &Sentence,
    quantity: Quantity,
    cells: &[&Sentence],
) -> Option<Limit> {
    let (mut words, mut remarks, mut qualifiers) = (Vec::new(), Vec::new(), Vec::new());
    let mut nouns = Vec::new();
    for cell in cells {
        let mut depth = 0_u32;
        for token in text.tokens(cell) {
            match token.kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth = depth.saturating_sub(1),
                TokenKind::Mark(b'~') => return None,
                TokenKind::Number | TokenKind::Mark(_) => {}
                TokenKind::Word | TokenKind::Name | TokenKind::Code => {
                    if CONDITIONS.contains(&token.id) {
                        return None;
                    }
                    if QUALIFIERS.contains(&token.id) {
                        qualifiers.push(token.id);
                    } else if let Some(word) = told(text, token, &quantity) {
                        words.push(word);
                        if NOUNS.contains(&token.id) {
                            nouns.push(word);
                        }
                        if depth > 0 {
                            remarks.push(word);
                        }
                    }
                }
            }
        }
    }
    words.sort_unstable();
    words.dedup();
    qualifiers.sort_unstable();
    qualifiers.dedup();
    let section = text.document.section_index(sentence.span.start);
    let is_limit = quantity.bound != Bound::Exact || !nouns.is_empty();
    (is_limit && (2..=LONGEST).contains(&words.len())).then_some(Limit {
        nouns,
        is_step: sentence.role == Role::Then,
        sentence: sentence.span,
        quantity,
        words,
        remarks,
        qualifiers,
        section,
    })
}

/// Returns what a word means, if it says what a limit is of.
fn told(text: &Text<'_>, token: &Token, quantity: &Quantity) -> Option<u32> {
    let word = text.word(token);
    let grammar = Classes::FUNCTION
        .with(Classes::PREPOSITION)
        .with(Classes::DETERMINER)
        .with(lexicon::MODAL)
        .with(Classes::BE);
    let is_unit = quantity.span.start <= token.start as usize
        && token.end as usize <= quantity.span.end
        && !quantity.is_counted();
    let is_id = token.kind == TokenKind::Name
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.ends_with(|c: char| c.is_ascii_digit());
    let is_empty =
        token.is(grammar) || EMPTY.contains(&token.id) || is_unit || is_id || word.len() < 3;
    (!is_empty).then(|| meaning(word))
}

/// Words beside which a limit holds in some cases only, or is none yet.
const CONDITIONS: [u64; 10] = lexicon::ids([
    "if",
    "unless",
    "except",
    "otherwise",
    "during",
    "while",
    "was",
    "were",
    "currently",
    "phase",
]);

/// Nouns and verbs that make a figure beside them a limit.
const NOUNS: [u64; 22] = lexicon::ids([
    "timeout",
    "timeouts",
    "expire",
    "expires",
    "expired",
    "expiry",
    "expiration",
    "retention",
    "retained",
    "retain",
    "kept",
    "ttl",
    "threshold",
    "interval",
    "quota",
    "cap",
    "window",
    "cooldown",
    "lockout",
    "attempts",
    "retries",
    "capacity",
]);

/// Words that say which of several values is meant.
const QUALIFIERS: [u64; 44] = lexicon::ids([
    "p50",
    "p75",
    "p90",
    "p95",
    "p99",
    "p999",
    "average",
    "avg",
    "mean",
    "median",
    "peak",
    "typical",
    "worst",
    "best",
    "default",
    "initial",
    "initially",
    "first",
    "cold",
    "warm",
    "cached",
    "uncached",
    "soft",
    "hard",
    "burst",
    "sustained",
    "idle",
    "total",
    "per",
    "mobile",
    "desktop",
    "free",
    "premium",
    "enterprise",
    "target",
    "stretch",
    "goal",
    "baseline",
    "warning",
    "critical",
    "small",
    "large",
    "single",
    "multiple",
]);

/// Words that stand beside many limits and say nothing about what is limited.
const EMPTY: [u64; 48] = lexicon::ids([
    "e.g",
    "i.e",
    "finish",
    "finishes",
    "complete",
    "completes",
    "completed",
    "finished",
    "system",
    "user",
    "users",
    "must",
    "shall",
    "should",
    "support",
    "supports",
    "time",
    "within",
    "under",
    "below",
    "above",
    "over",
    "less",
    "more",
    "than",
    "least",
    "most",
    "maximum",
    "minimum",
    "max",
    "min",
    "limit",
    "limits",
    "limited",
    "exceed",
    "exceeds",
    "requirement",
    "ensure",
    "ensures",
    "able",
    "value",
    "greater",
    "fewer",
    "higher",
    "lower",
    "take",
    "takes",
    "required",
]);

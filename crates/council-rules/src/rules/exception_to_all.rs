//! # exception-to-all
//!
//! ## What it does
//! Finds statements that everything of a sort has something, where another place speaks of one that has not.
//!
//! ## Why it hurts
//! What rests on the first statement breaks in the case that the second one knows of.
//!
//! ## Example
//! Bad: `Every shop has exactly one default printer.` and `The page shall show a hint when a shop has no printer.`
//!
//! Good: `A shop has at most one default printer.` and `The page shall show a hint when a shop has no printer.`
//!
//! ## When not to apply it
//! Where the second place says how the first is kept true, and does not say so in words such as `create` or `reject`.

use std::collections::BTreeMap;

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Role, Sentence, Text, Token, TokenKind, meaning},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "exception-to-all",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (8, "a counterexample to a general claim"),
        (1, "a general statement and its exception"),
        (34, "a contradiction is kept in sight instead of picked from"),
    ],
    summary: "everything has something, and something has not",
    reads: Reads::Everything,
    source: include_str!("exception_to_all.rs"),
    check,
};

/// One sort of thing, and what it has or lacks.
struct Having {
    of: u32,
    /// What is had: for what is lacked only the noun.
    had: Vec<u32>,
    words: Span,
    sentence: Span,
}

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let claims: Vec<Having> =
            text.sentences.iter().filter_map(|own| claim(text, own)).collect();
        if claims.is_empty() {
            continue;
        }
        let mut lacking: BTreeMap<(u32, u32), Having> = BTreeMap::new();
        for lack in text.sentences.iter().filter_map(|own| lack(text, own)) {
            if let Some(noun) = lack.had.last().copied() {
                lacking.entry((lack.of, noun)).or_insert(lack);
            }
        }
        for claim in claims {
            let exception = claim.had.iter().find_map(|noun| lacking.get(&(claim.of, *noun)));
            let Some(exception) = exception.filter(|other| other.sentence != claim.sentence) else {
                continue;
            };
            let line = text.document.lines().line(exception.words.start);
            let said = text.slice(exception.words).split_whitespace().collect::<Vec<_>>().join(" ");
            findings.push(Finding::at(
                &RULE,
                text,
                claim.words,
                claim.sentence,
                format!("this is said of all of them, and line {line} speaks of the other case: `{said}`"),
                "say which of them have it, or what happens to those that have not",
            ));
        }
    }
}

/// Reads a statement that everything of a sort has something.
fn claim(text: &Text<'_>, sentence: &Sentence) -> Option<Having> {
    if !is_stated(sentence.role) {
        return None;
    }
    let tokens = text.tokens(sentence);
    let all =
        tokens.iter().position(|token| ALL.contains(&token.id) || is_whole(tokens, token, text))?;
    let has =
        tokens.iter().skip(all).take(FURTHEST).position(|token| HAS.contains(&token.id))? + all;
    let skipped = if ALL.contains(&tokens.get(all)?.id) { 1 } else { 3 };
    let between = tokens.get(all + skipped..has)?;
    // `All tests that need nothing have …`, `each of which has`: too much between to know who has it.
    let subject = between.iter().take_while(|token| !ENDS.contains(&token.id));
    let subject = subject.filter(|token| is_noun(token)).last()?;
    let is_loose = |token: &Token| token.is(Classes::NOT) || LOOSE.contains(&token.id);
    if tokens.get(..has)?.iter().any(is_loose) || sentence_is_conditional(tokens.get(..all)?) {
        return None;
    }
    let after = tokens.get(has + 1..)?;
    if after.first().is_some_and(is_loose) || after.get(1).is_some_and(is_loose) {
        return None;
    }
    let nouns = nouns(after, OBJECT);
    let end = nouns.last()?.end as usize;
    let start = tokens.get(all)?.start as usize;
    Some(Having {
        of: meaning(text.word(subject)),
        had: nouns.iter().map(|token| meaning(text.word(token))).collect(),
        words: Span::new(start, end),
        sentence: sentence.span,
    })
}

/// How far the verb stands from `every`, and how long what is had is.
const FURTHEST: usize = 9;
const OBJECT: usize = 6;

/// Tells whether a number is all of a hundred: `100% of`.
fn is_whole(tokens: &[Token], token: &Token, text: &Text<'_>) -> bool {
    token.kind == TokenKind::Number
        && text.word(token) == "100"
        && tokens.iter().any(|next| next.start == token.end && next.is_mark(b'%'))
}

/// Tells whether a condition opens before a place.
fn sentence_is_conditional(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| IFS.contains(&token.id))
}

/// Reads a mention of something that lacks something: `a shop has no printer`, `shops without a printer`.
fn lack(text: &Text<'_>, sentence: &Sentence) -> Option<Having> {
    if matches!(
        sentence.role,
        Role::NonGoal | Role::History | Role::Aside | Role::Template | Role::Rationale
    ) {
        return None;
    }
    let tokens = text.tokens(sentence);
    let lacks = tokens.iter().enumerate().position(|(at, token)| {
        let next = tokens.get(at + 1);
        WITHOUT.contains(&token.id)
            || (HAS.contains(&token.id) || token.id == lexicon::id("with"))
                && next.is_some_and(|next| next.id == lexicon::id("no"))
    })?;
    // What keeps the rule is no exception to it.
    if tokens.iter().any(|token| KEEPING.contains(&token.id)) {
        return None;
    }
    let before = tokens.get(lacks.saturating_sub(4)..lacks)?;
    let subject =
        before.iter().rev().take_while(|token| is_phrase(token)).find(|token| is_noun(token))?;
    let after = tokens.get(lacks + 1..)?;
    let noun = nouns(after, OBJECT - 1).pop()?;
    Some(Having {
        of: meaning(text.word(subject)),
        had: vec![meaning(text.word(noun))],
        words: Span::new(subject.start as usize, noun.end as usize),
        sentence: sentence.span,
    })
}

/// Returns the words of a noun with what describes it. What stands before the next article is a verb: `a drawer see a hint`.
fn nouns(tokens: &[Token], most: usize) -> Vec<&Token> {
    let mut nouns: Vec<&Token> = Vec::new();
    for token in tokens.iter().take(most).take_while(|token| is_phrase(token)) {
        if is_noun(token) {
            nouns.push(token);
        } else if !nouns.is_empty() {
            if nouns.len() > 1 {
                nouns.pop();
            }
            break;
        }
    }
    nouns
}

fn is_stated(role: Role) -> bool {
    match role {
        Role::Requirement
        | Role::Criterion
        | Role::Constraint
        | Role::Goal
        | Role::Decision
        | Role::Definition
        | Role::Statement => true,
        Role::Given
        | Role::When
        | Role::Then
        | Role::NonGoal
        | Role::Example
        | Role::Rationale
        | Role::Question
        | Role::History
        | Role::Template
        | Role::Label
        | Role::Aside => false,
    }
}

fn is_noun(token: &Token) -> bool {
    let grammar =
        Classes::FUNCTION.with(Classes::PREPOSITION).with(Classes::DETERMINER).with(lexicon::MODAL);
    token.kind == TokenKind::Word && !token.is(grammar) && !EMPTY.contains(&token.id)
}

/// Tells whether a phrase goes on: no mark, no verb, no new phrase.
fn is_phrase(token: &Token) -> bool {
    token.kind == TokenKind::Word
        && !token.is(Classes::PREPOSITION.with(lexicon::MODAL))
        && !ENDS.contains(&token.id)
}

const ALL: [u64; 3] = lexicon::ids(["every", "each", "all"]);

const HAS: [u64; 8] =
    lexicon::ids(["has", "have", "contains", "contain", "includes", "include", "carries", "carry"]);

const WITHOUT: [u64; 4] = lexicon::ids(["without", "lacks", "lacking", "lack"]);

/// Words at which a noun with what describes it ends.
const ENDS: [u64; 14] = lexicon::ids([
    "who", "that", "which", "whose", "in", "of", "with", "and", "or", "for", "on", "is", "are",
    "when",
]);

const IFS: [u64; 6] = lexicon::ids(["if", "when", "unless", "where", "whether", "once"]);

/// Words that make a general claim none.
const LOOSE: [u64; 12] = lexicon::ids([
    "zero",
    "optional",
    "optionally",
    "may",
    "can",
    "could",
    "might",
    "should",
    "not",
    "almost",
    "nearly",
    "no",
]);

/// Words of what is done so that there is no exception.
const KEEPING: [u64; 30] = lexicon::ids([
    "create",
    "creates",
    "created",
    "assign",
    "assigns",
    "assigned",
    "add",
    "adds",
    "added",
    "generate",
    "generates",
    "reject",
    "rejects",
    "rejected",
    "refuse",
    "refuses",
    "prevent",
    "prevents",
    "block",
    "blocks",
    "error",
    "fail",
    "fails",
    "invalid",
    "never",
    "not",
    "cannot",
    "provision",
    "require",
    "forbidden",
]);

const EMPTY: [u64; 12] = lexicon::ids([
    "exactly",
    "one",
    "least",
    "own",
    "its",
    "their",
    "any",
    "successfully",
    "single",
    "unique",
    "valid",
    "now",
]);

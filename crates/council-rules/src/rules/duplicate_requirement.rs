//! # duplicate-requirement
//!
//! ## What it does
//! Finds requirements that are written down twice, in the same words or nearly so.
//!
//! ## Why it hurts
//! The two drift apart with the first change, and then contradict each other.
//!
//! ## Example
//! Bad: `FR-3: The desk shall send a reminder two days before a loan ends.` and
//! `FR-9: The desk shall send a reminder two days before a loan ends.`
//!
//! Good: `FR-3: The desk shall send a reminder two days before a loan ends.` and
//! `FR-9: The reminder of FR-3 shall name the book.`
//!
//! ## When not to apply it
//! Where a scenario repeats a step on purpose; steps are not requirements. Where the same words stand under another
//! requirement or another subject, as a criterion of what was required before, or in a record of what was done.

use std::collections::BTreeSet;

use council_core::{
    packet::{Passage, PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Layout, Meaning, Pair, Relation, Text, meaning},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "duplicate-requirement",
    kind: Kind::DuplicateRequirement,
    subcategory: Subcategory::CousinAbstraction,
    severity: Severity::Minor,
    modes: &[
        (17, "what is said twice is said once too often"),
        (4, "two equal terms are one"),
        (34, "two copies are the seed of a contradiction"),
    ],
    summary: "the same requirement twice",
    reads: Reads::Everything,
    source: include_str!("duplicate_requirement.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let repeats = |pair: &&Pair| matches!(pair.relation, Relation::Same | Relation::Near);
        for pair in text.alike().iter().filter(repeats) {
            let is_listed = text.lists_demands_at(pair.earlier.start);
            let is_reworded = is_reworded(text, pair);
            let is_same =
                pair.relation == Relation::Same && (is_listed || pair.is_repeated && is_reworded);
            if !(is_same || pair.relation == Relation::Near && is_reworded)
                || text.are_parallel(pair.earlier, pair.later)
                || is_elsewhere(text, pair.earlier, pair.later)
                || is_led_apart(text, pair.earlier, pair.later)
                || is_below_another(text, pair.earlier, pair.later)
                || is_shown(text, pair.earlier, pair.later)
            {
                continue;
            }
            let line = text.document.lines().line(pair.earlier.start);
            let said = if is_same { "already requires this" } else { "says nearly the same" };
            let found = Finding::at(
                &RULE,
                text,
                pair.later,
                pair.later,
                format!("line {line} {said}"),
                "keep one of the two and refer to it",
            );
            let is_sure = is_same && !is_contrasted(text, pair) && !is_swapped(text, pair);
            let found = found.beside(pair.earlier);
            findings.push(if is_sure { found } else { found.noted() });
        }
    }
}

/// Tells whether the second says the same in other words and in another place.
fn is_reworded(text: &Text<'_>, pair: &Pair) -> bool {
    let section = |span: Span| text.document.section_index(span.start);
    section(pair.earlier) != section(pair.later) && !is_copied(text, pair.earlier, pair.later)
}

/// Tells whether each of two statements has a word that the other lacks: of a histogram and of a counter the same may be
/// demanded.
fn is_contrasted(text: &Text<'_>, pair: &Pair) -> bool {
    let words = |span: Span| -> BTreeSet<u32> { content(text, span).collect() };
    let (one, other) = (words(pair.earlier), words(pair.later));
    one.difference(&other).next().is_some() && other.difference(&one).next().is_some()
}

/// Tells whether two statements have the same words in another order: a link from the first page to the second, and one
/// back.
fn is_swapped(text: &Text<'_>, pair: &Pair) -> bool {
    let words = |span: Span| -> Vec<u32> { content(text, span).collect() };
    let (one, other) = (words(pair.earlier), words(pair.later));
    let sorted = |words: &[u32]| {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    one != other && sorted(&one) == sorted(&other)
}

/// Goes through what the words of a statement mean, without its label and its grammar.
fn content<'a>(text: &'a Text<'_>, span: Span) -> impl Iterator<Item = u32> + 'a {
    let (whole, start) = (text.slice(span), label(text.slice(span)));
    let words = whole.get(start..).unwrap_or(whole).split(|c: char| !c.is_alphanumeric());
    // A number is that of an item; two for one thing would be a contradiction.
    let is_content = |word: &&str| {
        word.starts_with(|c: char| c.is_alphabetic())
            && !lexicon::classes(lexicon::hash(word.as_bytes())).intersects(GRAMMAR)
    };
    words.filter(is_content).map(meaning)
}

/// Returns where the words begin that follow an id or a label: `FR-3: …`.
fn label(statement: &str) -> usize {
    const LONGEST: usize = 32;
    let head = statement.get(..statement.floor_char_boundary(LONGEST)).unwrap_or_default();
    head.find(':').map_or(0, |colon| colon + 1)
}

const GRAMMAR: Classes = Classes::FUNCTION
    .with(Classes::PREPOSITION)
    .with(Classes::DETERMINER)
    .with(Classes::BE)
    .with(lexicon::MODAL);

/// Tells whether two statements are the same to the letter.
fn is_copied(text: &Text<'_>, earlier: Span, later: Span) -> bool {
    let bare = |span: Span| text.slice(span).trim_matches(|c: char| !c.is_alphanumeric());
    bare(earlier) == bare(later)
}

/// Tells whether the second stands where a statement is repeated on purpose: among the criteria of what was required
/// before, below another requirement, or in a record of what was done.
fn is_elsewhere(text: &Text<'_>, earlier: Span, later: Span) -> bool {
    let document = text.document;
    let section = |span: Span| document.section_index(span.start);
    let (one, other) = (section(earlier), section(later));
    if one == other {
        return false;
    }
    let title = |at: Option<usize>| at.and_then(|at| document.sections.get(at));
    let states = |at: Option<usize>, meaning: Meaning| {
        let mut around = at;
        while let Some((at, section)) = around.and_then(|at| Some((at, document.sections.get(at)?)))
        {
            if text.stated_by.get(at).is_some_and(|stated| stated.contains(&meaning)) {
                return true;
            }
            around = section.parent;
        }
        false
    };
    let is_record = states(other, Meaning::History) || states(other, Meaning::Review);
    // In this layout the criteria are the requirements.
    let accepts = text.layout != Layout::Kiro
        && states(one, Meaning::Acceptance) != states(other, Meaning::Acceptance);
    // Who says it in other words says it by mistake; who copies it means another thing by it, or keeps a record.
    let is_copied = is_copied(text, earlier, later);
    let above = |at: Option<usize>| title(title(at)?.parent);
    let is_another = match (above(one), above(other)) {
        (Some(first), Some(second)) => first.title != second.title && first.level >= 3,
        (Some(_) | None, Some(_) | None) => false,
    };
    is_copied && (is_record || is_another) || accepts && !is_record
}

/// Tells whether two items have lost their subject to the words that lead to their lists, and these differ: `A file for
/// the build` and `A file for the run`, each followed by `- MUST NOT hold keys`.
fn is_led_apart(text: &Text<'_>, earlier: Span, later: Span) -> bool {
    let passages = &text.passages;
    let at = |span: Span| passages.partition_point(|passage| passage.span.end <= span.start);
    let is_item = |passage: &Passage| {
        passage.kind == PassageKind::Item && opens_with_duty(text.slice(passage.span))
    };
    let lead = |index: usize| -> Option<&Passage> {
        const MOST: usize = 64;
        passages.get(index).filter(|passage| is_item(passage))?;
        let before = passages.get(..index)?.iter().rev().take(MOST);
        before.into_iter().find(|passage| passage.kind != PassageKind::Item)
    };
    let (Some(one), Some(other)) = (lead(at(earlier)), lead(at(later))) else {
        return false;
    };
    one.span != other.span && text.slice(one.span) != text.slice(other.span)
}

/// Tells whether two items stand below items of their own that say different things: `User profile` and `Pet profile`, each
/// with `- Its owner must confirm the deletion`.
fn is_below_another(text: &Text<'_>, earlier: Span, later: Span) -> bool {
    const MOST: usize = 64;
    let passages = &text.passages;
    let above = |span: Span| {
        let index = passages.partition_point(|passage| passage.span.end <= span.start);
        let own = passages.get(index).filter(|passage| passage.kind == PassageKind::Item)?;
        let before = passages.get(..index)?.iter().rev().take(MOST);
        let mut items = before.take_while(|passage| passage.kind == PassageKind::Item);
        items.find(|passage| passage.depth < own.depth)
    };
    match (above(earlier), above(later)) {
        (Some(one), Some(other)) => one.span != other.span,
        (Some(_) | None, Some(_) | None) => false,
    }
}

/// Tells whether the earlier one is a step of a story, and the later one the requirement that the story shows.
fn is_shown(text: &Text<'_>, earlier: Span, later: Span) -> bool {
    let at = text.sentences.partition_point(|sentence| sentence.span.end <= earlier.start);
    let is_step = text.sentences.get(at).is_some_and(|sentence| {
        sentence.role.is_step() || text.slice(sentence.span).contains("**Then**")
    });
    let all = &text.document.requirements;
    let before = all.partition_point(|one| one.span.start <= later.start);
    let own = before.checked_sub(1).and_then(|at| all.get(at));
    is_step && own.is_some_and(|own| own.id.is_some() && later.start < own.span.end)
}

/// Tells whether words begin with a duty and so have no subject of their own.
fn opens_with_duty(words: &str) -> bool {
    let first = words.split(|c: char| !c.is_ascii_alphabetic()).find(|word| !word.is_empty());
    first.is_some_and(|first| DUTIES.contains(&lexicon::hash(first.as_bytes())))
}

/// Words of duty that open an item.
const DUTIES: [u64; 4] = lexicon::ids(["must", "shall", "should", "may"]);

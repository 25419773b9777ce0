//! # differing-lists
//!
//! ## What it does
//! Finds two closed enumerations of the same things of which one leaves out what the other has.
//!
//! ## Why it hurts
//! Whoever builds from the shorter one builds less than whoever tests against the longer one expects.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Till
//!
//! ## Requirements
//!
//! - FR-1: Clerks find an article by name, number, barcode, or colour.
//!
//! ## Success criteria
//!
//! - SC-1: An article is found by name, number or barcode.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Till
//!
//! ## Requirements
//!
//! - FR-1: Clerks find an article by name, number, barcode, or colour.
//!
//! ## Success criteria
//!
//! - SC-1: An article is found in each of the ways of FR-1.
//! ```
//!
//! ## When not to apply it
//! Where the second is a part on purpose; then say which part it is.

use std::collections::BTreeMap;

use council_core::{severity::Severity, taxonomy::Subcategory};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    model::{Enumeration, Meaning, Role, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "differing-lists",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (1, "two definitions of one set"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (2, "a member that is in one list and not in the other"),
    ],
    summary: "two lists of the same things that differ",
    reads: Reads::Everything,
    source: include_str!("differing_lists.rs"),
    check,
};

/// How many lists one thing may stand in before it tells nothing.
const MANY: usize = 12;

/// How many things one list may have more than the other: beyond that it lists something else.
const MORE: usize = 2;

/// How many passages apart two lists of one section are at least: neighbours are told apart on purpose.
const NEAR: usize = 6;

/// How many lists of the same members make a form that is filled in again and again.
const FORMS: usize = 4;

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let lists = text.enumerations();
        let lists: Vec<&Enumeration> = lists.iter().filter(|list| rules(text, list)).collect();
        let mut by_item: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, list) in lists.iter().enumerate() {
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            for item in &list.items {
                let earlier = by_item.entry(item.as_str()).or_default();
                for other in earlier.iter() {
                    *shared.entry(*other).or_default() += 1;
                }
                if earlier.len() < MANY {
                    earlier.push(at);
                }
            }
            let is_form = shared.values().filter(|shared| **shared >= 2).count() >= FORMS;
            let differs = |(other, shared): (usize, usize)| {
                let other = *lists.get(other)?;
                differ(text, other, list, shared).then_some(other)
            };
            if let Some(other) =
                shared.into_iter().find_map(differs).filter(|_| !(is_form && is_below(list)))
            {
                findings.push(report(text, other, list));
            }
        }
    }
}

/// Tells whether a list says how things are to be: not what they were, what else was thought of or what is only shown.
fn rules(text: &Text<'_>, list: &Enumeration) -> bool {
    if text.passages.get(list.passage).is_none() {
        // A table or a type in code.
        return !matches!(
            text.meaning(list.span.start),
            Meaning::Alternatives | Meaning::Examples | Meaning::History
        );
    }
    let at = text.sentences.partition_point(|sentence| sentence.span.end <= list.span.start);
    let Some(sentence) = text.sentences.get(at) else { return false };
    let is_stated = match sentence.role {
        Role::Requirement
        | Role::Criterion
        | Role::Constraint
        | Role::Goal
        | Role::Definition
        | Role::Decision
        | Role::Then
        | Role::Statement => true,
        Role::Given
        | Role::When
        | Role::NonGoal
        | Role::Example
        | Role::Rationale
        | Role::Question
        | Role::History
        | Role::Template
        | Role::Aside => false,
        // The words above a list name what follows.
        Role::Label => is_below(list),
    };
    is_stated && sentence.meaning != Meaning::Alternatives
}

/// Tells whether a list stands below the words that lead to it, in a table or in code.
fn is_below(list: &Enumeration) -> bool {
    list.lead.start <= list.span.start && list.span.end <= list.lead.end
}

/// Tells whether two lists name the same sort of things and one of them lacks some.
fn differ(text: &Text<'_>, one: &Enumeration, other: &Enumeration, shared: usize) -> bool {
    let (less, more) =
        if one.items.len() <= other.items.len() { (one, other) } else { (other, one) };
    let is_part = shared == less.items.len()
        && less.items.len() < more.items.len()
        && more.items.len() - less.items.len() <= MORE;
    let are_names = one.are_names && other.are_names;
    let is_same_noun = one.head.last() == other.head.last();
    // One name in the place of another, where all others are the same.
    let is_replaced = are_names
        && is_same_noun
        && !is_below(one)
        && !is_below(other)
        && one.items.len() == other.items.len()
        && shared + 1 == one.items.len();
    // Words recur for many reasons; names of keys and fields do not.
    let wanted = if are_names || is_same_noun { 2 } else { 3 };
    let section = |list: &Enumeration| text.document.section_index(list.span.start);
    // Two tables, or two types, are two things.
    let are_apart = one.passage == other.passage && text.passages.get(one.passage).is_none();
    let is_near = section(one) == section(other) && one.passage.abs_diff(other.passage) < NEAR;
    (is_part || is_replaced)
        && !are_apart
        && shared >= wanted
        && one.head.iter().any(|word| other.head.contains(word))
        && is_narrowed(text, one) == is_narrowed(text, other)
        && !is_near
        && !text.are_parallel(one.span, other.span)
}

/// Tells whether the words before a list say that it is a part of something.
fn is_narrowed(text: &Text<'_>, list: &Enumeration) -> bool {
    let lead = text.slice(list.lead).to_lowercase();
    let mut words = lead.split(|c: char| !c.is_alphanumeric());
    words.any(|word| NARROWING.contains(&word))
}

const NARROWING: [&str; 25] = [
    "beyond",
    "besides",
    "other",
    "only",
    "optional",
    "new",
    "additional",
    "remaining",
    "first",
    "initial",
    "missing",
    "valid",
    "invalid",
    "common",
    "main",
    "primary",
    "key",
    "core",
    "basic",
    "not",
    "no",
    "without",
    "except",
    "minimal",
    "extra",
];

fn report(text: &Text<'_>, earlier: &Enumeration, later: &Enumeration) -> Finding {
    let line = text.document.lines().line(earlier.span.start);
    let missing = |from: &Enumeration, of: &Enumeration| {
        let rest = from.items.iter().filter(|item| !of.items.contains(item));
        rest.map(|item| format!("`{item}`")).collect::<Vec<_>>().join(", ")
    };
    let (lacks, has) = (missing(earlier, later), missing(later, earlier));
    let message = match (lacks.is_empty(), has.is_empty()) {
        (false, true) => {
            format!("this list lacks {lacks}, which line {line} has among the same things")
        }
        (true, _) => format!("this list has {has}, which line {line} lacks among the same things"),
        (false, false) => {
            format!("this list has {has} where line {line} has {lacks} among the same things")
        }
    };
    let advice =
        "name the things once and refer to that list, or say which part of them is meant here";
    Finding::at(&RULE, text, later.span, later.span, message, advice)
}

//! # option-not-chosen
//!
//! ## What it does
//! Finds documents that set out several options as sections of their design and never say which one holds.
//!
//! ## Why it hurts
//! Each reader takes the option they like best for the decision, and two of them build different things.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Files
//!
//! ## Design
//!
//! ### Option 1: move the files
//!
//! Old paths stop working.
//!
//! ### Option 2: leave them
//!
//! New clients read two places.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Files
//!
//! ## Design
//!
//! Option 2 is chosen, because old clients keep working.
//!
//! ### Option 1: move the files
//!
//! Old paths stop working.
//!
//! ### Option 2: leave them
//!
//! New clients read two places.
//! ```
//!
//! ## When not to apply it
//! Where the document is there to collect options; then say who decides and by when.

use std::collections::{BTreeMap, btree_map::Entry};

use council_core::{packet::Section, severity::Severity, taxonomy::Subcategory};

use super::silence;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    model::{Meaning, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "option-not-chosen",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (45, "a choice between options has to be made"),
        (76, "what is not decided is named as such"),
        (52, "a question that was asked and not answered"),
    ],
    summary: "options are set out and none is chosen",
    reads: Reads::Everything,
    source: include_str!("option_not_chosen.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        let sections = &text.document.sections;
        let is_open = |index: usize, section: &Section| {
            let beside = matches!(
                text.meanings.get(index),
                Some(
                    Meaning::Alternatives
                        | Meaning::NonGoals
                        | Meaning::Questions
                        | Meaning::History
                        | Meaning::References
                        | Meaning::Examples
                )
            );
            is_option(&section.title) && !beside
        };
        // The first option below each heading; a second one makes it a choice.
        let mut options: BTreeMap<Option<usize>, &Section> = BTreeMap::new();
        let open = sections.iter().enumerate().filter(|(index, section)| is_open(*index, section));
        let mut pairs = open.filter_map(|(_, section)| match options.entry(section.parent) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(place) => {
                place.insert(section);
                None
            }
        });
        let Some(section) = pairs.next() else {
            continue;
        };
        if silence::says(text.lower(), &CHOICES) || is_marked(text, section) {
            continue;
        }
        findings.push(Finding::at(
            &RULE,
            text,
            section.heading,
            section.heading,
            "options are set out here, and the document never says which one holds",
            "say which option is chosen and why, or who decides it and by when",
        ));
    }
}

/// Tells whether a heading names one of several options: `Option 1`, `Approach B: …`.
fn is_option(title: &str) -> bool {
    let mut words = title.split_whitespace();
    let is_named = words.next().is_some_and(|word| {
        ["option", "approach", "variant"].iter().any(|name| name.eq_ignore_ascii_case(word))
    });
    let number = words.next().unwrap_or_default().trim_end_matches([':', '.', ')', '-', '—']);
    is_named && (number.len() == 1 || number.parse::<u8>().is_ok())
}

/// Tells whether one of the options says in its heading that it is the one.
fn is_marked(text: &Text<'_>, section: &Section) -> bool {
    let siblings = text.document.sections.iter().filter(|other| other.parent == section.parent);
    siblings.into_iter().any(|other| other.title.contains(['✅', '★']))
}

/// What a document says that has decided.
pub(super) const CHOICES: [&str; 20] = [
    "chosen",
    "we choose",
    "we chose",
    "we selected",
    "is selected",
    "selected option",
    "preferred",
    "recommendation",
    "we recommend",
    "recommended option",
    "recommended approach",
    "decision",
    "decided",
    "we will go with",
    "going with",
    "we propose",
    "proposed option",
    "proposed approach",
    "opted for",
    "rejected",
];

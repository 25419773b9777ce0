//! # missing-section
//!
//! ## What it does
//! Finds documents that lack a part which a document of their kind has: why, goals, limits of scope, risks,
//! dependencies, open questions.
//!
//! ## Why it hurts
//! What a document leaves out is filled in by each reader alone, and the gap shows only when the work is done.
//!
//! ## Example
//! Bad: such a specification lists its edge cases.
//!
//! ```markdown
//! # Feature: Till
//!
//! ## User Scenarios & Testing
//!
//! ### User Story 1 - Pay (Priority: P1)
//!
//! A clerk takes money.
//!
//! **Acceptance Scenarios**:
//!
//! 1. **Given** a sum, **When** it is keyed in, **Then** the drawer opens.
//!
//! ## Requirements
//!
//! ### Functional Requirements
//!
//! - **FR-001**: The till MUST ring.
//! - **FR-002**: The drawer MUST open.
//!
//! ## Success Criteria
//!
//! ### Measurable Outcomes
//!
//! - **SC-001**: A sale takes 20 seconds.
//!
//! ## Assumptions
//!
//! - There is power.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Feature: Till
//!
//! ## User Scenarios & Testing
//!
//! ### User Story 1 - Pay (Priority: P1)
//!
//! A clerk takes money.
//!
//! **Acceptance Scenarios**:
//!
//! 1. **Given** a sum, **When** it is keyed in, **Then** the drawer opens.
//!
//! ### Edge Cases
//!
//! - The roll is empty: the till stops.
//!
//! ## Requirements
//!
//! ### Functional Requirements
//!
//! - **FR-001**: The till MUST ring.
//! - **FR-002**: The drawer MUST open.
//!
//! ## Success Criteria
//!
//! ### Measurable Outcomes
//!
//! - **SC-001**: A sale takes 20 seconds.
//!
//! ## Assumptions
//!
//! - There is power.
//! ```
//!
//! ## When not to apply it
//! Where the part does not apply; a section of one sentence that says so is enough, and tells the reader that it
//! was thought of.

use council_core::{
    packet::{Passage, PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use super::{contents::Contents, shape};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    model::{Ask, Kind as DocumentKind, Layout, Meaning, Part, Text},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "missing-section",
    kind: Kind::MissingSection,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (75, "a look at the whole, at what was not thought of"),
        (18, "documents of this class have such a part"),
        (76, "what is not known is written down too"),
    ],
    summary: "a part that such a document has is absent",
    reads: Reads::Everything,
    source: include_str!("missing_section.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        let asked =
            shape::lacking(text, Ask::Section).chain(shape::lacking(text, Ask::Requirements));
        let is_plain = text.layout == Layout::Plain && text.kind == DocumentKind::Prd;
        let plain: &[Part] = if is_plain { PRD } else { &[] };
        let full: &[Part] = if shape::parts(text) >= 7 { FULL } else { &[] };
        let requires = !text.document.requirements.is_empty();
        let lacks = |part: &&Part| {
            let has = part.meanings.iter().any(|own| text.stated().contains(own));
            !(has || part.ask == Ask::Requirements && requires)
        };
        let plain = plain.iter().chain(full).filter(lacks);
        let mut told: Vec<&Part> = Vec::new();
        let opening = (!opens(text)).then_some(&OVERVIEW);
        for part in asked.chain(plain).chain(opening) {
            // A layout may ask for the same under another name.
            if part.name == OVERVIEW.name && told.iter().any(|one| introduces(one)) {
                continue;
            }
            told.push(part);
            let mut found = Finding::missing(
                &RULE,
                text,
                Span::new(0, 0),
                text.whole(),
                &[part.name],
                format!("no `{}` section: {}", part.name, part.says),
                format!("add `{}`, or say in it why there is nothing to say", part.name),
            );
            if !is_missed(part) {
                found.severity = Severity::Note;
            }
            findings.push(found);
        }
        for (title, meaning) in Contents::of(text).lacking() {
            let is_told = |part: &&&Part| part.name == title || part.meanings.contains(&meaning);
            if !told.iter().any(|part| is_told(&part)) {
                findings.push(Finding::missing(
                    &RULE,
                    text,
                    Span::new(0, 0),
                    text.whole(),
                    &[title],
                    format!("the table of contents names `{title}`, and there is no such section"),
                    format!("add `{title}`, or take it out of the table of contents"),
                ));
            }
        }
        for (before, after, section) in shape::gaps(text) {
            findings.push(Finding::at(
                &RULE,
                text,
                section,
                section,
                format!("the numbers of the sections go from {before} to {after}: one is missing"),
                "put the missing section back, or renumber",
            ));
        }
    }
}

/// Tells whether authors were glad to hear that a part is absent: the requirements themselves, where they end, and what an
/// attacker could make of them. That other parts have no heading of their own is seldom a loss.
fn is_missed(part: &Part) -> bool {
    part.ask == Ask::Requirements
        || part.meanings.contains(&Meaning::NonGoals)
        || part.name.starts_with("Security")
}

/// A part that product documents have, in whatever layout.
const fn part(name: &'static str, meanings: &'static [Meaning], says: &'static str) -> Part {
    Part { ask: Ask::Section, name, names: &[], meanings, says, with: None }
}

/// The part with which a document opens.
const OVERVIEW: Part = part("Overview", &OPENING, "what this is about, before it goes into parts");

/// What tells a reader what a document is about.
const OPENING: [Meaning; 5] =
    [Meaning::Summary, Meaning::Problem, Meaning::Goals, Meaning::Scope, Meaning::Stories];

fn introduces(part: &Part) -> bool {
    part.meanings.iter().any(|meaning| OPENING.contains(meaning))
        || ["Introduction", "Abstract", "Context", "Purpose"].contains(&part.name)
}

/// Tells whether a document with several parts says what it is about: in a section, or before the first one.
fn opens(text: &Text<'_>) -> bool {
    const FEWEST_SECTIONS: usize = 4;
    const FEWEST_WORDS: usize = 6;
    let sections = &text.document.sections;
    let is_asked = matches!(
        text.kind,
        DocumentKind::Design | DocumentKind::Feature | DocumentKind::Requirements
    );
    if !is_asked || sections.len() < FEWEST_SECTIONS {
        return true;
    }
    let first = sections.iter().find(|section| section.level > 1);
    let before = Span::new(0, first.map_or(0, |section| section.heading.start));
    let is_prose = |passage: &Passage| {
        passage.kind == PassageKind::Paragraph
            && before.contains(passage.span)
            && text.slice(passage.span).split_whitespace().nth(FEWEST_WORDS).is_some()
    };
    OPENING.iter().any(|own| text.stated().contains(own))
        || text.titles.begins("context")
        || text.titles.begins("background")
        || text.passages.iter().any(is_prose)
}

const PRD: &[Part] = &[
    part("Problem", &[Meaning::Problem, Meaning::Summary], "which problem is solved, and whose"),
    part("Goals", &[Meaning::Goals], "what is to be reached"),
    part("Non-goals", &[Meaning::NonGoals, Meaning::Scope], "what is out of scope"),
    Part {
        ask: Ask::Requirements,
        name: "Requirements",
        names: &[],
        meanings: &[
            Meaning::Requirements,
            Meaning::Quality,
            Meaning::Stories,
            Meaning::Acceptance,
            Meaning::Design,
        ],
        says: "what is required",
        with: None,
    },
];

const FULL: &[Part] = &[
    part("Risks", &[Meaning::Risks], "what could go wrong and what is done about it"),
    part("Dependencies", &[Meaning::Dependencies, Meaning::Assumptions], "what this depends on"),
];

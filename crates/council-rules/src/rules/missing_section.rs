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
//! Bad: A PRD with goals and requirements, but nothing that says what is out of scope.
//!
//! Good: A section `Non-goals` with the three things that somebody could expect and will not get.
//!
//! ## When not to apply it
//! Where the part does not apply; a section of one sentence that says so is enough, and tells the reader that it
//! was thought of.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::shape;
use crate::{
    Finding, Kind, Model, Rule,
    model::{Kind as DocumentKind, Meaning},
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
    source: include_str!("missing_section.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let wanted: &[Part] = match text.kind {
            DocumentKind::Prd => PRD,
            DocumentKind::Behaviour => BEHAVIOUR,
            DocumentKind::Requirements | DocumentKind::Function | DocumentKind::Page => continue,
        };
        let stated = shape::stated(text);
        for part in wanted
            .iter()
            .filter(|part| !part.meanings.iter().any(|meaning| stated.contains(meaning)))
        {
            findings.push(Finding::missing(
                &RULE,
                text,
                Span::new(0, 0),
                text.whole(),
                part.terms,
                format!("there is no section that says {}", part.says),
                format!(
                    "add one, such as `{}`, or say in it why there is nothing to say",
                    part.name
                ),
            ));
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

/// A part of a document.
struct Part {
    meanings: &'static [Meaning],
    says: &'static str,
    name: &'static str,
    terms: &'static [&'static str],
}

const BEHAVIOUR: &[Part] = &[Part {
    meanings: &[Meaning::Summary, Meaning::Problem, Meaning::Goals],
    says: "what this is for",
    name: "Purpose",
    terms: &["purpose"],
}];

const PRD: &[Part] = &[
    Part {
        meanings: &[Meaning::Problem],
        says: "which problem is solved, and whose",
        name: "Problem statement",
        terms: &["problem statement", "problem"],
    },
    Part {
        meanings: &[Meaning::Goals],
        says: "what is to be reached",
        name: "Goals",
        terms: &["goal", "objective"],
    },
    Part {
        meanings: &[Meaning::NonGoals, Meaning::Scope],
        says: "what is out of scope",
        name: "Non-goals",
        terms: &["out of scope", "non-goal"],
    },
    Part {
        meanings: &[Meaning::Requirements, Meaning::Quality, Meaning::Stories],
        says: "what is required",
        name: "Requirements",
        terms: &["requirement"],
    },
    Part {
        meanings: &[Meaning::Risks],
        says: "what could go wrong and what is done about it",
        name: "Risks and mitigations",
        terms: &["risk"],
    },
    Part {
        meanings: &[Meaning::Dependencies],
        says: "what this rests on",
        name: "Dependencies",
        terms: &["dependencies", "dependency"],
    },
    Part {
        meanings: &[Meaning::Questions],
        says: "what is not decided yet",
        name: "Open questions",
        terms: &["open question"],
    },
];

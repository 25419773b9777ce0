//! # duplicate-requirement
//!
//! ## What it does
//! Finds requirements that are written down twice, in the same words or nearly so.
//!
//! ## Why it hurts
//! The two drift apart with the first change, and then contradict each other.
//!
//! ## Example
//! Bad: `FR-3` and `FR-9` with the same sentence.
//!
//! Good: One requirement, and a reference where it is needed again.
//!
//! ## When not to apply it
//! Where a scenario repeats a step on purpose; steps are not requirements.

use council_core::{severity::Severity, taxonomy::Subcategory};

use crate::{Finding, Kind, Model, Rule, model::Relation};

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
    source: include_str!("duplicate_requirement.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let same = text.alike().iter().filter(|pair| pair.relation == Relation::Same);
        for pair in same.filter(|pair| text.lists_demands_at(pair.earlier.start)) {
            if text.are_parallel(pair.earlier, pair.later) {
                continue;
            }
            let line = text.document.lines().line(pair.earlier.start);
            findings.push(Finding::at(
                &RULE,
                text,
                pair.later,
                pair.later,
                format!("line {line} already requires this"),
                "keep one of the two and refer to it",
            ));
        }
    }
}

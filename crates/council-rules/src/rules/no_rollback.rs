//! # no-rollback
//!
//! ## What it does
//! Finds rollout and migration sections that never say how to go back.
//!
//! ## Why it hurts
//! When the new version fails at night, the way back is invented under pressure.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Billing
//!
//! ## Requirements
//!
//! - FR-1: The service shall write invoices.
//!
//! ## Rollout
//!
//! 1. Ten shops for a week.
//! 2. Half of the shops for a week.
//! 3. All shops.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Billing
//!
//! ## Requirements
//!
//! - FR-1: The service shall write invoices.
//!
//! ## Rollout
//!
//! 1. Ten shops for a week.
//! 2. Half of the shops for a week.
//! 3. All shops.
//!
//! If the error rate of a phase exceeds 1 %, the flag is turned off and rolled back; data written meanwhile is kept.
//! ```
//!
//! ## When not to apply it
//! Where going back is impossible; then say so, and what is done instead.

use std::cell::LazyCell;

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::silence;
use crate::{Finding, Kind, Model, Reads, Rule, model::Meaning};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-rollback",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::MissingRollback,
    severity: Severity::Minor,
    modes: &[
        (49, "the worst case of a change"),
        (39, "what if the change was wrong"),
        (47, "a plan has a way back"),
    ],
    summary: "a rollout without a way back",
    reads: Reads::Everything,
    source: include_str!("no_rollback.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let has_way_back = LazyCell::new(|| silence::says(text.lower(), &BACK));
        for section in &text.document.sections {
            let title = section.title.to_lowercase();
            let deploys = [
                "rollout",
                "roll-out",
                "deployment",
                "migration plan",
                "launch plan",
                "release plan",
            ]
            .iter()
            .any(|word| title.contains(word));
            // `Single-node deployments` names a kind of place, and `Release planning` plans the work.
            let is_other =
                ["deployments", "topolog", "planning"].iter().any(|word| title.contains(word));
            if !deploys || is_other || section.level == 1 {
                continue;
            }
            if !Meaning::stated(&section.title).contains(&Meaning::Rollout) {
                continue;
            }
            if *has_way_back {
                continue;
            }
            findings.push(Finding::missing(
                &RULE,
                text,
                section.heading,
                text.place(section.heading),
                &["rollback", "revert"],
                "this goes out and nothing says how it is taken back",
                "say what triggers the way back, who decides, how long it takes, and what happens to data",
            ));
        }
    }
}

/// What a document says that knows a way back.
const BACK: [&str; 12] = [
    "rollback",
    "roll back",
    "rolled back",
    "revert",
    "back out",
    "backout",
    "undo",
    "feature flag",
    "kill switch",
    "restore",
    "disable",
    "fallback",
];

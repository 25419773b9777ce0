//! # vague-criterion
//!
//! ## What it does
//! Finds acceptance criteria that judge instead of check: `works correctly`, `as expected`, `looks good`.
//!
//! ## Why it hurts
//! A criterion that needs a judge is no criterion: it passes when somebody is tired.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Export
//!
//! ## Acceptance criteria
//!
//! - The export works as expected.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Export
//!
//! ## Acceptance criteria
//!
//! - The export holds one row per order of the day, in the order of their numbers.
//! ```
//!
//! ## When not to apply it
//! Where what is expected is written down in the same criterion.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{Finding, Kind, Model, Reads, Rule, lexicon, model::Role};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "vague-criterion",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::CriterionVague,
    severity: Severity::Minor,
    modes: &[
        (69, "an experiment needs an outcome that can be seen"),
        (25, "a word without an edge"),
        (36, "an argument needs evidence, not confidence"),
    ],
    summary: "a criterion that judges instead of checks",
    reads: Reads::Words,
    source: include_str!("vague_criterion.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for found in scan::of(text)
            .filter(|found| matches!(found.sentence.role, Role::Criterion | Role::Then))
        {
            let at = (0..found.tokens.len())
                .find(|at| PHRASES.iter().any(|phrase| stands(&found, *at, phrase)));
            if let Some(at) = at {
                let span = found.span(at, 2);
                findings.push(Finding::at(
                    &RULE,
                    text,
                    span,
                    found.sentence.span,
                    format!(
                        "`{}` is a judgement, and a criterion has to be a check",
                        text.slice(span)
                    ),
                    "write down what is seen when it passes and what when it fails",
                ));
            }
        }
    }
}

fn stands(found: &scan::Found<'_, '_>, at: usize, phrase: &[u64; 2]) -> bool {
    phrase.iter().enumerate().all(|(step, id)| {
        found.after(at, step).is_some_and(|token| token.id == *id && !token.quoted)
    })
}

const PHRASES: [[u64; 2]; 14] = [
    [lexicon::id("as"), lexicon::id("expected")],
    [lexicon::id("works"), lexicon::id("correctly")],
    [lexicon::id("work"), lexicon::id("correctly")],
    [lexicon::id("works"), lexicon::id("properly")],
    [lexicon::id("works"), lexicon::id("well")],
    [lexicon::id("works"), lexicon::id("fine")],
    [lexicon::id("looks"), lexicon::id("good")],
    [lexicon::id("performs"), lexicon::id("well")],
    [lexicon::id("handled"), lexicon::id("correctly")],
    [lexicon::id("handled"), lexicon::id("properly")],
    [lexicon::id("handled"), lexicon::id("gracefully")],
    [lexicon::id("behaves"), lexicon::id("correctly")],
    [lexicon::id("functions"), lexicon::id("correctly")],
    [lexicon::id("no"), lexicon::id("problems")],
];

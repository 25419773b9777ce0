//! # impossible-share
//!
//! ## What it does
//! Finds shares above a hundred per cent: availability, coverage, rates and other parts of a whole.
//!
//! ## Why it hurts
//! No system reaches it, and the number that was meant is unknown.
//!
//! ## Example
//! Bad: `Availability shall be 101 %.`
//!
//! Good: `Availability shall be 99.9 %, measured each month.`
//!
//! ## When not to apply it
//! Where the figure is a growth or a ratio to a baseline (`150 % of last year`).

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule, lexicon,
    model::{Dimension, Quantity},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "impossible-share",
    kind: Kind::Infeasible,
    subcategory: Subcategory::Infeasible,
    severity: Severity::Major,
    modes: &[
        (6, "a constraint that no value satisfies"),
        (2, "a part is never more than the whole"),
        (19, "an order of magnitude that cannot be"),
    ],
    summary: "a share above a hundred per cent",
    reads: Reads::Everything,
    source: include_str!("impossible_share.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for found in scan::of(text).filter(scan::Found::is_own) {
            let is_over = |quantity: &&Quantity| {
                quantity.unit.dimension == Dimension::Percent && quantity.value > 100.0
            };
            if !found.quantities().iter().any(|quantity| is_over(&quantity)) {
                continue;
            }
            let whole = found.tokens.iter().any(|token| WHOLES.contains(&token.id));
            let grows = found.tokens.iter().any(|token| GROWTH.contains(&token.id));
            for quantity in found.quantities().iter().filter(is_over) {
                if whole && !grows {
                    findings.push(Finding::at(
                        &RULE,
                        text,
                        quantity.span,
                        found.sentence.span,
                        format!("`{}` is more than the whole", text.slice(quantity.span)),
                        "give a share of at most 100 %, or say what it is compared with",
                    ));
                }
            }
        }
    }
}

/// What is a part of a whole and never more.
const WHOLES: [u64; 14] = [
    lexicon::id("availability"),
    lexicon::id("available"),
    lexicon::id("uptime"),
    lexicon::id("coverage"),
    lexicon::id("users"),
    lexicon::id("requests"),
    lexicon::id("compliance"),
    lexicon::id("searches"),
    lexicon::id("cases"),
    lexicon::id("rate"),
    lexicon::id("accuracy"),
    lexicon::id("adoption"),
    lexicon::id("tests"),
    lexicon::id("success"),
];

/// Words of growth, with which a hundred is no limit.
const GROWTH: [u64; 9] = [
    lexicon::id("growth"),
    lexicon::id("increase"),
    lexicon::id("increased"),
    lexicon::id("faster"),
    lexicon::id("more"),
    lexicon::id("baseline"),
    lexicon::id("scale"),
    lexicon::id("overhead"),
    lexicon::id("zoom"),
];

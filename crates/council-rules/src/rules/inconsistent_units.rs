//! # inconsistent-units
//!
//! ## What it does
//! Finds one quantity in units that do not go together: metric beside imperial, or a size in seconds.
//!
//! ## Why it hurts
//! Somebody converts, and somebody forgets to.
//!
//! ## Example
//! Bad: `The range shall be 5 km.` and later `A warning shall be shown after 3 miles.`
//!
//! Good: `The range shall be 5 km.` and later `A warning shall be shown after 4 km.`
//!
//! ## When not to apply it
//! Where the system shows both on purpose.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Relation, Text, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "inconsistent-units",
    kind: Kind::InconsistentUnits,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (4, "what is added must be in one unit"),
        (6, "two limits that cannot be compared"),
        (7, "a unit is the type of a number"),
    ],
    summary: "one quantity in units that do not go together",
    reads: Reads::Everything,
    source: include_str!("inconsistent_units.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        systems(text, findings);
        for pair in text.alike() {
            if let Relation::Units(one, other) = pair.relation {
                report(text, one, other, pair.later, findings);
            }
        }
    }
}

/// A pair of words for one quantity in two systems of units.
struct System {
    metric: &'static [u64],
    imperial: &'static [u64],
}

/// Reports the first use of a second system.
fn systems(text: &Text<'_>, findings: &mut Vec<Finding>) {
    let mut first: [[Option<Span>; 2]; 3] = [[None; 2]; 3];
    for found in scan::of(text).filter(|found| found.is_own() && found.has_number()) {
        let mut measures = found.quantities().iter().map(|quantity| quantity.unit.word);
        if !measures.any(is_system) || converts(&found) {
            continue;
        }
        for (at, token) in found.tokens.iter().enumerate() {
            if token.kind != TokenKind::Word
                || found.before(at, 1).is_none_or(|last| last.kind != TokenKind::Number)
            {
                continue;
            }
            for (system, seen) in SYSTEMS.iter().zip(&mut first) {
                let side = usize::from(system.imperial.contains(&token.id));
                if side == 0 && !system.metric.contains(&token.id) {
                    continue;
                }
                let [metric, imperial] = seen;
                let (own, other) = if side == 0 { (metric, imperial) } else { (imperial, metric) };
                if own.is_some() {
                    continue;
                }
                let span = found.span(at - 1, 2);
                *own = Some(span);
                if let Some(other) = *other {
                    report(text, other, span, found.sentence.span, findings);
                }
            }
        }
    }
}

fn is_system(word: u64) -> bool {
    SYSTEMS.iter().any(|system| system.metric.contains(&word) || system.imperial.contains(&word))
}

/// Tells whether a sentence is about units: a conversion, or a choice between two.
fn converts(found: &Found<'_, '_>) -> bool {
    found.tokens.iter().any(|token| {
        token.is_mark(b'(')
            || token.is(Classes::OR)
            || token.is_mark(b'/')
            || UNITS.contains(&token.id)
    })
}

fn report(text: &Text<'_>, one: Span, other: Span, around: Span, findings: &mut Vec<Finding>) {
    let line = text.document.lines().line(one.start);
    findings.push(Finding::at(
        &RULE,
        text,
        other,
        around,
        format!("`{}` here, `{}` on line {line}", text.slice(other), text.slice(one)),
        "give both in one unit",
    ));
}

const SYSTEMS: [System; 3] = [
    System {
        metric: &[
            lexicon::id("km"),
            lexicon::id("kilometers"),
            lexicon::id("kilometres"),
            lexicon::id("meters"),
            lexicon::id("metres"),
            lexicon::id("cm"),
            lexicon::id("mm"),
        ],
        imperial: &[
            lexicon::id("mile"),
            lexicon::id("miles"),
            lexicon::id("feet"),
            lexicon::id("ft"),
            lexicon::id("inches"),
            lexicon::id("yards"),
        ],
    },
    System {
        metric: &[lexicon::id("kg"), lexicon::id("kilograms"), lexicon::id("grams")],
        imperial: &[
            lexicon::id("lb"),
            lexicon::id("lbs"),
            lexicon::id("pounds"),
            lexicon::id("ounces"),
            lexicon::id("oz"),
        ],
    },
    System { metric: &[lexicon::id("celsius")], imperial: &[lexicon::id("fahrenheit")] },
];

const UNITS: [u64; 5] = [
    lexicon::id("unit"),
    lexicon::id("units"),
    lexicon::id("imperial"),
    lexicon::id("convert"),
    lexicon::id("converted"),
];

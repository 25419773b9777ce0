//! # anybody-may
//!
//! ## What it does
//! Finds rights that are given to anybody: `anyone can`, `everybody may`, `any user can delete`.
//!
//! ## Why it hurts
//! Without a role there is no authorisation to build, and the first attacker is anybody too.
//!
//! ## Example
//! Bad: `Alerts may be muted by anybody.`
//!
//! Good: `An operator on duty can mute an alert of their own site.`
//!
//! ## When not to apply it
//! Where the right is public on purpose, such as reading a public page.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "anybody-may",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::UnmitigatedThreat,
    severity: Severity::Minor,
    modes: &[
        (79, "an attacker is anybody"),
        (58, "a right without a holder invites misuse"),
        (65, "who may is part of what may be done"),
    ],
    summary: "a right that is given to anybody",
    reads: Reads::SentencesWith(&[&ANYBODY]),
    source: include_str!("anybody_may.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let binding = scan::triggered(model, &RULE).filter(scan::Found::binds);
    let words = (
        "this right is given to anybody",
        "name the role that holds the right, and how it is checked",
    );
    scan::report(&RULE, binding, seen, words, findings);
}

/// Finds a modal with `anybody` or `everyone` as its subject or agent, and an act that changes something.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let at = found
        .tokens
        .iter()
        .position(|token| token.is_plain_word() && ANYBODY.contains(&token.id))?;
    let permits = found.sentence.classes.intersects(Classes::CAN.with(Classes::MAY));
    let forbids = found.sentence.classes.intersects(Classes::NOT);
    let reads = found.tokens.iter().any(|token| READING.contains(&token.id));
    (permits && !forbids && !reads).then_some((at, 1))
}

/// The words without which there is nothing to see.
pub(crate) const ANYBODY: [u64; 5] = [
    lexicon::id("anybody"),
    lexicon::id("anyone"),
    lexicon::id("everybody"),
    lexicon::id("everyone"),
    lexicon::id("whoever"),
];

const READING: [u64; 4] =
    [lexicon::id("read"), lexicon::id("view"), lexicon::id("see"), lexicon::id("browse")];

//! # contradicting-duties
//!
//! ## What it does
//! Finds two statements of which one demands what the other forbids, or of which one demands the opposite: `accept` here,
//! `reject` there.
//!
//! ## Why it hurts
//! Both cannot be met. A coding agent satisfies the one it read last.
//!
//! ## Example
//! Bad: `The client shall cache the answer.` and `The client shall not cache the answer.`
//!
//! Good: `The client shall cache the answer unless it is marked private.`
//!
//! ## When not to apply it
//! Where the two hold under different conditions; then name the condition in both.

use std::collections::BTreeMap;

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::{Text, Token, key},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "contradicting-duties",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Blocker,
    modes: &[
        (65, "a duty and its prohibition"),
        (1, "a statement and its negation"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (71, "two clauses of a contract that exclude each other"),
    ],
    summary: "one statement demands what another forbids",
    source: include_str!("contradicting_duties.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for (earlier, later) in text.alike() {
            if earlier.negated.abs_diff(later.negated) != 1 {
                continue;
            }
            let line = text.document.lines().line(earlier.span.start);
            let at = if later.negated > 0 { later.negation } else { later.binding };
            findings.push(Finding::at(
                &RULE,
                text,
                at.unwrap_or(later.span),
                later.span,
                format!("this contradicts line {line}, which says the opposite of the same thing"),
                "decide which of the two holds, or name the condition that tells them apart",
            ));
        }
        opposed(text, findings);
    }
}

/// Reports duties that differ from an earlier one in nothing but a verb and its opposite.
fn opposed(text: &Text<'_>, findings: &mut Vec<Finding>) {
    let mut first: BTreeMap<u64, (u64, Span)> = BTreeMap::new();
    for found in scan::triggered_in(text, &RULE).filter(Found::is_own) {
        let Some((at, verb)) = duty(&found) else {
            continue;
        };
        let Some(key) = key(found.tokens, Some(at)) else {
            continue;
        };
        let (earlier, place) = *first.entry(key).or_insert((verb.id, found.sentence.span));
        if !are_opposite(earlier, verb.id) {
            continue;
        }
        let line = text.document.lines().line(place.start);
        findings.push(Finding::at(
            &RULE,
            text,
            verb.span(),
            found.sentence.span,
            format!("this contradicts line {line}, which demands the opposite of the same thing"),
            "decide which of the two holds, or name the condition that tells them apart",
        ));
    }
}

/// Finds the verb that a binding word demands: `shall accept`.
fn duty<'m>(found: &Found<'m, '_>) -> Option<(usize, &'m Token)> {
    if found.sentence.classes.intersects(Classes::NOT) {
        return None;
    }
    let (modal, _) = found.words(Classes::MUST).next()?;
    let verb = found.after(modal, 1).filter(|verb| OPPOSITES.contains(&verb.id))?;
    Some((modal + 1, verb))
}

fn are_opposite(one: u64, other: u64) -> bool {
    let mut pairs = OPPOSITES.chunks_exact(2);
    pairs.any(|pair| pair == [one, other] || pair == [other, one])
}

/// Verbs, each followed by its opposite.
pub(crate) const OPPOSITES: [u64; 64] = [
    lexicon::id("allow"),
    lexicon::id("deny"),
    lexicon::id("allow"),
    lexicon::id("forbid"),
    lexicon::id("allow"),
    lexicon::id("prohibit"),
    lexicon::id("allow"),
    lexicon::id("block"),
    lexicon::id("permit"),
    lexicon::id("deny"),
    lexicon::id("permit"),
    lexicon::id("forbid"),
    lexicon::id("permit"),
    lexicon::id("prohibit"),
    lexicon::id("accept"),
    lexicon::id("reject"),
    lexicon::id("accept"),
    lexicon::id("refuse"),
    lexicon::id("enable"),
    lexicon::id("disable"),
    lexicon::id("activate"),
    lexicon::id("deactivate"),
    lexicon::id("show"),
    lexicon::id("hide"),
    lexicon::id("display"),
    lexicon::id("hide"),
    lexicon::id("reveal"),
    lexicon::id("conceal"),
    lexicon::id("expose"),
    lexicon::id("hide"),
    lexicon::id("include"),
    lexicon::id("exclude"),
    lexicon::id("include"),
    lexicon::id("omit"),
    lexicon::id("keep"),
    lexicon::id("delete"),
    lexicon::id("keep"),
    lexicon::id("discard"),
    lexicon::id("retain"),
    lexicon::id("delete"),
    lexicon::id("preserve"),
    lexicon::id("discard"),
    lexicon::id("store"),
    lexicon::id("discard"),
    lexicon::id("add"),
    lexicon::id("remove"),
    lexicon::id("require"),
    lexicon::id("forbid"),
    lexicon::id("start"),
    lexicon::id("stop"),
    lexicon::id("open"),
    lexicon::id("close"),
    lexicon::id("lock"),
    lexicon::id("unlock"),
    lexicon::id("grant"),
    lexicon::id("revoke"),
    lexicon::id("encrypt"),
    lexicon::id("decrypt"),
    lexicon::id("increase"),
    lexicon::id("decrease"),
    lexicon::id("connect"),
    lexicon::id("disconnect"),
    lexicon::id("install"),
    lexicon::id("uninstall"),
];

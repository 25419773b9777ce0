//! # weak-modal
//!
//! ## What it does
//! Finds `should`, `might`, `could` and doubtful `may` where a requirement states a duty.
//!
//! ## Why it hurts
//! A builder leaves out what only should be there, and a tester cannot fail it.
//!
//! ## Example
//! Bad: `The export should contain all orders.`
//!
//! Good: `The export shall contain all orders.`
//!
//! ## When not to apply it
//! Where the document defines `should` as in RFC 2119 and means a recommendation, or `may` grants a permission.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::{Kind as DocumentKind, Role, Token},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "weak-modal",
    kind: Kind::WeakObligation,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (65, "a duty and a wish are different in force"),
        (64, "what may be and what must be are told apart"),
        (71, "a contract is read by its binding words"),
    ],
    summary: "a wish where a duty is meant",
    source: include_str!("weak_modal.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    wishes(model, findings);
    let weak = Classes::SHOULD.with(Classes::MIGHT).with(Classes::MAY).with(Classes::CAN);
    for found in scan::sentences(model, weak).filter(scan::Found::is_checked) {
        for (at, token) in found.words(weak) {
            let hedged = found.after(at, 1).is_some_and(|next| {
                next.is(Classes::HEDGE)
                    || next.id == lexicon::id("potentially")
                    || next.id == lexicon::id("eventually")
            });
            if !hedged && (token.is(Classes::NOT) || !is_weak(&found, at, token)) {
                continue;
            }
            let len = if hedged { 2 } else { 1 };
            let said = ("leaves open whether this is a duty", REMEDIATION);
            findings.push(found.says(&RULE, at, len, said));
        }
    }
}

/// What mends a wish: a duty, or another place.
const REMEDIATION: &str =
    "write `shall` or `must` if it is a duty, or move it out of the requirements if it is not";

/// Reports phrases that wish where a duty is meant: `is expected to`, `may or may not`.
fn wishes(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let aiming = scan::sentences(model, Classes::WISH).filter(scan::Found::aims);
    let said = ("wishes where a duty is meant", REMEDIATION);
    scan::report_phrases(&RULE, aiming, Classes::WISH, said, findings);
}

/// Tells whether a word is weak where it stands: `can` and `could` in a condition, a purpose or a relative clause only
/// describe the world, and so does `can` in a criterion.
fn is_weak(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    // A description of a function says what it should return; that is its way to say what it does.
    if found.text.kind == DocumentKind::Function && token.is(Classes::SHOULD.with(Classes::CAN)) {
        return false;
    }
    let before = found.tokens.get(..at).unwrap_or_default();
    // `No module may …` forbids, as strongly as `must not` does.
    if token.is(Classes::MAY.with(Classes::CAN))
        && before.first().is_some_and(|first| NONE.contains(&first.id))
    {
        return false;
    }
    // In a list of requirements every modal is read as how far it binds.
    let listed = found.text.kind == DocumentKind::Requirements;
    if token.is(Classes::SHOULD) || listed {
        return true;
    }
    let subordinate = before
        .iter()
        .rev()
        .take(8)
        .any(|token| token.is(Classes::CONDITION) || SUBORDINATE.contains(&token.id));
    let describes =
        found.sentence.role == Role::Criterion || found.sentence.classes.intersects(Classes::MUST);
    !(subordinate || describes && token.is(Classes::CAN.with(Classes::MIGHT)))
}

/// Words that open a sentence about nothing.
const NONE: [u64; 5] = [
    lexicon::id("no"),
    lexicon::id("none"),
    lexicon::id("nobody"),
    lexicon::id("nothing"),
    lexicon::id("neither"),
];

/// Words that open a clause which only describes.
const SUBORDINATE: [u64; 8] = [
    lexicon::id("that"),
    lexicon::id("which"),
    lexicon::id("who"),
    lexicon::id("so"),
    lexicon::id("because"),
    lexicon::id("what"),
    lexicon::id("how"),
    lexicon::id("as"),
];

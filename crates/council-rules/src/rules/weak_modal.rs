//! # weak-modal
//!
//! ## What it does
//! Finds a wish, an effort or a doubt in the place of a duty: `should`, `might`, `is meant to`, `aims to`, `would
//! normally`.
//!
//! ## Why it hurts
//! A builder leaves out what only should be there, and a tester cannot fail it.
//!
//! ## Example
//! Bad: `The export should contain all orders.`
//!
//! Bad: `The export would contain all orders.`
//!
//! Bad: a design that leaves open what its thing does, which is worth a note.
//!
//! ```markdown
//! # Ferry timetables
//!
//! ## Summary
//!
//! Ferries get timetables.
//!
//! ## Motivation
//!
//! Nobody knows when they leave.
//!
//! ## Detailed design
//!
//! The printer should skip ferries that are laid up.
//!
//! ## Drawbacks
//!
//! Paper is used.
//! ```
//!
//! Good: `The export shall contain all orders.`
//!
//! Good: what happens, and what a reader can do, is told.
//!
//! ```markdown
//! # Ferry timetables
//!
//! ## Summary
//!
//! Ferries get timetables.
//!
//! ## Motivation
//!
//! Nobody knows when they leave.
//!
//! ## Detailed design
//!
//! The printer skips ferries that are laid up. Readers might miss them. This should be rare.
//!
//! ## Drawbacks
//!
//! Paper is used.
//! ```
//!
//! ## When not to apply it
//! Where `may` grants a permission. A document that writes its binding words in capitals, as RFC 2119 has it, means its
//! `SHOULD` and `MAY`; those are not reported.

use std::{cell::LazyCell, collections::BTreeSet};

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    expression::{hedge, weak},
    scan, worded,
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Role, Shape, Text, Token},
    wording::Wording,
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
    reads: Reads::Words,
    source: include_str!("weak_modal.rs"),
    check,
};

/// How often a document can describe with `should` before it is a habit, which is told once.
const HABIT: usize = 3;

/// Tells once of a word that a document always uses.
fn habit(mut described: Vec<Finding>) -> Vec<Finding> {
    if described.len() > HABIT {
        described.truncate(1);
    }
    described
}

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    const WEAK: Classes = Classes::SHOULD
        .with(Classes::MIGHT)
        .with(Classes::MAY)
        .with(Classes::CAN)
        .with(Classes::WISH);
    let first = findings.len();
    // What the first finding of its document tells for all of them.
    let mut told = BTreeSet::new();
    for text in &model.texts {
        let keywords = LazyCell::new(|| has_keywords(text));
        // A demand that opens with its condition has lost what told it from a step of a scenario: its `shall`.
        let binds =
            |found: &scan::Found<'_, '_>| found.is_checked() || found.sentence.role == Role::When;
        let bearers = LazyCell::new(|| bearers(text));
        // Where nothing is listed, only words that take a duty back are weak: `should` with a doubt, and anything of the kind
        // that is said of who has duties.
        let tells = |found: &scan::Found<'_, '_>, at: usize, len: usize| {
            weak::takes_back(found, at, len)
                && (found.tokens.get(at).is_some_and(|token| token.is(Classes::SHOULD))
                    || weak::subject(found, at).is_some_and(|who| bearers.contains(&who.id)))
        };
        let looked_at = |found: &scan::Found<'_, '_>| binds(found) || found.describes();
        let (mut described, mut demanded) = (Vec::new(), Vec::new());
        for found in scan::sentences_in(text, WEAK).filter(looked_at) {
            let beside = hedge::find(&found);
            let Some((at, len)) = weak::find(&found, *keywords) else {
                let leave = weak::permitted(&found, *keywords)
                    .filter(|_| found.is_checked() && found.sentence.opens)
                    .map(|weak| with_aside(weak, beside))
                    .or_else(|| beside.filter(|(at, _)| hedges(&found, *at)));
                findings.extend(leave.map(|(at, len)| {
                    let said = ("leaves it to whoever builds this", DESCRIBED);
                    found.says(&RULE, at, len, said).noted()
                }));
                continue;
            };
            let is_told = || found.is_told() && tells(&found, at, len);
            let is_should = len == 1
                && beside.is_none()
                && found.tokens.get(at).is_some_and(|token| token.is(Classes::SHOULD));
            if binds(&found) || is_told() {
                let said = ("leaves open whether this is a duty", REMEDIATION);
                let (at, len) = with_aside((at, len), beside);
                let same = if is_should { &mut demanded } else { &mut *findings };
                same.push(found.says(&RULE, at, len, said));
            } else if weak::leaves_open(&found, at, len) {
                let said = ("leaves open whether this is so", DESCRIBED);
                let (at, len) = with_aside((at, len), beside);
                let same = if is_should { &mut described } else { &mut *findings };
                same.push(found.says(&RULE, at, len, said).noted());
            }
        }
        findings.extend(habit(described));
        // Whoever demands everything with `should` has one thing to repair.
        if !text.is_bare_list && demanded.len() > HABIT.max(duties(text)) {
            told.extend(demanded.iter().skip(1).map(place));
        }
        findings.extend(demanded);
    }
    let said = ("leaves open whether this is a duty", REMEDIATION);
    worded::note(model, &RULE, Wording::Weak, said, first, findings);
    if !told.is_empty() {
        let own = findings.split_off(first);
        findings.extend(own.into_iter().filter(|one| !told.contains(&place(one))));
    }
}

/// Returns where a finding stands: the document and the place in it.
fn place(finding: &Finding) -> (String, usize) {
    (finding.path().to_owned(), finding.span.start)
}

/// Returns a weak word with what takes its duty back behind it: `should, time permitting`.
fn with_aside(weak: (usize, usize), beside: Option<(usize, usize)>) -> (usize, usize) {
    let (at, len) = weak;
    beside.filter(|(other, _)| *other == at).map_or(weak, |(_, longer)| (at, longer.max(len)))
}

/// Tells whether words that take a duty back stand where one would be: in a demand, or of a thing that is described. An
/// aside between commas takes it back whatever has the duty.
fn hedges(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let is_set_off = found.after(at, 1).is_some_and(|comma| comma.is_mark(b','));
    found.is_checked()
        || found.is_own()
            && (weak::is_of_thing(found, at) || is_set_off && weak::is_owed(found, at))
}

/// What repairs a wish: a duty, or another place.
const REMEDIATION: &str =
    "write `shall` or `must` if it is a duty, or move it out of the requirements if it is not";

/// What repairs a wish in a description: a plain statement, or a duty.
const DESCRIBED: &str =
    "write `shall` or `must`, or say plainly what it does; if the choice is open, say whose it is";

/// Counts the words of a document that bind.
fn duties(text: &Text<'_>) -> usize {
    let binds = |token: &&Token| token.is(Classes::MUST) && token.id != lexicon::id("will");
    text.tokens.iter().filter(binds).count()
}

/// Tells whether a document writes its binding words in capitals, as RFC 2119 has it.
fn has_keywords(text: &Text<'_>) -> bool {
    let duties = Classes::MUST.with(Classes::SHOULD);
    let bind = |token: &Token| token.is(duties) && token.shape == Shape::Upper;
    text.tokens.iter().any(bind)
}

/// Returns the last words of the subjects that have a duty somewhere in a document, or are spoken of in the words of a
/// standard: `client` of `The client MUST retry` and `A client MAY wait`.
pub(super) fn bearers(text: &Text<'_>) -> BTreeSet<u64> {
    const NORMS: Classes = Classes::MUST.with(Classes::SHOULD).with(Classes::MAY);
    let binds = |token: &Token| {
        token.shape == Shape::Upper || token.is(Classes::MUST) && token.id != lexicon::id("will")
    };
    let subjects = scan::sentences_in(text, NORMS).filter(scan::Found::is_own).flat_map(|found| {
        let norms = found.words(NORMS).filter(move |(_, token)| binds(token));
        norms.filter_map(move |(at, _)| weak::subject(&found, at)).map(|subject| subject.id)
    });
    subjects.collect()
}

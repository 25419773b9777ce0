//! # pronoun-subject
//!
//! ## What it does
//! Finds requirements whose subject refers to nothing: `It shall …`, `Someone must …`, `The responsible party shall …`.
//!
//! ## Why it hurts
//! A requirement is read alone: in a ticket, a test, a prompt. There nobody knows what `it` is.
//!
//! ## Example
//! Bad: `It shall log every access.`
//!
//! Bad: `The relevant service shall log every access.`
//!
//! Good: `The audit service shall log every access.`
//!
//! ## When not to apply it
//! Where the sentence before it in the same paragraph names the subject.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    expression::{subject, unnamed},
    scan, worded,
};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon::Classes, wording::Wording};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "pronoun-subject",
    kind: Kind::MissingActor,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (56, "who acts has to be known before what they do"),
        (61, "a pronoun is read by what stands before it, and here nothing does"),
        (41, "a mechanism needs a part that does the work"),
    ],
    summary: "a pronoun where the actor should stand",
    reads: Reads::Everything,
    source: include_str!("pronoun_subject.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let first = findings.len();
    let binding = scan::sentences(model, Classes::MUST.with(Classes::SHOULD));
    let said =
        ("names nobody who has this duty", "name the actor: the system, a component, a role");
    for found in binding {
        let likely = if found.is_demand() {
            if let Some((at, len)) = subject::find(&found) {
                findings.push(found.says(&RULE, at, len, said));
                continue;
            }
            subject::pointing(&found).or_else(|| unnamed::find(&found))
        } else if found.says_must() {
            subject::nameless(&found)
        } else {
            None
        };
        findings.extend(likely.map(|(at, len)| found.says(&RULE, at, len, said).noted()));
    }
    worded::note(model, &RULE, Wording::Nobody, said, first, findings);
}

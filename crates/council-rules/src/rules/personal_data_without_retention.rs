//! # personal-data-without-retention
//!
//! ## What it does
//! Finds documents that handle personal data and never say how long it is kept.
//!
//! ## Why it hurts
//! What has no end is kept for ever, and everything that is kept can be lost to somebody.
//!
//! ## Example
//! Bad: `The form shall ask for the name, birthday and address.`
//!
//! Good: `The form shall ask for the name, birthday and address.` and
//! `Birthdays are asked for to check age, and deleted after the check.`
//!
//! ## When not to apply it
//! Where a privacy document of the packet says it; then refer to it. On what ground data may be used at all is another
//! question, which `personal-data-without-consent` asks.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{scan::Found, silence};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::Token,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "personal-data-without-retention",
    kind: Kind::PrivacyGap,
    subcategory: Subcategory::MissingDataClass,
    severity: Severity::Minor,
    modes: &[
        (71, "the law asks for a reason and an end"),
        (72, "the data belongs to somebody"),
        (58, "what is collected will be used"),
    ],
    summary: "personal data without an end",
    reads: Reads::SentencesWith(&[&PERSONAL]),
    source: include_str!("personal_data_without_retention.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "personal data is handled and nothing says how long it is kept",
        "say for what it is needed, how long it is kept, and how it is deleted",
    );
    let sees = |found: &Found<'_, '_>| {
        let leaves_out = found.sentence.classes.intersects(Classes::NOT);
        found.binds() && !leaves_out && is_personal(found.tokens)
    };
    for text in model.texts.chunks(1) {
        silence::report(&RULE, text, sees, &ENDS, said, findings);
    }
}

/// What a document says that knows an end of what it keeps.
const ENDS: [&str; 9] = [
    "retention",
    "retain",
    "kept for",
    "deleted after",
    "delete after",
    "anonymi",
    "gdpr",
    "purge",
    "erasure",
];

/// Tells whether a demand is about data of people.
fn is_personal(tokens: &[Token]) -> bool {
    let pairs = tokens
        .windows(2)
        .any(|two| matches!(two, [one, other] if PAIRS.contains(&(one.id, other.id))));
    pairs || tokens.iter().any(|token| SINGLE.contains(&token.id))
}

const PAIRS: [(u64, u64); 7] = [
    (lexicon::id("personal"), lexicon::id("data")),
    (lexicon::id("personal"), lexicon::id("information")),
    (lexicon::id("health"), lexicon::id("data")),
    (lexicon::id("medical"), lexicon::id("records")),
    (lexicon::id("date"), lexicon::id("birth")),
    (lexicon::id("phone"), lexicon::id("number")),
    (lexicon::id("home"), lexicon::id("address")),
];

/// The words without which no demand is about data of people: the first of each pair, and the single words.
const PERSONAL: [u64; 12] = [
    lexicon::id("personal"),
    lexicon::id("health"),
    lexicon::id("medical"),
    lexicon::id("date"),
    lexicon::id("phone"),
    lexicon::id("home"),
    lexicon::id("pii"),
    lexicon::id("birthday"),
    lexicon::id("birthdate"),
    lexicon::id("passport"),
    lexicon::id("biometric"),
    lexicon::id("geolocation"),
];

const SINGLE: [u64; 6] = [
    lexicon::id("pii"),
    lexicon::id("birthday"),
    lexicon::id("birthdate"),
    lexicon::id("passport"),
    lexicon::id("biometric"),
    lexicon::id("geolocation"),
];

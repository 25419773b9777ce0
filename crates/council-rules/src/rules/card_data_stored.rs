//! # card-data-stored
//!
//! ## What it does
//! Finds card numbers and similar payment data that are stored without a word on how they are protected.
//!
//! ## Why it hurts
//! Stored card data brings the whole system under the rules of the card industry, and is what thieves look for.
//!
//! ## Example
//! Bad: `The system shall store the card number.`
//!
//! Good: `The payment provider stores the card; the system keeps its token only.`
//!
//! ## When not to apply it
//! Where the sentence names tokenisation or encryption.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "card-data-stored",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::UnmitigatedThreat,
    severity: Severity::Major,
    modes: &[
        (79, "a store of card numbers is a target"),
        (71, "card data has rules of its own"),
        (38, "a cost that nobody put down"),
    ],
    summary: "payment data stored without protection",
    reads: Reads::SentencesWith(&[&STORING]),
    source: include_str!("card_data_stored.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let binding = scan::triggered(model, &RULE).filter(scan::Found::binds);
    let words = (
        "payment data is stored and nothing says how it is protected",
        "keep a token of the payment provider instead, or name the encryption, the keys and who may read it",
    );
    scan::report(&RULE, binding, seen, words, findings);
}

/// Finds a verb of storing with a card or account number as its object.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let at = found.tokens.iter().position(|token| STORING.contains(&token.id))?;
    let rest = found.tokens.get(at + 1..(at + 8).min(found.tokens.len()))?;
    let card = rest.windows(2).position(
        |two| matches!(two, [kind, what] if CARDS.contains(&kind.id) && NUMBERS.contains(&what.id)),
    )?;
    let protected = found.tokens.iter().any(|token| PROTECTED.contains(&token.id));
    let forbidden = found.sentence.classes.intersects(Classes::NOT)
        && found.tokens.iter().take(at).any(|token| token.is(Classes::NOT));
    (!protected && !forbidden).then_some((at + 1 + card, 2))
}

/// The words without which there is nothing to see.
const STORING: [u64; 6] = [
    lexicon::id("store"),
    lexicon::id("stores"),
    lexicon::id("stored"),
    lexicon::id("save"),
    lexicon::id("keep"),
    lexicon::id("record"),
];

const CARDS: [u64; 6] = [
    lexicon::id("card"),
    lexicon::id("account"),
    lexicon::id("bank"),
    lexicon::id("iban"),
    lexicon::id("security"),
    lexicon::id("insurance"),
];

const NUMBERS: [u64; 5] = [
    lexicon::id("number"),
    lexicon::id("numbers"),
    lexicon::id("details"),
    lexicon::id("data"),
    lexicon::id("code"),
];

const PROTECTED: [u64; 7] = [
    lexicon::id("encrypted"),
    lexicon::id("tokenised"),
    lexicon::id("tokenized"),
    lexicon::id("token"),
    lexicon::id("hashed"),
    lexicon::id("vault"),
    lexicon::id("encryption"),
];

//! # weak-password
//!
//! ## What it does
//! Finds password rules that allow short passwords.
//!
//! ## Why it hurts
//! Short passwords are guessed from a leaked store in hours.
//!
//! ## Example
//! Bad: `A user shall choose a password of at least 6 characters.`
//!
//! Good:
//! `A user shall choose a password of at least 12 characters that is not on a list of known ones, and a second factor.`
//!
//! ## When not to apply it
//! Where the secret is a PIN that is checked by hardware with a counter.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Bound, Dimension},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "weak-password",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::UnmitigatedThreat,
    severity: Severity::Minor,
    modes: &[
        (79, "an attacker tries the short ones first"),
        (19, "how many passwords there are is a sum anybody can do"),
        (10, "most people choose from few"),
    ],
    summary: "a password rule that allows short passwords",
    reads: Reads::Everything,
    source: include_str!("weak_password.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let binding = scan::sentences(model, Classes::SECRET).filter(scan::Found::binds);
    let words = (
        "passwords this short are guessed in hours",
        "ask for at least 12 characters, refuse known passwords, and add a second factor",
    );
    scan::report(&RULE, binding, seen, words, findings);
}

/// Finds a least length of a password below eight characters.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let about = found.tokens.iter().any(|token| PASSWORD.contains(&token.id));
    let short = found.quantities().iter().find(|quantity| {
        quantity.unit.dimension == Dimension::Count
            && CHARACTERS.contains(&quantity.unit.word)
            && quantity.value < 8.0
            && quantity.bound != Bound::Most
    })?;
    about.then_some((short.at, 2))
}

const PASSWORD: [u64; 4] = [
    lexicon::id("password"),
    lexicon::id("passwords"),
    lexicon::id("passphrase"),
    lexicon::id("passcode"),
];

const CHARACTERS: [u64; 4] = [
    lexicon::id("characters"),
    lexicon::id("character"),
    lexicon::id("chars"),
    lexicon::id("letters"),
];

//! # secret-shown
//!
//! ## What it does
//! Finds secrets that somebody can read: passwords that are shown, sent, logged or stored as they are.
//!
//! ## Why it hurts
//! A secret that can be read will be read. A leak of the store is then a leak of every account.
//!
//! ## Example
//! Bad: `An administrator can see every user's password.`
//!
//! Good: `An administrator can start a password reset; nobody can read a password.`
//!
//! ## When not to apply it
//! Where the sentence forbids it.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Rule,
    lexicon::{self, Classes},
    model::Token,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "secret-shown",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::SecretExposure,
    severity: Severity::Blocker,
    modes: &[
        (79, "an attacker starts with what is readable"),
        (36, "a safety argument fails at the first readable secret"),
        (49, "the worst case is that the store is copied"),
    ],
    summary: "a secret that somebody can read",
    source: include_str!("secret_shown.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let binding = scan::sentences(model, Classes::SECRET).filter(scan::Found::binds);
    let words = (
        "secrets are readable here",
        "store secrets only as salted hashes or in a vault, and give nobody a way to read them",
    );
    scan::report(&RULE, binding, seen, words, findings);
}

/// Finds a secret together with a verb of showing, and no word that forbids it.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let forbids = found.sentence.classes.intersects(Classes::NOT.with(Classes::PREVENT));
    let (at, _) = found.words(Classes::SECRET).find(|(at, token)| is_secret(found, *at, token))?;
    let near = found.tokens.get(at.saturating_sub(8)..(at + 9).min(found.tokens.len()))?;
    let shown = near.iter().any(|token| SHOWING.contains(&token.id));
    let kept = near.iter().any(|token| PLAIN.contains(&token.id));
    let masked = near.iter().any(|token| MASKED.contains(&token.id));
    ((shown || kept) && !forbids && !masked).then_some((at, 1))
}

/// A token of a parser or a model is no secret; a password is.
fn is_secret(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    let counted = token.id == lexicon::id("token") || token.id == lexicon::id("tokens");
    !counted || found.before(at, 1).is_some_and(|word| ACCESS.contains(&word.id))
}

const ACCESS: [u64; 4] =
    [lexicon::id("access"), lexicon::id("refresh"), lexicon::id("api"), lexicon::id("bearer")];

const SHOWING: [u64; 9] = [
    lexicon::id("see"),
    lexicon::id("view"),
    lexicon::id("read"),
    lexicon::id("show"),
    lexicon::id("display"),
    lexicon::id("email"),
    lexicon::id("emailed"),
    lexicon::id("logged"),
    lexicon::id("visible"),
];

const PLAIN: [u64; 4] = [
    lexicon::id("plaintext"),
    lexicon::id("cleartext"),
    lexicon::id("unencrypted"),
    lexicon::id("plain-text"),
];

const MASKED: [u64; 6] = [
    lexicon::id("masked"),
    lexicon::id("hashed"),
    lexicon::id("encrypted"),
    lexicon::id("redacted"),
    lexicon::id("reset"),
    lexicon::id("field"),
];

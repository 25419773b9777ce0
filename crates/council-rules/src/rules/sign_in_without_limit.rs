//! # sign-in-without-limit
//!
//! ## What it does
//! Finds documents that let people sign in with a password and never limit failed attempts.
//!
//! ## Why it hurts
//! Without a limit, a password is only a matter of time.
//!
//! ## Example
//! Bad: `Users shall sign in with e-mail and password.`
//!
//! Good: `Users shall sign in with e-mail and password.` and
//! `After five failed attempts within ten minutes, sign-in for the account is refused for fifteen minutes.`
//!
//! ## When not to apply it
//! Where an identity provider does it; then name it.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{scan::Found, silence};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "sign-in-without-limit",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::UnmitigatedThreat,
    severity: Severity::Minor,
    modes: &[
        (79, "an attacker tries again"),
        (10, "how many guesses are enough"),
        (36, "a control that is assumed"),
    ],
    summary: "sign-in without a limit on attempts",
    reads: Reads::SentencesWith(&[&PASSWORD]),
    source: include_str!("sign_in_without_limit.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "people sign in with a password and nothing limits failed attempts",
        "say after how many failures sign-in is slowed or refused, and for how long",
    );
    let sees = |found: &Found<'_, '_>| {
        found.binds() && found.tokens.iter().any(|token| SIGN.contains(&token.id))
    };
    for text in model.texts.chunks(1) {
        silence::report(&RULE, text, sees, &LIMITS, said, findings);
    }
}

/// What a document says that knows a limit, or leaves sign-in to somebody else.
const LIMITS: [&str; 11] = [
    "lock",
    "rate limit",
    "rate-limit",
    "throttl",
    "failed attempt",
    "failed sign",
    "failed login",
    "captcha",
    "brute",
    "identity provider",
    "sso",
];

/// What people sign in with.
const PASSWORD: [u64; 2] = [lexicon::id("password"), lexicon::id("passwords")];

const SIGN: [u64; 9] = [
    lexicon::id("sign"),
    lexicon::id("signs"),
    lexicon::id("sign-in"),
    lexicon::id("log"),
    lexicon::id("login"),
    lexicon::id("log-in"),
    lexicon::id("authenticate"),
    lexicon::id("authenticates"),
    lexicon::id("authenticated"),
];

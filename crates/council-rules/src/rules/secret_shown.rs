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
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes, MODAL},
    model::{Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "secret-shown",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::SecretExposure,
    severity: Severity::Major,
    modes: &[
        (79, "an attacker starts with what is readable"),
        (36, "a safety argument fails at the first readable secret"),
        (49, "the worst case is that the store is copied"),
    ],
    summary: "a secret that somebody can read",
    reads: Reads::Everything,
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

/// Finds a secret that a verb of showing has as its object, that is said to be shown, or that is kept in plain text.
fn seen(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let forbids = found.sentence.classes.intersects(Classes::NOT.with(Classes::PREVENT));
    let is_safe = |token: &Token| SAFE.contains(&token.id);
    if forbids || found.tokens.iter().any(is_safe) {
        return None;
    }
    let secrets = found.words(Classes::SECRET).filter(|(at, token)| is_secret(found, *at, token));
    let mut shown = secrets
        .filter(|(at, _)| is_object(found, *at) || is_shown(found, *at) || is_plain(found, *at));
    shown.next().map(|(at, _)| (at, 1))
}

/// Tells whether a verb of showing has a secret as its object: nothing but what belongs to the secret stands between them.
fn is_object(found: &scan::Found<'_, '_>, secret: usize) -> bool {
    const REACH: usize = 5;
    for steps in 1..=REACH {
        let Some(token) = found.before(secret, steps) else {
            return false;
        };
        if token.kind != TokenKind::Word || token.is(Classes::PREPOSITION.with(Classes::AND)) {
            return false;
        }
        if SHOWING.contains(&token.id) {
            // `Show password` as the name of a button is nobody's right.
            return found.before(secret, steps + 1).is_some_and(|before| before.is(MODAL));
        }
    }
    false
}

/// Tells whether a secret is said to be shown: `passwords are visible`.
fn is_shown(found: &scan::Found<'_, '_>, secret: usize) -> bool {
    let mut after = (1..=4).map_while(|steps| found.after(secret, steps));
    let is = after.by_ref().position(|token| token.is(Classes::BE));
    is == Some(0) && after.next().is_some_and(|token| SHOWN.contains(&token.id))
        || is == Some(1)
            && found.after(secret, 1).is_some_and(|token| token.is(MODAL))
            && after.next().is_some_and(|token| SHOWN.contains(&token.id))
}

/// Tells whether a secret is kept in plain text.
fn is_plain(found: &scan::Found<'_, '_>, secret: usize) -> bool {
    let near = found.tokens.get(secret.saturating_sub(4)..(secret + 7).min(found.tokens.len()));
    near.unwrap_or_default().iter().any(|token| PLAIN.contains(&token.id))
}

/// A token of a parser or a model is no secret; a password is.
fn is_secret(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    let counted = token.id == lexicon::id("token") || token.id == lexicon::id("tokens");
    !counted || found.before(at, 1).is_some_and(|word| ACCESS.contains(&word.id))
}

const ACCESS: [u64; 4] =
    [lexicon::id("access"), lexicon::id("refresh"), lexicon::id("api"), lexicon::id("bearer")];

const SHOWING: [u64; 7] =
    lexicon::ids(["see", "view", "read", "show", "display", "email", "reveal"]);

const SHOWN: [u64; 7] =
    lexicon::ids(["visible", "shown", "displayed", "logged", "emailed", "readable", "viewable"]);

const PLAIN: [u64; 4] = lexicon::ids(["plaintext", "cleartext", "unencrypted", "plain-text"]);

/// Words of a secret that is not given away: masked, forbidden, shown once to its owner, or about the field it is typed in.
const SAFE: [u64; 29] = lexicon::ids([
    "masked",
    "hashed",
    "encrypted",
    "redacted",
    "reset",
    "field",
    "input",
    "form",
    "prompt",
    "zero",
    "without",
    "none",
    "avoid",
    "once",
    "own",
    "owner",
    "policy",
    "strength",
    "incorrect",
    "invalid",
    "wrong",
    "manager",
    "toggle",
    "button",
    "hint",
    "budget",
    "usage",
    "count",
    "page",
]);

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    fn is_reported(sentence: &str) -> bool {
        let text = format!("# A\n\n## Requirements\n\n- {sentence}\n");
        let packet = markdown_prd("prd.md", &text).value;
        !check_with(&packet, |rule| rule.id == "secret-shown").is_empty()
    }

    #[test]
    fn a_secret_that_somebody_can_read_is_reported() {
        for sentence in [
            "An administrator can see every user's password to help with support.",
            "Support staff may view customer passwords.",
            "Passwords shall be stored in plaintext.",
            "Failed passwords are logged for support.",
        ] {
            assert!(is_reported(sentence), "{sentence}");
        }
    }

    #[test]
    fn a_secret_that_is_named_beside_something_shown_is_not() {
        for sentence in [
            "**SC-005**: Zero plaintext passwords stored in the system",
            "**When** they enter incorrect credentials, **Then** they see a friendly error message.",
            "The tool must mark an email/password sign-in as unclear.",
            "The user shall see an error after a wrong password.",
            "The page shall show the password field.",
            "The API key is shown once to its owner.",
            "The page shall show how many tokens were used.",
            "Secrets shall not be logged.",
        ] {
            assert!(!is_reported(sentence), "{sentence}");
        }
    }
}

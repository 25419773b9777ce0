//! # sees-everything
//!
//! ## What it does
//! Finds a role that sees or does everything: `Admins can see everything`, `operators have full access`.
//!
//! ## Why it hurts
//! One stolen account is then the whole system, and nobody decided that private data is open to the role.
//!
//! ## Example
//! Bad: `Admins can see everything.`
//!
//! Good: `An admin can see the settings and the audit log of their own workspace, and no message.`
//!
//! ## When not to apply it
//! Where the sentence says what everything is; then name it instead.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "sees-everything",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::UnmitigatedThreat,
    severity: Severity::Minor,
    modes: &[
        (79, "the account that is worth stealing"),
        (58, "power without a limit is used without one"),
        (65, "a right has an object"),
    ],
    summary: "a role that sees or does everything",
    reads: Reads::SentencesWith(&[&ROLE]),
    source: include_str!("sees_everything.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for found in scan::triggered_in(text, &RULE).filter(Found::is_own) {
            if found.sentence.classes.intersects(Classes::NOT.with(Classes::EXCEPTION)) {
                continue;
            }
            let Some((at, len)) = seen(&found) else {
                continue;
            };
            findings.push(Finding::at(
                &RULE,
                text,
                found.span(at, len),
                found.sentence.span,
                "this role may see or do everything",
                "name what the role may see and do, and what is kept from it",
            ));
        }
    }
}

/// How far the right may stand from the role.
const REACH: usize = 8;

/// Finds a role, a right, and `everything` or `full access` after it.
fn seen(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    let role =
        found.tokens.iter().position(|token| token.is_plain_word() && ROLE.contains(&token.id))?;
    let after = found.tokens.get(role + 1..)?.iter().take(REACH).enumerate();
    let mut permitted = false;
    for (step, token) in after {
        let at = role + 1 + step;
        permitted |= token.is(Classes::CAN.with(Classes::MAY).with(Classes::MUST))
            || HAS.contains(&token.id);
        if !permitted || !token.is_plain_word() {
            continue;
        }
        let ends = found.after(at, 1).is_none_or(|next| {
            next.is_mark(b'.') || next.is_mark(b',') || next.is_mark(b';') || next.is(Classes::AND)
        });
        if EVERYTHING.contains(&token.id) && ends {
            return Some((role, at + 1 - role));
        }
        let next = found.after(at, 1);
        if FULL.contains(&token.id) && next.is_some_and(|next| ACCESS.contains(&next.id)) {
            // `Full access to their own files` has a limit.
            let rest = found.tokens.get(at + 2..).unwrap_or_default();
            let limited = rest.iter().any(|token| OWN.contains(&token.id));
            return (!limited).then_some((role, at + 2 - role));
        }
    }
    None
}

/// Who may be given too much.
const ROLE: [u64; 12] = [
    lexicon::id("admin"),
    lexicon::id("admins"),
    lexicon::id("administrator"),
    lexicon::id("administrators"),
    lexicon::id("superuser"),
    lexicon::id("superusers"),
    lexicon::id("operator"),
    lexicon::id("operators"),
    lexicon::id("moderator"),
    lexicon::id("moderators"),
    lexicon::id("staff"),
    lexicon::id("support"),
];

const HAS: [u64; 4] =
    [lexicon::id("has"), lexicon::id("have"), lexicon::id("sees"), lexicon::id("gets")];

const EVERYTHING: [u64; 2] = [lexicon::id("everything"), lexicon::id("anything")];

const FULL: [u64; 4] = [
    lexicon::id("full"),
    lexicon::id("unrestricted"),
    lexicon::id("unlimited"),
    lexicon::id("complete"),
];

const ACCESS: [u64; 4] = [
    lexicon::id("access"),
    lexicon::id("control"),
    lexicon::id("rights"),
    lexicon::id("permissions"),
];

const OWN: [u64; 5] = [
    lexicon::id("own"),
    lexicon::id("their"),
    lexicon::id("its"),
    lexicon::id("only"),
    lexicon::id("assigned"),
];

//! # no-migration
//!
//! ## What it does
//! Finds demands that change or replace what is already in use (a column renamed, a table dropped, an interface
//! deprecated, an existing system replaced) in documents that say nothing of what is there already: no migration, no
//! compatibility, no word on existing data or customers.
//!
//! ## Why it hurts
//! The new thing works on the empty machine of whoever built it. What was stored and whoever called it before are found
//! out about on the day it goes out.
//!
//! ## Example
//! Bad: `The service shall rename the column price to net_price.` and no word about the rows that are there.
//!
//! Good: `The service shall rename the column price to net_price.` and
//! `Existing rows are migrated before the old column goes.`
//!
//! ## When not to apply it
//! Where nothing has been released yet; then say so.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{scan::Found, silence};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-migration",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (73, "what is there has a history"),
        (66, "before and after have to meet somewhere"),
        (39, "what if the old rows are still there"),
    ],
    summary: "a change without a word on what is there",
    reads: Reads::SentencesWith(&[&VERBS]),
    source: include_str!("no_migration.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "this changes what is already in use, and nothing says what becomes of what is there",
        "say what happens to existing data and callers, how long old and new stand side by side, and in which order it goes",
    );
    let asks =
        |found: &Found<'_, '_>| found.aims() && silence::is_wanted(found) && is_change(found);
    silence::report(&RULE, &model.texts, asks, &TRANSITIONS, said, findings);
}

/// Tells whether something that others rely on is to be changed or taken away.
fn is_change(found: &Found<'_, '_>) -> bool {
    (0..found.tokens.len()).any(|at| {
        let Some(verb) = found.tokens.get(at).filter(|verb| verb.is_plain_word()) else {
            return false;
        };
        let objects: &[u64] = match verb.id {
            RENAME | DEPRECATE => &CONTRACTS,
            DROP | REMOVE => &STORED,
            REPLACE => &PRESENT,
            CHANGE => &SCHEMA,
            _ => return false,
        };
        let object = (at + 1..=at + 4).find(|next| is_one(found, *next, objects));
        let Some(object) = object.filter(|_| is_asked(found, at)) else {
            return false;
        };
        verb.id != REPLACE || (object + 1..=object + 3).any(|next| is_one(found, next, &SYSTEMS))
    })
}

fn is_one(found: &Found<'_, '_>, at: usize, words: &[u64]) -> bool {
    found.tokens.get(at).is_some_and(|token| token.is_plain_word() && words.contains(&token.id))
}

/// Tells whether a verb is what is asked for: it opens the sentence or follows a duty or `to`.
fn is_asked(found: &Found<'_, '_>, at: usize) -> bool {
    match found.before(at, 1) {
        None => true,
        Some(last) => {
            last.is(Classes::MUST.with(Classes::SHOULD))
                || last.is_mark(b':')
                || last.id == lexicon::id("to")
        }
    }
}

const RENAME: u64 = lexicon::id("rename");
const DEPRECATE: u64 = lexicon::id("deprecate");
const DROP: u64 = lexicon::id("drop");
const REMOVE: u64 = lexicon::id("remove");
const REPLACE: u64 = lexicon::id("replace");
const CHANGE: u64 = lexicon::id("change");

/// What a document says that knows that something is there already.
const TRANSITIONS: [&str; 26] = [
    "migrat",
    "backward",
    "compatib",
    "versioning",
    "versioned",
    "api version",
    "existing data",
    "existing user",
    "existing customer",
    "existing record",
    "existing client",
    "existing row",
    "existing config",
    "existing file",
    "convert",
    "conversion",
    "upgrade",
    "transition",
    "grace period",
    "sunset",
    "backfill",
    "cutover",
    "cut-over",
    "side by side",
    "alias",
    "not yet released",
];

/// The verbs without which nothing is changed.
const VERBS: [u64; 6] = [RENAME, DEPRECATE, DROP, REMOVE, REPLACE, CHANGE];

const CONTRACTS: [u64; 16] = lexicon::ids([
    "column",
    "columns",
    "field",
    "fields",
    "table",
    "tables",
    "endpoint",
    "endpoints",
    "api",
    "apis",
    "property",
    "parameter",
    "parameters",
    "command",
    "commands",
    "event",
]);

const STORED: [u64; 7] =
    lexicon::ids(["column", "columns", "table", "tables", "endpoint", "endpoints", "api"]);

const PRESENT: [u64; 4] = lexicon::ids(["existing", "current", "old", "legacy"]);

const SYSTEMS: [u64; 20] = lexicon::ids([
    "system",
    "systems",
    "application",
    "applications",
    "process",
    "api",
    "schema",
    "format",
    "database",
    "databases",
    "implementation",
    "service",
    "services",
    "platform",
    "storage",
    "backend",
    "protocol",
    "engine",
    "tables",
    "store",
]);

const SCHEMA: [u64; 1] = lexicon::ids(["schema"]);

//! # half-done
//!
//! ## What it does
//! Finds demands for work in batches or in bulk, for imports and restores of many things, in documents that never say
//! what holds when it stops in the middle.
//!
//! ## Why it hurts
//! The first half is there and the second is not. Whether a second try repairs that or doubles it was never decided.
//!
//! ## Example
//! Bad: `Price changes shall be written in batches of 500.` and no word about a batch that fails.
//!
//! Good: `Price changes shall be written in batches of 500.` and
//! `Each batch is one transaction; the next run resumes after the last one that was written.`
//!
//! ## When not to apply it
//! Where each piece stands alone and is reported alone; then say so.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence::{self, has, has_near},
};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon, model::Token};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "half-done",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (49, "the worst case is half of it"),
        (39, "what if it stops after the first part"),
        (8, "a batch that fails is the counterexample"),
    ],
    summary: "nothing says what holds when many steps stop midway",
    reads: Reads::SentencesWith(&WORDS),
    source: include_str!("half_done.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let asks = |found: &Found<'_, '_>| {
        found.text.kind.requires() && silence::is_demand(found) && is_many(found)
    };
    let said = (
        "this is done piece by piece, and nothing says what holds when it stops midway",
        "say whether what was done is kept or taken back, and what a second try does",
    );
    let first = scan::triggered(model, &RULE).find(asks);
    if let Some(found) = first.filter(|_| !silence::speaks(model, &MIDWAYS)) {
        findings.push(silence::unanswered(&RULE, &found, said));
    }
}

/// Tells whether a sentence changes many things one after the other.
fn is_many(found: &Found<'_, '_>) -> bool {
    let in_batches = has_near(found, &PROCESSED, &BATCHES, 3);
    // An import is also a thing: only what is demanded is an act.
    let is_act = |at: usize| {
        found.before(at, 1).is_some_and(|before| before.is(lexicon::MODAL) || before.id == TO)
    };
    let acts = |(at, token): (usize, &Token)| MOVES.contains(&token.id) && is_act(at);
    let moves = found.tokens.iter().enumerate().any(acts) && has_near(found, &MOVES, &MANY, 3);
    (in_batches || has_near(found, &BULK, &CHANGES, 0) || moves) && !has(found, &READS)
}

/// What a document says that knows that work can stop midway.
const MIDWAYS: [&str; 20] = [
    "partial",
    "rollback",
    "roll back",
    "rolled back",
    "rolls back",
    "transaction",
    "atomic",
    "all-or-nothing",
    "all or nothing",
    "resum",
    "checkpoint",
    "idempoten",
    "midway",
    "mid-way",
    "halfway",
    "individually",
    "per-row",
    "per-item",
    "each failed",
    "undo",
];

/// The words of which one stands in a sentence about many things.
const WORDS: [&[u64]; 3] = [&BATCHES, &BULK, &MOVES];

const PROCESSED: [u64; 12] = lexicon::ids([
    "processed",
    "process",
    "written",
    "write",
    "inserted",
    "insert",
    "sent",
    "updated",
    "update",
    "deleted",
    "delete",
    "imported",
]);
const MOVES: [u64; 4] = lexicon::ids(["migrate", "restore", "merge", "import"]);
const MANY: [u64; 15] = lexicon::ids([
    "all",
    "every",
    "each",
    "records",
    "rows",
    "items",
    "files",
    "tables",
    "users",
    "entries",
    "products",
    "accounts",
    "documents",
    "orders",
    "customers",
]);
const TO: u64 = lexicon::id("to");
const BATCHES: [u64; 2] = lexicon::ids(["batches", "chunks"]);
const BULK: [u64; 3] = lexicon::ids(["bulk", "batch", "mass"]);
const CHANGES: [u64; 12] = lexicon::ids([
    "create", "update", "delete", "import", "edit", "insert", "upload", "assign", "archive",
    "approve", "remove", "move",
]);
const READS: [u64; 6] =
    lexicon::ids(["read", "reads", "display", "shows", "embedding", "inference"]);

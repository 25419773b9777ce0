//! # unreadable-input
//!
//! ## What it does
//! Finds demands to read or parse files that people bring, in documents that never say what happens with a file that is
//! damaged, empty or not what its name says.
//!
//! ## Why it hurts
//! Such files come on the first day. What their owner then sees, a crash, half of the data or a reason, is left to chance.
//!
//! ## Example
//! Bad: `The shop shall parse the supplier's spreadsheet into prices.` and no word about one that cannot be parsed.
//!
//! Good: `The shop shall parse the supplier's spreadsheet into prices.` and
//! `A spreadsheet that is malformed is refused as a whole, with the sheet and the row.`
//!
//! ## When not to apply it
//! Where the program writes the files itself and nobody else touches them.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence::{self, has, has_near},
};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon, model::Role};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unreadable-input",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (8, "a damaged file is the counterexample"),
        (39, "what if the file is not what its name says"),
        (49, "the worst case of a file is its content"),
    ],
    summary: "files are read and a damaged one is not spoken of",
    reads: Reads::SentencesWith(&WORDS),
    source: include_str!("unreadable_input.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let asks = |found: &Found<'_, '_>| {
        let is_wanted = silence::is_demand(found) || found.sentence.role == Role::Then;
        found.text.kind.requires() && is_wanted && is_read(found)
    };
    let said = (
        "a file is read here, and nothing says what happens when it is damaged, empty or of another format",
        "say how that is noticed, what is kept, and what the person who brought it is told",
    );
    let first = scan::triggered(model, &RULE).find(asks);
    if let Some(found) = first.filter(|_| !silence::speaks(model, &DAMAGED)) {
        findings.push(silence::unanswered(&RULE, &found, said));
    }
}

/// Tells whether a sentence reads a file that somebody brings.
fn is_read(found: &Found<'_, '_>) -> bool {
    has_near(found, &READS, &FILES, 3)
        || has_near(found, &UPLOADS, &TABLES, 3)
        || has_near(found, &LOADS, &FORMATS, 3)
        || has_near(found, &FILES, &BEING_READ, 4) && has(found, &BEING)
}

/// What a document says that knows of files that cannot be read.
const DAMAGED: [&str; 23] = [
    "corrupt",
    "malformed",
    "damaged",
    "unreadable",
    "unparse",
    "unparsable",
    "parse error",
    "parse fail",
    "parsing error",
    "parsing fail",
    "fails to parse",
    "fail to parse",
    "cannot be parsed",
    "cannot be read",
    "can't be read",
    "could not be parsed",
    "cannot parse",
    "invalid json",
    "invalid csv",
    "invalid yaml",
    "not valid",
    "invalid format",
    "schema validation",
];

/// The words of which one stands in a sentence that reads a file.
const WORDS: [&[u64]; 4] = [&READS, &UPLOADS, &LOADS, &BEING_READ];

const BEING: [u64; 3] = lexicon::ids(["is", "are", "be"]);
const READS: [u64; 6] = lexicon::ids(["parse", "parses", "parsing", "import", "imports", "ingest"]);
/// What is uploaded is read only if it is of a kind that is read: a picture is kept as it is.
const UPLOADS: [u64; 2] = lexicon::ids(["upload", "uploads"]);
const TABLES: [u64; 8] = lexicon::ids([
    "csv",
    "excel",
    "xlsx",
    "spreadsheet",
    "spreadsheets",
    "workbook",
    "xml",
    "json",
]);
const LOADS: [u64; 4] = lexicon::ids(["read", "reads", "load", "loads"]);
const FORMATS: [u64; 8] =
    lexicon::ids(["csv", "excel", "xlsx", "json", "yaml", "xml", "parquet", "spreadsheet"]);
const BEING_READ: [u64; 3] = lexicon::ids(["parsed", "imported", "uploaded"]);
const FILES: [u64; 16] = lexicon::ids([
    "file",
    "files",
    "csv",
    "excel",
    "xlsx",
    "spreadsheet",
    "spreadsheets",
    "pdf",
    "pdfs",
    "document",
    "documents",
    "workbook",
    "archive",
    "zip",
    "xml",
    "upload",
]);

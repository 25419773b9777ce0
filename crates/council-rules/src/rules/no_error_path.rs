//! # no-error-path
//!
//! ## What it does
//! Finds demands for something that fails in practice (an upload, an import, a webhook, a synchronisation, a call to
//! somebody else's service) in documents that never say what happens when anything fails.
//!
//! ## Why it hurts
//! The happy path is built, and the first broken connection decides the rest: a spinner that turns for ever, half an
//! import, a message that nobody gets.
//!
//! ## Example
//! Bad: `The shop shall import the price list of the supplier as a CSV file every night.` and no word about failure.
//!
//! Good: `The shop shall import the price list of the supplier as a CSV file every night.` and
//! `If a line is invalid, nothing is imported, and the buyer is told the line and the reason.`
//!
//! ## When not to apply it
//! Where a sibling document says how failures are handled; then refer to it. A document that knows failures but not what
//! its users get while another party's service is down is a matter of `no-degradation`: of the two only one is reported,
//! this one where nothing at all is said about failure, because it asks the wider question.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    outside,
    scan::{self, Found},
    silence::{self, has, has_near},
};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon, model::TokenKind};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-error-path",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (39, "what if the call was not answered"),
        (8, "a broken connection is the counterexample"),
        (49, "the worst case of a call is no answer"),
    ],
    summary: "nothing says what happens on failure",
    reads: Reads::SentencesWith(&CALLS),
    source: include_str!("no_error_path.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let first = |is_in: &dyn Fn(&Found<'_, '_>) -> bool| {
        scan::triggered(model, &RULE).find(|found| silence::is_demand(found) && is_in(found))
    };
    let acts =
        Act::ALL.into_iter().filter_map(|act| Some((act, first(&|found| act.is_in(found))?)));
    let own = acts.filter(|(act, _)| !act.is_answered(model)).map(|(_, found)| found).next();
    // Another party's service is a matter of this rule only where no failure of anything is spoken of.
    let silent =
        own.or_else(|| first(&outside::is_named).filter(|_| !silence::speaks(model, &FAILURES)));
    let said = (
        "this fails in practice, and nothing says what happens when it does",
        "say how the failure is noticed, what is kept, who is told what, and whether it is tried again",
    );
    findings.extend(silent.map(|found| silence::unanswered(&RULE, &found, said)));
}

/// Something that goes over a network or takes in what others made.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act {
    Upload,
    Import,
    Webhook,
    Sync,
}

impl Act {
    const ALL: [Act; 4] = [Act::Upload, Act::Import, Act::Webhook, Act::Sync];

    /// Tells whether a sentence asks for one of them.
    pub(super) fn is_any_in(found: &Found<'_, '_>) -> bool {
        Self::ALL.into_iter().any(|act| act.is_in(found))
    }

    /// Tells whether failure is spoken of in general, or where the act is mentioned.
    fn is_answered(self, model: &Model<'_>) -> bool {
        let own: &[u64] = match self {
            Act::Upload => &UPLOADS,
            Act::Import => &IMPORTS,
            Act::Webhook => &WEBHOOK,
            Act::Sync => &SYNC,
        };
        silence::speaks_around(&RULE, model, |found| has(found, own), &FAILURES)
            || silence::speaks(model, &ALL_FAILURES)
    }

    fn is_in(self, found: &Found<'_, '_>) -> bool {
        match self {
            Act::Upload => uploads(found),
            Act::Import => imports(found),
            Act::Webhook => has(found, &WEBHOOK),
            Act::Sync => has_near(found, &SYNC, &REMOTE, 5),
        }
    }
}

/// Tells whether an upload is asked for: `uploads` and `uploaded` also name what was.
fn uploads(found: &Found<'_, '_>) -> bool {
    const BEING: [u64; 3] = lexicon::ids(["be", "is", "are"]);
    const UPLOADED: u64 = lexicon::id("uploaded");
    let opens = found.tokens.first().is_some_and(|token| token.id == UPLOAD);
    let is_asked = opens || found.sentence.classes.intersects(lexicon::MODAL);
    is_asked && has(found, &[UPLOAD]) || has_near(found, &BEING, &[UPLOADED], 0)
}

/// Tells whether data is imported: what is imported into a program has a name in code, and an import is a word of a list.
fn imports(found: &Found<'_, '_>) -> bool {
    const BE: u64 = lexicon::id("be");
    const IMPORTED: u64 = lexicon::id("imported");
    let is_asked = found.tokens.windows(2).any(|two| match two {
        [before, verb] => {
            verb.id == IMPORT && (before.is(lexicon::MODAL) || BEFORE_VERB.contains(&before.id))
        }
        _ => false,
    });
    let is_code = found.tokens.windows(2).any(
        |two| matches!(two, [verb, code] if verb.id == IMPORT && code.kind == TokenKind::Code),
    );
    let is_passive = has_near(found, &[BE], &[IMPORTED], 0);
    is_asked && !is_code && has_near(found, &[IMPORT], &DATA, 8) || is_passive && has(found, &DATA)
}

/// What a document says that has a part about failures of any kind.
const ALL_FAILURES: [&str; 6] = [
    "error handling",
    "failure handling",
    "handling errors",
    "network error",
    "failure mode",
    "error cases",
];

/// What a document says that knows that things fail.
pub(super) const FAILURES: [&str; 26] = [
    "error",
    "fail",
    "invalid",
    "retry",
    "retri",
    "timeout",
    "time out",
    "timed out",
    "unavailab",
    "not available",
    "reject",
    "exception",
    "offline",
    "fallback",
    "fall back",
    "unreachable",
    "unable",
    "abort",
    "corrupt",
    "interrupt",
    "degrad",
    "outage",
    "recover",
    "malformed",
    "refus",
    "unsuccessful",
];

/// The words without which nothing is moved in or out, and no other party's service is named.
const CALLS: [&[u64]; 7] =
    [&UPLOADS, &IMPORTS, &WEBHOOK, &SYNC, &outside::FOREIGN, &outside::SORTS, &outside::VENDORS];

const UPLOADS: [u64; 4] = lexicon::ids(["upload", "uploads", "uploaded", "uploading"]);

const IMPORTS: [u64; 4] = lexicon::ids(["import", "imports", "imported", "importing"]);

const UPLOAD: u64 = lexicon::id("upload");

const IMPORT: u64 = lexicon::id("import");

const BEFORE_VERB: [u64; 3] = lexicon::ids(["to", "and", "or"]);

const WEBHOOK: [u64; 2] = lexicon::ids(["webhook", "webhooks"]);

const DATA: [u64; 10] = lexicon::ids([
    "csv",
    "xml",
    "json",
    "file",
    "files",
    "spreadsheet",
    "spreadsheets",
    "excel",
    "feed",
    "feeds",
]);

const SYNC: [u64; 9] = lexicon::ids([
    "sync",
    "syncs",
    "synced",
    "synchronise",
    "synchronises",
    "synchronised",
    "synchronize",
    "synchronizes",
    "synchronized",
]);

/// What is synchronised over a network.
const REMOTE: [u64; 13] = lexicon::ids([
    "server",
    "cloud",
    "remote",
    "devices",
    "calendar",
    "calendars",
    "crm",
    "erp",
    "external",
    "third-party",
    "backend",
    "directory",
    "warehouse",
]);

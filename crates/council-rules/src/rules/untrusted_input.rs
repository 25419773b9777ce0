//! # untrusted-input
//!
//! ## What it does
//! Finds demands to take in what people outside made (files they upload, tables they import, addresses they give, comments
//! that others see, markup that is shown) in documents that name no check, limit, escaping or scan anywhere.
//!
//! ## Why it hurts
//! What comes in is whatever somebody wants to send: ten gigabytes, a script, a formula, an address inside the network.
//!
//! ## Example
//! Bad: `Customers can upload a photo of the damage.`
//!
//! Good: `Customers can upload a photo of the damage.` and
//! `Photos are JPEG or PNG of at most 10 MB; each is decoded and written anew before anybody sees it.`
//!
//! ## When not to apply it
//! Where a document of the platform sets the rules for all input; then refer to it.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence::{self, has, has_near},
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "untrusted-input",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::UnmitigatedThreat,
    severity: Severity::Minor,
    modes: &[
        (79, "an attacker sends what nobody expected"),
        (8, "the file that breaks it is the counterexample"),
        (36, "input is safe only by a control"),
    ],
    summary: "input from outside that nothing checks",
    reads: Reads::SentencesWith(&[&INPUTS]),
    source: include_str!("untrusted_input.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "this takes in what somebody outside made, and nothing says how it is checked or limited",
        "say which kinds and sizes are taken, how they are checked or made harmless, and what happens to the rest",
    );
    let demands: Vec<Found<'_, '_>> =
        scan::triggered(model, &RULE).filter(silence::is_demand).collect();
    let first = |input: Input| demands.iter().find(|found| input.is_in(found)).copied();
    let mut inputs = Input::ALL.into_iter().filter_map(|input| Some((input, first(input)?)));
    let unchecked = inputs.find(|(input, _)| !input.is_checked(model));
    findings.extend(unchecked.map(|(_, found)| silence::unanswered(&RULE, &found, said)));
}

/// What people outside made.
#[derive(Debug, Clone, Copy)]
enum Input {
    File,
    Table,
    Address,
    Comment,
    Markup,
}

impl Input {
    const ALL: [Input; 5] =
        [Input::File, Input::Table, Input::Address, Input::Comment, Input::Markup];

    fn is_in(self, found: &Found<'_, '_>) -> bool {
        match self {
            Input::File => {
                let permits = found.sentence.classes.intersects(Classes::CAN.with(Classes::MAY));
                (permits || has(found, &PEOPLE)) && has(found, &UPLOAD) && has(found, &FILES)
            }
            Input::Table => has(found, &IMPORT) && has(found, &TABLES),
            Input::Address => has(found, &PEOPLE) && has_near(found, &GIVING, &ADDRESSES, 4),
            Input::Comment => has(found, &PEOPLE) && has_near(found, &WRITING, &COMMENTS, 3),
            Input::Markup => has_near(found, &SHOWING, &MARKUP, 5) && has(found, &WRITTEN),
        }
    }

    /// Tells whether something checks it: a rule for all input, or a word where it is mentioned.
    fn is_checked(self, model: &Model<'_>) -> bool {
        let own: &[u64] = match self {
            Input::File => &UPLOAD,
            Input::Table => &IMPORT,
            Input::Address => &ADDRESSES,
            Input::Comment => &COMMENTS,
            Input::Markup => &MARKUP,
        };
        silence::speaks_around(&RULE, model, |found| has(found, own), &CHECKS)
            || silence::speaks(model, &GUARDS)
    }
}

/// What a document says that trusts no input, wherever it stands.
const GUARDS: [&str; 18] = [
    "sanitiz",
    "sanitis",
    "escap",
    "virus",
    "malware",
    "allowlist",
    "whitelist",
    "malformed",
    "injection",
    "xss",
    "mime",
    "content type",
    "file type",
    "file size",
    "moderat",
    "input valid",
    "validate all",
    "validate input",
];

/// What a document says of an input that it checks or limits, where it mentions it.
const CHECKS: [&str; 19] = [
    "valid",
    "scan",
    "limit",
    "max",
    "at most",
    "no larger",
    "no more than",
    "not exceed",
    "less than",
    "up to ",
    " mb",
    "mb)",
    "reject",
    "restrict",
    "png",
    "jpg",
    "jpeg",
    "verif",
    "format",
];

/// The words without which nothing is taken in.
const INPUTS: [u64; 22] = lexicon::ids([
    "upload",
    "uploads",
    "uploaded",
    "uploading",
    "import",
    "imports",
    "imported",
    "url",
    "urls",
    "link",
    "links",
    "comment",
    "comments",
    "review",
    "reviews",
    "html",
    "markdown",
    "attach",
    "attaches",
    "feedback",
    "rich-text",
    "webpage",
]);

const UPLOAD: [u64; 6] =
    lexicon::ids(["upload", "uploads", "uploaded", "uploading", "attach", "attaches"]);

const FILES: [u64; 22] = lexicon::ids([
    "file",
    "files",
    "image",
    "images",
    "photo",
    "photos",
    "picture",
    "pictures",
    "document",
    "documents",
    "attachment",
    "attachments",
    "video",
    "videos",
    "avatar",
    "logo",
    "csv",
    "pdf",
    "pdfs",
    "receipt",
    "receipts",
    "screenshots",
]);

const IMPORT: [u64; 3] = lexicon::ids(["import", "imports", "imported"]);

const TABLES: [u64; 6] =
    lexicon::ids(["csv", "excel", "xlsx", "spreadsheet", "spreadsheets", "xml"]);

const PEOPLE: [u64; 20] = lexicon::ids([
    "user",
    "users",
    "customer",
    "customers",
    "visitor",
    "visitors",
    "member",
    "members",
    "student",
    "students",
    "applicant",
    "applicants",
    "patient",
    "patients",
    "seller",
    "sellers",
    "guest",
    "guests",
    "buyer",
    "buyers",
]);

const GIVING: [u64; 12] = lexicon::ids([
    "enter", "enters", "entered", "provide", "provides", "paste", "pastes", "submit", "submits",
    "supply", "supplies", "input",
]);

const ADDRESSES: [u64; 3] = lexicon::ids(["url", "urls", "webpage"]);

const WRITING: [u64; 10] = lexicon::ids([
    "post", "posts", "write", "writes", "leave", "leaves", "submit", "submits", "add", "publish",
]);

const COMMENTS: [u64; 4] = lexicon::ids(["comment", "comments", "review", "reviews"]);

const SHOWING: [u64; 6] =
    lexicon::ids(["render", "renders", "rendered", "display", "displays", "show"]);

const MARKUP: [u64; 2] = lexicon::ids(["html", "markdown"]);

const WRITTEN: [u64; 9] = lexicon::ids([
    "user",
    "users",
    "user's",
    "comment",
    "comments",
    "message",
    "messages",
    "posts",
    "description",
]);

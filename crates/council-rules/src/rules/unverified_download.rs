//! # unverified-download
//!
//! ## What it does
//! Finds programs that are downloaded to be run (binaries, scripts, installers, plugins, updates) in documents that
//! nowhere say how it is known that they are the right ones.
//!
//! ## Why it hurts
//! Whoever can change what is served, or stand in between, runs their own program with the rights of this one.
//!
//! ## Example
//! Bad: `On first use the tool downloads the encoder binaries.`
//!
//! Good: `On first use the tool downloads the encoder binaries and compares their SHA-256 with the one it was built with.`
//!
//! ## When not to apply it
//! Where a package manager that checks signatures does the download; then name it.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence::{self, has, has_near},
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Meaning, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unverified-download",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (49, "the worst case is somebody else's program"),
        (8, "a changed file is the counterexample"),
        (39, "what if the server is not ours any more"),
    ],
    summary: "a program is downloaded and never verified",
    reads: Reads::SentencesWith(&WORDS),
    source: include_str!("unverified_download.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut asks = scan::triggered(model, &RULE)
        .filter(|found| found.text.kind.specifies() && is_meant(found) && fetches_program(found));
    let said = (
        "a program is downloaded here, and nothing says how it is known to be the right one",
        "say what is compared (a checksum, a signature), with what, and what happens when it differs",
    );
    if let Some(found) = asks.next().filter(|_| !silence::speaks(model, &CHECKS)) {
        findings.push(silence::unanswered(&RULE, &found, said));
    }
}

/// Tells whether a sentence says how it will be.
fn is_meant(found: &Found<'_, '_>) -> bool {
    found.is_own()
        && !found.sentence.classes.intersects(Classes::NOT)
        && !matches!(
            found.sentence.meaning,
            Meaning::NonGoals
                | Meaning::Summary
                | Meaning::Problem
                | Meaning::Alternatives
                | Meaning::History
                | Meaning::References
                | Meaning::Questions
        )
}

/// Tells whether a sentence downloads something that is run.
fn fetches_program(found: &Found<'_, '_>) -> bool {
    let near =
        has_near(found, &DOWNLOADS, &PROGRAMS, 5) || has_near(found, &PROGRAMS, &DOWNLOADS, 4);
    // `wget` and `chmod` are mostly code.
    let run = |id: u64| found.tokens.iter().any(|token| token.id == id && is_word(token.kind));
    let made_to_run = run(CHMOD) && (run(WGET) || run(CURL));
    let on_first_use = has(found, &[DOWNLOAD]) && has_near(found, &[FIRST], &[USE, RUN, START], 0);
    near || made_to_run || on_first_use && silence::says_around(found, &["binar"])
}

fn is_word(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Word | TokenKind::Code)
}

/// What a document says that knows how a download is verified.
const CHECKS: [&str; 14] = [
    " hash",
    "checksum",
    "signature",
    "signed",
    "signing",
    "sha-256",
    "sha256",
    "sha512",
    "sha-512",
    "integrity",
    "gpg",
    "cosign",
    "notari",
    "attestation",
];

/// The words of which one stands in a sentence about a download.
const WORDS: [&[u64]; 2] = [&DOWNLOADS, &[CHMOD]];

const DOWNLOADS: [u64; 4] = lexicon::ids(["download", "downloads", "downloaded", "downloading"]);
const PROGRAMS: [u64; 15] = lexicon::ids([
    "binary",
    "binaries",
    "executable",
    "executables",
    "script",
    "scripts",
    "installer",
    "installers",
    "plugin",
    "plugins",
    "firmware",
    "updates",
    "update",
    "dll",
    "toolchain",
]);
const DOWNLOAD: u64 = lexicon::id("download");
const CHMOD: u64 = lexicon::id("chmod");
const WGET: u64 = lexicon::id("wget");
const CURL: u64 = lexicon::id("curl");
const FIRST: u64 = lexicon::id("first");
const USE: u64 = lexicon::id("use");
const RUN: u64 = lexicon::id("run");
const START: u64 = lexicon::id("start");

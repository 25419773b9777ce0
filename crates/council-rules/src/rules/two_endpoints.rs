//! # two-endpoints
//!
//! ## What it does
//! Finds a call that is written with two paths: with and without `/api`, or once in the singular and once in the plural.
//!
//! ## Why it hurts
//! One of the two answers 404, and a client built from the other half of the document does not work.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Tills
//!
//! ## Requirements
//!
//! - FR-1: `GET /api/v1/tills/{id}` returns a till.
//!
//! ## Success criteria
//!
//! - SC-1: `GET /tills/{id}` answers with 200.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Tills
//!
//! ## Requirements
//!
//! - FR-1: `GET /api/v1/tills/{id}` returns a till.
//!
//! ## Success criteria
//!
//! - SC-1: `GET /api/v1/tills/{id}` answers with 200.
//! ```
//!
//! ## When not to apply it
//! Where the two are served by different servers; then say so.

use std::collections::BTreeMap;

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};
use memchr::memmem;

use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "two-endpoints",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Minor,
    modes: &[
        (1, "two names of one thing"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (73, "a trace of an earlier version"),
    ],
    summary: "one call with two paths",
    reads: Reads::Everything,
    source: include_str!("two_endpoints.rs"),
    check,
};

const METHODS: [&str; 5] = ["GET /", "POST /", "PUT /", "PATCH /", "DELETE /"];

/// The most calls that are read of one document.
const MOST: usize = 2000;

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let calls = calls(text);
        let mut first: BTreeMap<String, &Call<'_>> = BTreeMap::new();
        for call in &calls {
            let same = first.entry(call.key()).or_insert(call);
            if same.path == call.path {
                continue;
            }
            let line = text.document.lines().line(same.span.start);
            findings.push(
                Finding::at(
                    &RULE,
                    text,
                    call.span,
                    call.span,
                    format!(
                        "`{}` here, and `{}` for the same call on line {line}",
                        call.written, same.written
                    ),
                    "write the path in one way, or say which part of it is left out",
                )
                .beside(same.span),
            );
            // One slip is usually made for a whole family of calls.
            break;
        }
    }
}

/// A method and a path.
struct Call<'a> {
    method: &'static str,
    written: &'a str,
    /// The path without the names of its parameters.
    path: String,
    span: Span,
}

impl Call<'_> {
    /// Returns what two ways to write one call have in common.
    fn key(&self) -> String {
        let parts = self.path.split('/').filter(|part| !part.is_empty());
        let parts = parts.skip_while(|part| *part == "api" || is_version(part));
        let bare: Vec<&str> = parts.map(|part| part.strip_suffix('s').unwrap_or(part)).collect();
        format!("{} {}", self.method, bare.join("/"))
    }
}

/// Tells whether a part of a path is a version: `v1`.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the calls of a document, in order.
fn calls<'a>(text: &Text<'a>) -> Vec<Call<'a>> {
    let whole = text.document.text();
    let mut calls: Vec<Call<'a>> = Vec::new();
    for method in METHODS {
        for at in memmem::find_iter(whole.as_bytes(), method.as_bytes()).take(MOST) {
            let start = at + method.len() - 1;
            let rest = whole.get(start..).unwrap_or_default();
            let len = rest
                .find(|c: char| !c.is_ascii_alphanumeric() && !"/{}:_-.<>$".contains(c))
                .unwrap_or(rest.len());
            let written =
                rest.get(..len).unwrap_or_default().trim_end_matches(['.', ':', '/', '-']);
            let parts = written.split('/').filter(|part| !part.is_empty());
            let parts: Vec<&str> = parts
                .map(|part| if part.contains(['{', ':', '<', '$']) { "{}" } else { part })
                .collect();
            // One bare word is also said of a family of calls, and versions stand beside each other on purpose.
            if parts.len() >= 2 {
                let span = Span::new(start, start + written.len());
                calls.push(Call { method, written, path: parts.join("/"), span });
            }
        }
    }
    calls.sort_by_key(|call| call.span.start);
    // A document with two versions of an interface speaks of both.
    let versions =
        calls.iter().filter_map(|call| call.path.split('/').find(|part| is_version(part)));
    let mut versions: Vec<&str> = versions.collect();
    versions.sort_unstable();
    versions.dedup();
    if versions.len() > 1 { Vec::new() } else { calls }
}

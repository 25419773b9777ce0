//! # broken-link
//!
//! ## What it does
//! Finds links to a heading of the same document that is not there.
//!
//! ## Why it hurts
//! The reader ends nowhere, and what was to be read there may have been dropped.
//!
//! ## Example
//! Bad: `see [limits](#limits)` in a document without that heading.
//!
//! Good: `see [limits](#rate-limits)`
//!
//! ## When not to apply it
//! Where the anchor is made by the page's generator and not by a heading.

use council_core::{packet::Target, severity::Severity, taxonomy::Subcategory};

use crate::{Finding, Kind, Model, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "broken-link",
    kind: Kind::DanglingReference,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    modes: &[
        (1, "a premise that is not there"),
        (73, "a source that cannot be found"),
        (40, "a gap that points at what was lost"),
    ],
    summary: "a link to a heading that is not there",
    source: include_str!("broken_link.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for reference in &text.document.references {
            let Target::File { path, anchor: Some(anchor) } = &reference.target else {
                continue;
            };
            let explicit = text.document.text().contains(&format!("\"{anchor}\""));
            if !path.is_empty() || explicit || text.document.find(anchor).is_some() {
                continue;
            }
            findings.push(Finding::at(
                &RULE,
                text,
                reference.span,
                reference.span,
                format!("there is no heading `#{anchor}` in this document"),
                "name a heading that is there",
            ));
        }
    }
}

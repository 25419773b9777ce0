//! # empty-section
//!
//! ## What it does
//! Finds headings with nothing under them.
//!
//! ## Why it hurts
//! A reader cannot tell whether there is nothing to say or it was forgotten.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Export
//!
//! ## Security
//!
//! ## Requirements
//!
//! - The export shall hold a header.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Export
//!
//! ## Security
//!
//! No personal data is stored; the service has no login.
//!
//! ## Requirements
//!
//! - The export shall hold a header.
//! ```
//!
//! ## When not to apply it
//! Where the heading only groups the headings below it.

use council_core::{
    packet::{Section, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "empty-section",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (76, "not known, or not written down"),
        (52, "a question that was asked and not answered"),
        (75, "a look at what is not there"),
    ],
    summary: "a heading with nothing under it",
    reads: Reads::Everything,
    source: include_str!("empty_section.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    // In a file of keys, what a key says stands on its own line.
    for text in model.texts.iter().filter(|text| !text.document.passages.is_empty()) {
        let sections = &text.document.sections;
        for (index, section) in sections.iter().enumerate() {
            let groups = sections.get(index + 1).is_some_and(|next| next.parent == Some(index));
            let inside = text.slice(Span::new(section.heading.end, section.body.end));
            // A key of a YAML file has its value beside it, and an empty list says that there is nothing.
            let beside = text.slice(section.heading).split_once(section.title.as_str());
            let beside = beside.map_or("", |(_, after)| after);
            let marks = |c: char| c.is_whitespace() || matches!(c, ':' | '#' | '=' | '-');
            // A dash says that there is nothing.
            let is_none = matches!(inside.trim(), "-" | "\\-" | "–" | "—");
            let is_empty = !inside.chars().any(char::is_alphanumeric)
                && !is_none
                && beside.trim_matches(marks).is_empty();
            // A title alone is a document that was just begun, which other rules report.
            if is_empty
                && !groups
                && section.level > 1
                && !is_line(&section.title)
                && !is_subtitle(text, index)
                && !is_kept_later(sections, index)
            {
                findings.push(Finding::at(
                    &RULE,
                    text,
                    section.heading,
                    section.heading,
                    format!("nothing stands under `{}`", section.title),
                    "write it, or say why there is nothing to say, or take the heading out",
                ));
            }
        }
    }
}

/// Tells whether a heading is the second line of the title: it stands on the next line, and the document goes on with a
/// heading beside it.
fn is_subtitle(text: &Text<'_>, index: usize) -> bool {
    let [title, own, next, ..] = text.document.sections.as_slice() else {
        return false;
    };
    let lines = text.document.lines();
    let is_next_line = lines.line(own.heading.start) == lines.line(title.heading.start) + 1;
    index == 1 && is_next_line && title.level < own.level && next.level == own.level
}

/// Tells whether the section is a record that is kept while the work is done: a log, or a part of one.
fn is_kept_later(sections: &[Section], index: usize) -> bool {
    let own = sections.get(index);
    let above = own.and_then(|own| sections.get(own.parent?));
    let is_record = |section: &Section| {
        let mut words = section.title.split(|c: char| !c.is_alphanumeric());
        words.any(|word| RECORDS.iter().any(|record| word.eq_ignore_ascii_case(record)))
    };
    own.is_some_and(is_record) || above.is_some_and(is_record)
}

const RECORDS: [&str; 5] = ["log", "changelog", "record", "records", "history"];

/// Tells whether a heading is a line with its own answer: `Reviewed: yes, on Monday`.
fn is_line(title: &str) -> bool {
    let value = title.split_once(": ").map(|(_, value)| value.trim());
    let is_named =
        ["requirement", "scenario", "story", "user story", "phase", "step", "task", "epic"];
    let key = title.split(':').next().unwrap_or_default().to_lowercase();
    let is_numbered = key.contains(|c: char| c.is_ascii_digit());
    value.is_some_and(|value| !value.is_empty()) && !is_numbered && !is_named.contains(&key.trim())
}

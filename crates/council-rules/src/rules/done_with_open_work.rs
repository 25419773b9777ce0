//! # done-with-open-work
//!
//! ## What it does
//! Finds documents whose status says that the work is done while boxes of their own checklists are open, and criteria that
//! are ticked while nothing of the sign-off is.
//!
//! ## Why it hurts
//! One of the two is not true, and whoever reads only the status builds on what is not there.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Price log
//!
//! Status: Done
//!
//! ## Tasks
//!
//! - [x] Prices are stored
//! - [ ] Price changes are logged
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Price log
//!
//! Status: In progress
//!
//! ## Tasks
//!
//! - [x] Prices are stored
//! - [ ] Price changes are logged
//! ```
//!
//! ## When not to apply it
//! Where the open boxes are ideas for later; then put them below a heading that says so.

use council_core::{
    packet::{PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "done-with-open-work",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (1, "a status and a list that exclude each other"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (73, "a trace of an earlier version"),
    ],
    summary: "a status of done above open boxes",
    reads: Reads::Everything,
    source: include_str!("done_with_open_work.rs"),
    check,
};

/// How many lines of a document can hold its status.
const TOP: usize = 60;

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        findings.extend(unsigned(text));
        let Some(status) = status(text.document.text()) else { continue };
        let open = open(text);
        let Some(first) = open.first() else { continue };
        let line = text.document.lines().line(*first);
        let said = text.slice(status);
        let count = open.len();
        let boxes =
            if count == 1 { "a box is open on line" } else { "boxes are open, the first on line" };
        let many = if count == 1 { String::new() } else { format!("{count} ") };
        findings.push(Finding::at(
            &RULE,
            text,
            status,
            status,
            format!("the status is `{said}`, and {many}{boxes} {line}"),
            "tick what is done, move what is for later below a heading that says so, or correct the status",
        ));
    }
}

/// Finds the words of a status that say that the work is done.
fn status(text: &str) -> Option<Span> {
    let mut start = 0;
    let mut is_below = false;
    for line in text.split_inclusive('\n').take(TOP) {
        let bare = line.trim_start_matches(MARKUP);
        let value = label(bare);
        let is_heading = line.starts_with('#') && bare.trim().eq_ignore_ascii_case("status");
        let words = match value {
            Some(value) => Some(value),
            None if is_below && !bare.trim().is_empty() => Some(bare),
            None => None,
        };
        is_below = is_heading || is_below && bare.trim().is_empty();
        if let Some(words) = words {
            let words = words.trim_start_matches(MARKUP).trim_start_matches(['✅', ' ']);
            let at = line.len() - words.len();
            let words = words.trim_end().trim_end_matches(['*', '|', '_', ' ']);
            return is_done(words).then(|| Span::new(start + at, start + at + words.len()));
        }
        start += line.len();
    }
    None
}

/// What stands around the words of a line.
const MARKUP: [char; 8] = ['#', '*', '-', '>', '|', '_', ' ', '\t'];

/// Returns what follows `Status:`, however it is set.
fn label(line: &str) -> Option<&str> {
    let word = line.get(..6).filter(|word| word.eq_ignore_ascii_case("status"))?;
    let rest = line.get(word.len()..)?.trim_start_matches(['*', '_', ' ']);
    rest.strip_prefix([':', '|'])
}

/// Tells whether words say that everything is done.
fn is_done(words: &str) -> bool {
    let lower = words.to_lowercase();
    let mut parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let is_done = parts.next().is_some_and(|first| DONE.contains(&first));
    is_done && lower.len() <= 60 && !parts.any(|part| PARTLY.contains(&part))
}

const DONE: [&str; 8] =
    ["done", "complete", "completed", "implemented", "finished", "shipped", "released", "closed"];

const PARTLY: [&str; 18] = [
    "not",
    "partly",
    "partially",
    "partial",
    "progress",
    "phase",
    "draft",
    "review",
    "pending",
    "mostly",
    "except",
    "remaining",
    "wip",
    "for",
    "in",
    "stage",
    "until",
    "but",
];

/// A box of a checklist, and whether it is ticked.
struct Tick {
    at: usize,
    span: Span,
    is_ticked: bool,
}

/// Returns the boxes of a document, in order.
fn boxes<'t>(text: &'t Text<'_>) -> impl Iterator<Item = (usize, Tick)> + 't {
    text.passages.iter().enumerate().filter_map(|(at, passage)| {
        if passage.kind != PassageKind::Item || passage.quotes > 0 {
            return None;
        }
        // The box may be read as part of the item or as its mark: the beginning of the line tells.
        let whole = text.document.text();
        let from = whole.floor_char_boundary(passage.span.start.saturating_sub(INDENT));
        let before = whole.get(from..passage.span.start)?;
        let line = from + before.rfind('\n').map_or(0, |at| at + 1);
        let words = whole.get(line..passage.span.end)?.trim_start();
        let words = words.trim_start_matches(|c: char| {
            c.is_ascii_digit() || matches!(c, '-' | '*' | '+' | '.' | ')')
        });
        let mark = words.trim_start();
        let is_ticked = mark.starts_with("[x]") || mark.starts_with("[X]");
        let is_box = is_ticked || mark.starts_with("[ ]");
        is_box.then_some((at, Tick { at: passage.span.start, span: passage.span, is_ticked }))
    })
}

/// How far into its line an item begins at most.
const INDENT: usize = 120;

/// Returns where boxes are open, apart from those that are for later.
fn open(text: &Text<'_>) -> Vec<usize> {
    let open = boxes(text).filter(|(_, own)| !own.is_ticked);
    let open = open.filter(|(passage, own)| {
        let words = text.slice(own.span).to_lowercase();
        let is_wish = LATER.iter().chain(&WISHES).any(|word| words.contains(word));
        !is_wish && !is_for_later(text, own.at) && !is_led_to_later(text, *passage)
    });
    open.map(|(_, own)| own.at).collect()
}

/// Words of a box that nobody has to tick.
const WISHES: [&str; 3] = ["consider", "if desired", "if wanted"];

/// Tells whether the words above a list say that it is for later.
fn is_led_to_later(text: &Text<'_>, at: usize) -> bool {
    let above = text.passages.get(at.saturating_sub(LIST)..at).unwrap_or_default();
    let lead = above.iter().rfind(|passage| passage.kind == PassageKind::Paragraph);
    let words = lead.map(|lead| text.slice(lead.span).to_lowercase()).unwrap_or_default();
    words.len() <= 80 && LATER.iter().any(|word| words.contains(word))
}

/// How far above an item the words that lead to it stand at most.
const LIST: usize = 30;

/// Finds criteria that are ticked where every box of the sign-off is open.
fn unsigned(text: &Text<'_>) -> Option<Finding> {
    let titled = |at: usize, words: &[&str]| {
        let section = text.document.section_index(at).and_then(|at| text.document.sections.get(at));
        let title = section.map(|section| section.title.to_lowercase()).unwrap_or_default();
        words.iter().any(|word| title.contains(word))
    };
    let signed: Vec<Tick> =
        boxes(text).map(|(_, own)| own).filter(|own| titled(own.at, &SIGNING)).collect();
    let first = signed.first().filter(|_| signed.len() >= 3)?;
    if signed.iter().any(|own| own.is_ticked) {
        return None;
    }
    let mut ticked =
        boxes(text).map(|(_, own)| own).filter(|own| own.is_ticked && titled(own.at, &CRITERIA));
    let own = ticked.next()?;
    let line = text.document.lines().line(first.at);
    Some(Finding::at(
        &RULE,
        text,
        own.span.trimmed(text.document.text()),
        own.span,
        format!(
            "this is ticked as met, and all {} boxes of the sign-off from line {line} on are open",
            signed.len()
        ),
        "untick what is not met yet, or tick what was signed off",
    ))
}

const SIGNING: [&str; 3] = ["signoff", "sign-off", "sign off"];

const CRITERIA: [&str; 5] = ["criteria", "graduation", "alpha", "beta", "acceptance"];

/// Tells whether a heading around a place says that what is below it is for later, or is never ticked.
fn is_for_later(text: &Text<'_>, at: usize) -> bool {
    let sections = &text.document.sections;
    let mut index = text.document.section_index(at);
    while let Some(section) = index.and_then(|index| sections.get(index)) {
        let title = section.title.to_lowercase();
        if LATER.iter().any(|word| title.contains(word)) {
            return true;
        }
        index = section.parent;
    }
    false
}

const LATER: [&str; 12] = [
    "future",
    "later",
    "optional",
    "backlog",
    "follow",
    "next",
    "stretch",
    "out of scope",
    "nice to have",
    "ideas",
    "template",
    "example",
];

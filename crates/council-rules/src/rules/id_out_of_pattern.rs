//! # id-out-of-pattern
//!
//! ## What it does
//! Finds an id that is written in another way than its siblings: `FR-3` among `FR-001`, `FR-002` and `FR-004`, `Req-2` or
//! `REQ_2` among `REQ-1`, `REQ-3` and `REQ-4`. At least three siblings have to agree, and at least three times as many as do
//! not.
//!
//! ## Why it hurts
//! Tools and tests find ids by their pattern. The one that is written differently is traced by nobody, and sorts where nobody
//! looks.
//!
//! ## Example
//! Bad: `FR-001: Sign in.`, `FR-002: Sign out.`, `FR-3: Change the password.`, `FR-004: Close the account.`
//!
//! Good: `FR-001: Sign in.`, `FR-002: Sign out.`, `FR-003: Change the password.`, `FR-004: Close the account.`
//!
//! ## When not to apply it
//! Where the other pattern says something, such as who gave the id; then give it letters of its own.

use std::collections::BTreeMap;

use council_core::{
    packet::{PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "id-out-of-pattern",
    kind: Kind::Format,
    subcategory: Subcategory::IdFormat,
    severity: Severity::Minor,
    modes: &[
        (7, "a name has the form of its kind"),
        (28, "one that is unlike its siblings stands out"),
        (73, "evidence is found by its address, written as the others are"),
    ],
    summary: "an id unlike its siblings",
    reads: Reads::Everything,
    source: include_str!("id_out_of_pattern.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut families: BTreeMap<(Option<usize>, String), Vec<Id<'_>>> = BTreeMap::new();
        for (place, id) in given(text) {
            families.entry((place, id.family())).or_default().push(id);
        }
        for siblings in families.values().filter(|ids| ids.len() > FEWEST) {
            report(text, siblings, findings);
        }
    }
}

/// The fewest siblings that make a pattern.
const FEWEST: usize = 3;

/// How many siblings follow a pattern for each that does not.
const CLEAR: usize = 3;

/// An id as it is written where it is given.
struct Id<'t> {
    /// Everything before its number.
    head: &'t str,
    digits: &'t str,
    /// Where it stands.
    span: Span,
}

impl<'t> Id<'t> {
    /// Reads the id a text begins with: letters, perhaps in groups, and a number.
    fn lead(words: &'t str, at: usize) -> Option<(Id<'t>, &'t str)> {
        const LONGEST: usize = 24;
        let is_head = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '_');
        let (head, rest) = words.split_at_checked(words.find(|c| !is_head(c))?)?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, rest) = rest.split_at_checked(end)?;
        if digits.is_empty() {
            return None;
        }
        let is_id = head.starts_with(|c: char| c.is_ascii_uppercase())
            && head.len() + digits.len() <= LONGEST
            && !head.contains("--");
        // `FR-1.2` is a part of `FR-1`; what it is a part of shows the pattern.
        let parts = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let parts = rest.get(..parts)?.trim_end_matches('.');
        let rest = rest.strip_prefix(parts)?;
        let continues = rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_'));
        let len = head.len() + digits.len();
        let id = Id { head, digits, span: Span::new(at, at + len) };
        (is_id && !continues).then_some((id, rest))
    }

    /// Returns its letters, whatever their case.
    fn family(&self) -> String {
        self.head
            .chars()
            .filter(char::is_ascii_alphabetic)
            .map(|c| c.to_ascii_uppercase())
            .collect()
    }

    /// Tells whether its number is filled up with zeros.
    fn is_filled(&self) -> bool {
        self.digits.len() > 1 && self.digits.starts_with('0')
    }
}

/// Returns the ids that head passages, each with what its siblings share: the section, or for a heading its parent.
fn given<'t>(text: &'t Text<'_>) -> Vec<(Option<usize>, Id<'t>)> {
    let mut ids = Vec::new();
    for passage in text.passages.iter().filter(|passage| passage.quotes == 0) {
        let words = text.slice(passage.span);
        let bare = words.trim_start_matches(['#', '*', '[', ' ']);
        let is_headed = match passage.kind {
            PassageKind::Heading | PassageKind::Cell => true,
            PassageKind::Paragraph | PassageKind::Item => bare.len() < words.len(),
            PassageKind::Head | PassageKind::Value | PassageKind::Remark | PassageKind::Html => {
                continue;
            }
        };
        let Some((id, rest)) = Id::lead(bare, passage.span.end - bare.len()) else {
            continue;
        };
        let is_named = is_headed || rest.starts_with(':');
        if !is_named || !is_set_off(rest) || text.meaning(passage.span.start).is_aside() {
            continue;
        }
        let section = text.document.section_index(passage.span.start);
        let parent = |section: usize| text.document.sections.get(section)?.parent;
        let place = match passage.kind {
            PassageKind::Heading => section.and_then(parent),
            _ => section,
        };
        ids.push((place, id));
    }
    ids
}

/// Tells whether what follows an id sets it off, so that it names the passage and is not its subject.
fn is_set_off(rest: &str) -> bool {
    let is_dashed = [" - ", " – ", " — "].iter().any(|dash| rest.starts_with(dash));
    is_dashed || rest.is_empty() || rest.starts_with([':', '*', ']', ')', '|'])
}

/// Reports the ids that do not follow the pattern most of their siblings follow.
fn report(text: &Text<'_>, siblings: &[Id<'_>], findings: &mut Vec<Finding>) {
    for (odd, usual) in odd_ones(siblings) {
        let (own, other) = (text.slice(odd.span), text.slice(usual.span));
        let lines = text.document.lines();
        let around = lines.span(text.document.text(), lines.line(odd.span.start));
        findings.push(Finding::at(
            &RULE,
            text,
            odd.span,
            around.unwrap_or(odd.span),
            format!("`{own}` is not written like its siblings, such as `{other}`"),
            format!("write it like `{other}`, also where it is referred to"),
        ));
    }
}

/// Returns the ids that are unlike their siblings, each with one that is as they are.
fn odd_ones<'i, 't>(siblings: &'i [Id<'t>]) -> Vec<(&'i Id<'t>, &'i Id<'t>)> {
    let mut heads: BTreeMap<&str, usize> = BTreeMap::new();
    for id in siblings {
        *heads.entry(id.head).or_default() += 1;
    }
    let Some((head, _)) = heads.into_iter().max_by_key(|(_, count)| *count) else {
        return Vec::new();
    };
    let (usual, others): (Vec<_>, Vec<_>) = siblings.iter().partition(|id| id.head == head);
    let mut odd = unlike(&usual, &others);
    // Numbers show how wide they are where they are filled up.
    let filled: Vec<_> = usual.iter().copied().filter(|id| id.is_filled()).collect();
    let width = filled.first().map_or(0, |id| id.digits.len());
    let short: Vec<_> = usual.iter().copied().filter(|id| id.digits.len() < width).collect();
    if filled.iter().all(|id| id.digits.len() == width) {
        odd.extend(unlike(&filled, &short));
        odd.extend(unlike(&short, &filled));
    }
    odd
}

/// Returns the few beside the many, where it is clear which is which.
fn unlike<'i, 't>(many: &[&'i Id<'t>], few: &[&'i Id<'t>]) -> Vec<(&'i Id<'t>, &'i Id<'t>)> {
    let is_clear = many.len() >= FEWEST && many.len() >= few.len() * CLEAR;
    let usual = many.first().filter(|_| is_clear);
    usual.map(|usual| few.iter().map(|odd| (*odd, *usual)).collect()).unwrap_or_default()
}

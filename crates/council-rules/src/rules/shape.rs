//! How a document is made: which parts it has, and whether its numbered sections are all there.

use std::collections::BTreeSet;

use council_core::packet::{Section, Span};

use crate::model::{Meaning, Text, is_item};

/// Returns the parts a document has: sections whose heading says so and which hold something.
pub(super) fn stated(text: &Text<'_>) -> BTreeSet<Meaning> {
    let document = text.document;
    let title = document.sections.first().filter(|section| section.level == 1);
    let is_title = |section: &Section| title.is_some_and(|title| title.heading == section.heading);
    let holds = |section: &Section| {
        let inside = Span::new(section.heading.end, section.span.end);
        text.slice(inside).chars().filter(|c| c.is_alphanumeric()).nth(2).is_some()
    };
    let sections = document.sections.iter();
    let sections =
        sections.filter(|section| !is_title(section) && !is_item(&section.title) && holds(section));
    let headed = sections.flat_map(|section| Meaning::stated(&section.title));
    headed.chain(labelled(text)).collect()
}

/// Returns the parts that are paragraphs or items with a label, such as `**Problem.** …`.
fn labelled<'t>(text: &'t Text<'_>) -> impl Iterator<Item = Meaning> + 't {
    text.passages.iter().filter(|passage| passage.quotes == 0).flat_map(|passage| {
        let words = text.slice(passage.span);
        let label =
            words.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(label, _)| label);
        let label = label.filter(|label| label.len() < 40);
        let stated = label.map(Meaning::stated).unwrap_or_default();
        stated.into_iter().filter(|meaning| matches!(meaning, Meaning::Problem | Meaning::Goals))
    })
}

/// Returns where the numbers of sibling sections leave one out: the number before, the one after, and its heading.
pub(super) fn gaps(text: &Text<'_>) -> Vec<(u32, u32, Span)> {
    let sections = &text.document.sections;
    let mut found = Vec::new();
    let mut last: Vec<(Option<usize>, u8, u32)> = Vec::new();
    for section in sections {
        let Some(number) = number(&section.title) else {
            continue;
        };
        let place = last
            .iter_mut()
            .find(|(parent, level, _)| *parent == section.parent && *level == section.level);
        let Some((_, _, before)) = place else {
            if number == 2 {
                found.push((0, number, section.heading));
            }
            last.push((section.parent, section.level, number));
            continue;
        };
        if number == *before + 2 {
            found.push((*before, number, section.heading));
        }
        *before = number;
    }
    found
}

/// Reads the number a heading begins with: `3. Goals`, `3) Goals`, `2.3 Limits` has 3.
fn number(title: &str) -> Option<u32> {
    let head = title.split_whitespace().next()?;
    let bare = head.trim_end_matches(['.', ')', ':']);
    let is_numbered = bare.len() < head.len() || bare.contains('.');
    let last = bare.rsplit('.').next()?;
    last.parse().ok().filter(|_| is_numbered && bare.starts_with(|c: char| c.is_ascii_digit()))
}

//! How a document is made: whether its numbered sections are all there, and which parts of its layout are not.

use council_core::packet::Span;

use crate::model::{Ask, Part, Text};

/// Goes through the parts that a document's layout asks for and that it does not have.
pub(super) fn lacking<'t>(
    text: &'t Text<'_>,
    ask: Ask,
) -> impl Iterator<Item = &'static Part> + 't {
    let parts = text.layout.parts().iter().filter(move |part| part.ask == ask);
    parts.filter(|part| !text.answers(part))
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

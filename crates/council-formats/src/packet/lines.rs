//! Paragraphs that are really lists: one id at the beginning of each line.

use std::borrow::Cow;

use council_core::packet::{Document, Span};

use super::lead;

/// Splits a paragraph in which more than one line begins with an id into one statement per id; any other paragraph
/// stays whole.
pub(super) fn of_ids<'a>(
    document: &Document,
    span: Span,
    text: &'a str,
) -> Vec<(Span, Cow<'a, str>)> {
    let begins = |line: &str| lead::id(line).is_some_and(|lead| lead.is_set_off);
    let source = document.slice(span);
    // Lines correspond only where no construct of the paragraph spans a line break.
    let corresponds = || text.lines().count() == source.lines().count();
    if text.lines().filter(|line| begins(line)).count() < 2 || !corresponds() {
        return vec![(span, Cow::Borrowed(text))];
    }
    let mut parts: Vec<(Span, Cow<'a, str>)> = Vec::new();
    let mut offset = span.start;
    for (plain, line) in text.lines().zip(source.split_inclusive('\n')) {
        let end = offset + line.len();
        match parts.last_mut() {
            Some((last, words)) if !begins(plain) => {
                last.end = end;
                let words = words.to_mut();
                words.push('\n');
                words.push_str(plain);
            }
            _ => parts.push((Span::new(offset, end), Cow::Borrowed(plain))),
        }
        offset = end;
    }
    parts.into_iter().map(|(span, words)| (span.trimmed(document.text()), words)).collect()
}

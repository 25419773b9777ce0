//! Paragraphs that are really lists: one id at the beginning of each line.

use std::borrow::Cow;

use council_core::packet::{Document, Span};

use super::lead;
use crate::markdown::Block;

/// Splits a paragraph in which more than one line begins with an id into one statement per id; any other paragraph
/// stays whole.
pub(super) fn of_ids<'a>(
    document: &Document,
    block: &'a Block,
    text: &'a str,
) -> Vec<(Cow<'a, Block>, Cow<'a, str>)> {
    let whole = || vec![(Cow::Borrowed(block), Cow::Borrowed(text))];
    let begins = |line: &str| lead::id(line).is_some_and(|lead| lead.is_set_off);
    if text.lines().filter(|line| begins(line)).count() < 2 {
        return whole();
    }
    let source = document.slice(block.span);
    // Lines correspond only where no construct of the paragraph spans a line break.
    if text.lines().count() != source.lines().count() {
        return whole();
    }
    let mut parts: Vec<(Span, String)> = Vec::new();
    let mut offset = block.span.start;
    for (plain, line) in text.lines().zip(source.split_inclusive('\n')) {
        let span = Span::new(offset, offset + line.len());
        match parts.last_mut() {
            Some((last, words)) if !begins(plain) => {
                last.end = span.end;
                words.push('\n');
                words.push_str(plain);
            }
            _ => parts.push((span, plain.to_owned())),
        }
        offset = span.end;
    }
    let statements = parts.into_iter().map(|(span, words)| {
        let span = span.trimmed(document.text());
        let line = document.lines().line(span.start);
        (Cow::Owned(Block { span, line, ..block.clone() }), Cow::Owned(words))
    });
    statements.collect()
}

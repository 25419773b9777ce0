//! Sentences: what stands between two full stops, and what part it plays.

use council_core::packet::Span;

use super::{Meaning, Role, Token, TokenKind};
use crate::lexicon::{self, Classes, Triggers};

/// A sentence, or a piece of text that stands for one: an item, a cell, a heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// Its first token: an index into the document's tokens.
    pub first: u32,
    /// The token after its last one.
    pub after: u32,
    /// Where it is.
    pub span: Span,
    /// The passage it is in: an index into the document's passages.
    pub passage: u32,
    /// What part it plays.
    pub role: Role,
    /// What the section it stands in is for.
    pub meaning: Meaning,
    /// The classes of all its words and phrases.
    pub classes: Classes,
    /// The rules that look at it because of one of its words.
    pub triggers: Triggers,
    /// Its first quantity: an index into the document's quantities.
    pub first_quantity: u32,
    /// The quantity after its last one.
    pub after_quantity: u32,
    /// Whether it opens its passage.
    pub opens: bool,
}

/// What a sentence holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks {
    /// The classes of all its words and phrases.
    pub classes: Classes,
    /// The rules that look at it because of one of its words.
    pub triggers: Triggers,
}

/// Abbreviations after which a full stop ends no sentence.
const ABBREVIATIONS: [u64; 14] = [
    lexicon::id("e.g"),
    lexicon::id("i.e"),
    lexicon::id("g"),
    lexicon::id("e"),
    lexicon::id("etc"),
    lexicon::id("vs"),
    lexicon::id("no"),
    lexicon::id("fig"),
    lexicon::id("sec"),
    lexicon::id("ca"),
    lexicon::id("cf"),
    lexicon::id("approx"),
    lexicon::id("al"),
    lexicon::id("resp"),
];

/// Goes through the token ranges of the sentences among the tokens of one passage.
pub(super) fn split(text: &str, tokens: &[Token]) -> impl Iterator<Item = (usize, usize)> {
    let mut from = 0;
    let width = width(text, tokens);
    std::iter::from_fn(move || {
        let first = from;
        let rest = tokens.get(first..).filter(|rest| !rest.is_empty())?;
        let end = (first..).zip(rest).find(|(at, token)| ends(text, tokens, width, *at, token));
        from = end.map_or(tokens.len(), |(at, _)| at + 1);
        Some((first, from))
    })
}

/// How wide the lines of a passage are that were broken to fit; nothing where it has one line only.
fn width(text: &str, tokens: &[Token]) -> Option<usize> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let words = Span::new(first.start as usize, last.end as usize).of(text);
    memchr::memchr(b'\n', words.as_bytes())?;
    words.lines().map(str::len).max()
}

/// The widest and the narrowest lines that people break a text into.
const WIDEST: usize = 120;
const NARROWEST: usize = 60;

/// Tells whether a line ends here for good: a hard break, a label in bold on the next line, or a new sentence on a line
/// of its own where the lines were not broken to fit.
fn breaks(text: &str, width: Option<usize>, token: &Token, next: &Token) -> bool {
    let gap = Span::new(token.end as usize, next.start as usize).of(text);
    // Nearly every gap is one space: looking for the line break needs nothing faster.
    if !gap.bytes().any(|byte| byte == b'\n') {
        return false;
    }
    let (before, after) = gap.split_once('\n').unwrap_or_default();
    if before.ends_with("  ") || before.ends_with('\\') || after.trim_start().starts_with("**") {
        return true;
    }
    let opens = next.kind == TokenKind::Word && next.shape == super::Shape::Title;
    let is_open =
        token.is(Classes::FUNCTION) || matches!(token.kind, TokenKind::Mark(b',' | b'(' | b':'));
    let Some(width) = width.filter(|_| opens && !is_open) else {
        return false;
    };
    // The next word would have fitted, so the line was not broken to fit.
    let line = text.get(..token.end as usize).unwrap_or_default();
    let from = line.floor_char_boundary(line.len().saturating_sub(WIDEST));
    let near = line.get(from..).unwrap_or_default();
    let len = near.rfind('\n').map_or(near.len(), |at| near.len() - at - 1);
    width > WIDEST || len + 1 + next.span().len() <= width.max(NARROWEST)
}

#[inline]
fn ends(text: &str, tokens: &[Token], width: Option<usize>, at: usize, token: &Token) -> bool {
    if let Some(next) = tokens.get(at + 1)
        && next.start > token.end
        && (next.start > token.end + 1 || width.is_some())
        && breaks(text, width, token, next)
    {
        return true;
    }
    let is_stop = matches!(token.kind, TokenKind::Mark(b'.' | b'!' | b'?' | b'e')) && !token.quoted;
    is_stop && stops(text, tokens, at, token)
}

/// Tells whether a mark that can end a sentence does.
fn stops(text: &str, tokens: &[Token], at: usize, token: &Token) -> bool {
    let Some(next) = tokens.get(at + 1) else {
        return true;
    };
    let gap = Span::new(token.end as usize, next.start as usize).of(text);
    if !gap.contains(char::is_whitespace) {
        return false;
    }
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let is_short = before.is_some_and(|before| ABBREVIATIONS.contains(&before.id));
    let begins = matches!(next.kind, TokenKind::Code | TokenKind::Name | TokenKind::Number)
        || next.shape != super::Shape::Lower
        || next.quoted
        || !matches!(next.kind, TokenKind::Word);
    begins
        && !(is_short && next.kind == TokenKind::Word && next.shape == super::Shape::Lower)
        && !(is_short && before.is_some_and(|before| before.id != lexicon::id("etc")))
}

/// Finds the longest phrase that begins at a token, and returns how many tokens it has.
pub fn phrase_at(tokens: &[Token], at: usize) -> Option<(usize, Classes)> {
    let first = tokens.get(at).filter(|token| token.is(Classes::PHRASE))?;
    tokens.get(at + 1).filter(|token| token.is(Classes::PHRASE_SECOND))?;
    lexicon::phrases(first.id).iter().find_map(|(rest, classes)| {
        let matches = rest.iter().enumerate().all(|(step, id)| {
            tokens.get(at + 1 + step).is_some_and(|token| token.id == *id && !token.quoted)
        });
        matches.then_some((rest.len() + 1, *classes))
    })
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::super::Model;

    /// Returns how many sentences a paragraph has.
    fn count(paragraph: &str) -> usize {
        let packet = markdown_prd("a.md", paragraph).value;
        Model::of(&packet).texts.first().unwrap().sentences.len()
    }

    #[test]
    fn a_line_of_its_own_is_a_sentence_where_lines_are_not_broken_to_fit() {
        assert_eq!(count("- The till rings\nThe drawer must open\n"), 2);
        let long = "The till rings when the sum is keyed in and the drawer is opened by the clerk at the door ";
        assert_eq!(count(&format!("{long}{long}\nMany others wait\n")), 2);
        // Broken to fit: the next word has no room on the line before.
        let wrapped = "The till rings when the sum is keyed in and is shown to Bernadette\nMontgomery-Featherstone of \
                       the shop, who nods.\n";
        assert_eq!(count(wrapped), 1);
        assert_eq!(count("The drawer belongs to the\nBank of the town\n"), 1);
    }
}

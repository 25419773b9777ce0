//! The words of a piece as its reader takes them.

use std::borrow::Cow;

use super::{
    directive::{Lists, Word},
    unseen,
};
use crate::model::letters;

/// The most words of a piece that are looked at.
const MOST: usize = 200;

/// Returns the lists of which the words of a piece are, without taking the words one by one; nothing where it quotes
/// something or is not in ASCII.
pub(super) fn lists(piece: &str) -> Option<Lists> {
    let is_odd = |byte: u8| !byte.is_ascii() || matches!(byte, b'"' | b'`');
    if piece.bytes().fold(false, |odd, byte| odd | is_odd(byte)) {
        return None;
    }
    let (mut rest, mut lists) = (piece.as_bytes(), 0);
    while let [byte, after @ ..] = rest {
        let len = word_len(rest, &IS_WORD);
        if len == 0 {
            rest = after;
            continue;
        }
        // A mark before or behind a word, and a number, are seldom.
        let is_plain = byte.is_ascii_alphabetic() && rest.get(len - 1) != Some(&b'-');
        lists |= if is_plain {
            Word::lists_of(rest, len)
        } else {
            let word = piece.get(piece.len() - rest.len()..).and_then(|rest| rest.get(..len));
            let word = word.unwrap_or_default().trim_matches('-');
            Word::lists(&[Word::of(word.as_bytes(), false, None)])
        };
        rest = rest.get(len + 1..).unwrap_or_default();
    }
    Some(lists)
}

/// Puts the words of a piece, without what it quotes, in the place of others.
pub(super) fn words(piece: &str, words: &mut Vec<Word>) {
    words.clear();
    let is_odd = |byte: u8| !byte.is_ascii() || matches!(byte, b'"' | b'`');
    let plain = !piece.bytes().fold(false, |odd, byte| odd | is_odd(byte));
    if plain {
        return plain_words(piece, words);
    }
    let unquoted = unquoted(piece);
    if unquoted.is_ascii() {
        return plain_words(&unquoted, words);
    }
    let read = unseen::as_read(&unquoted);
    let mut rest = read.as_ref();
    while words.len() < MOST {
        let Some(start) = rest.find(is_word) else {
            return;
        };
        let gap = rest.get(..start).unwrap_or_default();
        let is_mark = |c: &char| !c.is_whitespace() && !matches!(c, '\'' | '’' | '/' | '*' | '_');
        let mark = gap.chars().find(is_mark);
        let word = rest.get(start..).unwrap_or_default();
        let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
        let (word, after) = word.split_at_checked(end).unwrap_or((word, ""));
        let bare = word.trim_matches('-');
        if !bare.is_empty() {
            words.push(Word::of(bare.as_bytes(), words.is_empty(), mark));
        }
        rest = after;
    }
}

/// Adds the words of a text in ASCII.
fn plain_words(text: &str, words: &mut Vec<Word>) {
    let is_mark =
        |byte: u8| !char::from(byte).is_whitespace() && !matches!(byte, b'\'' | b'/' | b'*' | b'_');
    let mut rest = text.as_bytes();
    while words.len() < MOST {
        // Between most words there is one space.
        let mut mark = None;
        while let [byte, after @ ..] = rest
            && IS_WORD.get(usize::from(*byte)) != Some(&true)
        {
            if mark.is_none() && is_mark(*byte) {
                mark = Some(char::from(*byte));
            }
            rest = after;
        }
        let mut len = word_len(rest, &IS_WORD);
        if len == 0 {
            return;
        }
        let after = rest.get(len..).unwrap_or_default();
        while let [b'-', bare @ ..] = rest
            && len > 0
        {
            (rest, len) = (bare, len - 1);
        }
        while len > 0 && rest.get(len - 1) == Some(&b'-') {
            len -= 1;
        }
        if len > 0 {
            words.push(Word::first_of(rest, len, words.is_empty(), mark));
        }
        rest = after;
    }
}

/// Returns how long the word is that some bytes begin with. Nearly all of its bytes are letters.
pub(super) fn word_len(bytes: &[u8], is_word: &[bool; 256]) -> usize {
    let mut len = letters::run(bytes);
    while let Some(byte) = bytes.get(len)
        && is_word.get(usize::from(*byte)) == Some(&true)
    {
        len += 1 + letters::run(bytes.get(len + 1..).unwrap_or_default());
    }
    len
}

/// Of which bytes words in ASCII are made.
const IS_WORD: [bool; 256] = word_bytes(b"_-");

/// Says of every byte whether it is a letter, a digit or one of some marks.
pub(super) const fn word_bytes(marks: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut rest: &mut [bool] = &mut table;
    let mut byte = 0_u8;
    while let Some((own, after)) = rest.split_first_mut() {
        *own = byte.is_ascii_alphanumeric();
        let mut others = marks;
        while let Some((mark, left)) = others.split_first() {
            *own |= *mark == byte;
            others = left;
        }
        byte = byte.wrapping_add(1);
        rest = after;
    }
    table
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// Leaves out what stands in quotation marks or backticks within a sentence.
pub(super) fn unquoted(piece: &str) -> Cow<'_, str> {
    // Most pieces have no quotation mark, nor the first byte of a curly one.
    if memchr::memchr3(b'"', b'`', 0xe2, piece.as_bytes()).is_none() {
        return piece.into();
    }
    let is_data = piece.trim_start().starts_with(['{', '"', '[']);
    let mut out = String::with_capacity(piece.len());
    let (mut quote, mut from) = (None, 0);
    for at in memchr::memchr3_iter(b'"', b'`', 0xe2, piece.as_bytes()) {
        let Some(mark) = piece.get(at..).and_then(|rest| rest.chars().next()) else { continue };
        let close = match mark {
            '"' | '`' if !is_data => Some(mark),
            '“' => Some('”'),
            _ => None,
        };
        if quote == Some(mark) {
            (quote, from) = (None, at + mark.len_utf8());
        } else if quote.is_none() && close.is_some() {
            out.push_str(piece.get(from..at).unwrap_or_default());
            quote = close;
        }
    }
    if quote.is_some() {
        return piece.into();
    }
    out.push_str(piece.get(from..).unwrap_or_default());
    out.into()
}

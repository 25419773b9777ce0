//! Words, numbers, code and punctuation, with their exact place in the text.

use council_core::packet::Span;

use super::letters;
use crate::lexicon::{self, Classes, Lexicon};

/// A piece of a passage that a rule can look at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Token {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
    /// What it is.
    pub kind: TokenKind,
    /// How it is written.
    pub shape: Shape,
    /// Whether it stands in quotation marks: somebody else's words, or a text to be shown.
    pub quoted: bool,
    /// The same for the same word, whatever its case.
    pub id: u64,
    /// What is known about the word.
    pub classes: Classes,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A word of the language.
    Word,
    /// A name of something: an identifier, a path, an id, an address.
    Name,
    /// Digits.
    Number,
    /// Inline code.
    Code,
    /// A mark.
    Mark(u8),
}

/// How a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `word`, and everything that is no word.
    Lower,
    /// `Word`.
    Title,
    /// `WORD`.
    Upper,
    /// `wOrd`, `WordWord`.
    Mixed,
}

impl Token {
    /// Returns where it is.
    #[inline]
    pub fn span(&self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }

    /// Tells whether it is a word of some class.
    #[inline]
    pub fn is(&self, classes: Classes) -> bool {
        self.classes.intersects(classes)
    }

    /// Tells whether it is this mark.
    #[inline]
    pub fn is_mark(&self, mark: u8) -> bool {
        self.kind == TokenKind::Mark(mark)
    }

    /// Tells whether it is one of the document's own words.
    #[inline]
    pub fn is_plain_word(&self) -> bool {
        self.kind == TokenKind::Word && !self.quoted
    }
}

/// Appends the tokens of a span of a text.
pub(super) fn read(text: &str, span: Span, lexicon: &'static Lexicon, out: &mut Vec<Token>) {
    let bytes = span.of(text).as_bytes();
    let onward = text.as_bytes().get(span.start..).unwrap_or_default();
    let mut scanner = Scanner {
        text: span.of(text),
        bytes,
        onward,
        lexicon,
        base: span.start,
        at: 0,
        quote: None,
        unclosed: 0,
        out,
    };
    while scanner.step() {}
}

/// How many dots or lines in a row stand for words that are left out.
const BLANK: usize = 3;

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// The bytes of the span and all that follow it, so that a word is read eight bytes at a time.
    onward: &'a [u8],
    lexicon: &'static Lexicon,
    base: usize,
    at: usize,
    /// Where the quotation that is open ends.
    quote: Option<usize>,
    /// Up to where no target of a link ends.
    unclosed: usize,
    out: &'a mut Vec<Token>,
}

impl Scanner<'_> {
    fn step(&mut self) -> bool {
        let Some(byte) = self.byte(0) else {
            return false;
        };
        if self.quote.is_some_and(|end| self.at >= end) {
            self.quote = None;
        }
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b'*' | b'#' => self.at += 1,
            b'`' => self.code(),
            b'"' => self.straight_quote(),
            b'<' => self.angle(),
            b']' if self.byte(1) == Some(b'(') => self.skip_target(),
            b'\\' if self.byte(1).is_some_and(|next| next.is_ascii_punctuation()) => self.at += 1,
            b'_' if self.run(b'_') >= BLANK => self.marks(b'_', b'_'),
            b'.' if self.run(b'.') >= BLANK => self.marks(b'.', b'e'),
            b'_' if !self.byte(1).is_some_and(|next| next.is_ascii_alphanumeric()) => self.at += 1,
            b'0'..=b'9' => self.number(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            0x80.. => self.other(),
            _ => {
                self.push(1, TokenKind::Mark(byte), Shape::Lower, u64::from(byte), Classes::NONE);
            }
        }
        true
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn push(&mut self, len: usize, kind: TokenKind, shape: Shape, id: u64, classes: Classes) {
        let start = self.base + self.at;
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let quoted = self.quote.is_some();
        let (start, end) = (number(start), number(start + len));
        if self.out.len() == self.out.capacity() {
            self.make_room();
        }
        self.out.push(Token { start, end, kind, shape, quoted, id, classes });
        self.at += len;
    }

    /// Makes room for as many tokens as the text can still have. Room that is never used costs nothing, and a list that
    /// grew step by step would be held twice at each step.
    #[cold]
    fn make_room(&mut self) {
        let rest = self.onward.len().saturating_sub(self.at);
        self.out.reserve_exact(rest.max(self.out.len() / 2).max(16));
    }

    /// Counts how often a byte stands here in a row.
    fn run(&self, byte: u8) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        rest.iter().take_while(|next| **next == byte).count()
    }

    /// Takes a row of the same byte as one mark.
    fn marks(&mut self, byte: u8, mark: u8) {
        let len = self.run(byte);
        self.push(len, TokenKind::Mark(mark), Shape::Lower, u64::from(mark), Classes::NONE);
    }

    /// Takes inline code: as many backticks as opened it close it.
    fn code(&mut self) {
        // Every opening looks for its end, and there can be as many as there are bytes.
        const LONGEST: usize = 1 << 16;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let rest = rest.get(..LONGEST).unwrap_or(rest);
        let ticks = rest.iter().take_while(|byte| **byte == b'`').count();
        let mut from = ticks;
        while let Some(run) = rest.get(from..).and_then(|r| r.iter().position(|b| *b == b'`')) {
            let start = from + run;
            let len =
                rest.get(start..).unwrap_or_default().iter().take_while(|b| **b == b'`').count();
            if len == ticks {
                let inner = rest.get(ticks..start).unwrap_or_default();
                let id = lexicon::hash(inner);
                self.push(start + len, TokenKind::Code, Shape::Lower, id, Classes::NONE);
                return;
            }
            from = start + len;
        }
        self.at += ticks;
    }

    /// Opens a quotation that is closed within the passage and not too far away.
    fn straight_quote(&mut self) {
        const LONGEST: usize = 240;
        if self.quote.is_none() {
            let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
            let close = rest.iter().take(LONGEST).position(|byte| *byte == b'"');
            self.quote = close.map(|len| self.at + 1 + len);
        }
        self.at += 1;
    }

    /// Skips a tag or comment, takes an autolink as a name, and anything else as a mark.
    fn angle(&mut self) {
        const LONGEST: usize = 200;
        let rest = self.text.get(self.at..).unwrap_or_default();
        if let Some(inner) = rest.strip_prefix("<!--") {
            self.at += inner.find("-->").map_or(rest.len(), |end| end + 7);
            return;
        }
        let is_tag = self.byte(1).is_some_and(|next| next.is_ascii_alphabetic() || next == b'/');
        let near = rest.get(..rest.floor_char_boundary(LONGEST)).unwrap_or(rest);
        match near.find('>').filter(|_| is_tag) {
            Some(end) => {
                let inner = rest.get(1..end).unwrap_or_default();
                if inner.contains('=') || inner.starts_with('/') || is_html(inner) {
                    self.at += end + 1;
                } else {
                    let id = lexicon::hash(inner.as_bytes());
                    self.push(end + 1, TokenKind::Name, Shape::Lower, id, Classes::NONE);
                }
            }
            None => {
                self.push(1, TokenKind::Mark(b'<'), Shape::Lower, u64::from(b'<'), Classes::NONE);
            }
        }
    }

    /// Skips the target of a link.
    fn skip_target(&mut self) {
        const LONGEST: usize = 2000;
        // What an earlier link has looked through in vain is not looked through again.
        let (from, until) = (self.at.max(self.unclosed), self.at + LONGEST);
        let near = self.bytes.get(from..until.min(self.bytes.len())).unwrap_or_default();
        if let Some(end) = near.iter().position(|byte| *byte == b')') {
            self.at = from + end + 1;
        } else {
            self.unclosed = until;
            self.at += 1;
        }
    }

    fn number(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let mut len = 0;
        while let Some(byte) = rest.get(len) {
            let next_is_digit = rest.get(len + 1).is_some_and(u8::is_ascii_digit);
            match byte {
                b'0'..=b'9' => len += 1,
                b'.' | b',' | b'_' if next_is_digit => len += 1,
                _ => break,
            }
        }
        // `2fa`, `3rd`, `0x1f` are names; `200ms` and `5s` are a number and its unit.
        let letters = rest.get(len..).unwrap_or_default();
        let letters = letters.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let tail = rest.get(len..len + letters).unwrap_or_default();
        let is_unit = tail.iter().all(u8::is_ascii_alphabetic) && letters <= 4;
        let is_dashed = rest.get(len + letters) == Some(&b'-')
            && rest.get(len + letters + 1).is_some_and(u8::is_ascii_digit);
        if letters > 0 && (!is_unit || is_dashed) {
            self.name(len + letters);
            return;
        }
        let id = lexicon::hash(rest.get(..len).unwrap_or_default());
        self.push(len, TokenKind::Number, Shape::Lower, id, Classes::NONE);
    }

    fn word(&mut self) {
        if !self.short_word() {
            self.long_word();
        }
    }

    /// Takes a word of less than eight letters with nothing else in it, as most are.
    fn short_word(&mut self) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let Some(eight) = self.onward.get(self.at..).and_then(<[u8]>::first_chunk) else {
            return false;
        };
        let eight = u64::from_le_bytes(*eight);
        let len = letters::count(eight).min(rest.len());
        if len == letters::AT_ONCE || !ends_word(rest.get(len..).unwrap_or_default()) {
            return false;
        }
        let word = eight & lexicon::first_bytes(len);
        let id = lexicon::hash_short(word, len);
        let shape = letters::shape(word, len);
        if shape == Shape::Mixed {
            self.push(len, TokenKind::Name, shape, id, Classes::NONE);
        } else {
            self.push(len, TokenKind::Word, shape, id, self.lexicon.classes(id));
        }
        // What follows a word is nearly always a space.
        if self.byte(0) == Some(b' ') {
            self.at += 1;
        }
        true
    }

    fn long_word(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        // A word is a run of letters with now and then a mark between them.
        let mut len = letters::run(rest);
        let (mut odd, mut dashed) = (false, false);
        while let Some(byte) = rest.get(len) {
            let next_is_letter = || rest.get(len + 1).is_some_and(u8::is_ascii_alphanumeric);
            match byte {
                b'-' if next_is_letter() => dashed = true,
                b'\'' if next_is_letter() => {}
                b'0'..=b'9' | b'_' => odd = true,
                b'.' | b':' | b'/' | b'@' if next_is_letter() && self.joins(*byte, len) => {
                    odd = true;
                }
                _ => break,
            }
            len += 1 + letters::run(rest.get(len + 1..).unwrap_or_default());
        }
        if odd {
            self.name(len);
            return;
        }
        let word = rest.get(..len).unwrap_or_default();
        let onward = self.onward.get(self.at..).unwrap_or_default();
        let id = lexicon::hash_first(onward, len);
        let shape = if letters::are_small(onward, len) { Shape::Lower } else { shape(word) };
        if shape == Shape::Mixed && !dashed {
            self.push(len, TokenKind::Name, shape, id, Classes::NONE);
            return;
        }
        self.push(len, TokenKind::Word, shape, id, self.lexicon.classes(id));
    }

    /// Tells whether a mark within a word makes it a name: `council.toml`, `https://x`, `src/main.rs`, but not `and/or`.
    fn joins(&self, mark: u8, len: usize) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match mark {
            b':' => rest.get(len + 1) == Some(&b'/') || rest.get(len + 1) == Some(&b':'),
            b'/' => {
                let after = rest.get(len + 1..).unwrap_or_default();
                let word = after.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
                // A path has a dot, another slash or an underscore; `read/write` is two words.
                after.get(word).is_some_and(|b| matches!(b, b'/' | b'.' | b'_'))
                    && after.get(word + 1).is_some_and(u8::is_ascii_alphanumeric)
            }
            b'.' => {
                let before = len.checked_sub(1).and_then(|at| rest.get(at));
                before.is_some_and(u8::is_ascii_alphanumeric)
                    && rest
                        .get(len + 1)
                        .is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            }
            _ => true,
        }
    }

    fn name(&mut self, len: usize) {
        let word = self.bytes.get(self.at..self.at + len).unwrap_or_default();
        let id = lexicon::hash(word);
        self.push(len, TokenKind::Name, Shape::Mixed, id, Classes::NONE);
    }

    /// Takes a character outside ASCII: a letter begins a word, the rest are marks.
    fn other(&mut self) {
        const LONGEST: usize = 400;
        let rest = self.text.get(self.at..).unwrap_or_default();
        let Some(first) = rest.chars().next() else {
            self.at = self.bytes.len();
            return;
        };
        if first.is_whitespace()
            || matches!(first, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
        {
            self.at += first.len_utf8();
            return;
        }
        if first.is_alphabetic() {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
            let len = len.unwrap_or(rest.len());
            let lower = rest.get(..len).unwrap_or_default().to_lowercase();
            let id = lexicon::hash(lower.as_bytes());
            self.push(len, TokenKind::Word, Shape::Lower, id, self.lexicon.classes(id));
            return;
        }
        let len = first.len_utf8();
        match first {
            '“' | '«' => {
                let near = rest.get(..rest.floor_char_boundary(LONGEST + 4)).unwrap_or(rest);
                let close = near.find(['”', '»']).filter(|end| *end < LONGEST);
                self.quote = close.map(|end| self.at + end);
                self.at += len;
            }
            '”' | '»' => {
                self.quote = None;
                self.at += len;
            }
            _ => {
                let mark = match first {
                    '≤' => b'l',
                    '≥' => b'g',
                    '–' | '—' => b'-',
                    '…' => b'e',
                    '×' => b'x',
                    '±' => b'p',
                    '→' => b'>',
                    _ => b'?',
                };
                let kind = if mark == b'?' { TokenKind::Mark(0) } else { TokenKind::Mark(mark) };
                self.push(len, kind, Shape::Lower, u64::from(mark), Classes::NONE);
            }
        }
    }
}

/// Tells whether what follows some letters cannot belong to their word.
fn ends_word(rest: &[u8]) -> bool {
    match rest {
        [b'-' | b'\'' | b'.' | b':' | b'/' | b'@', next, ..] => !next.is_ascii_alphanumeric(),
        [b'0'..=b'9' | b'_', ..] => false,
        _ => true,
    }
}

fn shape(word: &[u8]) -> Shape {
    // Marks within a word have the bit that small letters have.
    let capitals = word.iter().filter(|byte| **byte & 0x20 == 0).count();
    if capitals == 0 {
        return Shape::Lower;
    }
    let mut letters = word.iter().filter(|byte| byte.is_ascii_alphabetic());
    match (letters.clone().next().is_some_and(u8::is_ascii_uppercase), capitals) {
        (true, 1) => Shape::Title,
        (true, _) if letters.all(u8::is_ascii_uppercase) => Shape::Upper,
        _ => Shape::Mixed,
    }
}

fn is_html(inner: &str) -> bool {
    const TAGS: [&str; 22] = [
        "a", "b", "i", "em", "strong", "br", "br/", "br /", "p", "div", "span", "img", "code",
        "pre", "ul", "ol", "li", "table", "details", "summary", "sub", "sup",
    ];
    TAGS.contains(&inner.to_ascii_lowercase().as_str())
}

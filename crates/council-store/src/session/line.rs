//! One line of a journal: what is written, and whether what is read was written like that.
//!
//! `{"n":1,"len":15,"sum":"…","prev":"…","entry":{…}}`: the number of the line, the bytes of the entry, a hash of the
//! entry, a hash of the line before without its newline, and the entry as it was given. There is exactly one way to
//! write a line, so reading is a comparison and every changed byte shows.

use std::fmt;

/// What stands for the line before the first.
pub const NO_LINE: &str = "0000000000000000";

/// The digits of a hash in a line.
const HASH: usize = NO_LINE.len();

/// A record as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalLine {
    /// Its number, from 1.
    pub n: u64,
    /// The JSON object that was recorded, byte for byte.
    pub entry: String,
}

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// It does not begin as its place in the journal asks for.
    Beginning,
    /// It follows another line than the one before it.
    Chain,
    /// It has another length than it says.
    Length,
    /// Its entry has another hash than it says.
    Sum,
    /// Its entry is not text.
    Text,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Beginning => "it does not begin as a record of that number does",
            Self::Chain => "it does not follow from the line before",
            Self::Length => "its length is not the one it names",
            Self::Sum => "its checksum does not match",
            Self::Text => "its entry is not UTF-8",
        })
    }
}

/// What a piece of a journal turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum JournalPiece<'a> {
    /// A whole record, without its newline.
    Whole(&'a str),
    /// The beginning of one.
    Beginning,
    /// Neither.
    Wrong(Wrong),
}

/// Returns the hash of some bytes as a line names it.
pub(super) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().chars().take(HASH).collect()
}

/// Appends a line to `out`, with its newline, and returns its hash.
pub(super) fn write(out: &mut Vec<u8>, n: u64, prev: &str, entry: &str) -> String {
    let sum = hash(entry.as_bytes());
    let line = format!(
        r#"{{"n":{n},"len":{},"sum":"{sum}","prev":"{prev}","entry":{entry}}}"#,
        entry.len()
    );
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
    hash(line.as_bytes())
}

/// Compares a piece without a newline with what line `n` after `prev` looks like.
pub(super) fn look<'a>(piece: &'a [u8], n: u64, prev: &str) -> JournalPiece<'a> {
    match header(piece, n, prev) {
        Ok(Header { len, sum, rest }) => entry(rest, len, sum),
        Err(seen) => seen,
    }
}

/// Tells whether a piece is a whole record by its own checksum, wherever it stands.
pub(super) fn stands_alone(piece: &[u8]) -> bool {
    let digits = piece.strip_prefix(br#"{"n":"#).and_then(|rest| number(rest).ok());
    let Some((n, _)) = digits else { return false };
    let Ok(text) = str::from_utf8(piece) else { return false };
    let prev = text.split_once(r#","prev":""#).and_then(|(_, rest)| rest.split_once('"'));
    prev.is_some_and(|(prev, _)| matches!(look(piece, n, prev), JournalPiece::Whole(_)))
}

struct Header<'a> {
    len: usize,
    sum: &'a [u8],
    rest: &'a [u8],
}

fn header<'a>(piece: &'a [u8], n: u64, prev: &str) -> Result<Header<'a>, JournalPiece<'a>> {
    let rest = literal(piece, &format!(r#"{{"n":{n},"len":"#), Wrong::Beginning)?;
    let (len, rest) = number(rest)?;
    let rest = literal(rest, r#","sum":""#, Wrong::Length)?;
    let Some((sum, rest)) = rest.split_at_checked(HASH) else {
        return Err(if rest.iter().all(u8::is_ascii_hexdigit) {
            JournalPiece::Beginning
        } else {
            JournalPiece::Wrong(Wrong::Sum)
        });
    };
    let rest = literal(rest, &format!(r#"","prev":"{prev}","entry":"#), Wrong::Chain)?;
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    Ok(Header { len, sum, rest })
}

fn entry<'a>(rest: &'a [u8], len: usize, sum: &[u8]) -> JournalPiece<'a> {
    let (entry, end) = match rest.split_at_checked(len) {
        None | Some((_, [])) => return JournalPiece::Beginning,
        Some(parts) => parts,
    };
    if end != b"}" {
        return JournalPiece::Wrong(Wrong::Length);
    }
    if hash(entry).as_bytes() != sum {
        return JournalPiece::Wrong(Wrong::Sum);
    }
    str::from_utf8(entry).map_or(JournalPiece::Wrong(Wrong::Text), JournalPiece::Whole)
}

/// Takes what must come next.
fn literal<'a>(bytes: &'a [u8], next: &str, wrong: Wrong) -> Result<&'a [u8], JournalPiece<'a>> {
    let next = next.as_bytes();
    match bytes.strip_prefix(next) {
        Some(rest) => Ok(rest),
        None if next.starts_with(bytes) => Err(JournalPiece::Beginning),
        None => Err(JournalPiece::Wrong(wrong)),
    }
}

/// Takes a decimal number as Rust writes it: no sign, no leading zero.
fn number(bytes: &[u8]) -> Result<(u64, &[u8]), JournalPiece<'_>> {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit());
    let Some((digits, rest)) = end.and_then(|end| bytes.split_at_checked(end)) else {
        return Err(JournalPiece::Beginning);
    };
    let text = str::from_utf8(digits).unwrap_or_default();
    let value = text.parse::<u64>().ok().filter(|value| value.to_string() == text);
    value.map(|value| (value, rest)).ok_or(JournalPiece::Wrong(Wrong::Length))
}

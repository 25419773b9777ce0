//! A whole journal: which records stand, and what is wrong with what follows them.

use super::line::{self, JournalLine, JournalPiece, NO_LINE, Wrong};
use crate::StoreError;

/// A journal as it was read: every record before the first thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalRead {
    /// The records, in order.
    pub lines: Vec<JournalLine>,
    /// What follows them.
    pub tail: Tail,
    /// How many bytes the records take.
    pub kept: u64,
    /// The hash of the last record's line.
    pub(super) head: String,
    /// Whether the last record has its newline.
    pub(super) ended: LastRecord,
}

/// What follows the last record that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    Clean,
    /// What a write leaves that was not finished when the machine or the process died: the beginning of a record, or
    /// bytes that were never filled. It was never said to be recorded.
    Torn {
        /// How many bytes.
        bytes: u64,
    },
    /// Something no writer leaves behind.
    Damaged(Damage),
}

/// The first line of a journal that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub what: Wrong,
    /// How many bytes there are from here on.
    pub bytes: u64,
    /// How many of the lines after it are whole by their own checksum.
    pub standing: u64,
}

/// Whether the last record has its newline: a write can end right before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastRecord {
    Yes,
    No,
}

/// Returns the bytes of a journal with some entries: what commits of them leave on disk.
pub fn render<'a>(entries: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut head = NO_LINE.to_owned();
    for (n, entry) in (1..).zip(entries) {
        head = line::write(&mut out, n, &head, entry);
    }
    out
}

/// Reads a journal from its bytes. Never fails: what is wrong is part of the answer.
pub fn parse(bytes: &[u8]) -> JournalRead {
    let mut read = JournalRead {
        lines: Vec::new(),
        tail: Tail::Clean,
        kept: 0,
        head: NO_LINE.to_owned(),
        ended: LastRecord::Yes,
    };
    let mut rest = bytes;
    while let Some((piece, after)) = first_line(rest) {
        if let Err(what) = read.take(piece) {
            read.tail = Tail::Damaged(read.damage(what, rest, after));
            return read;
        }
        read.kept += 1;
        rest = after;
    }
    let filled = rest.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let (piece, nuls) = rest.split_at_checked(filled).unwrap_or((rest, &[]));
    if piece.is_empty() {
        read.tail = if nuls.is_empty() { Tail::Clean } else { torn(nuls) };
        return read;
    }
    match line::look(piece, read.next(), &read.head) {
        JournalPiece::Whole(entry) => {
            read.push(piece, entry);
            read.ended = LastRecord::No;
            read.tail = torn(nuls);
        }
        JournalPiece::Beginning => read.tail = torn(rest),
        JournalPiece::Wrong(what) => read.tail = Tail::Damaged(read.damage(what, rest, &[])),
    }
    read
}

impl JournalRead {
    /// Returns the records, unless the journal is damaged: what follows from a part of them is not what happened.
    pub fn sound(self, path: &str) -> Result<Vec<JournalLine>, StoreError> {
        match self.tail {
            Tail::Clean | Tail::Torn { .. } => Ok(self.lines),
            Tail::Damaged(damage) => Err(StoreError::Damaged { path: path.to_owned(), damage }),
        }
    }

    fn next(&self) -> u64 {
        count(self.lines.len()) + 1
    }

    fn take(&mut self, piece: &[u8]) -> Result<(), Wrong> {
        match line::look(piece, self.next(), &self.head) {
            JournalPiece::Whole(entry) => {
                self.push(piece, entry);
                Ok(())
            }
            // With its newline a beginning is no torn end: the bytes between are gone.
            JournalPiece::Beginning => Err(Wrong::Length),
            JournalPiece::Wrong(what) => Err(what),
        }
    }

    fn push(&mut self, piece: &[u8], entry: &str) {
        self.lines.push(JournalLine { n: self.next(), entry: entry.to_owned() });
        self.kept += count(piece.len());
        self.head = line::hash(piece);
    }

    fn damage(&self, what: Wrong, from: &[u8], after: &[u8]) -> Damage {
        let standing = after.split(|byte| *byte == b'\n').filter(|piece| line::stands_alone(piece));
        Damage {
            line: self.next(),
            what,
            bytes: count(from.len()),
            standing: count(standing.count()),
        }
    }
}

fn first_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (piece, after) = bytes.split_at_checked(end)?;
    Some((piece, after.get(1..).unwrap_or_default()))
}

fn torn(bytes: &[u8]) -> Tail {
    Tail::Torn { bytes: count(bytes.len()) }
}

fn count(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}

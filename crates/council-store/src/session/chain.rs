//! The end of a journal that is kept elsewhere than in a file: what its next line follows.

use super::{
    journal::{MOST_JOURNAL, is_record},
    line::{self, JournalLine, NO_LINE},
};

/// The end of a journal: what its next line follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    head: String,
    count: u64,
    bytes: u64,
}

/// A line, as it stands in a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// The line without its newline.
    pub text: String,
    /// Its hash, which the next line names.
    pub hash: String,
}

impl Default for Chain {
    fn default() -> Self {
        Self::at(NO_LINE.to_owned(), 0, 0)
    }
}

impl Chain {
    /// Returns the end of a journal by the hash of its last line, its lines and its bytes.
    pub fn at(head: String, count: u64, bytes: u64) -> Self {
        Self { head, count, bytes }
    }

    /// Adds a record and returns its line; nothing where it is none, or where the journal would outgrow what can be read.
    pub fn push(&mut self, entry: &str) -> Option<Linked> {
        let mut out = Vec::with_capacity(entry.len() + 128);
        let hash = line::write(&mut out, self.count + 1, &self.head, entry);
        let bytes = self.bytes.saturating_add(u64::try_from(out.len()).unwrap_or(u64::MAX));
        if !is_record(entry) || bytes > MOST_JOURNAL {
            return None;
        }
        out.pop();
        let text = String::from_utf8(out).ok()?;
        *self = Self::at(hash.clone(), self.count + 1, bytes);
        Some(Linked { text, hash })
    }

    /// Returns the hash of the last line; zeros when there is none.
    pub fn head(&self) -> &str {
        &self.head
    }

    /// Returns how many bytes its lines take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns how many bytes it still takes.
    pub fn room(&self) -> u64 {
        MOST_JOURNAL.saturating_sub(self.bytes)
    }
}

/// Chains records from the first on.
pub fn linked(lines: &[JournalLine]) -> Option<(Vec<Linked>, Chain)> {
    let mut chain = Chain::default();
    let linked: Option<Vec<Linked>> = lines.iter().map(|line| chain.push(&line.entry)).collect();
    Some((linked?, chain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{parse, render};

    #[test]
    fn a_chain_has_the_lines_of_the_file() {
        let entries = [r#"{"a":1}"#, "{}"];
        let mut chain = Chain::default();
        let lines: Vec<String> =
            entries.iter().map(|entry| chain.push(entry).unwrap().text + "\n").collect();
        let file = render(entries);
        assert_eq!(lines.concat().into_bytes(), file);
        assert_eq!(chain.bytes(), file.len() as u64);
        let (again, end) = linked(&parse(&file).lines).unwrap();
        assert_eq!((again.len(), end), (2, chain));
    }

    #[test]
    fn what_is_no_record_changes_nothing() {
        let mut chain = Chain::default();
        assert_eq!(chain.push("[]"), None);
        assert_eq!(chain.push("{}\n{}"), None);
        assert_eq!(chain, Chain::default());
        let mut full = Chain::at(NO_LINE.to_owned(), 0, MOST_JOURNAL);
        assert_eq!(full.push("{}"), None);
        assert_eq!(full.room(), 0);
    }
}

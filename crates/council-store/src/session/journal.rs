//! The journal of a session that is being written.

use std::{
    fmt,
    fs::File,
    io::{Read as _, Write as _},
};

use serde::de::IgnoredAny;

use super::{
    line,
    lock::{Holder, Lock},
    read::{Damage, JournalRead, LastRecord, Tail, parse},
};
use crate::{StoreError, folder::Folder};

/// The most bytes of a journal. A session of nine answers has less than one of these 64 MiB.
pub const MOST_JOURNAL: u64 = 64 * 1024 * 1024;

/// What to do with a journal that is damaged before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mend {
    /// Refuse it and say where.
    Refuse,
    /// Keep a copy, then cut it before the damage.
    CutAtDamage,
}

/// What was cut from a journal when it was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// How many bytes.
    pub bytes: u64,
    /// The damage, if it was more than a torn end.
    pub damage: Option<Damage>,
    /// Where the journal is kept as it was, if it was damaged.
    pub copy: Option<String>,
}

impl fmt::Display for Mended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.damage {
            None => write!(f, "{} B of a record that was never finished", self.bytes)?,
            Some(Damage { line, what, standing, .. }) => {
                write!(f, "{} B from line {line} on ({what})", self.bytes)?;
                write!(f, ", with {standing} later lines that were whole")?;
            }
        }
        self.copy.as_ref().map_or(Ok(()), |copy| write!(f, "; kept as `{copy}`"))
    }
}

/// A journal open for writing. Nobody else writes it while this lives.
#[derive(Debug)]
pub struct Journal {
    // First, because fields are dropped in order: the name goes before the lock that the file holds.
    _lock: Lock,
    path: String,
    file: File,
    head: String,
    count: u64,
    bytes: u64,
    state: JournalState,
    mended: Option<Mended>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JournalState {
    Sound,
    Poisoned,
}

impl Journal {
    /// Starts a journal in a file that was just created.
    pub(super) fn start(
        folder: &Folder,
        names: Names<'_>,
        file: File,
        holder: &Holder,
    ) -> Result<Self, StoreError> {
        let lock = Lock::take(folder, names.lock, &file, holder)?;
        if !folder.still_names(names.journal, &file) {
            // Somebody took it for litter in the instant before the lock.
            return Err(StoreError::Held { holder: None, path: folder.shown(names.lock) });
        }
        folder.sync()?;
        Ok(Self::new(folder.shown(names.journal), file, &parse(&[]), None, lock))
    }

    /// Takes up a journal, cut to what stands in it.
    pub(super) fn resume(
        folder: &Folder,
        names: Names<'_>,
        holder: &Holder,
        mend: Mend,
    ) -> Result<(JournalRead, Self), StoreError> {
        let path = folder.shown(names.journal);
        let mut file = folder.open(names.journal)?;
        let lock = Lock::take(folder, names.lock, &file, holder)?;
        if !folder.still_names(names.journal, &file) {
            return Err(StoreError::Missing { path });
        }
        let bytes = read_all(&path, &mut file)?;
        let read = parse(&bytes);
        let mended = match (&read.tail, mend) {
            (Tail::Clean, _) => None,
            (Tail::Torn { bytes }, _) => Some(Mended { bytes: *bytes, damage: None, copy: None }),
            (Tail::Damaged(damage), Mend::Refuse) => {
                return Err(StoreError::Damaged { path, damage: damage.clone() });
            }
            (Tail::Damaged(damage), Mend::CutAtDamage) => {
                let copy = keep_copy(folder, names.journal, &bytes)?;
                Some(Mended { bytes: damage.bytes, damage: Some(damage.clone()), copy: Some(copy) })
            }
        };
        let mut journal = Self::new(path, file, &read, mended, lock);
        journal.settle(&read)?;
        folder.sync()?;
        Ok((read, journal))
    }

    /// Appends records, each one JSON object on one line, in one write and one sync. When this returns, they are
    /// durable, and not before.
    ///
    /// A crash can leave the first few of them and not the others. After an error nothing was recorded as far as can be
    /// helped, and no later record is taken: what the disk holds is found out by opening the journal again.
    pub fn commit(&mut self, records: &[String]) -> Result<(), StoreError> {
        if self.state == JournalState::Poisoned {
            return Err(StoreError::Poisoned { path: self.path.clone() });
        }
        if records.is_empty() {
            return Ok(());
        }
        let mut out = Vec::with_capacity(records.iter().map(|record| record.len() + 128).sum());
        let (mut head, mut count) = (self.head.clone(), self.count);
        for record in records {
            if !is_record(record) {
                return Err(StoreError::NotARecord { path: self.path.clone() });
            }
            count += 1;
            head = line::write(&mut out, count, &head, record);
        }
        let bytes = self.bytes.saturating_add(u64::try_from(out.len()).unwrap_or(u64::MAX));
        if bytes > MOST_JOURNAL {
            return Err(StoreError::TooLarge { path: self.path.clone() });
        }
        self.append(&out)?;
        (self.head, self.count, self.bytes) = (head, count, bytes);
        Ok(())
    }

    /// Returns the hash of the last line; zeros when there is none.
    pub fn head(&self) -> &str {
        &self.head
    }

    /// Returns how many bytes it still takes.
    pub fn room(&self) -> u64 {
        MOST_JOURNAL.saturating_sub(self.bytes)
    }

    /// Returns how many records there are.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Tells whether nothing is recorded yet.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns what was cut when the journal was opened.
    pub fn mended(&self) -> Option<&Mended> {
        self.mended.as_ref()
    }

    fn new(
        path: String,
        file: File,
        read: &JournalRead,
        mended: Option<Mended>,
        lock: Lock,
    ) -> Self {
        Self {
            _lock: lock,
            path,
            file,
            head: read.head.clone(),
            count: u64::try_from(read.lines.len()).unwrap_or(u64::MAX),
            bytes: read.kept,
            state: JournalState::Sound,
            mended,
        }
    }

    /// Makes the file hold exactly the records that stand, and those durable: who wrote them may have died before.
    fn settle(&mut self, read: &JournalRead) -> Result<(), StoreError> {
        let write_error = |source| StoreError::Write { path: self.path.clone(), source };
        if self.mended.is_some() {
            self.file.set_len(read.kept).map_err(write_error)?;
        }
        match read.ended {
            LastRecord::Yes => self.file.sync_all().map_err(write_error),
            LastRecord::No => {
                self.append(b"\n")?;
                self.bytes += 1;
                Ok(())
            }
        }
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let Err(source) = self.file.write_all(bytes).and_then(|()| self.file.sync_data()) else {
            return Ok(());
        };
        self.state = JournalState::Poisoned;
        self.take_back();
        Err(StoreError::Write { path: self.path.clone(), source })
    }

    /// Cuts half a record, or one that may never reach the disk. Where even that fails, the next open finds the torn end.
    fn take_back(&self) {
        let _ = self.file.set_len(self.bytes).and_then(|()| self.file.sync_data());
    }
}

/// The names of a session's files in its folder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) journal: &'a str,
    pub(super) lock: &'a str,
}

/// Reads a journal's bytes.
pub(super) fn read_all(path: &str, file: &mut File) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    file.take(MOST_JOURNAL + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| StoreError::Io { path: path.to_owned(), source })?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MOST_JOURNAL {
        return Err(StoreError::TooLarge { path: path.to_owned() });
    }
    Ok(bytes)
}

pub(super) fn is_record(record: &str) -> bool {
    record.starts_with('{')
        && !record.contains('\n')
        && serde_json::from_str::<IgnoredAny>(record).is_ok()
}

/// Keeps the bytes of a damaged journal under the first free name and returns its path.
fn keep_copy(folder: &Folder, journal: &str, bytes: &[u8]) -> Result<String, StoreError> {
    for number in 1..=u32::MAX {
        let name = format!("{journal}.damaged-{number}");
        let mut file = match folder.create(&name) {
            Ok(file) => file,
            Err(StoreError::Exists { .. }) => continue,
            Err(error) => return Err(error),
        };
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        written.map_err(|source| folder.write_error(&name, source))?;
        folder.sync()?;
        return Ok(folder.shown(&name));
    }
    Err(StoreError::NoFreeName { path: folder.shown(journal) })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use council_core::ident::PacketId;
    use jiff::Timestamp;

    use super::*;
    use crate::{Repo, SessionFiles};

    fn session() -> (tempfile::TempDir, Repo, SessionFiles, Journal) {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        let host = "desk".to_owned();
        let holder =
            Holder { pid: 7, host, started: Timestamp::UNIX_EPOCH, command: String::new() };
        let packet = PacketId::new("PRD-1").unwrap();
        let (_, files, journal) =
            repo.claim_session(&packet, Timestamp::UNIX_EPOCH, &holder).unwrap();
        (folder, repo, files, journal)
    }

    #[test]
    fn after_a_failed_write_nothing_is_taken_and_what_stood_stands() {
        let (_folder, repo, files, mut journal) = session();
        journal.commit(&["{}".to_owned()]).unwrap();
        let head = journal.head().to_owned();
        let writable = journal.file;
        journal.file = File::open(repo.root().join(files.journal())).unwrap();
        let failed = journal.commit(&["{}".to_owned()]).unwrap_err();
        assert!(matches!(failed, StoreError::Write { path, .. } if path == files.journal()));

        journal.file = writable;
        let refused = journal.commit(&["{}".to_owned()]).unwrap_err();
        assert!(matches!(refused, StoreError::Poisoned { .. }));
        assert_eq!((journal.head(), journal.len()), (head.as_str(), 1));
        assert_eq!(repo.read_journal(&files).unwrap().tail, Tail::Clean);
    }

    #[test]
    fn a_record_that_did_not_reach_the_disk_is_taken_back() {
        let (_folder, repo, files, mut journal) = session();
        journal.commit(&["{}".to_owned()]).unwrap();
        let path = repo.root().join(files.journal());
        let before = fs::read(&path).unwrap();
        fs::write(&path, [before.as_slice(), b"{\"n\":2,\"len\""].concat()).unwrap();
        journal.take_back();
        assert_eq!(fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_journal_does_not_outgrow_what_can_be_read() {
        let (_folder, _repo, _files, mut journal) = session();
        journal.bytes = MOST_JOURNAL - 10;
        let refused = journal.commit(&["{}".to_owned()]).unwrap_err();
        assert!(matches!(refused, StoreError::TooLarge { .. }));
    }

    #[test]
    fn the_head_is_the_hash_that_the_next_line_names() {
        let (_folder, repo, files, mut journal) = session();
        assert_eq!(journal.head(), line::NO_LINE);
        journal.commit(&["{}".to_owned()]).unwrap();
        let first = journal.head().to_owned();
        assert_ne!(first, line::NO_LINE);
        journal.commit(&["{}".to_owned()]).unwrap();
        let text = fs::read_to_string(repo.root().join(files.journal())).unwrap();
        assert!(text.lines().nth(1).unwrap().contains(&first), "{text}");
        assert_ne!(journal.head(), first);
    }

    #[test]
    fn a_journal_of_sixty_four_mebibytes_is_read_and_a_larger_one_is_not() {
        assert_eq!(MOST_JOURNAL, 67_108_864);
        let (_folder, repo, files, journal) = session();
        drop(journal);
        let path = repo.root().join(files.journal());
        let mut file = File::options().read(true).write(true).open(&path).unwrap();
        file.set_len(MOST_JOURNAL).unwrap();
        assert_eq!(read_all("a", &mut file).unwrap().len(), 67_108_864);
        file.set_len(MOST_JOURNAL + 1).unwrap();
        let mut file = File::open(&path).unwrap();
        assert!(matches!(read_all("a", &mut file), Err(StoreError::TooLarge { .. })));
    }

    #[test]
    fn what_is_rendered_is_what_commits_leave() {
        let (_folder, repo, files, mut journal) = session();
        let records = ["{\"a\":1}".to_owned(), "{\"b\":2}".to_owned()];
        journal.commit(&records).unwrap();
        let bytes = fs::read(repo.root().join(files.journal())).unwrap();
        let rendered = crate::session::render(records.iter().map(String::as_str));
        assert_eq!(rendered, bytes);
    }

    #[test]
    fn a_journal_takes_exactly_what_can_be_read() {
        let (_folder, _repo, _files, mut journal) = session();
        let one = crate::session::render(["{}"]).len() as u64;
        journal.bytes = MOST_JOURNAL - one + 1;
        assert!(matches!(journal.commit(&["{}".to_owned()]), Err(StoreError::TooLarge { .. })));
        journal.bytes = MOST_JOURNAL - one;
        journal.commit(&["{}".to_owned()]).unwrap();
        assert_eq!(journal.bytes, MOST_JOURNAL);
    }
}

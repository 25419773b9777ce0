//! Sessions on disk: an append-only journal that is the truth, and files derived from it beside it.

mod chain;
mod journal;
mod line;
mod lock;
mod log;
mod read;

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
};

use council_core::{council::stamp, ident::PacketId};
use jiff::{SignedDuration, Timestamp};

pub use chain::{Chain, Linked, linked};
pub use journal::{Journal, MOST_JOURNAL, Mend, Mended};
pub use line::{JournalLine, NO_LINE, Wrong};
pub use lock::Holder;
pub use read::{Damage, JournalRead, Tail, parse, render};

use self::journal::Names;
use crate::{Repo, StoreError, folder::Folder};

/// Where the evidence of packets lives.
const ROOT: &str = "evidence/prd";
/// The folder of a packet's reviews.
const REVIEWS: &str = "reviews";
/// How the names of a session's files begin.
const SESSION: &str = "council_session_";
/// How the name of a journal ends.
const JOURNAL: &str = ".journal.jsonl";
/// How the name of a lock file ends.
const LOCK: &str = ".lock";
/// How the name of a session's record ends.
const RECORD: &str = ".yaml";
/// How many seconds after the wanted one are tried for a name: a day.
const SECONDS: i64 = 86_400;

/// The paths of one session, relative to the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFiles {
    packet: PacketId,
    stamp: String,
    yaml: String,
    journal: String,
    lock: String,
    bundle: String,
}

impl SessionFiles {
    /// Returns the paths of the session on a packet whose name has a time, `YYYYMMDD-HHMMSS`.
    pub fn of(packet: &PacketId, stamp: &str) -> Self {
        let folder = folder_of(packet);
        let session = format!("{folder}/{SESSION}{stamp}");
        Self {
            packet: packet.clone(),
            stamp: stamp.to_owned(),
            yaml: format!("{session}{RECORD}"),
            journal: format!("{session}{JOURNAL}"),
            lock: format!("{session}{LOCK}"),
            bundle: format!("{folder}/prd_review_council_{stamp}.json"),
        }
    }

    /// Returns the files that a session of a packet has at a time, whether they are there or not.
    pub fn at(packet: &PacketId, at: Timestamp) -> Self {
        Self::of(packet, &stamp(at))
    }

    /// Returns the packet.
    pub fn packet(&self) -> &PacketId {
        &self.packet
    }

    /// Returns the time in the names.
    pub fn stamp(&self) -> &str {
        &self.stamp
    }

    /// Returns the id of the session: `COUNCIL-{packet}-{stamp}`.
    pub fn id(&self) -> String {
        format!("COUNCIL-{}-{}", self.packet, self.stamp)
    }

    /// Returns the path of the session's record.
    pub fn yaml(&self) -> &str {
        &self.yaml
    }

    /// Returns the path of the journal.
    pub fn journal(&self) -> &str {
        &self.journal
    }

    /// Returns the path of the lock file.
    pub fn lock(&self) -> &str {
        &self.lock
    }

    /// Returns the path of the evidence bundle.
    pub fn bundle(&self) -> &str {
        &self.bundle
    }

    fn names(&self) -> Names<'_> {
        Names { journal: name(&self.journal), lock: name(&self.lock) }
    }
}

impl Repo {
    /// Claims a new session: makes the folders, creates the journal, which nobody else can then, and takes the lock.
    /// When the second is taken, the next free one is claimed. Returns the time of the name.
    pub fn claim_session(
        &self,
        packet: &PacketId,
        at: Timestamp,
        holder: &Holder,
    ) -> Result<(Timestamp, SessionFiles, Journal), StoreError> {
        let folder = self.make_folder(&folder_of(packet))?;
        self.clear_unbegun(&folder, packet)?;
        for later in 0..SECONDS {
            let Ok(at) = at.checked_add(SignedDuration::from_secs(later)) else { break };
            let files = SessionFiles::of(packet, &stamp(at));
            // A session may have lost its journal, or come from elsewhere without one.
            if folder.has(name(&files.yaml)) || folder.has(name(&files.bundle)) {
                continue;
            }
            let file = match folder.create(name(&files.journal)) {
                Ok(file) => file,
                // It was there, or somebody took it for litter in the instant before the second look.
                Err(StoreError::Exists { .. } | StoreError::NotAFile { .. }) => continue,
                Err(error) => return Err(error),
            };
            match Journal::start(&folder, files.names(), file, holder) {
                Ok(journal) => return Ok((at, files, journal)),
                // Somebody took it up in the instant before the lock; it is theirs.
                Err(StoreError::Held { .. }) => {}
                Err(error) => {
                    // Nothing was recorded, so nothing is lost with the name.
                    let _ = fs::remove_file(folder.real(name(&files.journal)));
                    return Err(error);
                }
            }
        }
        Err(StoreError::NoFreeName { path: folder_of(packet) })
    }

    /// Removes what claims left behind that were killed before anything was recorded: an empty journal that nobody holds,
    /// with its lock file, and lock files without a journal.
    fn clear_unbegun(&self, folder: &Folder, packet: &PacketId) -> Result<(), StoreError> {
        let remove = |name: &str| {
            // What stays is only litter, and somebody else may have been faster.
            let _ = fs::remove_file(folder.real(name));
        };
        for own in self.files(&folder_of(packet))? {
            if let Some(stamp) = own.strip_prefix(SESSION).and_then(|own| own.strip_suffix(LOCK)) {
                if !folder.has(&format!("{SESSION}{stamp}{JOURNAL}")) {
                    remove(&own);
                }
            } else if let Some(stamp) = own.strip_suffix(JOURNAL).and_then(|_| stamp_in(&own)) {
                let files = SessionFiles::of(packet, stamp);
                let is_alone = !folder.has(name(&files.yaml)) && !folder.has(name(&files.bundle));
                let Ok(journal) = folder.open(&own) else { continue };
                let is_empty = || journal.metadata().is_ok_and(|about| about.len() == 0);
                // Whoever is about to write it holds it by now, or finds out that it is gone and claims another.
                if is_alone && is_empty() && journal.try_lock().is_ok() && is_empty() {
                    remove(name(&files.lock));
                    remove(&own);
                }
            }
        }
        Ok(())
    }

    /// Opens a session for writing: takes the lock, reads the journal, cuts a torn end, makes what stands durable.
    /// Damage before the end is refused with its line, or cut after a copy was kept.
    pub fn open_session(
        &self,
        files: &SessionFiles,
        holder: &Holder,
        mend: Mend,
    ) -> Result<(Vec<JournalLine>, Journal), StoreError> {
        let (folder, _) = self.folder_of(&files.journal)?;
        let (read, journal) = Journal::resume(&folder, files.names(), holder, mend)?;
        self.sweep(&files.yaml)?;
        self.sweep(&files.bundle)?;
        Ok((read.lines, journal))
    }

    /// Reads a journal without its lock: the records that stand, and what is wrong with what follows them.
    pub fn read_journal(&self, files: &SessionFiles) -> Result<JournalRead, StoreError> {
        let mut file = self.open_to_read(&files.journal)?;
        Ok(parse(&journal::read_all(&files.journal, &mut file)?))
    }

    /// Reads the first record of a journal; `None` where there is none that stands.
    pub fn first_line(&self, files: &SessionFiles) -> Result<Option<JournalLine>, StoreError> {
        let file = match self.open_to_read(&files.journal) {
            Ok(file) => file,
            Err(StoreError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut bytes = Vec::new();
        let read = BufReader::new(file.take(MOST_JOURNAL)).read_until(b'\n', &mut bytes);
        read.map_err(|source| StoreError::Io { path: files.journal.clone(), source })?;
        Ok(parse(&bytes).lines.pop())
    }

    /// Lists the sessions on all packets that have a journal with something in it or a record, the newest name first.
    pub fn sessions(&self) -> Result<Vec<SessionFiles>, StoreError> {
        let mut sessions = Vec::new();
        for folder in self.folders(ROOT)? {
            let Ok(packet) = PacketId::new(folder) else { continue };
            let reviews = folder_of(&packet);
            let names = self.files(&reviews)?;
            let has_begun = |name: &&String| {
                let journal = self.root().join(&reviews).join(name.as_str());
                name.ends_with(RECORD) || fs::metadata(journal).is_ok_and(|found| found.len() > 0)
            };
            let mut stamps: Vec<&str> =
                names.iter().filter(has_begun).filter_map(|name| stamp_in(name)).collect();
            stamps.dedup();
            sessions.extend(stamps.iter().map(|stamp| SessionFiles::of(&packet, stamp)));
        }
        sessions.sort_by(|one, other| {
            other.stamp.cmp(&one.stamp).then_with(|| one.packet.cmp(&other.packet))
        });
        Ok(sessions)
    }
}

fn folder_of(packet: &PacketId) -> String {
    format!("{ROOT}/{packet}/{REVIEWS}")
}

fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Returns the time in the name of a journal or a record.
fn stamp_in(name: &str) -> Option<&str> {
    let rest = name.strip_prefix(SESSION)?;
    let stamp = rest.strip_suffix(JOURNAL).or_else(|| rest.strip_suffix(RECORD))?;
    let fits = stamp.len() == "YYYYMMDD-HHMMSS".len()
        && stamp.chars().enumerate().all(
            |(at, c)| {
                if at == 8 { c == '-' } else { c.is_ascii_digit() }
            },
        );
    fits.then_some(stamp)
}

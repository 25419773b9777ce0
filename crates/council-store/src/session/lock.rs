//! One writer per session.
//!
//! The lock is on the journal itself, so that whoever removes the lock file does not let a second writer in; the kernel
//! drops it with the process, so a dead one holds nobody up. The lock file says who it is. Whoever takes the lock or is
//! refused holds the lock file for that instant, so a name that is read is the name of the holder and never that of the
//! one before. Whoever else holds the lock file, as everybody can who may read it, delays us by an instant and no more:
//! it only says names.

use std::{
    fmt,
    fs::{self, File, TryLockError},
    io::{self, Read as _, Write as _},
    thread,
    time::Duration,
};

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::{StoreError, folder::Folder};

/// The most bytes of a lock file that are read.
const MOST: u64 = 4096;

/// How often a lock file that vanishes while it is opened is opened again. Each time somebody has let go of the lock.
const TRIES: usize = 1000;

/// How often a lock file that somebody holds is tried again, and how long is waited in between. Ours hold one for less
/// than one of these.
const WAITS: usize = 200;
const WAIT: Duration = Duration::from_millis(1);

/// Who writes a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The number of the process.
    pub pid: u32,
    /// The machine.
    pub host: String,
    /// When the process started to write.
    pub started: Timestamp,
    /// What it does.
    pub command: String,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pid, host, started, command } = self;
        write!(f, "process {pid} on `{}` since {started}: `{}`", shown(host), shown(command))
    }
}

impl Holder {
    fn to_json(&self) -> String {
        let Self { pid, host, started, command } = self;
        let object =
            json!({"pid": pid, "host": host, "started": started.to_string(), "command": command});
        format!("{object}\n")
    }

    fn from_json(text: &str) -> Option<Self> {
        let object: Value = serde_json::from_str(text).ok()?;
        let word = |key: &str| object.get(key)?.as_str();
        Some(Self {
            pid: object.get("pid")?.as_u64()?.try_into().ok()?,
            host: word("host")?.to_owned(),
            started: word("started")?.parse().ok()?,
            command: word("command")?.to_owned(),
        })
    }
}

/// The lock file of a journal that is held. Dropping it removes the file; the lock itself goes with the journal.
#[derive(Debug)]
pub(super) struct Lock {
    folder: Folder,
    name: String,
}

impl Lock {
    /// Takes the lock of a journal, or says who has it.
    pub(super) fn take(
        folder: &Folder,
        name: &str,
        journal: &File,
        holder: &Holder,
    ) -> Result<Self, StoreError> {
        let mut sign = open(folder, name)?;
        let write_error = |source| folder.write_error(name, source);
        match journal.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Held { holder: read(&mut sign), path: folder.shown(name) });
            }
            Err(TryLockError::Error(source)) => return Err(write_error(source)),
        }
        let named = sign.set_len(0).and_then(|()| sign.write_all(holder.to_json().as_bytes()));
        // Let go of before the lock may be dropped, which takes hold of it again.
        drop(sign);
        let lock = Self { folder: folder.clone(), name: name.to_owned() };
        named.map_err(write_error)?;
        Ok(lock)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock file that stays names somebody who no longer holds anything, which is harmless.
        if self.folder.has(&self.name)
            && let Ok(_sign) = open(&self.folder, &self.name)
        {
            let _ = fs::remove_file(self.folder.real(&self.name));
        }
    }
}

/// Opens the lock file, and holds it unless somebody else does for longer than it takes to read or write it.
fn open(folder: &Folder, name: &str) -> Result<File, StoreError> {
    for _ in 0..TRIES {
        let sign = match folder.open_or_create(name) {
            Ok(sign) => sign,
            // It was removed between the open and the second look, and may be there again.
            Err(StoreError::NotAFile { .. }) if folder.expect_plain(name).is_ok() => continue,
            Err(error) => return Err(error),
        };
        hold(&sign).map_err(|source| folder.write_error(name, source))?;
        if folder.still_names(name, &sign) {
            return Ok(sign);
        }
    }
    Err(StoreError::Held { holder: None, path: folder.shown(name) })
}

/// Waits until a lock file is ours, but not for somebody who keeps it.
fn hold(sign: &File) -> io::Result<()> {
    for _ in 0..WAITS {
        match sign.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
            Err(TryLockError::Error(source)) => return Err(source),
        }
    }
    Ok(())
}

fn read(sign: &mut File) -> Option<Holder> {
    let mut text = String::new();
    sign.take(MOST).read_to_string(&mut text).ok()?;
    Holder::from_json(&text)
}

/// Shows a text from a file that anybody may have written.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

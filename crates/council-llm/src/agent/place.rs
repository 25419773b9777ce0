//! Where an agent runs: an empty folder inside one that nobody else can look into or write to.
//!
//! The folder goes away with the call. Whoever is killed takes nothing away, so every call locks a file in its folder for
//! as long as it lasts, and the next call removes the folders whose file nobody holds.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an agent gets a folder of its own, which lies in one that is the user's alone"
)]

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

/// What is said to Gemini in a file: it has no argument that takes its tools away.
const NO_TOOLS: &str = "[[rule]]\ntoolName = \"*\"\ndecision = \"deny\"\npriority = 999\n";

/// How the name of the folder of a call begins.
const PREFIX: &str = "agent-";

/// The file that is locked while a call lasts.
const LOCK: &str = "lock";

/// How often a folder is made before it is given up: another call may take one for left behind before it is locked.
const TRIES: u32 = 8;

/// A folder for one call, which goes away with this.
pub(super) struct Place {
    folder: TempDir,
    /// Held as long as the folder is in use.
    _lock: File,
}

impl Place {
    /// Makes the folder below one of the user's own. An agent also reads what the folders above it say, so they must not
    /// be such as everybody can write to; only where there is no other it is the system's folder for such things.
    pub(super) fn make(home: Option<&Path>) -> io::Result<Self> {
        if let Some(home) = home {
            make_private(home)?;
            sweep(home);
        }
        let mut tries = 1;
        let place = loop {
            match Self::locked(home) {
                Err(error) if tries == TRIES => return Err(error),
                Err(_) => tries += 1,
                Ok(place) => break place,
            }
        };
        make_private(&place.empty())?;
        make_private(&place.scratch())?;
        fs::write(place.rules(), NO_TOOLS)?;
        Ok(place)
    }

    fn locked(home: Option<&Path>) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = match home {
            Some(home) => builder.tempdir_in(home)?,
            None => builder.tempdir()?,
        };
        let lock = File::create_new(folder.path().join(LOCK))?;
        lock.try_lock()?;
        // Whoever swept before it was locked has removed it.
        fs::symlink_metadata(folder.path().join(LOCK))?;
        Ok(Self { folder, _lock: lock })
    }

    /// Returns the folder that it is started in.
    pub(super) fn empty(&self) -> PathBuf {
        self.folder.path().join("empty")
    }

    /// Returns the folder for its temporary files.
    pub(super) fn scratch(&self) -> PathBuf {
        self.folder.path().join("scratch")
    }

    /// Returns the file that takes tools away.
    pub(super) fn rules(&self) -> PathBuf {
        self.folder.path().join("rules.toml")
    }
}

/// Removes the folders of calls that were killed. What cannot be removed now is left to the next call.
fn sweep(home: &Path) {
    let Ok(entries) = fs::read_dir(home) else { return };
    for entry in entries.flatten() {
        let is_call = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if !is_call || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let _ = match File::open(entry.path().join(LOCK)) {
            Ok(lock) if lock.try_lock().is_ok() => fs::remove_dir_all(entry.path()),
            Ok(_) => Ok(()),
            // It was ended before it had a lock, or is about to get one: only an empty folder goes.
            Err(_) => fs::remove_dir(entry.path()),
        };
    }
}

#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

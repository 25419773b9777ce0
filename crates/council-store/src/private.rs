//! A folder for a while that only its user can look into.
//!
//! It goes away with its value. Whoever is killed takes nothing away, so a file in the folder is locked for as long as it is
//! in use, and the next one removes the folders whose file nobody holds.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use tempfile::TempDir;

/// The file that is locked while the folder is in use.
const LOCK: &str = "lock";

/// How often a folder is made before it is given up: somebody else may take one for left behind before it is locked.
const TRIES: u32 = 8;

/// A folder that only its user can look into, removed with the value.
#[derive(Debug)]
pub struct PrivateFolder {
    folder: TempDir,
    /// Held as long as the folder is in use.
    _lock: File,
}

impl PrivateFolder {
    /// Makes one below a folder of the user's own; where there is none, in the system's folder for such things. Folders whose
    /// names begin alike and that nobody uses any more are removed.
    pub fn make(home: Option<&Path>, prefix: &str) -> io::Result<Self> {
        if let Some(home) = home {
            make_private(home)?;
            sweep(home, prefix);
        }
        let mut tries = 1;
        loop {
            match Self::locked(home, prefix) {
                Err(_) if tries < TRIES => tries += 1,
                made => return made,
            }
        }
    }

    fn locked(home: Option<&Path>, prefix: &str) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix);
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

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Makes a folder in it, as private as itself.
    pub fn make_inside(&self, name: &str) -> io::Result<()> {
        make_private(&self.path().join(name))
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.path().join(name), text)
    }
}

/// Removes the folders of whoever was killed. What cannot be removed now is left to the next one.
fn sweep(home: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(home) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(prefix));
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
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

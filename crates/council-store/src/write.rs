//! Files that appear whole or not at all.

use std::{
    fs::{self, Permissions},
    io::Write as _,
    process,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{
    Repo, StoreError,
    folder::{Audience, Folder, split},
};

/// How the name of a file that is not finished ends. It starts with a dot.
pub(crate) const UNFINISHED: &str = ".tmp";

/// Numbers this process's temporary files.
static COUNT: AtomicU64 = AtomicU64::new(0);

impl Repo {
    /// Writes a file so that, whatever happens, its name stands for the old bytes or for the new ones: a temporary file
    /// in the same folder, synced, renamed, the folder synced. Missing folders are made. Who may read and write the file
    /// stays as it was.
    pub fn write_atomic(&self, path: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let (folder, name) = self.folder_to_write(path)?;
        folder.expect_plain(name)?;
        let unfinished = write_unfinished(&folder, name, bytes, folder.permissions(name))?;
        if let Err(source) = fs::rename(folder.real(&unfinished), folder.real(name)) {
            discard(&folder, &unfinished);
            return Err(folder.write_error(name, source));
        }
        folder.sync()
    }

    /// Writes a file that must not be there, whole or not at all. Missing folders are made.
    pub fn create_new(&self, path: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let (folder, name) = self.folder_to_write(path)?;
        let unfinished = write_unfinished(&folder, name, bytes, None)?;
        // A link, unlike a rename, refuses a name that is taken.
        let linked = fs::hard_link(folder.real(&unfinished), folder.real(name));
        discard(&folder, &unfinished);
        match linked {
            Ok(()) => folder.sync(),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                Err(StoreError::Exists { path: path.to_owned() })
            }
            Err(source) => Err(folder.write_error(name, source)),
        }
    }

    /// Removes what writers of a file left beside it that died before it was whole. Only whoever holds the lock that
    /// every writer of the file takes may do this.
    pub fn sweep(&self, path: &str) -> Result<(), StoreError> {
        let (parent, name) = split(path)?;
        let folder = match self.folder_of(path) {
            Ok((folder, _)) => folder,
            Err(StoreError::Missing { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        let is_litter = |file: &&String| {
            let rest = file.strip_prefix('.').and_then(|rest| rest.strip_prefix(name));
            rest.is_some_and(|rest| rest.starts_with('.') && rest.ends_with(UNFINISHED))
        };
        for litter in self.files(parent)?.iter().filter(is_litter) {
            discard(&folder, litter);
        }
        Ok(())
    }

    fn folder_to_write<'a>(&self, path: &'a str) -> Result<(Folder, &'a str), StoreError> {
        let (folder, name) = split(path)?;
        match self.folder_of(path) {
            Err(StoreError::Missing { .. }) => Ok((self.make_folder(folder)?, name)),
            found => found,
        }
    }
}

/// Writes and syncs a file under a temporary name beside the one it is for, and returns that name.
fn write_unfinished(
    folder: &Folder,
    name: &str,
    bytes: &[u8],
    permissions: Option<Permissions>,
) -> Result<String, StoreError> {
    // Nobody may open a private text in the instant before its permissions are those of the file it replaces.
    let audience = if permissions.is_some() { Audience::Owner } else { Audience::Usual };
    let (unfinished, mut file) = loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let unfinished = format!(".{name}.{}-{number}{UNFINISHED}", process::id());
        // A process of the same number may have died here.
        match folder.create_for(&unfinished, audience) {
            Ok(file) => break (unfinished, file),
            Err(StoreError::Exists { .. }) => {}
            Err(StoreError::Write { source, .. }) => return Err(folder.write_error(name, source)),
            Err(error) => return Err(error),
        }
    };
    let permitted = permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions));
    match permitted.and_then(|()| file.write_all(bytes)).and_then(|()| file.sync_all()) {
        Ok(()) => Ok(unfinished),
        Err(source) => {
            discard(folder, &unfinished);
            Err(folder.write_error(name, source))
        }
    }
}

/// Removes a temporary file. One that stays is only litter.
fn discard(folder: &Folder, unfinished: &str) {
    let _ = fs::remove_file(folder.real(unfinished));
}

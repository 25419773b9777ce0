//! A folder of the repository that is written to: resolved once, checked again after every open.
//!
//! The standard library cannot open a file relative to an open folder, so between the check of a path and its use
//! somebody could put a link in its place. Nothing is written before a second look after the open: the file that was
//! opened must be the one at the real path, and the real path must still be inside.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    path::{Component, Path, PathBuf},
};

use crate::{Repo, StoreError, repo::missing_or};

/// A folder inside the repository, by its real path.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    real: PathBuf,
    shown: String,
}

impl Repo {
    /// Opens the folder of a file and returns it with the file's name.
    pub(crate) fn folder_of<'a>(&self, path: &'a str) -> Result<(Folder, &'a str), StoreError> {
        let (folder, name) = split(path)?;
        let real = self.resolve(folder)?;
        if !real.is_dir() {
            return Err(not_a_folder(folder));
        }
        Ok((Folder { real, shown: folder.to_owned() }, name))
    }

    /// Makes a folder and those above it, and syncs each entry, also of folders that were there already: whoever made
    /// them may have died before they were safe.
    pub(crate) fn make_folder(&self, path: &str) -> Result<Folder, StoreError> {
        let mut real = self.root().to_owned();
        for part in Path::new(path).components() {
            let name = match part {
                Component::Normal(name) => name,
                Component::CurDir => continue,
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                    return Err(StoreError::Outside { path: path.to_owned() });
                }
            };
            let wanted = real.join(name);
            match fs::create_dir(&wanted) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(StoreError::Write { path: path.to_owned(), source: error });
                }
                Ok(()) | Err(_) => {}
            }
            let found = fs::canonicalize(&wanted).map_err(|_| not_a_folder(path))?;
            if !found.starts_with(self.root()) {
                return Err(StoreError::Outside { path: path.to_owned() });
            }
            if !found.is_dir() {
                return Err(not_a_folder(path));
            }
            sync(&real).map_err(|source| StoreError::Write { path: path.to_owned(), source })?;
            real = found;
        }
        Ok(Folder { real, shown: path.to_owned() })
    }
}

impl Folder {
    /// Returns the repo-relative path of a file in this folder.
    pub(crate) fn shown(&self, name: &str) -> String {
        if self.shown.is_empty() { name.to_owned() } else { format!("{}/{name}", self.shown) }
    }

    /// Returns the real path of a file in this folder.
    pub(crate) fn real(&self, name: &str) -> PathBuf {
        self.real.join(name)
    }

    /// Tells whether the name is taken, by anything.
    pub(crate) fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.real(name)).is_ok()
    }

    /// Refuses a name that is taken by anything but a regular file: a link would lead a writer astray.
    pub(crate) fn expect_plain(&self, name: &str) -> Result<(), StoreError> {
        match fs::symlink_metadata(self.real(name)) {
            Ok(found) if !found.is_file() => Err(StoreError::NotAFile { path: self.shown(name) }),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Creates a file that must not be there.
    pub(crate) fn create(&self, name: &str) -> Result<File, StoreError> {
        let made =
            OpenOptions::new().read(true).append(true).create_new(true).open(self.real(name));
        match made {
            Ok(file) => self.verified(name, file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(StoreError::Exists { path: self.shown(name) })
            }
            Err(source) => Err(self.write_error(name, source)),
        }
    }

    /// Opens a file that must be there, to read it and to append to it.
    pub(crate) fn open(&self, name: &str) -> Result<File, StoreError> {
        self.expect_plain(name)?;
        let opened = OpenOptions::new().read(true).append(true).open(self.real(name));
        let file = opened.map_err(|source| missing_or(&self.shown(name), source))?;
        self.verified(name, file)
    }

    /// Opens a file to rewrite it, and creates it where it is not there.
    pub(crate) fn open_or_create(&self, name: &str) -> Result<File, StoreError> {
        self.expect_plain(name)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let opened = options.open(self.real(name));
        self.verified(name, opened.map_err(|source| self.write_error(name, source))?)
    }

    /// Tells whether an open file is still the one of that name.
    pub(crate) fn still_names(&self, name: &str, file: &File) -> bool {
        match (fs::symlink_metadata(self.real(name)), file.metadata()) {
            (Ok(named), Ok(opened)) => named.is_file() && same(&named, &opened),
            (Ok(_) | Err(_), Ok(_) | Err(_)) => false,
        }
    }

    /// Makes the folder's entries durable.
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        sync(&self.real).map_err(|source| StoreError::Write { path: self.shown.clone(), source })
    }

    /// Returns an error about writing a file in this folder.
    pub(crate) fn write_error(&self, name: &str, source: io::Error) -> StoreError {
        StoreError::Write { path: self.shown(name), source }
    }

    fn verified(&self, name: &str, file: File) -> Result<File, StoreError> {
        let real = fs::canonicalize(&self.real).map_err(|source| self.write_error(name, source))?;
        if real != self.real {
            return Err(StoreError::Outside { path: self.shown(name) });
        }
        if !self.still_names(name, &file) {
            return Err(StoreError::NotAFile { path: self.shown(name) });
        }
        Ok(file)
    }
}

/// Splits a path into its folder and the name in it.
pub(crate) fn split(path: &str) -> Result<(&str, &str), StoreError> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    if name.is_empty() || matches!(name, "." | "..") {
        return Err(StoreError::NotAFile { path: path.to_owned() });
    }
    Ok((folder, name))
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

fn not_a_folder(path: &str) -> StoreError {
    StoreError::NotAFolder { path: path.into(), source: io::ErrorKind::NotADirectory.into() }
}

#[cfg(unix)]
fn same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same(_: &Metadata, _: &Metadata) -> bool {
    true
}

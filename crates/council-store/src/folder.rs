//! A folder of the repository that is written to: resolved once, checked again after every open.
//!
//! A writer opens by path, so between the check of a path and its use somebody could put a link in the place of a folder
//! of it. Nothing is written before a second look after the open: the file that was opened must be the one at the real
//! path, and the real path must still be inside. The file itself is never a link: the open refuses one.

use std::{
    collections::BTreeMap,
    fs::{self, File, Metadata, OpenOptions, Permissions},
    io,
    path::{Component, Path, PathBuf},
    sync::{Arc, Mutex},
};

use crate::{Repo, StoreError, open::careful, repo::missing_or};

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
        self.expect_no_link(folder)?;
        Ok((Folder { real, shown: folder.to_owned() }, name))
    }

    /// Makes a folder and those above it, and syncs each entry, also of folders that were there already: whoever made
    /// them may have died before they were safe. What this process has synced it does not sync again.
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
            self.expect_plain_folder(&wanted)?;
            let about = fs::metadata(&found).map_err(|_| not_a_folder(path))?;
            if !about.is_dir() {
                return Err(not_a_folder(path));
            }
            if !self.safe_folders().contains(&found, &about) {
                sync(&real)
                    .map_err(|source| StoreError::Write { path: path.to_owned(), source })?;
                self.safe_folders().add(&found, &about);
            }
            real = found;
        }
        Ok(Folder { real, shown: path.to_owned() })
    }

    /// Refuses a folder that is reached over a link, also over one that stays inside: in the repository lie files that other
    /// programs obey, those of `.git` first of all.
    fn expect_no_link(&self, folder: &str) -> Result<(), StoreError> {
        let mut at = self.root().to_owned();
        for part in Path::new(folder).components() {
            at.push(part);
            self.expect_plain_folder(&at)?;
        }
        Ok(())
    }

    fn expect_plain_folder(&self, at: &Path) -> Result<(), StoreError> {
        if fs::symlink_metadata(at).is_ok_and(|found| found.is_symlink()) {
            return Err(StoreError::Linked { path: self.shown(at) });
        }
        Ok(())
    }
}

/// The folders whose names one process has synced, each with what tells it from another of the same name. Clones share
/// what they know.
#[derive(Debug, Clone, Default)]
pub(crate) struct SafeFolders(Arc<Mutex<BTreeMap<PathBuf, (u64, u64)>>>);

impl SafeFolders {
    fn contains(&self, real: &Path, about: &Metadata) -> bool {
        let Ok(known) = self.0.lock() else { return false };
        known.get(real).is_some_and(|number| Some(*number) == identity(about))
    }

    fn add(&self, real: &Path, about: &Metadata) {
        if let (Ok(mut known), Some(number)) = (self.0.lock(), identity(about)) {
            known.insert(real.to_owned(), number);
        }
    }
}

/// Who may open a file that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Whoever the user's settings say.
    Usual,
    /// Only the user.
    Owner,
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

    /// Returns who may do what with a file, if it is there.
    pub(crate) fn permissions(&self, name: &str) -> Option<Permissions> {
        fs::symlink_metadata(self.real(name)).ok().map(|found| found.permissions())
    }

    /// Creates a file that must not be there.
    pub(crate) fn create(&self, name: &str) -> Result<File, StoreError> {
        self.create_for(name, Audience::Usual)
    }

    /// Creates a file that must not be there, and says who may open it.
    pub(crate) fn create_for(&self, name: &str, audience: Audience) -> Result<File, StoreError> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create_new(true);
        careful(&mut options);
        match audience {
            Audience::Usual => {}
            Audience::Owner => only_the_owner(&mut options),
        }
        match options.open(self.real(name)) {
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
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        careful(&mut options);
        let opened = options.open(self.real(name));
        let file = opened.map_err(|source| missing_or(&self.shown(name), source))?;
        self.verified(name, file)
    }

    /// Opens a file to rewrite it, and creates it where it is not there.
    pub(crate) fn open_or_create(&self, name: &str) -> Result<File, StoreError> {
        self.expect_plain(name)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        careful(&mut options);
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

fn same(one: &Metadata, other: &Metadata) -> bool {
    identity(one) == identity(other)
}

#[cfg(unix)]
fn only_the_owner(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn only_the_owner(_: &mut OpenOptions) {}

/// Returns what tells a file or folder from every other, where the system says it.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems say nothing")]
fn identity(about: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Repo, Folder) {
        let place = tempfile::tempdir().unwrap();
        let repo = Repo::open(place.path()).unwrap();
        let folder = repo.make_folder("a/b").unwrap();
        (place, repo, folder)
    }

    #[test]
    fn a_file_is_the_one_of_its_name_until_another_takes_the_name() {
        let (_place, _repo, folder) = folder();
        let file = folder.create("one").unwrap();
        assert!(folder.still_names("one", &file));
        assert!(!folder.still_names("two", &file));
        let other = folder.create("two").unwrap();
        assert!(!folder.still_names("one", &other));
        fs::rename(folder.real("two"), folder.real("one")).unwrap();
        assert!(!folder.still_names("one", &file));
        assert!(folder.still_names("one", &other));
        fs::remove_file(folder.real("one")).unwrap();
        assert!(!folder.still_names("one", &other));
        std::os::unix::fs::symlink("three", folder.real("one")).unwrap();
        assert!(!folder.still_names("one", &other));
    }

    #[test]
    fn what_was_opened_in_a_folder_that_was_moved_away_is_refused() {
        let (_place, repo, folder) = folder();
        fs::write(folder.real("one"), "x").unwrap();
        let aside = repo.root().join("aside");
        fs::create_dir(&aside).unwrap();
        fs::write(aside.join("one"), "x").unwrap();
        fs::rename(repo.root().join("a"), repo.root().join("was")).unwrap();
        fs::create_dir(repo.root().join("a")).unwrap();
        std::os::unix::fs::symlink(&aside, repo.root().join("a/b")).unwrap();
        assert!(matches!(folder.open("one"), Err(StoreError::Outside { .. })));
        assert!(matches!(folder.create("two"), Err(StoreError::Outside { .. })));
    }

    #[test]
    fn a_folder_that_is_gone_cannot_be_made_durable() {
        let (_place, repo, folder) = folder();
        folder.sync().unwrap();
        fs::remove_dir_all(repo.root().join("a")).unwrap();
        assert!(matches!(folder.sync(), Err(StoreError::Write { .. })));
    }

    #[test]
    fn a_folder_is_known_to_be_durable_only_as_long_as_it_is_the_same_one() {
        let (_place, repo, folder) = folder();
        let about = |path: &str| fs::metadata(repo.root().join(path)).unwrap();
        let real = folder.real("");
        let known = SafeFolders::default();
        assert!(!known.contains(&real, &about("a/b")));
        known.add(&real, &about("a/b"));
        assert!(known.contains(&real, &about("a/b")));
        assert!(known.clone().contains(&real, &about("a/b")));
        assert!(!known.contains(&real, &about("a")));
        assert!(!known.contains(repo.root(), &about("a/b")));
    }

    #[test]
    fn a_folder_that_was_made_is_known_to_be_durable() {
        let (_place, repo, folder) = folder();
        let about = fs::metadata(folder.real("")).unwrap();
        assert!(repo.safe_folders().contains(&repo.root().join("a/b"), &about));
    }

    #[test]
    fn what_the_system_refuses_is_told_from_what_is_there_already() {
        let (_place, repo, folder) = folder();
        let long = "x".repeat(300);
        assert!(matches!(repo.make_folder(&long), Err(StoreError::Write { .. })));
        assert!(matches!(folder.create(&long), Err(StoreError::Write { .. })));
        folder.create("one").unwrap();
        assert!(matches!(folder.create("one"), Err(StoreError::Exists { .. })));
        assert!(matches!(repo.make_folder("a/b/one"), Err(StoreError::NotAFolder { .. })));
    }

    #[test]
    fn a_file_that_is_made_for_its_owner_is_nobody_elses_from_the_first_moment() {
        use std::os::unix::fs::PermissionsExt as _;

        let (_place, _repo, folder) = folder();
        folder.create_for("own", Audience::Owner).unwrap();
        assert_eq!(folder.permissions("own").unwrap().mode() & 0o777, 0o600);
        folder.create("usual").unwrap();
        assert_ne!(folder.permissions("usual").unwrap().mode() & 0o777, 0o600);
        assert_eq!(folder.permissions("none"), None);
    }
}

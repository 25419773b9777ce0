//! The user's own folder: settings that no repository may say, and what the user trusts.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    process,
};

use council_formats::input;

use crate::{
    StoreError,
    owner::{self, Doubt},
    repo::missing_or,
};

/// The user's own folder. It need not be there.
#[derive(Debug, Clone)]
pub struct UserFolder {
    path: PathBuf,
}

/// A file of the user's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserFile {
    /// What it says.
    pub text: String,
    /// Whether other accounts can read it.
    pub is_shared: bool,
}

impl UserFolder {
    /// Names the folder.
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Returns where it is, or would be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tells whether there is such a folder.
    pub fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// Returns the path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Reads a file that may be absent. One that others could have written is refused.
    pub fn read(&self, name: &str) -> Result<Option<UserFile>, StoreError> {
        let path = self.file(name);
        let shown = path.display().to_string();
        let (bytes, about) = match opened(&path, &shown) {
            Ok(opened) => opened,
            Err(StoreError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let io_error = |source| StoreError::Io { path: shown.clone(), source };
        if let Some(doubt) = owner::doubt(&about, &self.path).map_err(io_error)? {
            return Err(StoreError::Doubtful { path: shown, doubt });
        }
        let text = input::text(&shown, &bytes).map_err(StoreError::NotText)?;
        Ok(Some(UserFile { text, is_shared: owner::is_shared(&about) }))
    }

    /// Writes a file that must not be there, for its owner alone.
    pub fn create_new(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.file(name);
        let unfinished = self.unfinished(name, bytes)?;
        // A link, unlike a rename, refuses a name that is taken.
        let linked = fs::hard_link(&unfinished, &path);
        let _ = fs::remove_file(&unfinished);
        linked.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Exists { path: path.display().to_string() },
            _ => write_error(&path, source),
        })
    }

    /// Writes a file whole, for its owner alone.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.file(name);
        let unfinished = self.unfinished(name, bytes)?;
        fs::rename(&unfinished, &path).map_err(|source| {
            let _ = fs::remove_file(&unfinished);
            write_error(&path, source)
        })
    }

    fn unfinished(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        make_private(&self.path).map_err(|source| write_error(&self.path, source))?;
        let path = self.file(&format!(".{name}.{}.tmp", process::id()));
        // A process of the same number may have died here.
        let _ = fs::remove_file(&path);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        for_its_owner(&mut options);
        let written = options
            .open(&path)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
        match written {
            Ok(()) => Ok(path),
            Err(source) => {
                let _ = fs::remove_file(&path);
                Err(write_error(&path, source))
            }
        }
    }
}

/// A file that the user named by its path, as it is on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// Its real path.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Their BLAKE3 hash.
    pub blake3: String,
    /// Why it is not taken at its word, if there is a reason.
    pub doubt: Option<Doubt>,
}

/// Reads a file that the user named by its path: regular, at most one byte more than 4 MiB.
pub fn read_named(path: &Path) -> Result<NamedFile, StoreError> {
    let real =
        fs::canonicalize(path).map_err(|source| missing_or(&path.display().to_string(), source))?;
    read_in(path, &real)
}

/// Reads a file by its real path. Who can write to either folder, that of the name and the real one, decides what it says.
pub(crate) fn read_in(path: &Path, real: &Path) -> Result<NamedFile, StoreError> {
    let shown = path.display().to_string();
    let (bytes, about) = opened(real, &shown)?;
    let io_error = |source| StoreError::Io { path: shown.clone(), source };
    let mut doubt = None;
    for folder in [path.parent(), real.parent()].into_iter().flatten() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        doubt = doubt.or(owner::doubt(&about, folder).map_err(io_error)?);
    }
    let blake3 = blake3::hash(&bytes).to_hex().to_string();
    Ok(NamedFile { path: real.to_owned(), bytes, blake3, doubt })
}

/// Opens a file and returns its bytes, with what is known about the file that was opened.
fn opened(path: &Path, shown: &str) -> Result<(Vec<u8>, Metadata), StoreError> {
    let missing = |source| missing_or(shown, source);
    // What is no regular file may never let an open return.
    if !fs::metadata(path).map_err(missing)?.is_file() {
        return Err(StoreError::NotAFile { path: shown.to_owned() });
    }
    let file = File::open(path).map_err(missing)?;
    let io_error = |source| StoreError::Io { path: shown.to_owned(), source };
    let about = file.metadata().map_err(io_error)?;
    let limit = u64::try_from(input::LARGEST).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).map_err(io_error)?;
    Ok((bytes, about))
}

fn write_error(path: &Path, source: io::Error) -> StoreError {
    StoreError::Write { path: path.display().to_string(), source }
}

#[cfg(unix)]
fn for_its_owner(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn for_its_owner(_options: &mut OpenOptions) {}

/// Makes a folder for its owner alone; folders above it get the usual permissions.
#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(not(unix))]
fn make_private(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn folder() -> (tempfile::TempDir, UserFolder) {
        let outer = tempfile::tempdir().unwrap();
        let folder = UserFolder::new(outer.path().join("council"));
        (outer, folder)
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_written_is_for_its_owner_alone_and_is_not_overwritten() {
        let (_outer, folder) = folder();
        assert_eq!(folder.read("a").unwrap(), None);
        folder.create_new("a", b"one").unwrap();
        assert_eq!((mode(&folder.path), mode(&folder.file("a"))), (0o700, 0o600));
        assert!(matches!(folder.create_new("a", b"two"), Err(StoreError::Exists { .. })));
        folder.replace("a", b"three").unwrap();
        let read = folder.read("a").unwrap().unwrap();
        assert_eq!((read.text.as_str(), read.is_shared), ("three", false));
        assert_eq!(fs::read_dir(&folder.path).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_file_that_others_can_read_is_marked_and_one_that_they_can_write_is_refused() {
        let (_outer, folder) = folder();
        folder.create_new("a", b"one").unwrap();
        let set = |mode| fs::set_permissions(folder.file("a"), fs::Permissions::from_mode(mode));
        set(0o640).unwrap();
        assert!(folder.read("a").unwrap().unwrap().is_shared);
        set(0o602).unwrap();
        let refused = folder.read("a").unwrap_err();
        assert!(
            matches!(refused, StoreError::Doubtful { doubt: Doubt::OpenFile, .. }),
            "{refused}"
        );
    }

    #[test]
    fn a_folder_in_place_of_a_file_is_refused() {
        let (_outer, folder) = folder();
        fs::create_dir_all(folder.file("a")).unwrap();
        assert!(matches!(folder.read("a"), Err(StoreError::NotAFile { .. })));
    }
}

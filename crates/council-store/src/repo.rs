//! A folder that nothing is read from or written to outside of, symbolic links included.

use std::{
    fs,
    io::{self, Read as _},
    path::{Component, Path, PathBuf},
    time::SystemTime,
};

use council_formats::input;

use crate::{FOLDERS, NamedFile, StoreError, folder::SafeFolders, owner, user::read_in};

/// A folder with specifications, evidence and reviews. Paths are relative to it, with `/`.
#[derive(Debug, Clone)]
pub struct Repo {
    root: PathBuf,
    packets: Vec<String>,
    safe: SafeFolders,
}

/// What tells a version of a file from another without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    modified: SystemTime,
    length: u64,
}

impl Repo {
    /// Opens a folder.
    pub fn open(root: &Path) -> Result<Self, StoreError> {
        let not_a_folder = |source| StoreError::NotAFolder { path: root.to_owned(), source };
        let real = fs::canonicalize(root).map_err(not_a_folder)?;
        if !real.is_dir() {
            return Err(not_a_folder(io::ErrorKind::NotADirectory.into()));
        }
        Ok(Self { root: real, packets: Vec::new(), safe: SafeFolders::default() })
    }

    /// Finds the repository of a folder: the nearest folder above it with `council.toml` or `.git`, else the folder itself.
    ///
    /// The search ends where another file system begins, and below the home folder: what lies there is not a project's. A
    /// `.git` that a third account put into a folder, such as the one for temporary files, makes no repository of it.
    pub fn discover(from: &Path, home: Option<&Path>) -> Result<Self, StoreError> {
        let start = Self::open(from)?;
        let home = home.and_then(|home| fs::canonicalize(home).ok());
        let marked = |folder: &Path| {
            folder.join("council.toml").exists() || owner::is_mark(&folder.join(".git"), folder)
        };
        Ok(match nearest(&start.root, home.as_deref(), device, marked) {
            Some(root) => Self { root: root.to_owned(), ..start },
            None => start,
        })
    }

    /// Looks for packets in these folders before the usual ones.
    #[must_use]
    pub fn with_packets_in(self, packets: Vec<String>) -> Self {
        Self { packets, ..self }
    }

    /// Returns the folders in which packets are looked for.
    pub(crate) fn packet_folders(&self) -> impl Iterator<Item = &str> {
        self.packets.iter().map(String::as_str).chain(FOLDERS)
    }

    /// Returns the folders whose names this process has made safe.
    pub(crate) fn safe_folders(&self) -> &SafeFolders {
        &self.safe
    }

    /// Returns the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Reads a text file: inside the repository, regular, at most 4 MiB of UTF-8.
    pub fn read(&self, path: &str) -> Result<String, StoreError> {
        input::text(path, &self.bytes(path)?).map_err(StoreError::NotText)
    }

    /// Reads a file that may be absent, with why it is not taken at its word: what matters is who could have put it there,
    /// and where it is a link, who could have put what it leads to.
    pub fn named_if_there(&self, path: &str) -> Result<Option<NamedFile>, StoreError> {
        let real = match self.resolve(path) {
            Ok(real) => real,
            Err(StoreError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        read_in(&self.root.join(path), &real).map(Some)
    }

    /// Reads a file that may be absent, as it is on the disk: at most one byte more than 4 MiB.
    pub fn read_bytes_if_there(&self, path: &str) -> Result<Option<Vec<u8>>, StoreError> {
        match self.bytes(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, StoreError> {
        let limit = u64::try_from(input::LARGEST).unwrap_or(u64::MAX).saturating_add(1);
        let mut bytes = Vec::new();
        let read = self.open_to_read(path)?.take(limit).read_to_end(&mut bytes);
        read.map_err(|source| StoreError::Io { path: path.to_owned(), source })?;
        Ok(bytes)
    }

    /// Returns when a file was last written and how long it is, if it is there.
    pub fn stamp(&self, path: &str) -> Option<Stamp> {
        let there = fs::metadata(self.resolve(path).ok()?).ok()?;
        Some(Stamp { modified: there.modified().ok()?, length: there.len() })
    }

    /// Reads a text file that may be absent.
    pub fn read_if_there(&self, path: &str) -> Result<Option<String>, StoreError> {
        match self.read(path) {
            Ok(text) => Ok(Some(text)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Lists the names of the files in a folder, sorted; a folder that does not exist has none.
    pub fn files(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        self.names(folder, fs::Metadata::is_file)
    }

    /// Lists the names of the folders in a folder, sorted; a folder that does not exist has none.
    pub fn folders(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        self.names(folder, fs::Metadata::is_dir)
    }

    /// Tells whether there is a regular file inside the repository.
    pub fn has_file(&self, path: &str) -> bool {
        self.resolve(path).is_ok_and(|real| real.is_file())
    }

    /// Tells whether there is a folder inside the repository.
    pub fn has_folder(&self, path: &str) -> bool {
        self.resolve(path).is_ok_and(|real| real.is_dir())
    }

    /// Turns a path as a user gave it, absolute or relative to a folder, into a path of the repository.
    pub fn relative(&self, from: &Path, given: &Path) -> Result<String, StoreError> {
        let shown = given.display().to_string();
        let real =
            fs::canonicalize(from.join(given)).map_err(|source| missing_or(&shown, source))?;
        let inside =
            real.strip_prefix(&self.root).map_err(|_| StoreError::Outside { path: shown })?;
        let parts: Vec<_> =
            inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        Ok(parts.join("/"))
    }

    /// Turns a path as a user gave it into a path of the repository, also where nothing is there any more.
    pub fn relative_or_gone(&self, from: &Path, given: &Path) -> Result<String, StoreError> {
        let gone = match self.relative(from, given) {
            Err(gone @ StoreError::Missing { .. }) => gone,
            found => return found,
        };
        let (Some(folder), Some(name)) = (given.parent(), given.file_name()) else {
            return Err(gone);
        };
        let (folder, name) = (self.relative_or_gone(from, folder)?, name.to_string_lossy());
        Ok(if folder.is_empty() { name.into_owned() } else { format!("{folder}/{name}") })
    }

    /// Tells whether git keeps versions of the repository.
    pub fn has_versions(&self) -> bool {
        self.root.join(".git").exists()
    }

    /// Tells whether a path of this machine lies in the repository, by its name or by where it leads: whoever writes the
    /// repository writes what is there. A folder that nothing marks as a repository is its user's own.
    pub fn contains(&self, path: &Path) -> bool {
        let is_marked = self.has_versions() || self.root.join("council.toml").exists();
        let mut real = path.ancestors().filter_map(|folder| fs::canonicalize(folder).ok());
        is_marked && real.any(|folder| folder.starts_with(&self.root))
    }

    /// Tells whether a path as a user gave it leads out of the repository over a link that lies in it. Who names a path
    /// outside means it; who names one inside does not know where a link of the repository leads.
    pub fn is_led_out(&self, from: &Path, given: &Path) -> bool {
        let mut at = PathBuf::new();
        for part in from.join(given).components() {
            let was_inside = at.starts_with(&self.root);
            match part {
                Component::ParentDir => {
                    at.pop();
                    continue;
                }
                Component::Normal(_)
                | Component::CurDir
                | Component::RootDir
                | Component::Prefix(_) => at.push(part),
            }
            let Ok(real) = fs::canonicalize(&at) else { return false };
            at = real;
            if was_inside && !at.starts_with(&self.root) {
                return true;
            }
        }
        false
    }

    /// Lists the Markdown files below a folder, sorted. What version control ignores, and what is hidden, is left out,
    /// except below the folders in which tools keep specifications; links are not followed.
    pub fn markdown(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        self.below(folder, &["md", "markdown"])
    }

    /// Lists the YAML files below a folder, as [`Repo::markdown`] lists the Markdown files.
    pub fn yaml(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        self.below(folder, &["yaml", "yml"])
    }

    fn names(
        &self,
        folder: &str,
        wanted: impl Fn(&fs::Metadata) -> bool,
    ) -> Result<Vec<String>, StoreError> {
        let real = match self.resolve(folder) {
            Ok(real) => real,
            Err(StoreError::Missing { .. }) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let io_error = |source| StoreError::Io { path: folder.to_owned(), source };
        let mut names = Vec::new();
        for entry in fs::read_dir(&real).map_err(io_error)? {
            let entry = entry.map_err(io_error)?;
            // Links are followed here and checked when the file is read; names that are not UTF-8 are not ours.
            let kind = fs::metadata(entry.path());
            if let (Ok(kind), Ok(name)) = (kind, entry.file_name().into_string())
                && wanted(&kind)
            {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Resolves a repo-relative path to a real one, refusing whatever leads out.
    pub(crate) fn resolve(&self, path: &str) -> Result<PathBuf, StoreError> {
        let outside = || StoreError::Outside { path: path.to_owned() };
        let relative = Path::new(path);
        if relative
            .components()
            .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
        {
            return Err(outside());
        }
        let real = fs::canonicalize(self.root.join(relative))
            .map_err(|source| missing_or(path, source))?;
        let inside = real.strip_prefix(&self.root).map_err(|_| outside())?;
        // What git keeps for itself is no text of the repository, and a password for a remote can stand in it.
        let is_gits = inside.components().any(|part| part.as_os_str().eq_ignore_ascii_case(".git"));
        if is_gits { Err(outside()) } else { Ok(real) }
    }
}

/// Returns the nearest marked folder at or above one, within its file system and its user's home.
fn nearest<'a>(
    start: &'a Path,
    home: Option<&Path>,
    device: impl Fn(&Path) -> Option<u64>,
    marked: impl Fn(&Path) -> bool,
) -> Option<&'a Path> {
    let own = device(start);
    let within =
        |folder: &&Path| *folder == start || (Some(*folder) != home && device(folder) == own);
    start.ancestors().take_while(within).find(|folder| marked(folder))
}

/// Returns the number of the file system that a folder is on, where the system says it.
#[cfg(unix)]
fn device(folder: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(folder).ok().map(|about| about.dev())
}

#[cfg(not(unix))]
fn device(_folder: &Path) -> Option<u64> {
    None
}

pub(crate) fn missing_or(path: &str, source: io::Error) -> StoreError {
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            StoreError::Missing { path: path.to_owned() }
        }
        _ => StoreError::Io { path: path.to_owned(), source },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repo() -> (tempfile::TempDir, Repo) {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        (folder, repo)
    }

    #[test]
    fn a_file_inside_is_read() {
        let (folder, repo) = repo();
        fs::write(folder.path().join("a.md"), "hello\r\n").unwrap();
        assert_eq!(repo.read("a.md").unwrap(), "hello\n");
        assert_eq!(repo.files("").unwrap(), ["a.md"]);
    }

    #[test]
    fn a_path_that_leads_out_is_refused_before_anything_is_opened() {
        let (_folder, repo) = repo();
        for path in ["../x", "/etc/passwd", "a/../../x", "./../x"] {
            assert!(matches!(repo.read(path), Err(StoreError::Outside { .. })), "{path}");
        }
    }

    #[test]
    fn a_path_that_is_gone_still_names_its_place() {
        let (folder, repo) = repo();
        fs::create_dir(folder.path().join("docs")).unwrap();
        let at = |path: &str| repo.relative_or_gone(&repo.root().join("docs"), Path::new(path));
        assert_eq!(at("old/a.md").unwrap(), "docs/old/a.md");
        assert_eq!(at("../b.md").unwrap(), "b.md");
        assert_eq!(at(".").unwrap(), "docs");
        assert!(matches!(at("../../c.md"), Err(StoreError::Outside { .. })));
        assert!(matches!(at("old/../../../c.md"), Err(StoreError::Missing { .. })));
    }

    #[test]
    fn the_search_for_a_repository_ends_at_a_file_system_border_and_at_home() {
        let start = Path::new("/home/ana/work/deep");
        let one = |_: &Path| Some(1);
        let at = |root: &'static str| move |folder: &Path| folder == Path::new(root);
        let found = |home: Option<&str>, root| nearest(start, home.map(Path::new), one, at(root));
        assert_eq!(found(None, "/home/ana/work"), Some(Path::new("/home/ana/work")));
        assert_eq!(found(Some("/home/ana"), "/home/ana/work"), Some(Path::new("/home/ana/work")));
        assert_eq!(found(Some("/home/ana"), "/home/ana"), None);
        assert_eq!(found(Some("/home/ana"), "/home"), None);
        assert_eq!(found(Some("/home/ana/work/deep"), "/home/ana/work/deep"), Some(start));
        let border = |folder: &Path| Some(u64::from(folder.starts_with("/home/ana/work")));
        assert_eq!(nearest(start, None, border, at("/home/ana")), None);
        assert!(nearest(start, None, border, at("/home/ana/work")).is_some());
    }

    #[cfg(unix)]
    #[test]
    fn what_a_repository_contains_is_told_by_name_and_by_link() {
        let (folder, repo) = repo();
        let outside = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        std::os::unix::fs::symlink(&home, outside.path().join("in")).unwrap();
        std::os::unix::fs::symlink(outside.path(), home.join("out")).unwrap();
        let own = [&home, &home.join("not/there"), &outside.path().join("in"), &home.join("out")];
        assert!(!own.iter().any(|path| repo.contains(path)), "nothing marks it");
        for mark in [".git", "council.toml"] {
            fs::write(folder.path().join(mark), "").unwrap();
            assert!(own.iter().all(|path| repo.contains(path)), "{mark}");
            assert!(!repo.contains(outside.path()), "{mark}");
            fs::remove_file(folder.path().join(mark)).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_that_leads_out_is_refused() {
        let (folder, repo) = repo();
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero")).unwrap();
        for path in ["link", "zero"] {
            assert!(matches!(repo.read(path), Err(StoreError::Outside { .. })), "{path}");
        }
    }

    #[test]
    fn a_folder_is_not_a_file_and_a_missing_file_is_missing() {
        let (folder, repo) = repo();
        fs::create_dir(folder.path().join("d")).unwrap();
        assert!(matches!(repo.read("d"), Err(StoreError::NotAFile { .. })));
        assert!(matches!(repo.read("x"), Err(StoreError::Missing { .. })));
        assert!(repo.files("x").unwrap().is_empty());
    }

    #[test]
    fn a_repository_is_the_nearest_folder_with_either_mark() {
        for mark in ["council.toml", ".git"] {
            let (folder, repo) = repo();
            let deep = folder.path().join("a/b");
            fs::create_dir_all(&deep).unwrap();
            fs::write(folder.path().join(mark), "").unwrap();
            assert_eq!(Repo::discover(&deep, None).unwrap().root(), repo.root());
        }
    }

    #[test]
    fn packets_are_looked_for_where_a_project_says_first() {
        let (_folder, repo) = repo();
        let repo = repo.with_packets_in(vec!["own".to_owned()]);
        assert_eq!(repo.packet_folders().next(), Some("own"));
        assert!(repo.packet_folders().nth(1).is_some());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_ones_own_is_taken_at_its_word() {
        let (folder, repo) = repo();
        fs::write(folder.path().join("council.toml"), "x").unwrap();
        let named = repo.named_if_there("council.toml").unwrap().unwrap();
        assert_eq!((named.bytes.as_slice(), named.doubt), (b"x".as_slice(), None));
        assert!(repo.named_if_there("none").unwrap().is_none());
    }

    #[test]
    fn what_may_be_absent_is_read_where_it_is_there() {
        let (folder, repo) = repo();
        fs::write(folder.path().join("a.md"), "hello").unwrap();
        assert_eq!(repo.read_if_there("a.md").unwrap().as_deref(), Some("hello"));
        assert_eq!(repo.read_bytes_if_there("a.md").unwrap().as_deref(), Some(&b"hello"[..]));
        assert_eq!(repo.read_if_there("b.md").unwrap(), None);
        assert_eq!(repo.read_bytes_if_there("b.md").unwrap(), None);
        assert!(matches!(repo.read_if_there("../b.md"), Err(StoreError::Outside { .. })));
        assert!(matches!(repo.read_bytes_if_there("../b.md"), Err(StoreError::Outside { .. })));
    }

    #[test]
    fn a_stamp_tells_one_version_of_a_file_from_another() {
        let (folder, repo) = repo();
        let write = |text: &str| fs::write(folder.path().join("a.md"), text).unwrap();
        assert_eq!(repo.stamp("a.md"), None);
        write("one");
        let first = repo.stamp("a.md").unwrap();
        assert_eq!(repo.stamp("a.md"), Some(first));
        write("three");
        assert_ne!(repo.stamp("a.md"), Some(first));
    }

    #[test]
    fn a_path_as_it_was_typed_becomes_one_of_the_repository() {
        let (folder, repo) = repo();
        let from = folder.path().join("docs");
        fs::create_dir(&from).unwrap();
        fs::write(from.join("a.md"), "").unwrap();
        for given in ["a.md", "./a.md", "../docs/a.md"] {
            assert_eq!(repo.relative(&from, Path::new(given)).unwrap(), "docs/a.md");
        }
        assert_eq!(repo.relative(&from, repo.root()).unwrap(), "");
        let relative = |given: &str| repo.relative(&from, Path::new(given));
        assert!(matches!(relative("/"), Err(StoreError::Outside { .. })));
        assert!(matches!(relative("b.md"), Err(StoreError::Missing { .. })));
        fs::write(from.join("b.yaml"), "").unwrap();
        assert_eq!(repo.yaml("").unwrap(), ["docs/b.yaml"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn another_file_system_has_another_number() {
        let (folder, _) = repo();
        assert!(device(folder.path()).is_some());
        assert_eq!(device(folder.path()), device(&folder.path().join(".")));
        assert_ne!(device(Path::new("/proc")), device(folder.path()));
    }

    #[cfg(unix)]
    #[test]
    fn what_git_keeps_for_itself_is_not_read_whatever_leads_to_it() {
        let (folder, repo) = crate::testing::repo(&[
            (".git/config", "url = https://somebody:secret@example.com"),
            ("deep/.Git/config", ""),
            ("docs/a.md", ""),
            (".gitignore", ""),
            (".github/a.md", ""),
        ]);
        std::os::unix::fs::symlink("../.git/config", folder.path().join("docs/b.md")).unwrap();
        std::os::unix::fs::symlink("../.git", folder.path().join("docs/c")).unwrap();
        for path in [".git/config", "deep/.Git/config", "docs/b.md", "docs/c/config"] {
            assert!(matches!(repo.read(path), Err(StoreError::Outside { .. })), "{path}");
            assert!(!repo.has_file(path), "{path}");
        }
        for path in ["docs/a.md", ".gitignore", ".github/a.md"] {
            assert!(repo.read(path).is_ok(), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_a_link_of_the_repository_leads_out_of_it_unseen() {
        use std::os::unix::fs::symlink;
        let (folder, _) =
            crate::testing::repo(&[("repo/docs/a.md", ""), ("out/a.md", ""), ("repo/in/a.md", "")]);
        let repo = Repo::open(&folder.path().join("repo")).unwrap();
        let root = repo.root().to_owned();
        symlink("../out", root.join("link")).unwrap();
        symlink("docs", root.join("near")).unwrap();
        symlink("../../out/a.md", root.join("docs/b.md")).unwrap();
        symlink(root.join("link"), folder.path().join("back")).unwrap();
        for path in ["link", "link/a.md", "docs/b.md", "docs/../link", "near/b.md"] {
            assert!(repo.is_led_out(&root, Path::new(path)), "{path}");
        }
        assert!(repo.is_led_out(Path::new("/"), &root.join("link/a.md")));
        for path in
            ["docs", "docs/a.md", "near/a.md", "../out/a.md", "../out", "../back", "no/such", "/"]
        {
            assert!(!repo.is_led_out(&root, Path::new(path)), "{path}");
        }
    }
}

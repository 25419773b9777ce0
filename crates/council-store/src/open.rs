//! Opens files for reading. Nothing is followed between the look at a path and its open, nothing that is opened can make
//! the program wait, and what was opened is looked at before a byte of it is read.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use crate::{Repo, StoreError, repo::missing_or};

/// How often a file is looked for whose path changes under our feet.
const TRIES: usize = 8;

impl Repo {
    /// Opens a regular file inside the repository, to read it. Links that stay inside are followed, once.
    pub(crate) fn open_to_read(&self, path: &str) -> Result<File, StoreError> {
        for _ in 0..TRIES {
            let real = self.resolve(path)?;
            let Ok(inside) = real.strip_prefix(self.root()) else { break };
            match opened(self.root(), inside) {
                Ok(Some(file)) => return Ok(file),
                Ok(None) => return Err(StoreError::NotAFile { path: path.to_owned() }),
                Err(error) if has_moved(&error) => {}
                Err(error) => return Err(missing_or(path, error)),
            }
        }
        Err(StoreError::Outside { path: path.to_owned() })
    }

    /// Opens a regular file by a path without links; a link in its place is refused like everything else that is no
    /// regular file. `None` where there is nothing.
    pub(crate) fn open_plain(&self, inside: &Path) -> Result<Option<File>, StoreError> {
        let path = || inside.display().to_string();
        match opened(self.root(), inside) {
            Ok(Some(file)) => Ok(Some(file)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) if !has_moved(&error) => Err(StoreError::Io { path: path(), source: error }),
            Ok(None) | Err(_) => Err(StoreError::NotAFile { path: path() }),
        }
    }
}

/// Opens what a path without links names; `None` if that is no regular file.
fn opened(root: &Path, inside: &Path) -> io::Result<Option<File>> {
    // Opening a device can do something, so it is not opened where that is known before.
    let named = fs::symlink_metadata(root.join(inside))?;
    if named.is_symlink() {
        return Err(system::link());
    }
    if !named.is_file() {
        return Ok(None);
    }
    let file = system::open(root, inside)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Tells whether there is a link in a path, which had none an instant before.
fn has_moved(error: &io::Error) -> bool {
    system::is_link(error)
}

/// Tells whether a path names nothing, because something above it is no folder or is not there.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(unix)]
pub(crate) use system::careful;

#[cfg(unix)]
mod system {
    use std::{
        fs::{File, OpenOptions},
        io,
        os::unix::fs::OpenOptionsExt as _,
        path::{Component, Path},
    };

    use rustix::{
        fd::OwnedFd,
        fs::{Mode, OFlags},
        io::Errno,
    };

    /// A pipe without a writer is opened at once, and a terminal does not become ours.
    const READ: OFlags = OFlags::RDONLY
        .union(OFlags::NONBLOCK)
        .union(OFlags::NOFOLLOW)
        .union(OFlags::NOCTTY)
        .union(OFlags::CLOEXEC);

    const FOLDER: OFlags =
        OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

    /// Opens a file below a folder, following no link at all.
    pub(super) fn open(root: &Path, inside: &Path) -> io::Result<File> {
        let folder = rustix::fs::open(root, FOLDER, Mode::empty())?;
        let file = at_once(&folder, inside).unwrap_or_else(|| step_by_step(folder, inside))?;
        Ok(File::from(file))
    }

    /// Opens in one call, where the kernel has it: Linux since 5.6, unless a sandbox does not know it.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub(super) fn at_once(folder: &OwnedFd, inside: &Path) -> Option<io::Result<OwnedFd>> {
        use rustix::fs::ResolveFlags;

        let resolve =
            ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        match rustix::fs::openat2(folder, inside, READ, Mode::empty(), resolve) {
            Err(Errno::NOSYS | Errno::PERM) => None,
            opened => Some(opened.map_err(io::Error::from)),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    pub(super) fn at_once(_: &OwnedFd, _: &Path) -> Option<io::Result<OwnedFd>> {
        None
    }

    /// Opens one folder after the other, each relative to the one before.
    pub(super) fn step_by_step(mut folder: OwnedFd, inside: &Path) -> io::Result<OwnedFd> {
        let mut parts = inside.components().filter(|part| *part != Component::CurDir).peekable();
        while let Some(part) = parts.next() {
            let Component::Normal(name) = part else { return Err(link()) };
            if parts.peek().is_none() {
                return Ok(rustix::fs::openat(&folder, name, READ, Mode::empty())?);
            }
            folder = match rustix::fs::openat(&folder, name, FOLDER, Mode::empty()) {
                // A link is no folder, some systems say.
                Err(Errno::NOTDIR) => return Err(link()),
                opened => opened?,
            };
        }
        Ok(folder)
    }

    /// Makes a writer's open follow no link and wait for nobody.
    pub(crate) fn careful(options: &mut OpenOptions) {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }

    /// Returns what the system says of a link that must not be followed.
    pub(super) fn link() -> io::Error {
        Errno::LOOP.into()
    }

    pub(super) fn is_link(error: &io::Error) -> bool {
        // FreeBSD has its own word for it.
        let words = [Errno::LOOP, Errno::MLINK, Errno::XDEV, Errno::AGAIN];
        Errno::from_io_error(error).is_some_and(|errno| words.contains(&errno))
    }
}

/// Where the system cannot open relative to a folder, the path is looked at a second time after the open.
#[cfg(not(unix))]
mod system {
    use std::{
        fs::{self, File},
        io,
        path::Path,
    };

    pub(super) fn open(root: &Path, inside: &Path) -> io::Result<File> {
        let path = root.join(inside);
        let file = File::open(&path)?;
        if fs::canonicalize(&path)? == path { Ok(file) } else { Err(link()) }
    }

    pub(super) fn link() -> io::Error {
        io::Error::other("a link is in its place")
    }

    pub(super) fn is_link(error: &io::Error) -> bool {
        error.kind() == io::ErrorKind::Other
    }
}

#[cfg(not(unix))]
pub(crate) fn careful(_: &mut fs::OpenOptions) {}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::{
        io::Read as _,
        os::unix::fs::symlink,
        sync::atomic::{AtomicBool, Ordering},
        thread,
    };

    use rustix::fs::{CWD, FileType, Mode, OFlags, RenameFlags, mknodat, renameat_with};

    use super::*;

    fn repo() -> (tempfile::TempDir, Repo) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("repo/docs/deep")).unwrap();
        fs::write(folder.path().join("secret"), "SECRET").unwrap();
        fs::write(folder.path().join("repo/docs/deep/a.md"), "inside").unwrap();
        let repo = Repo::open(&folder.path().join("repo")).unwrap();
        (folder, repo)
    }

    fn text(mut file: File) -> String {
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        text
    }

    fn pipe(path: &Path) {
        mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    }

    #[test]
    fn both_ways_to_open_follow_no_link_and_do_not_wait() {
        type Way<'a> = &'a dyn Fn(&str) -> io::Result<File>;
        let (folder, repo) = repo();
        let root = repo.root();
        symlink(folder.path().join("secret"), root.join("docs/link")).unwrap();
        symlink("deep", root.join("docs/other")).unwrap();
        pipe(&root.join("docs/pipe"));
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        let opened = || rustix::fs::open(root, flags, Mode::empty()).unwrap();
        let ways: [Way<'_>; 2] =
            [&|path| system::step_by_step(opened(), Path::new(path)).map(File::from), &|path| {
                system::open(root, Path::new(path))
            }];
        for way in ways {
            assert_eq!(text(way("docs/deep/a.md").unwrap()), "inside");
            assert!(has_moved(&way("docs/link").unwrap_err()));
            assert!(has_moved(&way("docs/other/a.md").unwrap_err()));
            assert!(has_moved(&way("../secret").unwrap_err()));
            assert_eq!(way("docs/none").unwrap_err().kind(), io::ErrorKind::NotFound);
            assert!(!way("docs/pipe").unwrap().metadata().unwrap().is_file());
        }
    }

    #[test]
    fn a_link_that_stays_inside_is_read_and_whatever_is_no_file_is_refused() {
        let (_folder, repo) = repo();
        symlink("deep/a.md", repo.root().join("docs/near")).unwrap();
        symlink(repo.root().join("docs/deep"), repo.root().join("all")).unwrap();
        pipe(&repo.root().join("pipe"));
        assert_eq!(repo.read("docs/near").unwrap(), "inside");
        assert_eq!(repo.read("all/a.md").unwrap(), "inside");
        for path in ["pipe", "docs", ""] {
            assert!(matches!(repo.read(path), Err(StoreError::NotAFile { .. })), "{path}");
        }
        let plain = |path: &str| repo.open_plain(Path::new(path));
        assert!(plain("docs/deep/a.md").unwrap().is_some());
        assert!(plain("docs/none").unwrap().is_none());
        for path in ["pipe", "docs", "docs/near", "all/a.md"] {
            assert!(matches!(plain(path), Err(StoreError::NotAFile { .. })), "{path}");
        }
    }

    #[test]
    fn a_writers_open_follows_no_link_and_waits_for_nobody() {
        let (folder, repo) = repo();
        let mut options = fs::OpenOptions::new();
        options.write(true);
        careful(&mut options);
        let link = repo.root().join("link");
        symlink(folder.path().join("secret"), &link).unwrap();
        assert!(has_moved(&options.open(&link).unwrap_err()));
        let pipe = repo.root().join("pipe");
        self::pipe(&pipe);
        let unread = options.open(&pipe).unwrap_err();
        assert!(!has_moved(&unread), "nobody reads it, which is not a link: {unread}");
    }

    /// Some files of the system can be written only, by whoever.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_the_system_does_not_open_does_not_lead_out() {
        let Ok(repo) = Repo::open(Path::new("/sys/bus/cpu")) else {
            eprintln!("skipped: there is no `/sys/bus/cpu`");
            return;
        };
        let ways = [repo.read("uevent").map(drop), repo.open_plain(Path::new("uevent")).map(drop)];
        for error in ways.map(Result::unwrap_err) {
            assert!(matches!(error, StoreError::Io { .. }), "{error}");
        }
    }

    /// Runs a reader while a path is swapped back and forth with another that leads out or would make it wait.
    #[cfg(target_os = "linux")]
    fn while_swapped(repo: &Repo, path: &str, with: &Path, reader: impl Fn()) {
        let (one, stop) = (repo.root().join(path), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    renameat_with(CWD, &one, CWD, with, RenameFlags::EXCHANGE).unwrap();
                }
            });
            for _ in 0..4000 {
                reader();
            }
            stop.store(true, Ordering::Relaxed);
        });
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_swaps_a_file_or_a_folder_for_a_link_gets_nothing_else_read() {
        let (folder, repo) = repo();
        let outside = folder.path().join("out");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("a.md"), "SECRET").unwrap();
        let aside = folder.path().join("aside");
        // Who meets the link in the middle of the way looks again, and then it leads out.
        let reader = || match repo.read("docs/deep/a.md") {
            Ok(text) => assert_eq!(text, "inside"),
            Err(error) => assert!(matches!(error, StoreError::Outside { .. }), "{error}"),
        };
        symlink(folder.path().join("secret"), &aside).unwrap();
        while_swapped(&repo, "docs/deep/a.md", &aside, reader);
        fs::remove_file(&aside).or_else(|_| fs::remove_file(&aside)).unwrap();
        fs::write(repo.root().join("docs/deep/b.md"), "inside").unwrap();

        let aside = folder.path().join("folder");
        symlink(&outside, &aside).unwrap();
        let reader = || {
            if let Ok(text) = repo.read("docs/deep/b.md") {
                assert_eq!(text, "inside");
            }
        };
        fs::write(outside.join("b.md"), "SECRET").unwrap();
        while_swapped(&repo, "docs/deep", &aside, reader);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_swaps_a_file_for_a_pipe_makes_nobody_wait() {
        let (folder, repo) = repo();
        let aside = folder.path().join("pipe");
        pipe(&aside);
        while_swapped(&repo, "docs/deep/a.md", &aside, || {
            if let Ok(text) = repo.read("docs/deep/a.md") {
                assert_eq!(text, "inside");
            }
        });
    }
}

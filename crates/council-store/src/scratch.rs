//! A repository for a while, away from everybody's files.

use std::path::Path;

use crate::{PrivateFolder, Repo, StoreError};

/// How the name of such a folder begins.
const PREFIX: &str = "session-";

/// The repository in it: the folder itself holds its lock.
const FILES: &str = "files";

/// A repository in a temporary folder that only its user can enter, removed with the value.
#[derive(Debug)]
pub struct Scratch {
    repo: Repo,
    _folder: PrivateFolder,
}

impl Scratch {
    /// Makes an empty one below a folder of the user's own; where there is none, in the system's folder for such things.
    pub fn new(home: Option<&Path>) -> Result<Self, StoreError> {
        let made = PrivateFolder::make(home, PREFIX);
        let made = made.and_then(|folder| folder.make_inside(FILES).map(|()| folder));
        let folder = made.map_err(|source| StoreError::Write {
            path: "a temporary folder".to_owned(),
            source,
        })?;
        Ok(Self { repo: Repo::open(&folder.path().join(FILES))?, _folder: folder })
    }

    /// Returns it as a repository.
    pub fn repo(&self) -> &Repo {
        &self.repo
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn it_is_gone_with_the_value() {
        let scratch = Scratch::new(None).unwrap();
        let root = scratch.repo().root().to_owned();
        scratch.repo().write_atomic("a.md", b"a").unwrap();
        assert!(root.join("a.md").exists());
        drop(scratch);
        assert!(!root.exists());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_look_into_it_and_what_a_kill_leaves_goes_with_the_next() {
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().unwrap();
        let below = home.path().join("council");
        for home in [None, Some(below.as_path())] {
            let scratch = Scratch::new(home).unwrap();
            let folder = scratch.repo().root().parent().unwrap().to_owned();
            assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        }
        let left = below.join("session-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("lock"), "").unwrap();
        fs::write(left.join("journal"), "secret").unwrap();
        let used = Scratch::new(Some(&below)).unwrap();
        assert!(!left.exists());
        let other = Scratch::new(Some(&below)).unwrap();
        assert!(used.repo().root().exists() && other.repo().root().exists());
    }
}

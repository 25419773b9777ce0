//! A folder for a while, away from everybody's files.

use crate::{Repo, StoreError};

/// A repository in a temporary folder that only its user can enter, removed with the value.
#[derive(Debug)]
pub struct Scratch {
    repo: Repo,
    _folder: tempfile::TempDir,
}

impl Scratch {
    /// Makes an empty one.
    pub fn new() -> Result<Self, StoreError> {
        let folder = tempfile::Builder::new().prefix("council-").tempdir();
        let folder = folder.map_err(|source| StoreError::Write {
            path: "a temporary folder".to_owned(),
            source,
        })?;
        Ok(Self { repo: Repo::open(folder.path())?, _folder: folder })
    }

    /// Returns it as a repository.
    pub fn repo(&self) -> &Repo {
        &self.repo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_gone_with_the_value() {
        let scratch = Scratch::new().unwrap();
        let root = scratch.repo().root().to_owned();
        scratch.repo().write_atomic("a.md", b"a").unwrap();
        assert!(root.join("a.md").exists());
        drop(scratch);
        assert!(!root.exists());
    }
}

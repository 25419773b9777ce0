//! Repositories that tests read.

use std::fs;

use crate::Repo;

/// Writes files below a new folder and opens it.
pub(crate) fn repo(files: &[(&str, &str)]) -> (tempfile::TempDir, Repo) {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let repo = Repo::open(folder.path()).unwrap();
    (folder, repo)
}

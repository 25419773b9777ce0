//! Where git keeps what it knows: a folder `.git`, or what a file of that name leads to in a work tree or a submodule.
//!
//! Whoever made an archive of a repository may have put anything into its `.git`. It is read where it lies; what leads out of it
//! is followed only where the other side leads back.

use std::{
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};

use super::GitError;
use crate::{Repo, StoreError, owner};

/// The most bytes of a file of git's that is read as text: references of a large repository are some megabytes.
const MOST_TEXT: u64 = 64 * 1024 * 1024;

/// Git's own folders. No link in them is followed.
#[derive(Debug)]
pub(super) struct GitFolder {
    /// What belongs to this work tree, such as `HEAD`.
    own: Repo,
    /// What all work trees share, such as objects.
    shared: Repo,
    is_partial: bool,
}

impl GitFolder {
    /// Finds git's folder for a folder, and where that lies below the one that git keeps.
    pub(super) fn around(root: &Path) -> Result<(Self, String), GitError> {
        let is_marked = |folder: &&Path| owner::is_mark(&folder.join(".git"), folder);
        let top = root.ancestors().find(is_marked).ok_or(GitError::NoRepository)?;
        let below = root.strip_prefix(top).unwrap_or(Path::new(""));
        let parts = below.components();
        let parts: Vec<String> =
            parts.map(|part| format!("{}/", part.as_os_str().to_string_lossy())).collect();
        Ok((Self::open(top)?, parts.concat()))
    }

    fn open(top: &Path) -> Result<Self, GitError> {
        let mark = top.join(".git");
        let io_error = |source| GitError::Io { path: ".git".to_owned(), source };
        let about = fs::symlink_metadata(&mark).map_err(io_error)?;
        let folder = if about.is_file() {
            Self::led_to(top, &mark)?
        } else if about.is_dir() {
            let own = opened(&mark)?;
            // Only a work tree's folder shares another's.
            if own.has_file("commondir") {
                return Err(unsupported("is put together from several folders"));
            }
            Self { shared: own.clone(), own, is_partial: false }
        } else {
            return Err(unsupported("is a link"));
        };
        folder.looked_at()
    }

    /// Follows a file `.git` to the folder of a work tree or a submodule.
    fn led_to(top: &Path, mark: &Path) -> Result<Self, GitError> {
        let place = opened(top)?;
        let text = read(&place, ".git")?.unwrap_or_default();
        let elsewhere =
            || unsupported("leads to another folder with its `.git`, and that does not lead back");
        let led = text.strip_prefix("gitdir:").map(str::trim).ok_or(GitError::NoRepository)?;
        let target = fs::canonicalize(top.join(led)).map_err(|_| elsewhere())?;
        let own = opened(&target)?;
        // A work tree: its folder names the file that led here.
        if let Some(back) = read(&own, "gitdir")? {
            let back = fs::canonicalize(target.join(back.trim())).map_err(|_| elsewhere())?;
            let here = fs::canonicalize(mark).map_err(|_| elsewhere())?;
            if back != here {
                return Err(elsewhere());
            }
            let shared = read(&own, "commondir")?.unwrap_or_default();
            let shared = opened(&target.join(shared.trim()))?;
            return Ok(Self { own, shared, is_partial: false });
        }
        // A submodule: its folder lies in that of a repository around it.
        let is_around = |folder: &Path| {
            let modules = folder.join(".git/modules");
            fs::symlink_metadata(&modules).is_ok_and(|about| about.is_dir())
                && target.starts_with(&modules)
        };
        if top.ancestors().skip(1).any(is_around) {
            return Ok(Self { shared: own.clone(), own, is_partial: false });
        }
        Err(elsewhere())
    }

    /// Refuses what is not read here.
    fn looked_at(mut self) -> Result<Self, GitError> {
        if self.shared_text("objects/info/alternates")?.is_some_and(|text| !text.trim().is_empty())
        {
            return Err(unsupported("borrows objects of another one"));
        }
        let settings = self.shared_text("config")?.unwrap_or_default();
        let is_filter =
            |line: &str| line.trim_start().to_ascii_lowercase().starts_with("partialclonefilter");
        self.is_partial = settings.lines().any(is_filter);
        for (key, value) in extensions(&settings) {
            match (key.as_str(), value.as_str()) {
                (
                    "noop" | "partialclone" | "preciousobjects" | "relativeworktrees"
                    | "worktreeconfig",
                    _,
                )
                | ("objectformat", "sha1")
                | ("refstorage", "files") => {}
                ("objectformat", _) => return Err(unsupported("names its objects by SHA-256")),
                ("refstorage", _) => return Err(unsupported("keeps its references in tables")),
                _ => return Err(unsupported("has an extension that is not known here")),
            }
        }
        Ok(self)
    }

    /// Tells whether the clone leaves out objects on purpose.
    pub(super) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Opens a file that all work trees share, if it is there.
    pub(super) fn shared_file(&self, path: &str) -> Result<Option<File>, GitError> {
        opened_file(&self.shared, path)
    }

    /// Reads a file that all work trees share, if it is there.
    pub(super) fn shared_text(&self, path: &str) -> Result<Option<String>, GitError> {
        read(&self.shared, path)
    }

    /// Reads a file of this work tree, if it is there.
    pub(super) fn own_text(&self, path: &str) -> Result<Option<String>, GitError> {
        read(&self.own, path)
    }

    /// Lists the names of the files in a folder that all work trees share.
    pub(super) fn shared_names(&self, folder: &str) -> Result<Vec<String>, GitError> {
        self.shared.files(folder).map_err(|error| failed(folder, error))
    }

    /// Lists the names of the folders in a folder that all work trees share.
    pub(super) fn shared_folders(&self, folder: &str) -> Result<Vec<String>, GitError> {
        self.shared.folders(folder).map_err(|error| failed(folder, error))
    }
}

/// Returns the settings below `[extensions]`: what a program has to know before it touches a repository.
fn extensions(settings: &str) -> Vec<(String, String)> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for line in settings.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            is_inside = section.to_ascii_lowercase().starts_with("extensions]");
        } else if is_inside && !line.starts_with(['#', ';']) && !line.is_empty() {
            let (key, value) = line.split_once('=').unwrap_or((line, "true"));
            let plain = |text: &str| text.trim().trim_matches('"').to_ascii_lowercase();
            found.push((plain(key), plain(value)));
        }
    }
    found
}

fn opened(folder: &Path) -> Result<Repo, GitError> {
    Repo::open(folder).map_err(|error| failed(&folder.display().to_string(), error))
}

fn opened_file(folder: &Repo, path: &str) -> Result<Option<File>, GitError> {
    folder.open_plain(&PathBuf::from(path)).map_err(|error| failed(path, error))
}

fn read(folder: &Repo, path: &str) -> Result<Option<String>, GitError> {
    let Some(file) = opened_file(folder, path)? else { return Ok(None) };
    let mut text = String::new();
    let io_error = |source| GitError::Io { path: path.to_owned(), source };
    file.take(MOST_TEXT).read_to_string(&mut text).map_err(io_error)?;
    Ok(Some(text))
}

fn unsupported(what: &str) -> GitError {
    GitError::Unsupported(what.to_owned())
}

fn failed(path: &str, error: StoreError) -> GitError {
    GitError::Io { path: path.to_owned(), source: std::io::Error::other(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_extensions_are_read_of_the_settings() {
        let settings = "[core]\n\tobjectformat = x\n[Extensions]\n\tobjectFormat = \"SHA256\"\n# a = b\n\tnoop\n[remote \"extensions\"]\n\tpartialclone = x\n";
        let found = extensions(settings);
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(found, [pair("objectformat", "sha256"), pair("noop", "true")]);
    }
}

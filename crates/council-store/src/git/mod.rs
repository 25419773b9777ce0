//! Earlier versions of files, read from git's own objects. No program is started, and nothing that a repository of git can be
//! told to do is done: neither its settings nor its hooks, filters or attributes are obeyed.

mod ancestry;
mod error;
mod location;
mod object;
mod pack;
mod refs;

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use crate::Repo;
use location::GitFolder;
use object::{EntryKind, Object, ObjectKind};
use pack::PackIndex;

pub use error::GitError;

/// The name of an object: its SHA-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectId([u8; 20]);

impl ObjectId {
    /// Reads forty hexadecimal digits.
    pub fn read(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 40 {
            return None;
        }
        let mut bytes = [0; 20];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| pair.get(at).and_then(|digit| char::from(*digit).to_digit(16));
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
        }
        Some(Self(bytes))
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The commits that git keeps of a repository.
#[derive(Debug)]
pub struct GitHistory {
    folder: GitFolder,
    packs: Vec<PackIndex>,
    /// The commits where a shallow clone ends: their parents are not in it.
    shallow: BTreeSet<ObjectId>,
    /// Where the repository lies below the folder that git keeps, with a slash at its end unless it is that folder.
    prefix: String,
    /// How many bytes may still be unpacked.
    left: Cell<u64>,
}

/// The most bytes that are unpacked in all. A pack of some kilobytes can hold more than any machine has room for.
const MOST_UNPACKED: u64 = 2 * 1024 * 1024 * 1024;

/// How deep folders nest at most, how many entries all of them have, and how long a path is.
const DEEPEST: usize = 64;
const MOST_ENTRIES: usize = 1_000_000;
const LONGEST_PATH: usize = 4096;

/// The most files of one commit that are looked at.
const MOST_FILES: usize = 50_000;

impl Repo {
    /// Opens the history that git keeps of this folder or of one around it.
    pub fn history(&self) -> Result<GitHistory, GitError> {
        let (folder, prefix) = GitFolder::around(self.root())?;
        let packs = pack::indexes(&folder)?;
        let shallow = folder.shared_text("shallow")?.unwrap_or_default();
        let shallow = shallow.lines().filter_map(|line| ObjectId::read(line.trim())).collect();
        Ok(GitHistory { folder, packs, shallow, prefix, left: Cell::new(MOST_UNPACKED) })
    }
}

impl GitHistory {
    /// Lists the files of a commit that are wanted, by their path in the repository. Links and submodules are no files.
    pub fn files(
        &self,
        commit: ObjectId,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<BTreeMap<String, ObjectId>, GitError> {
        let mut files = BTreeMap::new();
        let mut waiting = vec![(String::new(), self.tree_of(commit)?, 0)];
        let mut entries = 0;
        while let Some((folder, tree, depth)) = waiting.pop() {
            let object = self.object(tree, ObjectKind::Tree)?;
            let listed = object.entries();
            for (kind, name, id) in
                listed.ok_or(GitError::Damaged(tree, "its entries cannot be read"))?
            {
                entries += 1;
                if depth > DEEPEST || entries > MOST_ENTRIES || files.len() > MOST_FILES {
                    return Err(GitError::Damaged(tree, "it has too many files or folders"));
                }
                if folder.len() + name.len() > LONGEST_PATH {
                    continue;
                }
                let path = format!("{folder}{name}");
                match kind {
                    EntryKind::Folder => {
                        let inner = format!("{path}/");
                        // On the way to the repository, or in it.
                        if self.prefix.starts_with(&inner) || inner.starts_with(&self.prefix) {
                            waiting.push((inner, id, depth + 1));
                        }
                    }
                    EntryKind::File => {
                        let path = path.strip_prefix(&self.prefix).filter(|path| wanted(path));
                        files.extend(path.map(|path| (path.to_owned(), id)));
                    }
                    EntryKind::Other => {}
                }
            }
        }
        Ok(files)
    }

    /// Reads a file as it was.
    pub fn blob(&self, id: ObjectId) -> Result<Vec<u8>, GitError> {
        Ok(self.object(id, ObjectKind::Blob)?.bytes)
    }

    fn tree_of(&self, commit: ObjectId) -> Result<ObjectId, GitError> {
        let object = self.object(commit, ObjectKind::Commit)?;
        object.field("tree").next().ok_or(GitError::Damaged(commit, "it names no tree"))
    }

    fn object(&self, id: ObjectId, kind: ObjectKind) -> Result<Object, GitError> {
        let object = self.any(id)?;
        if object.kind == kind {
            Ok(object)
        } else {
            Err(GitError::Damaged(id, "it is of another kind"))
        }
    }

    /// Reads an object, wherever it is.
    fn any(&self, id: ObjectId) -> Result<Object, GitError> {
        if let Some(object) = self.loose(id)? {
            return Ok(object);
        }
        match self.packed(id)? {
            Some(object) => Ok(object),
            None => Err(GitError::Missing { id, is_partial: self.folder.is_partial() }),
        }
    }

    /// Counts bytes that were unpacked.
    fn spend(&self, bytes: usize) -> Result<(), GitError> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let left = self.left.get().checked_sub(bytes).ok_or(GitError::TooMuch)?;
        self.left.set(left);
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! Objects, and those that lie in files of their own.

use std::io::{BufRead, BufReader};

use miniz_oxide::{
    DataFormat, MZError, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate},
};

use super::{GitError, GitHistory, ObjectId};

/// The most bytes of an object. A file that is reviewed has at most 4 MiB; folders can be larger.
pub(super) const LARGEST: usize = 32 * 1024 * 1024;

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectKind {
    Commit,
    Tree,
    Blob,
    Tag,
}

/// What an entry of a tree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    Folder,
    File,
    /// A link, a submodule, or what is not known.
    Other,
}

/// An object, unpacked.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) kind: ObjectKind,
    pub(super) bytes: Vec<u8>,
}

impl Object {
    /// Returns the ids that a header of a commit or a tag names.
    pub(super) fn field<'a>(&'a self, name: &'a str) -> impl Iterator<Item = ObjectId> + 'a {
        self.headers(name).filter_map(ObjectId::read)
    }

    /// Returns when a commit was made, in seconds; zero where it does not say so.
    pub(super) fn committed_at(&self) -> i64 {
        let committer = self.headers("committer").next().unwrap_or_default();
        let time = committer.rsplit(' ').nth(1).and_then(|seconds| seconds.parse().ok());
        time.unwrap_or_default()
    }

    /// Returns the values of a header, which stand before the first empty line.
    fn headers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        let lines = self.bytes.split(|byte| *byte == b'\n').take_while(|line| !line.is_empty());
        let lines = lines.filter_map(|line| std::str::from_utf8(line).ok());
        lines.filter_map(move |line| line.strip_prefix(name)?.strip_prefix(' '))
    }

    /// Returns the entries of a tree. Names that are not UTF-8, or that would lead elsewhere, are left out.
    pub(super) fn entries(&self) -> Option<Vec<(EntryKind, &str, ObjectId)>> {
        let mut entries = Vec::new();
        let mut rest = self.bytes.as_slice();
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| *byte == 0)?;
            let (head, after) = rest.split_at_checked(end)?;
            let (id, next) = after.get(1..)?.split_at_checked(20)?;
            rest = next;
            let space = head.iter().position(|byte| *byte == b' ')?;
            let (mode, name) = head.split_at_checked(space)?;
            let kind = match mode {
                b"40000" | b"040000" => EntryKind::Folder,
                b"100644" | b"100755" | b"100664" => EntryKind::File,
                _ => EntryKind::Other,
            };
            let name = std::str::from_utf8(name.get(1..)?).ok().filter(|name| is_name(name));
            if let Some(name) = name {
                entries.push((kind, name, ObjectId::of(id)?));
            }
        }
        Some(entries)
    }
}

fn is_name(name: &str) -> bool {
    let is_control = |c: char| c.is_control();
    !matches!(name, "" | "." | "..")
        && !name.eq_ignore_ascii_case(".git")
        && !name.contains(['/', '\\'])
        && !name.contains(is_control)
}

impl GitHistory {
    /// Reads an object from its own file, if it has one.
    pub(super) fn loose(&self, id: ObjectId) -> Result<Option<Object>, GitError> {
        let name = id.to_string();
        let (first, rest) = name.split_at(2);
        let Some(file) = self.folder.shared_file(&format!("objects/{first}/{rest}"))? else {
            return Ok(None);
        };
        let damaged = |what| GitError::Damaged(id, what);
        let bytes = inflated(BufReader::new(file), LARGEST + 64);
        let bytes = bytes.ok_or(damaged("it cannot be unpacked, or is larger than 32 MiB"))?;
        self.spend(bytes.len())?;
        let end = bytes.iter().position(|byte| *byte == 0).ok_or(damaged("it has no header"))?;
        let (head, body) = bytes.split_at(end);
        let head = std::str::from_utf8(head).map_err(|_| damaged("it has no header"))?;
        let (kind, length) = head.split_once(' ').ok_or(damaged("it has no header"))?;
        let kind = match kind {
            "commit" => ObjectKind::Commit,
            "tree" => ObjectKind::Tree,
            "blob" => ObjectKind::Blob,
            "tag" => ObjectKind::Tag,
            _ => return Err(damaged("it is of no known kind")),
        };
        let body = body.get(1..).unwrap_or_default();
        if length.parse() != Ok(body.len()) {
            return Err(damaged("it has another length than it says"));
        }
        Ok(Some(Object { kind, bytes: body.to_vec() }))
    }
}

/// How much is unpacked at once.
const PIECE: usize = 32 * 1024;

/// Unpacks a stream to its end, with its checksum; nothing where it is damaged or longer than a limit.
pub(super) fn inflated(mut input: impl BufRead, limit: usize) -> Option<Vec<u8>> {
    let mut state = InflateState::new_boxed(DataFormat::Zlib);
    let mut bytes = Vec::new();
    let mut piece = vec![0; PIECE];
    loop {
        let step = inflate(&mut state, input.fill_buf().ok()?, &mut piece, MZFlush::None);
        input.consume(step.bytes_consumed);
        bytes.extend_from_slice(piece.get(..step.bytes_written)?);
        if bytes.len() > limit {
            return None;
        }
        let is_stuck = step.bytes_consumed == 0 && step.bytes_written == 0;
        match step.status {
            Ok(MZStatus::StreamEnd) => return Some(bytes),
            Ok(MZStatus::Ok | MZStatus::NeedDict) | Err(MZError::Buf) if !is_stuck => {}
            Ok(_) | Err(_) => return None,
        }
    }
}

//! Packets on disk: a path or an id to what is reviewed.
//!
//! A path that exists wins over an id. An id is looked for where packets are kept by convention, see [`FOLDERS`]: as a
//! folder of that name, then as `ID.md`. Found in more than one place it is ambiguous, and nothing is read.

use std::collections::BTreeSet;

use council_core::{
    diagnostic::{Diagnostic, Parsed},
    ident::PacketId,
    packet::{Packet, PacketKind},
};
use council_formats::packet::{self, File, Source};
use thiserror::Error;

use crate::{Repo, StoreError};

/// Where packets are kept, by convention.
pub const FOLDERS: [&str; 6] =
    ["documents/prds", "docs", "prds", "specs", "openspec/specs", "openspec/changes"];

/// The most files a packet can have.
pub const MOST_FILES: usize = 1000;

/// The most bytes a packet's files can have together.
pub const MOST_BYTES: usize = 32 * 1024 * 1024;

/// How deep the folders of a packet lie at most. What lies deeper is not left unread in silence.
const DEEPEST: usize = 16;

/// Folders beside a packet's documents that hold what came of reviewing it.
const NOT_PACKET: [&str; 4] = ["evidence", "reviews", "node_modules", "target"];

/// Why there is no packet.
#[derive(Debug, Error)]
pub enum PacketError {
    /// Nothing is there.
    #[error("there is no packet `{given}`")]
    NotFound {
        /// The path or id as given.
        given: String,
        /// Where it was looked for.
        tried: Vec<String>,
    },
    /// The id names more than one packet.
    #[error("`{given}` names more than one packet: {}", found.join(", "))]
    Ambiguous {
        /// The id as given.
        given: String,
        /// The packets.
        found: Vec<String>,
    },
    /// A folder without Markdown and YAML.
    #[error("the folder `{path}` holds no Markdown and no YAML to review")]
    Empty {
        /// The folder.
        path: String,
    },
    /// More than one review can read.
    #[error("`{path}` holds more than {MOST_FILES} files or 32 MiB")]
    TooLarge {
        /// The folder.
        path: String,
    },
    /// A file could not be had.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Repo {
    /// Reads a packet from a file, a folder or an id.
    ///
    /// What is wrong with a document is said in the diagnostics, also that a file of a folder is no text; that a file
    /// given by name cannot be read is an error.
    pub fn load_packet(&self, given: &str) -> Result<Parsed<Packet>, PacketError> {
        let (source, mut diagnostics) = self.load_source(given)?;
        let mut parsed = source.read();
        diagnostics.append(&mut parsed.diagnostics);
        Ok(Parsed { value: parsed.value, diagnostics })
    }

    /// Reads the files of a packet, without looking into them. A file of a folder that is no text is left out, and the
    /// diagnostics say so.
    pub fn load_source(&self, given: &str) -> Result<(Source, Vec<Diagnostic>), PacketError> {
        if given.is_empty() {
            return Err(self.not_found(given));
        }
        if self.has_file(given) {
            return Ok((self.load_file(&plain(given))?, Vec::new()));
        }
        if self.has_folder(given) {
            return self.load_folder(&plain(given));
        }
        let found = self.places(given);
        match found.as_slice() {
            [place] if self.has_file(place) => Ok((self.load_file(place)?, Vec::new())),
            [place] => self.load_folder(place),
            [] => Err(self.not_found(given)),
            [_, _, ..] => Err(PacketError::Ambiguous { given: given.to_owned(), found }),
        }
    }

    /// Returns what a packet is called: the id that it states, else the one under which it alone is found where packets
    /// are kept, else its path.
    pub fn identify(&self, source: &Source, packet: &Packet) -> PacketId {
        if let Some(stated) = packet::stated_id(packet) {
            return stated;
        }
        let path = source.path();
        let bare = path.strip_suffix(".md").unwrap_or(path);
        let below = |folder: &str| bare.strip_prefix(folder)?.strip_prefix('/');
        let named = self.packet_folders().filter_map(below).find(|rest| !rest.contains('/'));
        let is_its_own = |name: &&str| {
            let root = format!("{name}.md");
            self.places(name) == [path] && !self.has_file(&root) && !self.has_folder(name)
        };
        let short = named.filter(is_its_own).and_then(|name| PacketId::new(name).ok());
        short.unwrap_or_else(|| packet::path_id(path))
    }

    fn not_found(&self, given: &str) -> PacketError {
        let mut tried = vec![given.to_owned()];
        if PacketId::new(given).is_ok() {
            tried.extend(self.packet_folders().map(|folder| format!("{folder}/{given}")));
        }
        PacketError::NotFound { given: given.to_owned(), tried }
    }

    /// Returns where packets with an id are: folders, or files where there is no folder.
    fn places(&self, given: &str) -> Vec<String> {
        if PacketId::new(given).is_err() {
            return Vec::new();
        }
        let folders = || self.packet_folders().map(|folder| format!("{folder}/{given}"));
        let found: Vec<String> = folders().filter(|place| self.has_folder(place)).collect();
        if !found.is_empty() {
            return found;
        }
        folders().map(|place| place + ".md").filter(|place| self.has_file(place)).collect()
    }

    fn load_file(&self, path: &str) -> Result<Source, StoreError> {
        let files = vec![(path.to_owned(), self.read(path)?)];
        Ok(Source { kind: PacketKind::MarkdownPrd, files })
    }

    fn load_folder(&self, folder: &str) -> Result<(Source, Vec<Diagnostic>), PacketError> {
        let paths = self.list(folder)?;
        let Some(kind) = packet::layout(paths.iter().map(String::as_str)) else {
            return Err(PacketError::Empty { path: folder.to_owned() });
        };
        let (files, diagnostics) = self.read_all(folder, paths)?;
        Ok((Source { kind, files }, diagnostics))
    }

    /// Lists the Markdown and YAML files under a folder.
    fn list(&self, folder: &str) -> Result<Vec<String>, PacketError> {
        let is_read = |name: &str| packet::is_read(name) && !name.starts_with('.');
        let is_entered = |name: &str| !NOT_PACKET.contains(&name);
        let paths = self.files_below(folder, is_read, is_entered)?;
        if paths.len() > MOST_FILES {
            return Err(PacketError::TooLarge { path: folder.to_owned() });
        }
        Ok(paths)
    }

    /// Lists the files below a folder whose names are wanted. What is hidden is not entered. Links to other folders of the
    /// repository are followed, and every folder is looked into once: a link can lead to one around it, and many links to
    /// all that lies there.
    pub fn files_below(
        &self,
        folder: &str,
        is_wanted: impl Fn(&str) -> bool,
        is_entered: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, StoreError> {
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let mut pending = vec![(folder.to_owned(), 0)];
        while let Some((folder, depth)) = pending.pop() {
            if !seen.insert(self.resolve(&folder)?) {
                continue;
            }
            if depth > DEEPEST {
                return Err(StoreError::TooDeep { path: folder });
            }
            let files = self.files(&folder)?;
            let wanted = files.iter().filter(|name| is_wanted(name));
            found.extend(wanted.map(|name| join(&folder, name)));
            let folders = self.folders(&folder)?.into_iter().rev();
            let entered = folders.filter(|name| !name.starts_with('.') && is_entered(name));
            pending.extend(entered.map(|name| (join(&folder, &name), depth + 1)));
        }
        Ok(found)
    }

    fn read_all(
        &self,
        folder: &str,
        paths: Vec<String>,
    ) -> Result<(Vec<File>, Vec<Diagnostic>), PacketError> {
        let mut files = Vec::with_capacity(paths.len());
        let mut diagnostics = Vec::new();
        let mut bytes = 0;
        for path in paths {
            match self.read(&path) {
                Ok(text) => {
                    bytes += text.len();
                    files.push((path, text));
                }
                Err(StoreError::NotText(diagnostic)) => diagnostics.push(diagnostic),
                Err(error) => return Err(error.into()),
            }
            if bytes > MOST_BYTES {
                return Err(PacketError::TooLarge { path: folder.to_owned() });
            }
        }
        Ok((files, diagnostics))
    }
}

/// Writes a path as files are named in what we write: no `.`, no slash at the end.
fn plain(path: &str) -> String {
    let parts: Vec<&str> =
        path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    parts.join("/")
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use council_core::packet::Document;

    use super::*;
    use crate::testing::repo;

    fn paths(packet: &Packet) -> Vec<&str> {
        packet.documents.iter().map(Document::path).collect()
    }

    #[test]
    fn a_file_is_a_markdown_prd() {
        let (_folder, repo) = repo(&[("a/notes.md", "# Notes\n- FR-1: save\n")]);
        let packet = repo.load_packet("a/notes.md").unwrap().value;
        assert_eq!((packet.kind, packet.id.as_str()), (PacketKind::MarkdownPrd, "notes"));
        assert_eq!(paths(&packet), ["a/notes.md"]);
    }

    #[test]
    fn a_folder_is_what_its_files_make_it() {
        let (_folder, repo) = repo(&[
            ("p/PRD-1/00_meta.yaml", "prd_meta:\n  prd:\n    id: PRD-1\n"),
            ("p/PRD-1/requirements/REQ-1.yaml", "r:\n  id: REQ-1\n  statement: save\n"),
            ("s/S-1/spec.md", "# Spec\n"),
            ("s/S-1/contracts/api.md", "# API\n"),
            ("s/S-1/evidence/run.md", "# Run\n"),
            ("s/S-1/.hidden.md", "# Hidden\n"),
            ("one/only.md", "# Only\n"),
        ]);
        let folder = repo.load_packet("p/PRD-1/").unwrap().value;
        assert_eq!((folder.kind, folder.requirements().count()), (PacketKind::PrdFolder, 1));
        let spec = repo.load_packet("s/S-1").unwrap().value;
        assert_eq!((spec.kind, spec.id.as_str()), (PacketKind::SpecPacket, "S-1"));
        assert_eq!(paths(&spec), ["s/S-1/spec.md", "s/S-1/contracts/api.md"]);
        let one = repo.load_packet("one").unwrap().value;
        assert_eq!((one.kind, one.id.as_str()), (PacketKind::MarkdownPrd, "only"));
    }

    #[test]
    fn an_id_is_found_where_packets_are_kept() {
        let (_folder, repo) = repo(&[
            ("documents/prds/PRD-1/a.yaml", "a: 1\n"),
            ("docs/SPEC-1/plan.md", "# Plan\n"),
            ("prds/PRD-2.md", "# Two\n"),
        ]);
        for (id, path) in [
            ("PRD-1", "documents/prds/PRD-1/a.yaml"),
            ("SPEC-1", "docs/SPEC-1/plan.md"),
            ("PRD-2", "prds/PRD-2.md"),
        ] {
            let packet = repo.load_packet(id).unwrap().value;
            assert_eq!((packet.id.as_str(), paths(&packet)), (id, vec![path]));
        }
    }

    #[test]
    fn a_packet_is_called_by_its_own_id_or_by_its_path() {
        let (_folder, repo) = repo(&[
            ("docs/prd.md", "# One\n"),
            ("teamA/docs/prd.md", "# Two\n"),
            ("teamB/docs/prd.md", "# Three\n"),
            ("stated.md", "---\nid: PRD-7\n---\n# Four\n"),
            ("docs/SPEC-1/spec.md", "# Five\n"),
            ("docs/SPEC-1/plan.md", "# Plan\n"),
            ("docs/X.md", "# Six\n"),
            ("specs/X.md", "# Seven\n"),
            ("docs/root.md", "# Eight\n"),
            ("root.md", "# Nine\n"),
        ]);
        for (given, id) in [
            ("docs/prd.md", "prd"),
            ("prd", "prd"),
            ("teamA/docs/prd.md", "teamA.docs.prd"),
            ("teamB/docs/prd.md", "teamB.docs.prd"),
            ("stated.md", "PRD-7"),
            ("SPEC-1", "SPEC-1"),
            ("docs/SPEC-1", "SPEC-1"),
            ("docs/SPEC-1/spec.md", "docs.SPEC-1.spec"),
            ("docs/X.md", "docs.X"),
            ("specs/X.md", "specs.X"),
            ("docs/root.md", "docs.root"),
            ("root.md", "root"),
        ] {
            let (source, _) = repo.load_source(given).unwrap();
            assert_eq!(repo.identify(&source, &source.read().value).as_str(), id, "{given}");
        }
    }

    #[test]
    fn an_id_in_two_places_is_ambiguous_and_in_none_is_not_found() {
        let (_folder, repo) = repo(&[("docs/X/a.md", "a"), ("prds/X/a.md", "a")]);
        let error = repo.load_packet("X").unwrap_err();
        assert_eq!(error.to_string(), "`X` names more than one packet: docs/X, prds/X");
        let error = repo.load_packet("Y").unwrap_err();
        assert!(matches!(error, PacketError::NotFound { tried, .. } if tried.len() == 7));
        for outside in ["../x", "/etc/passwd", "", "docs/../../x"] {
            assert!(repo.load_packet(outside).is_err(), "{outside}");
        }
    }

    #[test]
    fn paths_are_written_as_the_repository_writes_them() {
        let (_folder, repo) = repo(&[("docs/X/spec.md", "# Spec\n")]);
        for given in ["./docs//X/", "docs/X/./spec.md", "."] {
            let packet = repo.load_packet(given).unwrap().value;
            assert_eq!(paths(&packet), ["docs/X/spec.md"], "{given}");
        }
    }

    #[test]
    fn a_folder_with_nothing_to_read_is_empty() {
        let (_folder, repo) = repo(&[("docs/X/logo.png", "x")]);
        assert!(matches!(repo.load_packet("docs/X"), Err(PacketError::Empty { .. })));
    }

    #[test]
    fn a_file_that_is_no_text_is_said_and_the_others_are_read() {
        let (folder, repo) = repo(&[("docs/X/spec.md", "# Spec\n")]);
        fs::write(folder.path().join("docs/X/plan.md"), b"\xff\xfe").unwrap();
        let parsed = repo.load_packet("X").unwrap();
        assert_eq!(parsed.value.documents.len(), 1);
        assert_eq!(parsed.diagnostics[0].code, "not-utf8");
        assert!(matches!(repo.load_packet("docs/X/plan.md"), Err(PacketError::Store(_))));
    }

    #[test]
    fn a_folder_of_too_many_files_is_refused() {
        let names: Vec<String> =
            (0..=MOST_FILES).map(|index| format!("docs/X/{index}.md")).collect();
        let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        let (_folder, repo) = repo(&files);
        assert!(matches!(repo.load_packet("X"), Err(PacketError::TooLarge { .. })));
        fs::remove_file(repo.root().join("docs/X/0.md")).unwrap();
        assert!(repo.load_packet("X").is_ok(), "the bound is what is still allowed");
    }

    #[test]
    fn a_folder_of_too_many_bytes_is_refused() {
        assert_eq!(MOST_BYTES, 33_554_432);
        let part = "x".repeat(MOST_BYTES / 16);
        let names: Vec<String> = (0..16).map(|index| format!("docs/X/{index}.md")).collect();
        let files: Vec<(&str, &str)> =
            names.iter().map(|name| (name.as_str(), part.as_str())).collect();
        let (folder, repo) = repo(&files);
        let load = || repo.read_all("docs/X", names.clone());
        assert_eq!(load().unwrap().0.len(), 16, "the bound is what is still allowed");
        fs::write(folder.path().join("docs/X/3.md"), part.clone() + "x").unwrap();
        assert!(matches!(load(), Err(PacketError::TooLarge { .. })));
    }

    #[test]
    fn what_lies_deep_is_read_and_what_lies_too_deep_is_refused() {
        let deep = |levels: usize| format!("docs/X{}/spec.md", "/d".repeat(levels));
        let (_folder, deepest) = repo(&[(&deep(16), "# Spec\n"), (&deep(0), "# Plan\n")]);
        let packet = deepest.load_packet("X").unwrap().value;
        assert_eq!(paths(&packet), [deep(16), deep(0)]);
        let (_folder, deeper) = repo(&[(&deep(17), "# Spec\n"), (&deep(0), "# Plan\n")]);
        let refused = deeper.load_packet("X").unwrap_err();
        assert!(
            matches!(&refused, PacketError::Store(StoreError::TooDeep { .. })),
            "nobody takes the rest for the whole: {refused}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_or_round_is_not_followed_for_ever() {
        let (folder, repo) = repo(&[("docs/X/spec.md", "# Spec\n"), ("docs/X/part/a.md", "")]);
        for number in 0..30 {
            let link = format!("docs/X/part/loop{number}");
            std::os::unix::fs::symlink(".", folder.path().join(link)).unwrap();
        }
        std::os::unix::fs::symlink("..", folder.path().join("docs/X/part/up")).unwrap();
        std::os::unix::fs::symlink("part", folder.path().join("docs/X/same")).unwrap();
        let packet = repo.load_packet("X").unwrap().value;
        assert_eq!(paths(&packet), ["docs/X/spec.md", "docs/X/part/a.md"], "each is read once");
        std::os::unix::fs::symlink("/etc", folder.path().join("docs/X/out")).unwrap();
        assert!(matches!(
            repo.load_packet("X"),
            Err(PacketError::Store(StoreError::Outside { .. }))
        ));
    }
}

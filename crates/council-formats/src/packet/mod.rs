//! What is reviewed, read from files: one Markdown file, a folder of YAML, or a folder of Markdown.
//!
//! These readers never fail. Whatever the text, they return a packet and say what they noticed.

mod draft;
mod folder;
mod identity;
mod layout;
mod lead;
mod lines;
mod markdown_document;
mod reader;
mod reference;
mod role;
mod spec;
mod table;
#[cfg(test)]
mod tests;
mod yaml_document;
mod yaml_prose;

use council_core::{
    diagnostic::Parsed,
    ident::PacketId,
    packet::{Document, Packet, PacketKind, Passage},
};

use serde::{Deserialize, Serialize};

pub use folder::prd_folder;
pub use layout::{is_read, is_yaml, layout};
pub use spec::spec_packet;

/// A file of a packet: its path, relative to the repository, and its text.
pub type File = (String, String);

/// A packet as it was found: its layout and its files. Reading the same source again gives the same packet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The layout.
    pub kind: PacketKind,
    /// The files, in the order of their paths.
    pub files: Vec<File>,
}

impl Source {
    /// Reads the packet.
    pub fn read(&self) -> Parsed<Packet> {
        match (self.kind, self.files.as_slice()) {
            (PacketKind::MarkdownPrd, [(path, text)]) => markdown_prd(path, text),
            (PacketKind::PrdFolder, files) => prd_folder(files),
            (PacketKind::MarkdownPrd | PacketKind::SpecPacket, files) => spec_packet(files),
        }
    }
}

impl Source {
    /// Returns the path of the packet: its file, or the folder that holds all of its files.
    pub fn path(&self) -> &str {
        match self.files.as_slice() {
            [(path, _)] if self.kind == PacketKind::MarkdownPrd => path,
            files => root(files.iter().map(|(path, _)| path.as_str())),
        }
    }
}

/// Returns the folder that holds all files.
fn root<'f>(mut files: impl Iterator<Item = &'f str>) -> &'f str {
    let parent = |path: &'f str| path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut folder = files.next().map_or("", parent);
    for path in files {
        while !folder.is_empty()
            && !path.strip_prefix(folder).is_some_and(|below| below.starts_with('/'))
        {
            folder = parent(folder);
        }
    }
    folder
}

/// Returns the id that a packet states about itself, if it is one.
pub fn stated_id(packet: &Packet) -> Option<PacketId> {
    let node = match packet.kind {
        PacketKind::PrdFolder => {
            packet.documents.iter().find_map(folder::meta).and_then(identity::id_in)
        }
        PacketKind::MarkdownPrd | PacketKind::SpecPacket => {
            packet.documents.first().and_then(identity::stated_id)
        }
    };
    PacketId::new(node?.text()?).ok()
}

/// Returns the id of a packet that is called by its path: two paths are two packets.
pub fn path_id(path: &str) -> PacketId {
    identity::from_path(path)
}

/// Reads one Markdown file as a packet.
pub fn markdown_prd(path: &str, text: &str) -> Parsed<Packet> {
    markdown_prd_beside(path, text, |_, _| ()).0
}

/// Reads one Markdown file as a packet, and does something else with its text and passages as soon as these are known and
/// while its requirements are read.
pub fn markdown_prd_beside<T: Send>(
    path: &str,
    text: &str,
    beside: impl Fn(&str, &[Passage]) -> T + Sync,
) -> (Parsed<Packet>, T) {
    let (Parsed { value: document, mut diagnostics }, done) =
        markdown_document::read_alone(path, text, beside);
    let id = identity::id(Some(&document), identity::stem(path), &mut diagnostics);
    let value = Packet {
        id,
        version: identity::version(Some(&document)),
        title: document.title.clone().unwrap_or_else(|| identity::stem(path).to_owned()),
        kind: PacketKind::MarkdownPrd,
        documents: vec![document],
    };
    (Parsed { value, diagnostics }, done)
}

/// Reads one Markdown file as a document on its own.
pub fn markdown_document(path: &str, text: &str) -> Parsed<Document> {
    markdown_document::read_alone(path, text, |_, _| ()).0
}

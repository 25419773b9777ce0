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
    packet::{Document, Packet, PacketKind},
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

/// Reads one Markdown file as a packet.
pub fn markdown_prd(path: &str, text: &str) -> Parsed<Packet> {
    let Parsed { value: document, mut diagnostics } = markdown_document(path, text);
    let id = identity::id(Some(&document), identity::stem(path), &mut diagnostics);
    let value = Packet {
        id,
        version: identity::version(Some(&document)),
        title: document.title.clone().unwrap_or_else(|| identity::stem(path).to_owned()),
        kind: PacketKind::MarkdownPrd,
        documents: vec![document],
    };
    Parsed { value, diagnostics }
}

/// Reads one Markdown file as a document on its own.
pub fn markdown_document(path: &str, text: &str) -> Parsed<Document> {
    let Parsed { value: half, diagnostics } = markdown_document::read(path, text);
    let families = reference::families([&half.document]);
    Parsed { value: half.complete(&families), diagnostics }
}

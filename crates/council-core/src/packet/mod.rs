//! What is reviewed: a packet of documents with their sections, requirements and references, each with its exact place.

mod anchor;
mod document;
mod id;
mod parts;
mod secrets;
mod span;

pub use anchor::{Anchors, slug};
pub use document::{AnchorPlace, Document, Original};
pub use id::ItemId;
pub use parts::{
    Cell, Criterion, Definition, Fence, Passage, PassageKind, Reference, Requirement,
    RequirementKind, Row, Section, Strength, Table, Target,
};
pub use secrets::Secret;
pub use span::{LineIndex, Position, Span};

use serde::{Deserialize, Serialize};

use crate::{finding::Location, ident::PacketId};

/// What is reviewed, as one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Packet {
    /// Its id.
    pub id: PacketId,
    /// Its version, if it states one.
    pub version: Option<String>,
    /// Its title.
    pub title: String,
    /// Which layout it has.
    pub kind: PacketKind,
    /// Its documents, in the order in which they are read.
    pub documents: Vec<Document>,
}

/// The layouts of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PacketKind {
    /// One Markdown file.
    MarkdownPrd,
    /// A folder of YAML files, one per requirement and evidence artifact.
    PrdFolder,
    /// A folder of Markdown files: the specification, its plan, its tasks.
    SpecPacket,
}

impl Packet {
    /// Returns a document by its path.
    pub fn document(&self, path: &str) -> Option<&Document> {
        self.documents.iter().find(|document| document.path() == path)
    }

    /// Returns every requirement with its document, in order.
    pub fn requirements(&self) -> impl Iterator<Item = (&Document, &Requirement)> {
        self.documents.iter().flat_map(|document| {
            document.requirements.iter().map(move |requirement| (document, requirement))
        })
    }

    /// Returns the first requirement with an id.
    pub fn requirement(&self, id: &ItemId) -> Option<(&Document, &Requirement)> {
        self.requirements().find(|(_, requirement)| requirement.id.as_ref() == Some(id))
    }

    /// Returns every place that gives an id its meaning, in order; more than one is a conflict.
    pub fn definitions<'a>(
        &'a self,
        id: &'a ItemId,
    ) -> impl Iterator<Item = (&'a Document, &'a Definition)> {
        self.documents.iter().flat_map(move |document| {
            let these = document.definitions.iter().filter(move |definition| definition.id == *id);
            these.map(move |definition| (document, definition))
        })
    }

    /// Parts a location as it is written, `path#anchor`, into the path and the anchor. A path of the packet may have a
    /// `#` in it; what names no document is parted at its first `#`.
    pub fn part<'t>(&self, written: &'t str) -> (&'t str, Option<&'t str>) {
        let documents = self.documents.iter().map(Document::path);
        let of = |path: &str| {
            let (named, rest) = written.split_at_checked(path.len())?;
            match rest.strip_prefix('#') {
                _ if named != path => None,
                Some(anchor) => Some((named, Some(anchor))),
                None => rest.is_empty().then_some((named, None)),
            }
        };
        let known = documents.filter_map(of).max_by_key(|(path, _)| path.len());
        known.unwrap_or_else(|| match written.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor)),
            None => (written, None),
        })
    }

    /// Finds what a location names.
    pub fn find(&self, location: &Location) -> Option<(&Document, AnchorPlace<'_>)> {
        let document = self.document(&location.path)?;
        match &location.anchor {
            None => Some((document, document.whole())),
            Some(anchor) => document.find(anchor).map(|found| (document, found)),
        }
    }

    /// Tells whether there is such a place in the packet.
    pub fn location_exists(&self, location: &Location) -> bool {
        self.find(location).is_some()
    }

    /// Returns the hash of the whole content: every document's path and text, in order.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for document in &self.documents {
            hasher.update(document.path().as_bytes());
            hasher.update(&[0]);
            hasher.update(document.hash().as_bytes());
            hasher.update(b"\n");
        }
        hasher.finalize().to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::LocationKind;

    fn packet(documents: Vec<Document>) -> Packet {
        Packet {
            id: PacketId::new("PRD-1").unwrap(),
            version: None,
            title: "t".to_owned(),
            kind: PacketKind::SpecPacket,
            documents,
        }
    }

    fn at(path: &str, anchor: Option<&str>) -> Location {
        Location {
            path: path.to_owned(),
            anchor: anchor.map(str::to_owned),
            kind: LocationKind::Document,
        }
    }

    #[test]
    fn a_location_exists_only_in_its_document() {
        let packet = packet(vec![Document::new("a.md", "x")]);
        assert!(packet.location_exists(&at("a.md", None)));
        assert!(!packet.location_exists(&at("b.md", None)));
        assert!(!packet.location_exists(&at("a.md", Some("goals"))));
    }

    #[test]
    fn a_written_location_is_parted_where_its_document_ends() {
        let packet = packet(vec![Document::new("c#.md", "x"), Document::new("c", "y")]);
        assert_eq!(packet.part("c#.md#goals"), ("c#.md", Some("goals")));
        assert_eq!(packet.part("c#.md"), ("c#.md", None));
        assert_eq!(packet.part("c#goals"), ("c", Some("goals")));
        assert_eq!(packet.part("other.md#a#b"), ("other.md", Some("a#b")));
        assert_eq!(packet.part("other.md"), ("other.md", None));
    }

    #[test]
    fn the_hash_depends_on_paths_texts_and_order() {
        let a = || Document::new("a.md", "x");
        let b = || Document::new("b.md", "y");
        let hashes = [
            packet(vec![a(), b()]).hash(),
            packet(vec![b(), a()]).hash(),
            packet(vec![a()]).hash(),
            packet(vec![Document::new("c.md", "x")]).hash(),
        ];
        for (index, hash) in hashes.iter().enumerate() {
            assert_eq!(hash.len(), 64);
            assert!(!hashes[..index].contains(hash));
        }
    }
}

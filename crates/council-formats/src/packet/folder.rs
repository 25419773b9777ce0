//! A PRD folder: YAML files, among them one per requirement and one per evidence artifact.

use council_core::{
    diagnostic::{Diagnostic, Parsed},
    packet::{Document, Packet, PacketKind},
    tree::Node,
};

use super::{File, identity, layout, markdown_document, reference, yaml_document};

/// Reads a folder of YAML files as a packet. Markdown beside them is read too; anything else is left out.
pub fn prd_folder(files: &[File]) -> Parsed<Packet> {
    let base = base(files);
    let mut files: Vec<&File> = files.iter().filter(|(path, _)| layout::is_read(path)).collect();
    files.sort_by_key(|(path, _)| (rank(path.strip_prefix(&base).unwrap_or(path)), path.as_str()));
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut halves = Vec::new();
    for (path, text) in files {
        let half = if layout::is_yaml(path) {
            yaml_document::read(path, text).map(|document| UnlinkedFile::Yaml(Box::new(document)))
        } else {
            markdown_document::read(path, text).map(|half| UnlinkedFile::Markdown(Box::new(half)))
        };
        diagnostics.extend(half.diagnostics);
        halves.push(half.value);
    }
    let families = reference::families(halves.iter().map(UnlinkedFile::document));
    let documents: Vec<Document> =
        halves.into_iter().map(|half| half.complete(&families)).collect();
    let meta = documents.iter().find_map(|document| meta(document).map(|meta| (document, meta)));
    let folder = base.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let stated = meta.map(|(document, meta)| {
        let mut facts = Document::new(document.path(), "");
        facts.facts = Some(meta.clone());
        facts
    });
    let id = identity::id(stated.as_ref(), folder, &mut diagnostics);
    let title = meta.and_then(|(_, meta)| meta.get("title")?.text()).map(str::trim);
    let title = title.filter(|title| !title.is_empty()).map(str::to_owned);
    let value = Packet {
        version: identity::version(stated.as_ref()),
        title: title.unwrap_or_else(|| id.to_string()),
        id,
        kind: PacketKind::PrdFolder,
        documents,
    };
    Parsed { value, diagnostics }
}

/// A document whose references wait for the families of the packet.
enum UnlinkedFile {
    Yaml(Box<Document>),
    Markdown(Box<markdown_document::UnlinkedDocument>),
}

impl UnlinkedFile {
    fn document(&self) -> &Document {
        match self {
            UnlinkedFile::Yaml(document) => document,
            UnlinkedFile::Markdown(half) => &half.document,
        }
    }

    fn complete(self, families: &reference::Families) -> Document {
        match self {
            UnlinkedFile::Yaml(mut document) => {
                document.references = reference::of_text(&document, families);
                *document
            }
            UnlinkedFile::Markdown(half) => half.complete(families),
        }
    }
}

/// Returns the map that says what the packet is: `prd_meta.prd`, or any first key of a file named meta with an id.
pub(super) fn meta(document: &Document) -> Option<&Node> {
    let name = document.path().rsplit('/').next().unwrap_or_default();
    let is_meta = name.to_lowercase().contains("meta");
    let root = document.facts.as_ref().filter(|_| is_meta)?;
    let inner = root.entries().first().map(|entry| &entry.node);
    [inner.and_then(|inner| inner.get("prd")), inner, Some(root)]
        .into_iter()
        .flatten()
        .find(|node| node.get("id").or_else(|| node.get("prd_id")).is_some())
}

/// Returns the folder that all files are in, with its slash.
fn base(files: &[File]) -> String {
    let mut folders =
        files.iter().map(|(path, _)| path.rsplit_once('/').map_or("", |(folder, _)| folder));
    let first: Vec<&str> = folders.next().unwrap_or_default().split('/').collect();
    let shared = folders.fold(first, |shared, folder| {
        let both = shared.into_iter().zip(folder.split('/'));
        both.take_while(|(one, other)| one == other).map(|(one, _)| one).collect()
    });
    let joined = shared.join("/");
    if joined.is_empty() { joined } else { joined + "/" }
}

/// The files of the folder itself come first, then the requirements, then the rest.
fn rank(path: &str) -> u8 {
    match path.split_once('/') {
        None => 0,
        Some(("requirements", _)) => 1,
        Some(_) => 2,
    }
}

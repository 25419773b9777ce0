//! A Markdown file as a document of a packet.

use std::{panic, thread};

use council_core::{
    diagnostic::{Diagnostic, Parsed, Place},
    packet::{Anchors, Document, Fence, Passage, PassageKind, Section},
};

use super::{
    reader,
    reference::{self, Families},
};
use crate::markdown::{self, BlockKind, MarkdownBlock, Outline};

/// A document whose references wait for the families of its packet.
pub(super) struct UnlinkedDocument {
    pub(super) document: Document,
    outline: Outline,
}

impl UnlinkedDocument {
    /// Finds the references, now that the packet's families are known.
    pub(super) fn complete(mut self, families: &Families) -> Document {
        self.document.references = reference::of_markdown(&self.document, &self.outline, families);
        self.document
    }
}

/// Reads everything but the references.
pub(super) fn read(path: &str, text: &str) -> Parsed<UnlinkedDocument> {
    read_beside(path, text, |half| half, |_, _| ()).0
}

/// Reads a document that is all of its packet, and does something else with its passages as soon as they are known.
pub(super) fn read_alone<T: Send>(
    path: &str,
    text: &str,
    beside: impl Fn(&str, &[Passage]) -> T + Sync,
) -> (Parsed<Document>, T) {
    let complete = |mut half: UnlinkedDocument| {
        let families = reference::families([&half.document]);
        half.document.references = reference::of_markdown(&half.document, &half.outline, &families);
        half
    };
    let (Parsed { value, diagnostics }, done) = read_beside(path, text, complete, beside);
    (Parsed { value: value.document, diagnostics }, done)
}

/// Reads everything but the references and does what is left to do with it, and does something else with the passages as soon
/// as they are known: on a second core where there is much to read.
fn read_beside<T: Send>(
    path: &str,
    text: &str,
    here: impl FnOnce(UnlinkedDocument) -> UnlinkedDocument,
    beside: impl Fn(&str, &[Passage]) -> T + Sync,
) -> (Parsed<UnlinkedDocument>, T) {
    let mut diagnostics = Vec::new();
    let mut document = Document::new(path, text);
    match markdown::front_matter(path, text) {
        Ok(matter) => document.facts = matter.map(|matter| matter.node),
        Err(diagnostic) => diagnostics.push(diagnostic),
    }
    let outline = markdown::outline_with(text, document.lines().clone());
    if outline.blocks.is_empty() {
        let message = "the document is empty";
        diagnostics.push(Diagnostic::warning("empty-document", Place::file(path), message));
    }
    if let Some(cut) = outline.cut {
        let place = Place::file(path).at(document.lines().line(cut));
        let message =
            "the document has more headings, paragraphs, items and cells than can be read";
        diagnostics.push(Diagnostic::error("too-large", place, message).help("split the file"));
    }
    let mut pieces = Vec::with_capacity(outline.blocks.len());
    for block in &outline.blocks {
        passages(block, &mut pieces);
    }
    let (mut half, done) =
        both(text.len(), || here(understood(document, outline)), || beside(text, &pieces));
    half.document.passages = pieces;
    (Parsed { value: half, diagnostics }, done)
}

/// Reads the sections, tables and requirements of a document, all but its passages.
fn understood(mut document: Document, outline: Outline) -> UnlinkedDocument {
    document.sections = sections(&outline);
    document.title = title(&document);
    for block in &outline.blocks {
        match &block.kind {
            BlockKind::Table(table) => document.tables.push(table.clone()),
            BlockKind::Code { info, code } => document.fences.push(Fence {
                info: info.clone(),
                code: *code,
                span: block.span,
                line: block.line,
            }),
            BlockKind::Heading { .. }
            | BlockKind::Paragraph { .. }
            | BlockKind::Item { .. }
            | BlockKind::Html
            | BlockKind::Rule => {}
        }
    }
    let reading = reader::read(&document, &outline);
    document.requirements = reading.requirements;
    document.criteria = reading.criteria;
    document.definitions = reading.definitions;
    UnlinkedDocument { document, outline }
}

/// How many bytes a text has at least for which a second thread is worth its while.
const LONG: usize = 1 << 18;

/// Does two things, of which neither needs the other.
fn both<A, B: Send>(
    bytes: usize,
    here: impl FnOnce() -> A,
    beside: impl Fn() -> B + Sync,
) -> (A, B) {
    if bytes < LONG {
        return (here(), beside());
    }
    thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, &beside);
        let own = here();
        let other = match other {
            Ok(other) => other.join().unwrap_or_else(|cause| panic::resume_unwind(cause)),
            // Where no thread is to be had, all is done here.
            Err(_) => beside(),
        };
        (own, other)
    })
}

/// Appends the words of a block, piece by piece: a table has as many pieces as cells.
fn passages(block: &MarkdownBlock, out: &mut Vec<Passage>) {
    let piece =
        |kind, span, line| Passage { kind, span, line, quotes: block.quotes, depth: block.items };
    match &block.kind {
        BlockKind::Heading { .. } => out.push(piece(PassageKind::Heading, block.span, block.line)),
        BlockKind::Paragraph { .. } => {
            out.push(piece(PassageKind::Paragraph, block.span, block.line));
        }
        BlockKind::Item { lead, .. } if lead.is_empty() => {}
        BlockKind::Item { lead, .. } => out.push(piece(PassageKind::Item, *lead, block.line)),
        BlockKind::Table(table) => {
            let head = table.head.iter().map(|cell| (PassageKind::Head, cell, table.line));
            let cells = table.rows.iter().flat_map(|row| {
                row.cells.iter().map(move |cell| (PassageKind::Cell, cell, row.line))
            });
            out.extend(head.chain(cells).map(|(kind, cell, line)| piece(kind, cell.span, line)));
        }
        BlockKind::Html => out.push(piece(PassageKind::Html, block.span, block.line)),
        BlockKind::Code { .. } | BlockKind::Rule => {}
    }
}

fn sections(outline: &Outline) -> Vec<Section> {
    let mut anchors = Anchors::default();
    let mut sections = Vec::new();
    for top in &outline.sections {
        flatten(top, None, &mut anchors, &mut sections);
    }
    sections
}

/// Appends a section and those under it; there are six levels, so the recursion is shallow.
fn flatten(
    section: &markdown::MarkdownSection,
    parent: Option<usize>,
    anchors: &mut Anchors,
    sections: &mut Vec<Section>,
) {
    let index = sections.len();
    sections.push(Section {
        level: section.level,
        title: section.title.clone(),
        anchor: anchors.next(&section.title),
        heading: section.heading,
        body: section.body,
        span: section.span,
        line: section.line,
        parent,
    });
    for child in &section.children {
        flatten(child, Some(index), anchors, sections);
    }
}

/// Returns the title: what the front matter says, else the first heading of the first level.
fn title(document: &Document) -> Option<String> {
    let stated = document.facts.as_ref().and_then(|facts| facts.get("title")?.text());
    let heading = document.sections.iter().find(|section| section.level == 1);
    let title = stated.or(heading.map(|section| section.title.as_str()));
    title.map(str::trim).filter(|title| !title.is_empty()).map(str::to_owned)
}

//! The parts of a section: what stands under a heading or after a label.
//!
//! A label counts at the beginning of a paragraph's line. In a list it counts only before the first heading or label
//! outside of a list, because below one the items are someone's words and may begin with anything.

use council_core::{
    handoff::{CleanLine, Prose},
    packet::Table,
};

use crate::markdown::{BlockKind, MarkdownBlock};

/// A part of a section.
#[derive(Debug)]
pub(super) struct SectionPart<'a, K> {
    /// Which part it is; `None` for what stands under no name that is known.
    pub(super) name: Option<K>,
    /// The line of its heading or label.
    pub(super) line: u32,
    /// The words after the name on its own line.
    pub(super) lead: String,
    /// What follows.
    pub(super) pieces: Vec<PartPiece<'a>>,
    opened_by: Opener,
}

/// Something in a part.
#[derive(Debug)]
pub(super) struct PartPiece<'a> {
    pub(super) what: What<'a>,
    /// How many list items it is in, itself not counted.
    pub(super) depth: u32,
    pub(super) is_quoted: bool,
}

/// What a piece is.
#[derive(Debug)]
pub(super) enum What<'a> {
    /// A paragraph, some lines of one, or a heading without a known name.
    Words(String),
    /// A list item.
    Item(&'a str),
    /// A table.
    Table(&'a Table),
    /// Code or HTML: there, but nothing that is read.
    Opaque,
}

/// A name that was recognised, and what stands after it on the same line.
pub(super) type Named<K> = Option<(K, String)>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opener {
    Nothing,
    Heading(u8),
    Label,
    Item,
}

/// Splits the blocks of a section at the names that are recognised.
pub(super) fn split<K>(
    blocks: &[MarkdownBlock],
    named: impl Fn(&str) -> Named<K>,
) -> Vec<SectionPart<'_, K>> {
    let mut splitter = Splitter { parts: vec![SectionPart::new(None, 0, Opener::Nothing)], named };
    for block in blocks {
        splitter.take(block);
    }
    splitter.parts
}

/// Returns what stands after a title: `Title`, `Title: rest`, `Title (remark)`, `Title (remark): rest`.
pub(super) fn after_title<'a>(text: &'a str, title: &str) -> Option<&'a str> {
    let head = text.get(..title.len()).filter(|head| head.eq_ignore_ascii_case(title))?;
    let rest = text.get(head.len()..)?.trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(remark) => remark.split_once(')')?.1.trim_start(),
        None => rest,
    };
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(':').map(str::trim) }
}

impl<'a, K> SectionPart<'a, K> {
    fn new(name: Option<K>, line: u32, opened_by: Opener) -> Self {
        Self { name, line, lead: String::new(), pieces: Vec::new(), opened_by }
    }

    /// Returns the words of the items that are in no other item.
    pub(super) fn items(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter(|piece| piece.depth == 0).filter_map(|piece| match piece.what {
            What::Item(text) => Some(text),
            What::Words(_) | What::Table(_) | What::Opaque => None,
        })
    }

    /// Returns the items as lines.
    pub(super) fn lines(&self) -> Vec<CleanLine> {
        self.items().filter_map(CleanLine::new).collect()
    }

    /// Returns the items as lines, or the paragraphs where there is no list.
    pub(super) fn lines_or_paragraphs(&self) -> Vec<CleanLine> {
        let lines = self.lines();
        if !lines.is_empty() {
            return std::iter::once(self.lead.as_str())
                .filter_map(CleanLine::new)
                .chain(lines)
                .collect();
        }
        self.prose().paragraphs().to_vec()
    }

    /// Returns everything that is said, paragraph by paragraph.
    pub(super) fn prose(&self) -> Prose {
        let pieces = self.pieces.iter().filter_map(|piece| match &piece.what {
            What::Words(text) => Some(text.as_str()),
            What::Item(text) => Some(*text),
            What::Table(_) | What::Opaque => None,
        });
        std::iter::once(self.lead.as_str()).chain(pieces).filter_map(CleanLine::new).collect()
    }

    /// Returns the words that are the part's value: those after its name, else its first paragraph.
    pub(super) fn value(&self) -> &str {
        if !self.lead.is_empty() {
            return &self.lead;
        }
        let first = self.pieces.iter().find(|piece| !piece.is_quoted);
        match first.map(|piece| &piece.what) {
            Some(What::Words(text)) => text,
            Some(What::Item(text)) => text,
            Some(What::Table(_) | What::Opaque) | None => "",
        }
    }

    /// Returns the first table.
    pub(super) fn table(&self) -> Option<&'a Table> {
        self.pieces.iter().find_map(|piece| match piece.what {
            What::Table(table) => Some(table),
            What::Words(_) | What::Item(_) | What::Opaque => None,
        })
    }

    /// Tells whether nothing stands in it.
    pub(super) fn is_blank(&self) -> bool {
        self.lead.is_empty() && self.pieces.is_empty()
    }
}

struct Splitter<'a, K, F> {
    parts: Vec<SectionPart<'a, K>>,
    named: F,
}

impl<'a, K, F: Fn(&str) -> Named<K>> Splitter<'a, K, F> {
    fn take(&mut self, block: &'a MarkdownBlock) {
        let is_own = block.quotes == 0 && block.items == 0;
        match &block.kind {
            BlockKind::Heading { level, text } if is_own => self.heading(block, *level, text),
            BlockKind::Paragraph { text } if is_own => self.paragraph(block, text),
            BlockKind::Heading { text, .. } | BlockKind::Paragraph { text } => {
                self.push(block, What::Words(text.clone()));
            }
            BlockKind::Item { text, .. } => self.item(block, text, is_own),
            BlockKind::Table(table) => self.push(block, What::Table(table)),
            BlockKind::Code { .. } => self.push(block, What::Opaque),
            // A comment is not content, and a rule only parts what stands around it.
            BlockKind::Html | BlockKind::Rule => {}
        }
    }

    fn heading(&mut self, block: &'a MarkdownBlock, level: u8, text: &str) {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(named) = (self.named)(&line) {
            self.open(named, block.line, Opener::Heading(level));
            return;
        }
        let closes = match self.parts.last().map(|part| part.opened_by) {
            Some(Opener::Heading(open)) => level <= open,
            Some(Opener::Label | Opener::Item) => true,
            Some(Opener::Nothing) | None => false,
        };
        if closes {
            self.parts.push(SectionPart::new(None, block.line, Opener::Heading(level)));
        }
        self.push(block, What::Words(line));
    }

    /// Takes the lines of a paragraph: each one may begin another part, or go on with what is open.
    fn paragraph(&mut self, block: &'a MarkdownBlock, text: &str) {
        let mut run: Option<String> = None;
        let mut is_after_name = false;
        for (line, number) in text.lines().zip(block.line..) {
            if let Some(named) = (self.named)(line.trim()) {
                self.words(run.take());
                self.open(named, number, Opener::Label);
                is_after_name = true;
            } else if let (true, Some(part)) = (is_after_name, self.parts.last_mut()) {
                part.lead.push('\n');
                part.lead.push_str(line.trim());
            } else {
                let words = run.get_or_insert_default();
                words.push_str(line);
                words.push('\n');
            }
        }
        self.words(run);
    }

    fn item(&mut self, block: &'a MarkdownBlock, text: &'a str, is_own: bool) {
        let opened_by = self.parts.last().map(|part| part.opened_by);
        let may_name = is_own && matches!(opened_by, Some(Opener::Nothing | Opener::Item) | None);
        match (self.named)(text).filter(|_| may_name) {
            Some(named) => self.open(named, block.line, Opener::Item),
            None => self.push(block, What::Item(text)),
        }
    }

    fn open(&mut self, (name, lead): (K, String), line: u32, opened_by: Opener) {
        self.parts.push(SectionPart { lead, ..SectionPart::new(Some(name), line, opened_by) });
    }

    fn words(&mut self, run: Option<String>) {
        let Some(words) = run else {
            return;
        };
        let what = What::Words(words.trim().to_owned());
        if let Some(part) = self.parts.last_mut() {
            part.pieces.push(PartPiece { what, depth: 0, is_quoted: false });
        }
    }

    fn push(&mut self, block: &'a MarkdownBlock, what: What<'a>) {
        if let Some(part) = self.parts.last_mut() {
            part.pieces.push(PartPiece { what, depth: block.items, is_quoted: block.quotes > 0 });
        }
    }
}

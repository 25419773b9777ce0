//! The tree of sections, from the headings that stand at the top level of the document.

use council_core::packet::Span;

use super::{
    blocks::{BlockKind, MarkdownBlock},
    one_line,
};

/// A heading and what stands under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownSection {
    /// From 1 to 6.
    pub level: u8,
    /// The words of the heading on one line, without markup.
    pub title: String,
    /// The heading itself.
    pub heading: Span,
    /// The line of the heading, from 1.
    pub line: u32,
    /// What stands between this heading and the next one of any level.
    pub body: Span,
    /// The whole section: the heading, its body and its children.
    pub span: Span,
    /// The sections under this one.
    pub children: Vec<MarkdownSection>,
}

impl MarkdownSection {
    /// Appends this section and the ones under it, in the order of the text.
    pub fn walk<'a>(&'a self, all: &mut Vec<&'a MarkdownSection>) {
        all.push(self);
        for child in &self.children {
            child.walk(all);
        }
    }

    /// Returns a child by its title, without regard to case.
    pub fn child(&self, title: &str) -> Option<&MarkdownSection> {
        self.children.iter().find(|child| child.title.eq_ignore_ascii_case(title))
    }
}

/// Returns what stands before the first heading, and the sections.
pub(super) fn tree(
    text: &str,
    from: usize,
    blocks: &[MarkdownBlock],
) -> (Span, Vec<MarkdownSection>) {
    let mut flat: Vec<MarkdownSection> =
        blocks.iter().filter_map(|block| section(block, text)).collect();
    let mut next = text.len();
    for section in flat.iter_mut().rev() {
        // To CommonMark a lone carriage return ends a line too, so the next heading can begin before the next line feed.
        section.body = Span::new(section.body.start.min(next), next);
        next = section.heading.start;
    }
    (Span::new(from, next), nest(flat, text.len()))
}

/// Returns the section of a heading at the top level, as yet without its end and its children.
fn section(block: &MarkdownBlock, text: &str) -> Option<MarkdownSection> {
    let BlockKind::Heading { level, text: words } = &block.kind else {
        return None;
    };
    if block.quotes > 0 || block.items > 0 {
        return None;
    }
    let rest = text.get(block.span.end..).unwrap_or_default();
    let after = rest.find('\n').map_or(text.len(), |at| block.span.end + at + 1);
    Some(MarkdownSection {
        level: *level,
        title: one_line(words),
        heading: block.span,
        line: block.line,
        body: Span::new(after, after),
        span: block.span,
        children: Vec::new(),
    })
}

/// Nests sections by level. There are six levels, so the recursion elsewhere is at most six deep.
fn nest(flat: Vec<MarkdownSection>, end: usize) -> Vec<MarkdownSection> {
    let mut top = Vec::new();
    let mut open: Vec<MarkdownSection> = Vec::new();
    for section in flat {
        close(&mut open, &mut top, section.level, section.heading.start);
        open.push(section);
    }
    close(&mut open, &mut top, 0, end);
    top
}

/// Closes the open sections that a heading of this level ends.
fn close(open: &mut Vec<MarkdownSection>, top: &mut Vec<MarkdownSection>, level: u8, end: usize) {
    while let Some(mut section) = open.pop_if(|section| section.level >= level) {
        section.span.end = end;
        match open.last_mut() {
            Some(parent) => parent.children.push(section),
            None => top.push(section),
        }
    }
}

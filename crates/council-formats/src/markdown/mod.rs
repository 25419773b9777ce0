//! Markdown as its `CommonMark` tree says it is, with the exact place of everything.
//!
//! A heading in a fence, a quote, a list or a comment is text, not a section; that is decided here, once, and never
//! by looking for `#` at the beginning of a line.

mod blocks;
mod front_matter;
mod halves;
mod sections;
#[cfg(test)]
mod tests;

use council_core::packet::{LineIndex, Span};

use blocks::MarkdownContents;
pub use blocks::{BlockKind, Link, MarkdownBlock};
pub use front_matter::{FrontMatter, front_matter};
pub use sections::MarkdownSection;

/// A Markdown text as blocks and sections. All offsets and lines are those of the whole text, front matter included.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// The top sections, in order.
    pub sections: Vec<MarkdownSection>,
    /// What stands before the first heading, front matter excluded.
    pub preamble: Span,
    /// Every block, in the order of the text; a list item comes before what it holds.
    pub blocks: Vec<MarkdownBlock>,
    /// Every link, in the order of the text.
    pub links: Vec<Link>,
    /// The lines of the text.
    pub lines: LineIndex,
    /// Where reading stopped, in a text of more pieces than any document has: what follows has no blocks.
    pub cut: Option<usize>,
}

impl Outline {
    /// Returns the blocks that begin in a span, such as a section's `body` or its whole `span`.
    pub fn blocks_in(&self, span: Span) -> &[MarkdownBlock] {
        let from = self.blocks.partition_point(|block| block.span.start < span.start);
        let to = self.blocks.partition_point(|block| block.span.start < span.end);
        self.blocks.get(from..to.max(from)).unwrap_or_default()
    }

    /// Returns every section, in the order of the text.
    pub fn walk(&self) -> Vec<&MarkdownSection> {
        let mut all = Vec::new();
        for section in &self.sections {
            section.walk(&mut all);
        }
        all
    }
}

/// Reads a Markdown text. Front matter that opens and closes as it should is skipped, whatever is in it; ask
/// [`front_matter`] for its keys.
pub fn outline(text: &str) -> Outline {
    outline_with(text, LineIndex::new(text))
}

/// Reads a Markdown text whose lines are known.
pub(crate) fn outline_with(text: &str, index: LineIndex) -> Outline {
    let from = front_matter::body_offset(text);
    let MarkdownContents { blocks, links, cut } = blocks::read(text, from, &index);
    let (preamble, sections) = sections::tree(text, from, &blocks);
    Outline { sections, preamble, blocks, links, lines: index, cut }
}

/// Folds white space to single spaces: words that are kept with their line breaks, on one line.
pub(crate) fn one_line(text: &str) -> String {
    // Most texts are on one line already. All bytes are compared, with those before them, many at once.
    let bytes = text.as_bytes();
    let pairs = || bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let is_plain = bytes.iter().fold(true, |plain, byte| plain & (b' '..=b'~').contains(byte));
    // No space after a space: none of the two bytes of a pair differs from a space.
    let nearest = pairs().fold(u8::MAX, |least, (a, b)| least.min((a ^ b' ') | (b ^ b' ')));
    let is_trimmed = !text.is_empty() && !text.starts_with(' ') && !text.ends_with(' ');
    if is_trimmed && is_plain && nearest != 0 {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

//! The blocks of a Markdown text, flat and in order, so that no depth of nesting can exhaust the stack.

use council_core::packet::{Cell, LineIndex, Row, Span, Table};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};

use super::halves;

/// A block and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkdownBlock {
    /// What it is.
    pub kind: BlockKind,
    /// The whole block, without the line feed after it. A list item includes everything it holds.
    pub span: Span,
    /// The line where it begins, from 1.
    pub line: u32,
    /// How many block quotes it is in.
    pub quotes: u32,
    /// How many list items it is in, itself not counted.
    pub items: u32,
}

/// What a block is. Texts are plain: no markup, entities resolved, line breaks kept as line feeds.
#[derive(Debug, Clone, PartialEq)]
pub enum BlockKind {
    /// A heading, ATX or setext.
    Heading {
        /// From 1 to 6.
        level: u8,
        /// Its words.
        text: String,
    },
    /// A paragraph that is not the beginning of a list item.
    Paragraph {
        /// Its words.
        text: String,
    },
    /// A list item. What it holds beyond its first paragraph follows as blocks of its own with a greater `items`.
    Item {
        /// Its number, in an ordered list.
        number: Option<u64>,
        /// Whether its box is ticked, in a task list.
        ticked: Option<bool>,
        /// The words of its first paragraph; empty where it begins with another block.
        text: String,
        /// Where those words are.
        lead: Span,
    },
    /// A table.
    Table(Table),
    /// A code block, fenced or indented.
    Code {
        /// The info string, empty where there is none.
        info: String,
        /// From its first line to its last, without the fence.
        code: Span,
    },
    /// A block of HTML, comments included.
    Html,
    /// A thematic break.
    Rule,
}

/// A link or an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Where it leads, as written.
    pub target: String,
    /// The whole link with its words.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
}

/// The most blocks, table cells and links that are read from one text, so that no text costs more than a moment.
pub(super) const MOST: usize = 100_000;

/// The most blocks for which room is made before there are any.
const MOST_EXPECTED: usize = 16_384;

/// What stands in a text, in order.
pub(super) struct MarkdownContents {
    pub(super) blocks: Vec<MarkdownBlock>,
    pub(super) links: Vec<Link>,
    /// Where reading stopped, in a text with more than [`MOST`] pieces.
    pub(super) cut: Option<usize>,
}

/// What is read beyond plain Markdown.
pub(super) const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_TASKLISTS);

/// Reads the blocks and links of a text from an offset on.
pub(super) fn read(text: &str, from: usize, lines: &LineIndex) -> MarkdownContents {
    let end = from + affordable(text.get(from..).unwrap_or_default());
    let part = Span::new(from, end);
    let is_whole = end == text.len();
    let halves = if is_whole { halves::read(text, part, lines) } else { None };
    halves.unwrap_or_else(|| read_in_one(text, part, lines))
}

/// Reads the blocks and links of a part of a text from its beginning to its end.
pub(super) fn read_in_one(text: &str, part: Span, lines: &LineIndex) -> MarkdownContents {
    let mut reader = BlockReader::new(text, part.len(), lines);
    let mut cut = Some(part.end).filter(|end| *end < text.len());
    for (event, range) in Parser::new_ext(part.of(text), OPTIONS).into_offset_iter() {
        let span = Span::new(range.start + part.start, range.end + part.start);
        if reader.is_full() {
            cut = Some(span.start);
            break;
        }
        reader.take(event, span);
    }
    let (contents, _) = reader.finish();
    MarkdownContents { cut, ..contents }
}

/// Returns how much of a text can be parsed without holding more than 1,048,576 nodes: the parser makes one for every mark
/// and one for the words after it, and several for every row of a table, before it returns the first. It moves them to
/// twice the room whenever they have grown beyond a power of two.
fn affordable(text: &str) -> usize {
    const BUDGET: u32 = 520_000;
    const STRETCH: usize = 4096;
    if text.len() <= BUDGET as usize / DEAREST || most(text.as_bytes()) <= BUDGET as usize {
        return text.len();
    }
    let mut spent: u32 = 0;
    for (index, stretch) in text.as_bytes().chunks(STRETCH).enumerate() {
        let price = prices(stretch);
        if spent + price > BUDGET {
            let affordable = stretch.iter().position(|byte| {
                spent += u32::from(self::price(*byte));
                spent > BUDGET
            });
            return index * STRETCH + affordable.unwrap_or(stretch.len());
        }
        spent += price;
    }
    text.len()
}

/// Returns more nodes than a text can cost: as if everything but letters and spaces were dearest.
fn most(text: &[u8]) -> usize {
    // Counted in bytes, many at once, over no more of them than a byte can count.
    const STRETCH: usize = 240;
    let is_mark = |byte: u8| (byte | 0x20).wrapping_sub(b'a') > 25 && byte != b' ';
    let marks =
        |stretch: &[u8]| stretch.iter().fold(0_u8, |sum, byte| sum + u8::from(is_mark(*byte)));
    text.chunks(STRETCH).map(|stretch| usize::from(marks(stretch))).sum::<usize>() * DEAREST
}

/// The most nodes that a byte may cost.
const DEAREST: usize = 3;

/// Returns how many nodes some bytes may cost.
fn prices(bytes: &[u8]) -> u32 {
    let count = |mark: u8| memchr::memchr_iter(mark, bytes).count();
    let prices = PRICES.iter().map(|(mark, price)| count(*mark) * usize::from(*price));
    u32::try_from(prices.sum::<usize>()).unwrap_or(u32::MAX)
}

/// Returns how many nodes a byte may cost.
fn price(byte: u8) -> u8 {
    PRICES.iter().find(|(mark, _)| *mark == byte).map_or(0, |(_, price)| *price)
}

/// How many nodes each mark may cost; all else costs none.
const PRICES: [(u8, u8); 15] = [
    (b'[', 1),
    (b']', 1),
    (b'(', 1),
    (b'*', 1),
    (b'_', 1),
    (b'`', 1),
    (b'<', 1),
    (b'>', 1),
    (b'\\', 1),
    (b'&', 1),
    (b'!', 1),
    (b'-', 1),
    (b'.', 1),
    (b'\n', 2),
    (b'|', 3),
];

/// Collects blocks and links from what the parser says, event by event.
pub(super) struct BlockReader<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    blocks: Vec<MarkdownBlock>,
    links: Vec<Link>,
    quotes: u32,
    /// The next number of each open list.
    lists: Vec<Option<u64>>,
    items: Vec<OpenItem>,
    table: Option<Table>,
    /// How many table cells there have been.
    cells: usize,
    code: Option<(String, Option<Span>)>,
    run: Option<TextRun>,
}

struct OpenItem {
    block: usize,
    /// Whether the next words are still the item's own.
    leading: bool,
}

/// Words being collected.
struct TextRun {
    words: String,
    span: Span,
}

impl<'a> BlockReader<'a> {
    /// Makes room for what so many bytes of a text are likely to hold.
    pub(super) fn new(text: &'a str, bytes: usize, lines: &'a LineIndex) -> Self {
        Self {
            text,
            lines,
            // Blocks are large, and a list that grows is moved each time.
            blocks: Vec::with_capacity((bytes / 96).min(MOST_EXPECTED)),
            links: Vec::new(),
            quotes: 0,
            lists: Vec::new(),
            items: Vec::new(),
            table: None,
            cells: 0,
            code: None,
            run: None,
        }
    }

    /// Tells whether there is more than is read from one text.
    pub(super) fn is_full(&self) -> bool {
        self.blocks.len() + self.links.len() + self.cells > MOST
    }

    /// Returns what was collected, and how many cells of tables there were.
    pub(super) fn finish(mut self) -> (MarkdownContents, usize) {
        self.end_run();
        (MarkdownContents { blocks: self.blocks, links: self.links, cut: None }, self.cells)
    }

    /// Takes the next event.
    pub(super) fn take(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, span),
            Event::Text(words) => self.words(&words, span),
            Event::Code(words) | Event::InlineMath(words) | Event::DisplayMath(words) => {
                self.words(&words, span);
            }
            Event::SoftBreak | Event::HardBreak => self.words("\n", span),
            Event::InlineHtml(_) | Event::FootnoteReference(_) => self.words("", span),
            Event::TaskListMarker(is_ticked) => {
                if let Some(BlockKind::Item { ticked, .. }) = self.open_item() {
                    *ticked = Some(is_ticked);
                }
            }
            Event::Rule => {
                self.begin_block();
                self.push(BlockKind::Rule, span);
            }
            // The text of an HTML block: the block itself has been noted, and what is in it is not content.
            Event::Html(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) {
        match tag {
            Tag::Paragraph => {
                self.end_run();
                self.begin_run_of(span);
            }
            Tag::Heading { .. } | Tag::TableCell => {
                self.begin_block();
                self.begin_run(span.start);
            }
            Tag::BlockQuote(_) => {
                self.begin_block();
                self.quotes += 1;
            }
            Tag::CodeBlock(kind) => {
                self.begin_block();
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.trim().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((info, None));
            }
            Tag::HtmlBlock => {
                self.begin_block();
                self.push(BlockKind::Html, span);
            }
            Tag::List(first) => {
                self.begin_block();
                self.lists.push(first);
            }
            Tag::Item => self.start_item(span),
            Tag::Table(_) => {
                self.begin_block();
                self.table = Some(Table {
                    span: span.trimmed(self.text),
                    line: self.line(span),
                    ..Table::default()
                });
            }
            Tag::TableRow => {
                let row =
                    Row { cells: Vec::new(), span: span.trimmed(self.text), line: self.line(span) };
                if let Some(table) = &mut self.table {
                    table.rows.push(row);
                }
            }
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.words("", span);
                self.link(dest_url, span);
            }
            Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript => {
                self.words("", span);
            }
            Tag::TableHead
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: Span) {
        match tag {
            TagEnd::Paragraph => self.end_run(),
            TagEnd::Heading(level) => {
                let text = self.run.take().map(TextRun::text).unwrap_or_default();
                let level = u8::try_from(level as usize).unwrap_or(u8::MAX);
                self.push(BlockKind::Heading { level, text }, span);
            }
            TagEnd::BlockQuote(_) => {
                self.end_run();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::CodeBlock => {
                if let Some((info, code)) = self.code.take() {
                    let code = code.unwrap_or(Span::new(span.end, span.end));
                    self.push(BlockKind::Code { info, code }, span);
                }
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Item => {
                self.end_run();
                self.items.pop();
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    let span = table.span;
                    self.push(BlockKind::Table(table), span);
                }
            }
            TagEnd::TableCell => self.end_cell(span),
            TagEnd::HtmlBlock
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    fn start_item(&mut self, span: Span) {
        self.begin_block();
        let number = self.lists.last_mut().and_then(Option::as_mut).map(|next| {
            let number = *next;
            *next = next.saturating_add(1);
            number
        });
        let lead = Span::new(span.start, span.start);
        self.push(BlockKind::Item { number, ticked: None, text: String::new(), lead }, span);
        self.items.push(OpenItem { block: self.blocks.len().saturating_sub(1), leading: true });
    }

    fn end_cell(&mut self, span: Span) {
        let text = self.run.take().map(TextRun::text).unwrap_or_default();
        let cell = Cell { text, span: span.trimmed(self.text) };
        self.cells += 1;
        let Some(table) = &mut self.table else {
            return;
        };
        match table.rows.last_mut() {
            Some(row) => row.cells.push(cell),
            None => table.head.push(cell),
        }
    }

    fn link(&mut self, target: CowStr<'_>, span: Span) {
        let line = self.line(span);
        self.links.push(Link { target: target.into_string(), span, line });
    }

    /// Takes words, of the open run or, in a tight list item, of a run that begins here.
    fn words(&mut self, words: &str, span: Span) {
        if let Some((_, code)) = &mut self.code {
            let start = code.map_or(span.start, |code| code.start);
            *code = Some(Span::new(start, span.end));
            return;
        }
        if self.run.is_none() {
            self.begin_run(span.start);
        }
        if let Some(run) = &mut self.run {
            run.words.push_str(words);
            run.span.end = run.span.end.max(span.end);
        }
    }

    fn begin_run(&mut self, start: usize) {
        self.run = Some(TextRun { words: String::new(), span: Span::new(start, start) });
    }

    /// Begins a run whose source is known, so that its words need no more room than that.
    fn begin_run_of(&mut self, span: Span) {
        let words = String::with_capacity(span.len());
        self.run = Some(TextRun { words, span: Span::new(span.start, span.start) });
    }

    /// Places the words collected so far: the beginning of a list item, or a paragraph.
    fn end_run(&mut self) {
        let Some(run) = self.run.take() else {
            return;
        };
        let span = run.span.trimmed(self.text);
        let is_leading = self.items.last().is_some_and(|item| item.leading);
        if is_leading && let Some(BlockKind::Item { text, lead, .. }) = self.open_item() {
            *lead = span;
            *text = run.text();
            self.close_lead();
            return;
        }
        self.push(BlockKind::Paragraph { text: run.text() }, span);
    }

    fn begin_block(&mut self) {
        self.end_run();
        self.close_lead();
    }

    fn close_lead(&mut self) {
        if let Some(item) = self.items.last_mut() {
            item.leading = false;
        }
    }

    fn open_item(&mut self) -> Option<&mut BlockKind> {
        let index = self.items.last()?.block;
        self.blocks.get_mut(index).map(|block| &mut block.kind)
    }

    fn push(&mut self, kind: BlockKind, span: Span) {
        let items = u32::try_from(self.items.len()).unwrap_or(u32::MAX);
        let span = span.trimmed(self.text);
        self.blocks.push(MarkdownBlock {
            kind,
            span,
            line: self.line(span),
            quotes: self.quotes,
            items,
        });
    }

    fn line(&self, span: Span) -> u32 {
        self.lines.line(span.start)
    }
}

impl TextRun {
    fn text(self) -> String {
        let trimmed = self.words.trim();
        if trimmed.len() == self.words.len() { self.words } else { trimmed.to_owned() }
    }
}

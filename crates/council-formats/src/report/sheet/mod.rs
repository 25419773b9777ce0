//! A page that people read, as data: rendered for a terminal or as Markdown, and harmless in both.
//!
//! Whoever makes a sheet does not think of widths, escapes or control characters: text from documents goes in as it is,
//! and the two renderers clean every piece on its way out.

mod markdown;
mod terminal;

pub(super) use markdown::render as markdown;
pub(super) use terminal::{render as terminal, title};

/// A page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// What the page says, in one line.
    pub title: String,
    /// Everything below the title, in order.
    pub blocks: Vec<SheetBlock>,
}

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetBlock {
    /// What the following blocks are about.
    Heading(String),
    /// A paragraph.
    Prose(String),
    /// Names and values.
    Facts(Vec<(String, String)>),
    /// A list.
    Items(Vec<SheetItem>),
    /// Rows below a head.
    Table(SheetTable),
}

/// An entry of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetItem {
    /// What it is called, if it has a name.
    pub name: String,
    /// What it says.
    pub text: String,
    /// More about it, as names and values.
    pub facts: Vec<(String, String)>,
}

/// Rows below a head; every row has a cell for each column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetTable {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// Begins a page.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(SheetBlock::Heading(text.into()));
    }

    /// Adds a paragraph.
    pub fn prose(&mut self, text: impl Into<String>) {
        self.blocks.push(SheetBlock::Prose(text.into()));
    }

    /// Adds names and values, if there are any.
    pub fn facts(&mut self, facts: Vec<(String, String)>) {
        if !facts.is_empty() {
            self.blocks.push(SheetBlock::Facts(facts));
        }
    }

    /// Adds a list, if there is anything in it.
    pub fn items(&mut self, items: Vec<SheetItem>) {
        if !items.is_empty() {
            self.blocks.push(SheetBlock::Items(items));
        }
    }

    /// Adds a table, if it has rows.
    pub fn table<const N: usize>(&mut self, head: [&str; N], rows: Vec<[String; N]>) {
        if rows.is_empty() {
            return;
        }
        let head = head.iter().map(|name| (*name).to_owned()).collect();
        let rows = rows.into_iter().map(Vec::from).collect();
        self.blocks.push(SheetBlock::Table(SheetTable { head, rows }));
    }
}

impl SheetItem {
    /// Returns an entry with a name.
    pub fn named(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), facts: Vec::new() }
    }

    /// Returns an entry without a name.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::named("", text)
    }

    /// Adds a name and a value below it.
    #[must_use]
    pub fn fact(mut self, name: &str, value: impl Into<String>) -> Self {
        self.facts.push((name.to_owned(), value.into()));
        self
    }
}

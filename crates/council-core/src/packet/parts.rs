//! What a document is made of.

use super::{ItemId, Span};

/// A heading of Markdown, or a key of YAML, and what stands under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// From 1 for the outermost.
    pub level: u8,
    /// The words of the heading, or the key.
    pub title: String,
    /// The name by which it is linked: unique within the document and the same for the same text. In YAML the keys
    /// from the root, joined by dots.
    pub anchor: String,
    /// The heading or key itself.
    pub heading: Span,
    /// What stands between this heading and the next one of any level.
    pub body: Span,
    /// The whole section with everything under it.
    pub span: Span,
    /// The line of the heading, from 1.
    pub line: u32,
    /// The section it is in: an index into the document's sections.
    pub parent: Option<usize>,
}

/// Something the document requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// Its id, if the document gives it one.
    pub id: Option<ItemId>,
    /// What sort of requirement the document says it is.
    pub kind: RequirementKind,
    /// Its name, where it has one besides its words.
    pub title: Option<String>,
    /// Its words on one line, without markup and id.
    pub text: String,
    /// What shows that it is met.
    pub criteria: Vec<Criterion>,
    /// Everything that belongs to it, its id and criteria included where they stand together.
    pub span: Span,
    /// The line where it begins, from 1.
    pub line: u32,
    /// The innermost section it is in: an index into the document's sections.
    pub section: Option<usize>,
}

impl Requirement {
    /// Returns how strongly it binds, by its strongest word.
    pub fn strength(&self) -> Option<Strength> {
        Strength::of(&self.text)
    }
}

/// What sort of requirement it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequirementKind {
    /// What the system does.
    Functional,
    /// How well it does it.
    Quality,
    /// What bounds the solution: constraints and invariants.
    Constraint,
    /// What a user wants and why.
    Story,
    /// What is measured once it is built.
    Outcome,
    /// The document does not say.
    Unspecified,
}

/// How strongly a requirement binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// `may`, `can`, `could`, `optional`.
    May,
    /// `should`, `ought`, `recommended`.
    Should,
    /// `must`, `shall`, `will`, `cannot`.
    Must,
}

impl Strength {
    /// Returns the strength of the strongest binding word of a text.
    pub fn of(text: &str) -> Option<Strength> {
        const WORDS: [(Strength, &[&str]); 3] = [
            (Strength::Must, &["must", "shall", "will", "cannot"]),
            (Strength::Should, &["should", "ought", "recommended"]),
            (Strength::May, &["may", "can", "could", "optional"]),
        ];
        let mut strongest = None;
        // Most words show with their first letter that they are none of these.
        let may_bind = |word: &&[u8]| {
            let first = word.first().map(u8::to_ascii_lowercase);
            matches!(first, Some(b'm' | b's' | b'w' | b'c' | b'o' | b'r'))
        };
        let words = text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
        for word in words.filter(may_bind) {
            let is = |own: &&str| own.as_bytes().eq_ignore_ascii_case(word);
            let known = WORDS.iter().find(|(_, words)| words.iter().any(is));
            let strength = known.map(|(strength, _)| *strength);
            if strength == Some(Strength::Must) {
                return strength;
            }
            strongest = strongest.max(strength);
        }
        strongest
    }
}

/// What shows that a requirement is met: an acceptance criterion or a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Criterion {
    /// Its id, if it has one.
    pub id: Option<ItemId>,
    /// Its words on one line, without markup and id.
    pub text: String,
    /// All of it.
    pub span: Span,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// A place where the document gives an id its meaning: requirements and criteria, but also goals, tasks, evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The id.
    pub id: ItemId,
    /// Everything that belongs to it.
    pub span: Span,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// A mention of something defined elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// What is mentioned.
    pub target: Target,
    /// The requirement or criterion that mentions it, if it is one with an id.
    pub from: Option<ItemId>,
    /// The mention itself.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
}

/// What a reference names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// Something with an id.
    Id(ItemId),
    /// A file, and perhaps an anchor in it, as the document writes it. A path of nothing is the document itself.
    File {
        /// The path.
        path: String,
        /// The anchor.
        anchor: Option<String>,
    },
}

/// A table: a head and rows of as many cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The head.
    pub head: Vec<Cell>,
    /// The rows below it.
    pub rows: Vec<Row>,
    /// The whole table.
    pub span: Span,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// A row of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The whole row.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its words.
    pub text: String,
    /// Where they are.
    pub span: Span,
}

/// A block of code, fenced or indented: what is in it is an example, not the document's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// The info string, empty where there is none.
    pub info: String,
    /// From its first line to its last, without the fence.
    pub code: Span,
    /// With the fence.
    pub span: Span,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// A run of the document's own words, as a reader reads it: a heading, a paragraph, the words of a list item, a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// What it is.
    pub kind: PassageKind,
    /// Where its words are, markup included.
    pub span: Span,
    /// The line where it begins, from 1.
    pub line: u32,
    /// How many block quotes it is in: what is quoted is somebody else's words.
    pub quotes: u32,
    /// How many list items it is in, itself not counted.
    pub depth: u32,
}

/// What a passage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PassageKind {
    /// A heading.
    Heading,
    /// A paragraph.
    Paragraph,
    /// The first words of a list item.
    Item,
    /// A cell in the head of a table.
    Head,
    /// A cell in a row of a table.
    Cell,
    /// The value of a key that says what is required, or what shows it.
    Value,
    /// The value of another key: reasons, risks, notes.
    Remark,
    /// A block of HTML, comments included: not shown, or shown as something else than text.
    Html,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_word_tells_how_a_text_binds() {
        for (text, strength) in [
            ("The system SHALL stop, and may start", Some(Strength::Must)),
            ("Cards cannot be deleted", Some(Strength::Must)),
            ("It should be fast if it can", Some(Strength::Should)),
            ("A user can sign out", Some(Strength::May)),
            ("Mustard is a maybe", None),
            ("", None),
        ] {
            assert_eq!(Strength::of(text), strength, "{text}");
        }
    }
}

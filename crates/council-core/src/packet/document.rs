//! A document: a text and everything that was found in it.

use std::sync::{Arc, OnceLock};

use super::{
    Criterion, Definition, Fence, LineIndex, Passage, Position, Reference, Requirement, Section,
    Span, Table, anchor::slug,
};
use crate::tree::Node;

/// A file as it was read. Everything that is found in it shares this one copy.
#[derive(Debug)]
pub struct Original {
    path: String,
    text: String,
    /// The hash of the text, once somebody has asked: a session does, the rules do not.
    hash: OnceLock<String>,
}

impl Original {
    /// Takes a path, relative to the repository, and a text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), hash: OnceLock::new() }
    }

    /// Returns its path, relative to the repository, with `/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the BLAKE3 hash of its text as hex digits.
    pub fn hash(&self) -> &str {
        self.hash.get_or_init(|| blake3::hash(self.text.as_bytes()).to_hex().to_string())
    }
}

/// The hash follows from the text, whether somebody has asked for it or not.
impl PartialEq for Original {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.text == other.text
    }
}

impl Eq for Original {}

/// One file of a packet. Its text, hash and lines belong together and cannot come apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    original: Arc<Original>,
    lines: LineIndex,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The keys it states about itself: front matter, or the whole tree of a YAML file.
    pub facts: Option<Node>,
    /// Its sections, in the order of the text.
    pub sections: Vec<Section>,
    /// Its requirements, in the order of the text.
    pub requirements: Vec<Requirement>,
    /// The criteria that belong to no single requirement.
    pub criteria: Vec<Criterion>,
    /// Every id it gives a meaning to, those of requirements and criteria included, in the order of the text.
    pub definitions: Vec<Definition>,
    /// Every mention of an id, a file or an anchor, in the order of the text.
    pub references: Vec<Reference>,
    /// Its tables, in the order of the text.
    pub tables: Vec<Table>,
    /// Its code blocks, in the order of the text.
    pub fences: Vec<Fence>,
    /// Its words, piece by piece, in the order of the text.
    pub passages: Vec<Passage>,
}

/// A place in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnchorPlace<'a> {
    /// The anchor as the document has it, however it was asked for; nothing for the whole document.
    pub anchor: Option<&'a str>,
    /// Everything there.
    pub span: Span,
}

impl Document {
    /// Takes a text, as yet with nothing found in it.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let original = Original::new(path, text);
        Self {
            lines: LineIndex::new(original.text()),
            original: Arc::new(original),
            title: None,
            facts: None,
            sections: Vec::new(),
            requirements: Vec::new(),
            criteria: Vec::new(),
            definitions: Vec::new(),
            references: Vec::new(),
            tables: Vec::new(),
            fences: Vec::new(),
            passages: Vec::new(),
        }
    }

    /// Returns its path, relative to the repository, with `/`.
    pub fn path(&self) -> &str {
        self.original.path()
    }

    /// Returns its text.
    pub fn text(&self) -> &str {
        self.original.text()
    }

    /// Returns the file as it was read, for whoever outlives the document.
    pub fn original(&self) -> &Arc<Original> {
        &self.original
    }

    /// Returns the BLAKE3 hash of its text as hex digits.
    pub fn hash(&self) -> &str {
        self.original.hash()
    }

    /// Returns its lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// Returns the line and column of an offset.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(self.text(), offset)
    }

    /// Returns the text of a span.
    pub fn slice(&self, span: Span) -> &str {
        span.of(self.text())
    }

    /// Returns a section by its exact anchor.
    pub fn section(&self, anchor: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.anchor == anchor)
    }

    /// Returns the index of the innermost section that holds an offset.
    pub fn section_index(&self, offset: usize) -> Option<usize> {
        let after = self.sections.partition_point(|section| section.span.start <= offset);
        let mut index = after.checked_sub(1)?;
        loop {
            let section = self.sections.get(index)?;
            if offset < section.span.end {
                return Some(index);
            }
            // A parent comes before its children, so this ends.
            index = section.parent.filter(|parent| *parent < index)?;
        }
    }

    /// Returns the innermost section that holds an offset.
    pub fn section_at(&self, offset: usize) -> Option<&Section> {
        self.sections.get(self.section_index(offset)?)
    }

    /// Returns the smallest named place that holds a span: a criterion, a requirement, a section, else the whole
    /// document.
    pub fn around(&self, span: Span) -> AnchorPlace<'_> {
        let defined = self.definitions.iter().filter(|definition| definition.span.contains(span));
        let defined = defined.map(|definition| (definition.id.as_str(), definition.span));
        let holding = self.section_at(span.start).filter(|section| section.span.contains(span));
        let holding = holding.map(|section| (section.anchor.as_str(), section.span));
        match holding.into_iter().chain(defined).min_by_key(|(_, span)| span.len()) {
            Some((anchor, span)) => AnchorPlace { anchor: Some(anchor), span },
            None => self.whole(),
        }
    }

    /// Finds a place by its anchor, or by what people and models write instead: an id in any case, a section's title,
    /// the last keys of a YAML path.
    pub fn find(&self, anchor: &str) -> Option<AnchorPlace<'_>> {
        let anchor = without_index(anchor.trim().trim_start_matches('#'));
        let by_section = |is_it: &dyn Fn(&Section) -> bool| {
            let section = self.sections.iter().find(|section| is_it(section))?;
            Some(AnchorPlace { anchor: Some(&section.anchor), span: section.span })
        };
        let by_id = |is_it: &dyn Fn(&str) -> bool| {
            let definition =
                self.definitions.iter().find(|definition| is_it(definition.id.as_str()))?;
            Some(AnchorPlace { anchor: Some(definition.id.as_str()), span: definition.span })
        };
        by_section(&|section| section.anchor == anchor)
            .or_else(|| by_id(&|id| id == anchor))
            .or_else(|| by_id(&|id| id.eq_ignore_ascii_case(anchor)))
            .or_else(|| {
                let wanted = slug(anchor);
                by_section(&|section| section.anchor == wanted)
                    .or_else(|| by_section(&|section| slug(&section.title) == wanted))
            })
            .or_else(|| by_section(&|section| ends_with_keys(&section.anchor, anchor)))
    }

    /// Returns the whole document as a place.
    pub fn whole(&self) -> AnchorPlace<'_> {
        AnchorPlace { anchor: None, span: Span::new(0, self.text().len()) }
    }
}

/// Drops the place in a list at the end of a path of keys: `acceptance_criteria[0]`.
fn without_index(anchor: &str) -> &str {
    let inner = anchor.strip_suffix(']').and_then(|inner| inner.rsplit_once('['));
    match inner {
        Some((keys, index)) if !index.is_empty() && index.chars().all(|c| c.is_ascii_digit()) => {
            keys
        }
        _ => anchor,
    }
}

/// Tells whether a path of keys ends with these keys.
fn ends_with_keys(path: &str, keys: &str) -> bool {
    !keys.is_empty() && path.strip_suffix(keys).is_some_and(|before| before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::ItemId;

    fn document() -> Document {
        let mut document = Document::new("a.md", "# A\n## B b\nFR-1 x\n## C\n");
        let section = |level, title: &str, anchor: &str, start, end, parent| Section {
            level,
            title: title.to_owned(),
            anchor: anchor.to_owned(),
            heading: Span::new(start, start + 1),
            body: Span::new(start + 1, end),
            span: Span::new(start, end),
            line: 1,
            parent,
        };
        document.sections = vec![
            section(1, "A", "a", 0, 23, None),
            section(2, "B b", "root.b-b", 4, 18, Some(0)),
            section(2, "C", "c", 18, 23, Some(0)),
        ];
        let id = ItemId::new("FR-1").unwrap();
        document.definitions = vec![Definition { id, span: Span::new(11, 17), line: 3 }];
        document
    }

    fn found(anchor: &str) -> Option<String> {
        document().find(anchor).and_then(|found| found.anchor.map(str::to_owned))
    }

    #[test]
    fn the_innermost_section_holds_an_offset() {
        let document = document();
        let anchors: Vec<_> = [0, 4, 12, 18, 22]
            .iter()
            .map(|at| document.section_at(*at).unwrap().anchor.clone())
            .collect();
        assert_eq!(anchors, ["a", "root.b-b", "root.b-b", "c", "c"]);
        assert_eq!(document.section_at(23), None);
    }

    #[test]
    fn a_place_is_found_by_anchor_id_title_or_last_keys() {
        for (asked, anchor) in [
            ("root.b-b", "root.b-b"),
            ("#c", "c"),
            ("FR-1", "FR-1"),
            ("fr-1", "FR-1"),
            ("B b", "root.b-b"),
            ("b-b", "root.b-b"),
            ("root.b-b[0]", "root.b-b"),
        ] {
            assert_eq!(found(asked).as_deref(), Some(anchor), "{asked}");
        }
        for asked in ["", "b", "FR-2", "oot.b-b"] {
            assert_eq!(found(asked), None, "{asked}");
        }
    }

    #[test]
    fn the_smallest_named_place_is_named() {
        let document = document();
        assert_eq!(document.around(Span::new(12, 14)).anchor, Some("FR-1"));
        assert_eq!(document.around(Span::new(5, 14)).anchor, Some("root.b-b"));
        assert_eq!(document.around(Span::new(5, 20)).anchor, None);
    }
}

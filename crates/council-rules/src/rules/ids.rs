//! The ids of a packet: where each is declared, where it is mentioned, and of which families the packet declares all.
//!
//! An id is *declared* where it opens a heading, a statement or a row as its label. Anywhere else it is mentioned. A
//! document may mention the ids of other documents, so only a family that is nearly all declared here is *closed*: what is
//! mentioned of it and not declared is missing.

use std::collections::{BTreeMap, BTreeSet};

use council_core::packet::{ItemId, Passage, PassageKind, Span, Target};

use crate::{
    Model,
    model::{Meaning, Text},
};

/// How an id is declared. A heading that works out what a list names declares nothing a second time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// It opens a heading.
    Heading,
    /// It opens an item or a paragraph.
    Statement,
    /// It opens a row of a table.
    Row,
}

/// A place where an id stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'m, 'a> {
    pub(super) text: &'m Text<'a>,
    /// The passage: an index into the document's passages, or their number where it stands in none.
    pub(super) passage: usize,
    /// The id itself.
    pub(super) span: Span,
}

/// An id with the place that declares it.
pub(super) struct Declared<'m, 'a> {
    pub(super) id: ItemId,
    pub(super) form: Form,
    pub(super) place: Place<'m, 'a>,
}

/// Every id of a packet.
pub(super) struct Ids<'m, 'a> {
    /// Every declaration, in order.
    pub(super) declared: Vec<Declared<'m, 'a>>,
    /// The first mention of every id that is mentioned outside of its declaration, in order.
    pub(super) mentioned: Vec<(ItemId, Place<'m, 'a>)>,
    known: Known,
}

impl<'m, 'a> Ids<'m, 'a> {
    /// Reads the ids of a packet. Takes time linear in its length.
    pub(super) fn of(model: &'m Model<'a>) -> Self {
        let (mut declared, mut mentioned) = (Vec::new(), Vec::new());
        let mut seen: BTreeSet<ItemId> = BTreeSet::new();
        let mut known = Known::default();
        for text in &model.texts {
            for definition in &text.document.definitions {
                known.define(&definition.id);
            }
            let mut row = None;
            for (index, passage) in text.passages.iter().enumerate() {
                let opens_row = row != Some(passage.line);
                row = Some(passage.line);
                if passage.kind == PassageKind::Html {
                    continue;
                }
                let words = text.slice(passage.span);
                let (label, mut ticks) = (label(words), Ticks::default());
                let (own, is_firm) = label.map_or((None, false), |one| (Some(one.at), one.is_firm));
                for (at, id) in ItemId::scan(words) {
                    let start = passage.span.start + at;
                    let span = Span::new(start, start + id.as_str().len());
                    let place = Place { text, passage: index, span };
                    if own == Some(at) {
                        known.define(&id);
                        if let Some(form) = form(passage, opens_row).filter(|_| is_firm) {
                            declared.push(Declared { id, form, place });
                        }
                    } else if !ticks.hold(words, at, id.as_str().len()) {
                        known.mention(&id);
                        if seen.insert(id.clone()) {
                            mentioned.push((id, place));
                        }
                    }
                }
            }
            for (id, place) in beside(text) {
                known.mention(id);
                if seen.insert(id.clone()) {
                    mentioned.push((id.clone(), place));
                }
            }
        }
        known.close();
        Ids { declared, mentioned, known }
    }

    /// Tells whether an id is missing: its family is closed, and neither it nor what it is a part of is declared.
    pub(super) fn is_missing(&self, id: &ItemId) -> bool {
        self.known.is_closed(id.family()) && !self.known.has(id)
    }

    /// Tells whether an id is of a requirement by its name, and of a kind of which the packet declares nothing and
    /// mentions hardly anything. Where `NFR-…` are declared and `FR-…` are not, these stand in a document beside it.
    pub(super) fn is_strange(&self, id: &ItemId) -> bool {
        const FEW: usize = 2;
        let mut declared =
            self.known.families.iter().filter(|(_, family)| !family.defined.is_empty());
        if declared.any(|(name, _)| name.ends_with(id.family()) && *name != id.family()) {
            return false;
        }
        let family = self.known.families.get(id.family());
        let is_alone =
            family.is_some_and(|family| family.defined.is_empty() && family.mentioned.len() <= FEW);
        is_alone && id.as_str().contains('-') && is_of_requirement(id.family())
    }
}

/// Goes through the ids that the values of a YAML document mention and its prose does not: `see: REQ-9`.
fn beside<'m, 'a>(text: &'m Text<'a>) -> impl Iterator<Item = (&'m ItemId, Place<'m, 'a>)> {
    let is_yaml = [".yaml", ".yml"].iter().any(|ending| text.document.path().ends_with(ending));
    let references = text.document.references.iter().filter(move |_| is_yaml);
    references.filter_map(|reference| {
        let Target::Id(id) = &reference.target else {
            return None;
        };
        let after = text.passages.partition_point(|own| own.span.start <= reference.span.start);
        let before = after.checked_sub(1).and_then(|at| text.passages.get(at));
        let is_prose = before.is_some_and(|own| reference.span.start < own.span.end);
        let place = Place { text, passage: text.passages.len(), span: reference.span };
        (!is_prose).then_some((id, place))
    })
}

/// Tells whether a family is one that requirements, their criteria and use cases have everywhere.
fn is_of_requirement(family: &str) -> bool {
    const OWN: [&str; 12] =
        ["FR", "NFR", "REQ", "UC", "US", "AC", "SC", "SEC", "BR", "SRS", "URS", "PERF"];
    family.split('-').next().is_some_and(|first| OWN.contains(&first))
}

/// The ids that are declared or mentioned, by family.
#[derive(Default)]
struct Known {
    families: BTreeMap<String, Family>,
}

#[derive(Default)]
struct Family {
    defined: BTreeSet<String>,
    /// What ids with parts or letters are parts of.
    wholes: BTreeSet<String>,
    mentioned: BTreeSet<String>,
    /// Whether the document declares the ids of this family that it speaks of, once all of them are known.
    is_closed: bool,
}

impl Known {
    fn define(&mut self, id: &ItemId) {
        let family = self.families.entry(id.family().to_owned()).or_default();
        let name = plain(id.as_str());
        if let Some(whole) = whole(&name) {
            family.wholes.insert(whole.to_owned());
        }
        family.defined.insert(name);
    }

    fn mention(&mut self, id: &ItemId) {
        let family = self.families.entry(id.family().to_owned()).or_default();
        family.mentioned.insert(plain(id.as_str()));
    }

    /// Says of each family whether at least two, and two of every three ids that stand here, are declared here. A document
    /// that speaks of many ids that it does not declare speaks of another's.
    fn close(&mut self) {
        const MANY: usize = 4;
        for family in self.families.values_mut() {
            let defined = family.defined.len();
            let strange = family.mentioned.iter().filter(|name| !family.has(name)).count();
            family.is_closed = defined >= 2 && defined >= strange * 2 && strange < MANY;
        }
    }

    fn is_closed(&self, family: &str) -> bool {
        self.families.get(family).is_some_and(|family| family.is_closed)
    }

    fn has(&self, id: &ItemId) -> bool {
        self.families.get(id.family()).is_some_and(|family| family.has(&plain(id.as_str())))
    }
}

impl Family {
    /// Tells whether an id is declared, or one of its parts, or the whole of which no part is named.
    fn has(&self, name: &str) -> bool {
        let by_whole = || {
            let whole = whole(name);
            whole.is_some_and(|whole| self.defined.contains(whole) && !self.wholes.contains(whole))
        };
        self.defined.contains(name) || self.wholes.contains(name) || by_whole()
    }
}

/// Returns an id without the zeros before its numbers: `FR-001` and `FR-1` are meant alike.
fn plain(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    let mut rest = id;
    while let Some(digit) = rest.find(|c: char| c.is_ascii_digit()) {
        let (head, tail) = rest.split_at_checked(digit).unwrap_or((rest, ""));
        let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let (number, after) = tail.split_at_checked(end).unwrap_or((tail, ""));
        out.push_str(head);
        let short = number.trim_start_matches('0');
        out.push_str(if short.is_empty() { "0" } else { short });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns what an id is a part of: `FR-4` of `FR-4.2` and of `FR-4a`.
fn whole(name: &str) -> Option<&str> {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if bare.len() < name.len() {
        return Some(bare);
    }
    name.rsplit_once('.').map(|(whole, _)| whole)
}

/// The id that a passage opens with.
pub(super) struct Label {
    /// Where it begins.
    pub(super) at: usize,
    /// Whether it names the passage, by how it is set off, and is not the first word of a sentence about it.
    is_firm: bool,
}

/// Reads the id that a passage opens with.
fn label(words: &str) -> Option<Label> {
    let mut rest = words.trim_start_matches(['#', ' ']);
    if rest.starts_with('[') {
        for tick in ["[ ] ", "[x] ", "[X] "] {
            rest = rest.strip_prefix(tick).unwrap_or(rest);
        }
    }
    let rest = rest.trim_start_matches(['*', '_', '~', '`', '[', '(', '#', ' ', '"']);
    let (id, after) = ItemId::lead(rest)?;
    let at = words.len() - rest.len();
    let is_marked = words.get(..at).is_some_and(|lead| lead.ends_with(['*', '_', '`', '[', '(']));
    let closed = after.trim_start_matches(['*', '_', '~', '`', ']', ')', '"']);
    let is_closed = is_marked && closed.len() < after.len();
    let spaced = bracketed(closed.trim_start()).trim_start_matches([' ', '*', '_']);
    let is_set_off =
        spaced.is_empty() || spaced.starts_with([':', '.', ')', '|', '-', '–', '—', '=', '→']);
    // `A1,A2` and `L2/L3` are enumerations. Where nothing sets it off, an id has a hyphen: `FR-1 Staff sign in`.
    let is_enumerated = closed.starts_with([',', '/', '+', '&', '\'', '’']);
    let begins = spaced.starts_with(|c: char| c.is_uppercase() || c == '`');
    let is_firm = !is_enumerated
        && (is_set_off || (begins && (is_closed || id.as_str().contains('-'))))
        && !closed.starts_with("](");
    Some(Label { at, is_firm })
}

/// Skips one remark in brackets: `FR-1 (MUST): …`.
fn bracketed(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|inner| inner.split_once(')'));
    inner.map_or(text, |(_, after)| after.trim_start())
}

/// Returns how a passage declares the id it opens with.
fn form(passage: &Passage, opens_row: bool) -> Option<Form> {
    if passage.quotes > 0 {
        return None;
    }
    match passage.kind {
        PassageKind::Heading => Some(Form::Heading),
        PassageKind::Paragraph | PassageKind::Item | PassageKind::Value => Some(Form::Statement),
        PassageKind::Cell => opens_row.then_some(Form::Row),
        PassageKind::Head | PassageKind::Remark | PassageKind::Html => None,
    }
}

/// How many backticks stand before an offset of some words, counted onward.
#[derive(Default)]
struct Ticks {
    upto: usize,
    count: usize,
}

impl Ticks {
    /// Tells whether a stretch of words is within inline code that holds more than it. Stretches are asked for in order.
    fn hold(&mut self, words: &str, at: usize, len: usize) -> bool {
        let since = words.as_bytes().get(self.upto..at).unwrap_or_default();
        self.count += memchr::memchr_iter(b'`', since).count();
        self.upto = at;
        let is_all = since.ends_with(b"`") && words.as_bytes().get(at + len) == Some(&b'`');
        !is_all && self.count % 2 == 1
    }
}

/// Tells whether a section keeps record of what others declare: history, tests, sources, what is still asked.
pub(super) fn is_record(text: &Text<'_>, at: usize) -> bool {
    matches!(
        text.meaning(at),
        Meaning::History
            | Meaning::Testing
            | Meaning::References
            | Meaning::Questions
            | Meaning::Examples
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_firm(words: &str) -> Option<bool> {
        label(words).map(|label| label.is_firm)
    }

    #[test]
    fn an_id_that_is_set_off_names_what_follows() {
        for words in [
            "FR-1: The page opens.",
            "**FR-1**: The page opens.",
            "**FR-1** The page opens.",
            "FR-1 The page opens.",
            "`FR-1` The page opens.",
            "[FR-1] The page opens.",
            "### FR-1 — Opening",
            "FR-1 (MUST): The page opens.",
            "[ ] T001 - Open the page",
            "FR-1",
        ] {
            assert_eq!(is_firm(words), Some(true), "{words}");
        }
    }

    #[test]
    fn an_id_that_is_spoken_of_names_nothing() {
        for words in ["**V1 NOTE:** it was so", "`A1,A2...AN` are arguments", "FR-1 is met"] {
            assert_eq!(is_firm(words), Some(false), "{words}");
        }
        assert_eq!(is_firm("The page FR-1"), None);
    }

    #[test]
    fn numbers_are_compared_without_their_zeros() {
        assert_eq!(plain("FR-001.02a"), "FR-1.2a");
        assert_eq!(plain("FR-000"), "FR-0");
        assert_eq!(whole("FR-4.5A"), Some("FR-4.5"));
        assert_eq!(whole("FR-4"), None);
    }
}

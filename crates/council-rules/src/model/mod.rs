//! The packet understood: documents as sentences with their place, part and words, built once and shared by all rules.

mod align;
mod context;
mod enumeration;
mod function;
mod kind;
mod layout;
pub(crate) mod letters;
mod meaning;
mod passage;
mod place;
mod quantity;
pub(crate) mod role;
mod sentence;
mod token;
mod vocabulary;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, OnceLock, PoisonError},
};

use council_core::{
    finding::LocationKind,
    packet::{Document, Packet, Passage, PassageKind, RequirementKind, Section, Span},
};
use memchr::memmem;

use crate::{
    ask,
    attention::{self, ConcernWeights, Statement},
    judged::{self, NotJudged},
    wording::{self, Worded},
};

pub(crate) use align::{Pair, Relation, meaning};
pub use align::{PairExample, pair_examples};
pub(crate) use enumeration::Enumeration;
pub use function::{Example, FunctionSpec};
pub use kind::Kind;
pub(crate) use layout::Titles;
pub use layout::{Ask, Layout, Part};
pub use meaning::Meaning;
pub(crate) use meaning::is_item;
pub use quantity::{Bound, Dimension, Quantity, Unit};
pub use role::Role;
pub use sentence::{Marks, Sentence, phrase_at};
pub use token::{Shape, Token, TokenKind};
pub(crate) use vocabulary::Vocabulary;

/// A packet, understood.
#[derive(Debug)]
pub struct Model<'a> {
    /// What was read.
    pub packet: &'a Packet,
    /// Its documents, in order.
    pub texts: Vec<Text<'a>>,
}

/// A document, understood.
#[derive(Debug)]
pub struct Text<'a> {
    /// What was read.
    pub document: &'a Document,
    /// What sort of document it is.
    pub kind: Kind,
    /// How it is laid out.
    pub layout: Layout,
    /// Its headings, as layouts compare them.
    pub(crate) titles: Titles,
    /// What its labels in bold and its `Key:` lines say is there.
    pub labelled: BTreeSet<Meaning>,
    /// Whether it is a bare list of requirements, in which each is read by its own words alone.
    pub is_bare_list: bool,
    /// What each section is for.
    pub meanings: Vec<Meaning>,
    /// Every meaning that the heading of each section states.
    pub(crate) stated_by: Vec<Vec<Meaning>>,
    /// Its words, piece by piece.
    pub passages: Vec<Passage>,
    /// Its sentences, in order.
    pub sentences: Vec<Sentence>,
    /// What each sentence holds, apart from the rest of it: this is asked of all of them by every rule.
    pub marks: Vec<Marks>,
    /// Every token, in order.
    pub tokens: Vec<Token>,
    /// Every quantity, in order.
    pub quantities: Vec<Quantity>,
    /// The short words in small letters that are in no list, in order.
    pub small: Vec<u64>,
    /// The names and the words with capitals that are in no list, in order.
    pub capitals: Vec<Capital>,
    /// What it says of one function, if that is all it is about.
    pub function: Option<FunctionSpec>,
    /// What every id is the id of.
    kinds: BTreeMap<&'a str, LocationKind>,
    /// The text in small letters, once somebody has asked.
    lower: OnceLock<String>,
    /// The statements about the same thing, once somebody has asked.
    alike: OnceLock<Vec<Pair>>,
    /// What its sentences name one after the other, once somebody has asked.
    enumerated: OnceLock<Vec<Enumeration>>,
    /// What its words make of its sentences, once somebody has asked.
    worded: OnceLock<Vec<Worded>>,
    /// Every word once, once somebody has asked.
    vocabulary: OnceLock<Vocabulary>,
    /// Its statements and where a reader would look, once somebody has asked.
    attended: OnceLock<Vec<(ConcernWeights, Statement)>>,
    /// The names of links that the text says where they lead, once somebody has asked.
    targets: OnceLock<BTreeSet<&'a str>>,
    /// Where every id is given first, once somebody has asked.
    defined: OnceLock<BTreeMap<&'a str, Span>>,
    /// The parts it has, once somebody has asked.
    stated: OnceLock<BTreeSet<Meaning>>,
    /// How many of its statements could be requirements, or why it is not judged, once somebody has asked.
    judged: OnceLock<Result<usize, NotJudged>>,
    /// The terms that were looked for, and where.
    looked: Mutex<BTreeMap<(Span, String), bool>>,
}

/// A place in a document that has a name, or all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// Its name; nothing for the whole document.
    pub anchor: Option<&'a str>,
    /// Everything there.
    pub span: Span,
    /// What sort of place it is.
    pub kind: LocationKind,
}

/// Where a name or a word with capitals stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capital {
    /// The sentence: an index into the document's sentences.
    pub sentence: u32,
    /// The token, counted from the sentence's first.
    pub at: u32,
    /// The identity of the word.
    pub id: u64,
    /// Whether it is a word in capitals throughout.
    pub is_upper: bool,
    /// Whether it is a name with capitals within.
    pub is_mixed: bool,
    /// Whether what follows it may explain it: a bracket, a colon, `means`.
    pub is_followed: bool,
}

impl<'a> Model<'a> {
    /// Understands a packet. Takes time linear in its length.
    pub fn of(packet: &'a Packet) -> Model<'a> {
        Model { packet, texts: packet.documents.iter().map(|one| Text::of(one, None)).collect() }
    }

    /// Understands a packet of one document whose words were read already.
    pub fn of_read(packet: &'a Packet, words: Words) -> Model<'a> {
        let mut words = Some(words);
        let texts = packet.documents.iter().map(|document| Text::of(document, words.take()));
        Model { packet, texts: texts.collect() }
    }
}

/// The words of a document. They need nothing but its passages, so they can be read before all of it is.
pub struct Words(passage::Wording);

impl Words {
    /// Reads the words of a text, passage by passage.
    pub fn of(text: &str, passages: &[Passage]) -> Self {
        Self(passage::words(text, passages))
    }
}

impl<'a> Text<'a> {
    fn of(document: &'a Document, words: Option<Words>) -> Text<'a> {
        let source = document.text();
        let function = FunctionSpec::read(source);
        if let Some(function) = function {
            let passages = function.passages(document);
            let wording = passage::words(source, &passages);
            let mut text = Text::unread(document, passages, Some(function));
            passage::place(&mut text, wording);
            return text;
        }
        let unread = || Text::unread(document, document.passages.clone(), None);
        let (Words(wording), mut text) = match words {
            Some(words) => (words, unread()),
            // Words need no headings, and headings no words.
            None => ask::both(source.len(), || Words::of(source, &document.passages), unread),
        };
        passage::place(&mut text, wording);
        text
    }

    /// Understands the headings of a document.
    fn unread(
        document: &'a Document,
        passages: Vec<Passage>,
        function: Option<FunctionSpec>,
    ) -> Text<'a> {
        let stated = meaning::stated(&document.sections);
        let meanings = meaning::of_sections(&document.sections, &stated);
        let titles = Titles::of(document, &meanings);
        let mut text = Text {
            document,
            kind: Kind::Page,
            layout: Layout::of(document, &titles),
            titles,
            labelled: BTreeSet::new(),
            is_bare_list: false,
            stated_by: stated,
            meanings,
            passages,
            sentences: Vec::new(),
            marks: Vec::new(),
            tokens: Vec::new(),
            quantities: Vec::new(),
            small: Vec::new(),
            capitals: Vec::new(),
            function,
            kinds: kinds(document),
            lower: OnceLock::new(),
            alike: OnceLock::new(),
            enumerated: OnceLock::new(),
            worded: OnceLock::new(),
            vocabulary: OnceLock::new(),
            attended: OnceLock::new(),
            targets: OnceLock::new(),
            defined: OnceLock::new(),
            stated: OnceLock::new(),
            judged: OnceLock::new(),
            looked: Mutex::default(),
        };
        text.kind = Kind::of(&text, &text.titles);
        text.is_bare_list = text.kind == Kind::Requirements && is_bare_list(&text);
        text
    }

    /// Tells whether it is a file of keys and values, whose sections are keys.
    pub fn is_keyed(&self) -> bool {
        let extension = self.document.path().rsplit_once('.').map(|(_, extension)| extension);
        extension
            .is_some_and(|word| ["yaml", "yml"].iter().any(|own| own.eq_ignore_ascii_case(word)))
    }

    /// Returns the tokens of a sentence.
    #[inline]
    pub fn tokens(&self, sentence: &Sentence) -> &[Token] {
        self.tokens.get(sentence.first as usize..sentence.after as usize).unwrap_or_default()
    }

    /// Returns the quantities of a sentence.
    #[inline]
    pub fn quantities(&self, sentence: &Sentence) -> &[Quantity] {
        let range = sentence.first_quantity as usize..sentence.after_quantity as usize;
        self.quantities.get(range).unwrap_or_default()
    }

    /// Returns the words at a token, as written.
    #[inline]
    pub fn word(&self, token: &Token) -> &'a str {
        token.span().of(self.document.text())
    }

    /// Returns the text of a span.
    #[inline]
    pub fn slice(&self, span: Span) -> &'a str {
        span.of(self.document.text())
    }

    /// Returns the whole text with its ASCII letters small: what rules look up is plain English.
    pub fn lower(&self) -> &str {
        self.lower.get_or_init(|| self.document.text().to_ascii_lowercase())
    }

    /// Returns the pairs of statements about the same thing, in the order of the later ones.
    pub(crate) fn alike(&self) -> &[Pair] {
        self.alike.get_or_init(|| align::pairs(self))
    }

    /// Returns what the words of its sentences likely make of them, in the order of the sentences.
    pub(crate) fn worded(&self) -> &[Worded] {
        self.worded.get_or_init(|| wording::read(self))
    }

    /// Returns every word of it once.
    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(|| Vocabulary::of(&self.tokens))
    }

    /// Returns the statements that say something of their own, each with what weighs for a reader's concerns.
    pub(crate) fn attended(&self) -> &[(ConcernWeights, Statement)] {
        self.attended.get_or_init(|| attention::weigh(self))
    }

    /// Tells whether it says where a link with a name leads, in these letters or in small ones: `[name]: https://…`.
    pub(crate) fn leads(&self, name: &str) -> bool {
        let targets = self.targets.get_or_init(|| targets(self.document.text()));
        targets.contains(name) || targets.contains(name.to_lowercase().as_str())
    }

    /// Returns the enumerations within sentences that are closed, in the order of the passages.
    pub(crate) fn enumerated(&self) -> &[Enumeration] {
        self.enumerated.get_or_init(|| enumeration::within(self))
    }

    /// Returns the enumerations that are closed: within a sentence, below a lead, in a table and in code.
    pub(crate) fn enumerations(&self) -> Vec<Enumeration> {
        enumeration::all(self)
    }

    /// Counts the statements that could be requirements, or says why the document is not judged.
    pub(crate) fn judged(&self) -> Result<usize, NotJudged> {
        *self.judged.get_or_init(|| judged::of_text(self))
    }

    /// Returns the passage of a sentence.
    #[inline]
    pub fn passage(&self, sentence: &Sentence) -> Option<&Passage> {
        self.passages.get(sentence.passage as usize)
    }

    /// Returns what the section of an offset is for.
    pub fn meaning(&self, offset: usize) -> Meaning {
        let index = self.document.section_index(offset);
        index.and_then(|index| self.meanings.get(index)).copied().unwrap_or(Meaning::Other)
    }

    /// Tells whether the document has a part that its layout asks for, under whatever name.
    pub fn answers(&self, part: &Part) -> bool {
        let is_asked = part.with.is_none_or(|with| self.titles.begins(with));
        // Labels stand for headings that were not made.
        let is_labelled = || part.meanings.iter().any(|meaning| self.labelled.contains(meaning));
        !is_asked
            || self.titles.has(part)
            || is_labelled()
            || part.ask == Ask::Requirements && self.named_requirements() >= 2
    }

    /// Counts the requirements that have an id or a heading of their own.
    fn named_requirements(&self) -> usize {
        let named = self.document.requirements.iter().filter(|one| match one.kind {
            RequirementKind::Functional
            | RequirementKind::Quality
            | RequirementKind::Unspecified => one.id.is_some() || one.title.is_some(),
            RequirementKind::Constraint | RequirementKind::Story | RequirementKind::Outcome => {
                false
            }
        });
        named.count()
    }

    /// Returns the parts a document has: sections whose heading says so and which hold something, and labels.
    pub fn stated(&self) -> &BTreeSet<Meaning> {
        self.stated.get_or_init(|| {
            let document = self.document;
            let title = meaning::title(&document.sections);
            let holds = |section: &Section| {
                let inside = Span::new(section.heading.end, section.span.end);
                self.slice(inside).chars().filter(|c| c.is_alphanumeric()).nth(2).is_some()
            };
            let sections = document.sections.iter().enumerate();
            let sections = sections.filter(|(index, section)| {
                Some(*index) != title && !is_item(&section.title) && holds(section)
            });
            let headed = sections.filter_map(|(index, _)| self.stated_by.get(index)).flatten();
            headed.chain(&self.labelled).copied().collect()
        })
    }

    /// Returns the smallest named place around a span.
    pub fn place(&self, span: Span) -> Place<'a> {
        let Some((anchor, span, kind)) = self.named(span) else {
            return self.whole();
        };
        // An id that is given twice names the first of its places.
        let defined = self.defined.get_or_init(|| defined(self.document));
        let span = defined.get(anchor).copied().unwrap_or(span);
        Place { anchor: Some(anchor), span, kind }
    }

    /// Tells whether a term stands in a place, in whatever case. Each is looked for once.
    pub(crate) fn holds(&self, place: Span, term: &str) -> bool {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let term = term.to_ascii_lowercase();
        *looked.entry((place, term)).or_insert_with_key(|(place, term)| {
            memmem::find(place.of(self.lower()).as_bytes(), term.as_bytes()).is_some()
        })
    }

    /// Finds the section or the thing with an id around a span: the last few that begin before it, since they nest.
    pub(crate) fn named(&self, span: Span) -> Option<(&'a str, Span, LocationKind)> {
        const NEAR: usize = 12;
        let section =
            self.document.section_at(span.start).filter(|section| section.span.contains(span));
        let section =
            section.map(|section| (section.anchor.as_str(), section.span, LocationKind::Section));
        let definitions = &self.document.definitions;
        let after = definitions.partition_point(|definition| definition.span.start <= span.start);
        let near = definitions.get(after.saturating_sub(NEAR)..after).unwrap_or_default();
        let near =
            near.iter().filter(|definition| definition.span.contains(span)).map(|definition| {
                let id = definition.id.as_str();
                (id, definition.span, self.kinds.get(id).copied().unwrap_or(LocationKind::Section))
            });
        section.into_iter().chain(near).min_by_key(|(_, span, _)| span.len())
    }

    /// Tells whether demands are stated one by one at an offset: in a section that says so, or in a document that does
    /// nothing else.
    pub(crate) fn lists_demands_at(&self, offset: usize) -> bool {
        let is_asked = matches!(
            self.meaning(offset),
            Meaning::Requirements | Meaning::Quality | Meaning::Constraints | Meaning::Acceptance
        );
        is_asked && self.kind.lists_demands() || self.lists_demands()
    }

    /// Tells whether the document states its demands one by one: by its kind, and in no known layout by its name, since
    /// notes on a design have the headings of a product document too.
    pub(crate) fn lists_demands(&self) -> bool {
        let is_mixed = matches!(self.kind, Kind::Prd | Kind::Feature | Kind::Page)
            && self.layout == Layout::Plain;
        self.kind.lists_demands() && (!is_mixed || self.is_called_requirements())
    }

    /// Tells whether a heading of the first level calls it a PRD, or requirements. Any of them does, so that a heading that is
    /// put before the others takes nothing away.
    pub(crate) fn is_called_requirements(&self) -> bool {
        self.document.sections.iter().filter(|section| section.level == 1).any(|section| {
            let title = section.title.to_lowercase();
            title.contains("prd") || title.contains("requirement")
        })
    }

    /// Tells whether two places stand in sections beside each other, each of which speaks of its own subject.
    pub(crate) fn are_parallel(&self, earlier: Span, later: Span) -> bool {
        let section = |span: Span| self.document.section_index(span.start);
        let sections = &self.document.sections;
        let (Some(one), Some(other)) = (section(earlier), section(later)) else {
            return false;
        };
        let (Some(first), Some(second)) = (sections.get(one), sections.get(other)) else {
            return false;
        };
        let between = sections.get(one + 1..=other).unwrap_or_default();
        // Requirements and entities are parts of one document, and not two subjects of it.
        let is_part = |at: usize| self.stated_by.get(at).is_some_and(|stated| !stated.is_empty());
        one != other
            && !is_part(one)
            && !is_part(other)
            && first.level >= 3
            && first.level == second.level
            && first.title != second.title
            && between.iter().all(|section| section.level >= first.level)
    }

    /// Returns the whole document as a place.
    pub fn whole(&self) -> Place<'a> {
        Place { anchor: None, span: self.document.whole().span, kind: LocationKind::Document }
    }
}

/// Tells whether nearly all of a document are items: nothing around them says how they are meant.
fn is_bare_list(text: &Text<'_>) -> bool {
    let count = |kind| text.passages.iter().filter(|passage| passage.kind == kind).count();
    let told = count(PassageKind::Paragraph) + text.document.fences.len();
    let (items, sections) = (count(PassageKind::Item), text.document.sections.len());
    // Criteria of a story are read with their story.
    let tells = text.document.requirements.iter().any(|one| !one.criteria.is_empty());
    told * 4 <= items && (sections <= 2 || sections * 6 <= items && !tells)
}

/// Returns what stands between a bracket and the colon behind the next one that has one: `[name]:`.
fn targets(text: &str) -> BTreeSet<&str> {
    let mut open = None;
    let brackets = memchr::memchr2_iter(b'[', b']', text.as_bytes());
    let names = brackets.filter_map(|at| match text.as_bytes().get(at..) {
        Some([b'[', ..]) => {
            open = Some(at + 1);
            None
        }
        Some([_, b':', ..]) => text.get(open?..at),
        _ => None,
    });
    names.collect()
}

/// Says of every id where it is given first.
fn defined(document: &Document) -> BTreeMap<&str, Span> {
    let definitions = document.definitions.iter().rev();
    definitions.map(|definition| (definition.id.as_str(), definition.span)).collect()
}

/// Says of every id whether it is a requirement's or a criterion's.
fn kinds(document: &Document) -> BTreeMap<&str, LocationKind> {
    let requirements = &document.requirements;
    let attached = requirements.iter().flat_map(|requirement| &requirement.criteria);
    let criteria = attached.chain(&document.criteria).filter_map(|criterion| criterion.id.as_ref());
    let criteria = criteria.map(|id| (id.as_str(), LocationKind::Criterion));
    let required = requirements.iter().filter_map(|requirement| requirement.id.as_ref());
    criteria.chain(required.map(|id| (id.as_str(), LocationKind::Requirement))).collect()
}

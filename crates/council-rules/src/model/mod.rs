//! The packet understood: documents as sentences with their place, part and words, built once and shared by all rules.

mod function;
mod letters;
mod meaning;
mod pairs;
mod passage;
mod place;
mod quantity;
mod role;
mod sentence;
mod token;

use std::{cell::RefCell, collections::BTreeMap, sync::OnceLock};

use council_core::{
    finding::LocationKind,
    packet::{Document, Packet, Passage, PassageKind, Span},
};
use memchr::memmem;

pub use function::{Example, FunctionSpec};
pub use meaning::Meaning;
pub(crate) use meaning::is_item;
pub(crate) use pairs::{Statement, key};
pub use quantity::{Bound, Dimension, Quantity, Unit};
pub use role::Role;
pub use sentence::{Marks, Sentence, phrase_at};
pub(crate) use sentence::{content, is_content};
pub use token::{Shape, Token, TokenKind};

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
    /// Whether it is a bare list of requirements, in which each is read by its own words alone.
    pub is_bare_list: bool,
    /// What each section is for.
    pub meanings: Vec<Meaning>,
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
    alike: OnceLock<Vec<(Statement, Statement)>>,
    /// Where every id is given first, once somebody has asked.
    defined: OnceLock<BTreeMap<&'a str, Span>>,
    /// The terms that were looked for, and where.
    looked: RefCell<BTreeMap<(Span, String), bool>>,
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

/// What sort of document it is, by how it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A product requirements document: several of the sections such a document has.
    Prd,
    /// A behaviour specification: requirements with scenarios.
    Behaviour,
    /// A list of requirements and little else.
    Requirements,
    /// The description of one function.
    Function,
    /// Something else: notes, a plan, a page of documentation.
    Page,
}

impl<'a> Model<'a> {
    /// Understands a packet. Takes time linear in its length.
    pub fn of(packet: &'a Packet) -> Model<'a> {
        Model { packet, texts: packet.documents.iter().map(Text::of).collect() }
    }
}

impl<'a> Text<'a> {
    fn of(document: &'a Document) -> Text<'a> {
        let function = FunctionSpec::read(document.text());
        let passages = match &function {
            Some(function) => function.passages(document),
            None => document.passages.clone(),
        };
        let meanings = meaning::of_sections(&document.sections);
        let mut text = Text {
            document,
            kind: Kind::Page,
            is_bare_list: false,
            meanings,
            passages,
            sentences: Vec::new(),
            marks: Vec::new(),
            tokens: Vec::with_capacity(document.text().len() / 5),
            quantities: Vec::new(),
            small: Vec::new(),
            capitals: Vec::new(),
            function,
            kinds: kinds(document),
            lower: OnceLock::new(),
            alike: OnceLock::new(),
            defined: OnceLock::new(),
            looked: RefCell::default(),
        };
        text.kind = kind(&text);
        text.is_bare_list = text.kind == Kind::Requirements && is_bare_list(&text);
        passage::read(&mut text);
        text
    }

    /// Tells whether it is a file of keys and values, whose sections are keys.
    pub fn is_keyed(&self) -> bool {
        let extension = self.document.path().rsplit_once('.').map(|(_, extension)| extension);
        extension
            .is_some_and(|word| ["yaml", "yml"].iter().any(|own| own.eq_ignore_ascii_case(word)))
    }

    /// Returns the tokens of a sentence.
    pub fn tokens(&self, sentence: &Sentence) -> &[Token] {
        self.tokens.get(sentence.first as usize..sentence.after as usize).unwrap_or_default()
    }

    /// Returns the quantities of a sentence.
    pub fn quantities(&self, sentence: &Sentence) -> &[Quantity] {
        let range = sentence.first_quantity as usize..sentence.after_quantity as usize;
        self.quantities.get(range).unwrap_or_default()
    }

    /// Returns the words at a token, as written.
    pub fn word(&self, token: &Token) -> &'a str {
        token.span().of(self.document.text())
    }

    /// Returns the text of a span.
    pub fn slice(&self, span: Span) -> &'a str {
        span.of(self.document.text())
    }

    /// Returns the whole text with its ASCII letters small: what rules look up is plain English.
    pub fn lower(&self) -> &str {
        self.lower.get_or_init(|| self.document.text().to_ascii_lowercase())
    }

    /// Returns the pairs of statements with the same words, each later one with the first.
    pub(crate) fn alike(&self) -> &[(Statement, Statement)] {
        self.alike.get_or_init(|| pairs::alike(self))
    }

    /// Returns the passage of a sentence.
    pub fn passage(&self, sentence: &Sentence) -> Option<&Passage> {
        self.passages.get(sentence.passage as usize)
    }

    /// Returns what the section of an offset is for.
    pub fn meaning(&self, offset: usize) -> Meaning {
        let index = self.document.section_index(offset);
        index.and_then(|index| self.meanings.get(index)).copied().unwrap_or(Meaning::Other)
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
        let (term, mut looked) = (term.to_ascii_lowercase(), self.looked.borrow_mut());
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
    told * 4 <= items && (sections <= 2 || sections * 6 <= items)
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

fn kind(text: &Text<'_>) -> Kind {
    if text.function.is_some() {
        return Kind::Function;
    }
    let document = text.document;
    // A file of keys is one part of a document, whatever it names.
    if text.is_keyed() {
        return Kind::Page;
    }
    let scenarios = document.sections.iter().filter(|section| is_item(&section.title)).count();
    let stated: std::collections::BTreeSet<Meaning> =
        document.sections.iter().flat_map(|section| Meaning::stated(&section.title)).collect();
    let has = |meaning| stated.contains(&meaning);
    let telling = [
        Meaning::Problem,
        Meaning::Goals,
        Meaning::NonGoals,
        Meaning::Scope,
        Meaning::Requirements,
        Meaning::Quality,
        Meaning::Acceptance,
        Meaning::Metrics,
        Meaning::Stories,
        Meaning::Risks,
        Meaning::Users,
    ];
    let telling = telling.into_iter().filter(|meaning| has(*meaning)).count();
    let names_itself = document.title.as_deref().is_some_and(|title| {
        let title = title.to_lowercase();
        title.contains("prd") || title.contains("product requirement")
    });
    if scenarios >= 2 && telling <= 3 && has(Meaning::Requirements) && !names_itself {
        return Kind::Behaviour;
    }
    if telling >= 3 || (names_itself && telling >= 1) {
        return Kind::Prd;
    }
    if document.requirements.len() >= 3 || has(Meaning::Requirements) {
        return Kind::Requirements;
    }
    Kind::Page
}

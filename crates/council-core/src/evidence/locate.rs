//! Where a quote stands, and whether a term stands anywhere.

use super::{
    Reason,
    fold::{FoldedText, Same},
};
use crate::{
    diagnostic::Place,
    finding::{Location, LocationKind},
    packet::{Document, Packet, Span},
};

/// The endings with which a term is still the same word.
const ENDINGS: [&str; 6] = ["", "s", "es", "d", "ed", "ing"];

/// Words that stand in every document and are evidence of nothing.
const STOP_WORDS: [&str; 48] = [
    "a", "an", "the", "and", "or", "but", "if", "of", "to", "in", "on", "at", "by", "for", "with",
    "from", "as", "is", "are", "was", "were", "be", "been", "it", "its", "this", "that", "these",
    "those", "not", "no", "so", "than", "then", "there", "which", "who", "will", "can", "has",
    "have", "had", "do", "does", "all", "any", "each", "also",
];

/// A claim's evidence, found.
pub(super) struct LocatedEvidence {
    /// The location as the packet spells it.
    pub(super) location: Location,
    /// Where the quote stands.
    pub(super) span: Option<Span>,
    /// The file and line to show.
    pub(super) place: Place,
    /// Whether the quote stands outside the location that was given.
    pub(super) is_elsewhere: bool,
}

/// Finds a quote: at the location, else in its document, else in the packet.
pub(super) fn quote(
    packet: &Packet,
    location: &Location,
    quote: &str,
) -> Result<LocatedEvidence, Reason> {
    let Some(document) = packet.document(&location.path) else {
        return Err(Reason::NoSuchPlace(location.clone()));
    };
    if !says_something(quote) {
        return Err(Reason::QuoteTooShort);
    }
    let given = packet.find(location).map(|(_, found)| found);
    if let (Some(given), Some(span)) =
        (given, given.and_then(|given| find(document, given.span, quote)))
    {
        let location = named(document, given.anchor);
        return Ok(LocatedEvidence {
            location,
            place: place(document, span),
            span: Some(span),
            is_elsewhere: false,
        });
    }
    let others = packet.documents.iter().filter(|other| other.path() != document.path());
    let found = std::iter::once(document).chain(others).find_map(|document| {
        find(document, document.whole().span, quote).map(|span| (document, span))
    });
    let Some((document, span)) = found else {
        return Err(Reason::QuoteNotFound);
    };
    Ok(LocatedEvidence {
        location: around(document, span),
        place: place(document, span),
        span: Some(span),
        is_elsewhere: true,
    })
}

/// Tells whether a quote says something and stands anywhere in the packet.
pub(super) fn stands(packet: &Packet, quote: &str) -> bool {
    says_something(quote)
        && packet
            .documents
            .iter()
            .any(|document| find(document, document.whole().span, quote).is_some())
}

/// Checks that none of the terms stands in the sections, or in the packet where no section is named.
pub(super) fn missing(
    packet: &Packet,
    location: &Location,
    terms: &[String],
    sections: &[String],
) -> Result<LocatedEvidence, Reason> {
    let Some((document, found)) = packet.find(location) else {
        return Err(Reason::NoSuchPlace(location.clone()));
    };
    if terms.is_empty() {
        return Err(Reason::NoTerms);
    }
    if let Some(term) = terms.iter().find(|term| !says_something(term)) {
        return Err(Reason::TermTooShort(term.clone()));
    }
    let mut searched: Vec<(&Document, Span)> = Vec::new();
    for name in sections {
        let place = section(packet, document, name);
        searched.push(place.ok_or_else(|| Reason::NoSuchSection(name.clone()))?);
    }
    if sections.is_empty() {
        searched.extend(packet.documents.iter().map(|document| (document, document.whole().span)));
    }
    for (document, span) in searched {
        let folded = FoldedText::new(document.slice(span), Same::Letters);
        for term in terms {
            if let Some(at) = term_at(&folded, term) {
                let at = place(document, Span::new(span.start + at, span.start + at));
                return Err(Reason::TermFound { term: term.clone(), at });
            }
        }
    }
    let location = named(document, found.anchor);
    let start = Span::new(found.span.start, found.span.start);
    Ok(LocatedEvidence { location, span: None, place: place(document, start), is_elsewhere: false })
}

/// Finds a quote in a part of a document: letter for letter, then with any white space, then however its letters are
/// spelled.
fn find(document: &Document, within: Span, quote: &str) -> Option<Span> {
    let quote = quote.trim();
    if let Some(start) = document.slice(within).find(quote) {
        let start = within.start + start;
        return Some(Span::new(start, start + quote.len()));
    }
    [Same::Characters, Same::Spelling].into_iter().find_map(|same| {
        let wanted = FoldedText::new(quote, same);
        let folded = FoldedText::new(document.slice(within), same);
        let span = folded.find(&wanted)?;
        Some(Span::new(within.start + span.start, within.start + span.end))
    })
}

/// Finds a section by `path#anchor`, by anchor or title in the claim's document, or in any other.
fn section<'a>(
    packet: &'a Packet,
    document: &'a Document,
    name: &str,
) -> Option<(&'a Document, Span)> {
    if let Some(named) = packet.document(name.trim()) {
        return Some((named, named.whole().span));
    }
    if let (path, Some(anchor)) = packet.part(name.trim())
        && let Some(named) = packet.document(path.trim())
    {
        return named.find(anchor).map(|found| (named, found.span));
    }
    let all = std::iter::once(document).chain(&packet.documents);
    all.into_iter().find_map(|document| document.find(name).map(|found| (document, found.span)))
}

/// Finds a term as a word of its own, in any case, singular or plural, and returns its offset in the source.
fn term_at(folded: &FoldedText, term: &str) -> Option<usize> {
    let wanted = FoldedText::new(term, Same::Letters);
    let text = folded.text();
    let mut matches = text.match_indices(wanted.text());
    let start = matches.find_map(|(start, found)| {
        let before = text.get(..start)?.chars().next_back();
        let after = text.get(start + found.len()..)?;
        let rest = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
        let ending = after.get(..rest)?;
        let is_word = !before.is_some_and(char::is_alphanumeric)
            || !wanted.text().starts_with(char::is_alphanumeric);
        (is_word && ENDINGS.contains(&ending)).then_some(start)
    })?;
    Some(folded.source(start, start + 1).start)
}

/// Tells whether a text has at least one word that could be evidence.
pub(super) fn says_something(text: &str) -> bool {
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    // Two letters of a script without spaces can be a word; two of ours rarely are.
    let fewest = if words().all(str::is_ascii) { 3 } else { 2 };
    let letters: usize = words().map(|word| word.chars().count()).sum();
    letters >= fewest && words().any(is_content)
}

fn is_content(word: &str) -> bool {
    let is_letter = word.len() == 1 && !word.starts_with(|c: char| c.is_ascii_digit());
    let is_stop = |stop: &&str| {
        if word.is_ascii() {
            stop.eq_ignore_ascii_case(word)
        } else {
            word.to_lowercase() == **stop
        }
    };
    !is_letter && !STOP_WORDS.iter().any(is_stop)
}

/// Returns the smallest place around a span, as a location.
fn around(document: &Document, span: Span) -> Location {
    named(document, document.around(span).anchor)
}

/// Returns a place of a document; the program says what sort of place it is.
fn named(document: &Document, anchor: Option<&str>) -> Location {
    let kind = anchor.map_or(LocationKind::Document, |anchor| kind(document, anchor));
    Location { path: document.path().to_owned(), anchor: anchor.map(str::to_owned), kind }
}

fn kind(document: &Document, anchor: &str) -> LocationKind {
    let is = |id: Option<&crate::packet::ItemId>| id.is_some_and(|id| id.as_str() == anchor);
    if document.requirements.iter().any(|requirement| is(requirement.id.as_ref())) {
        return LocationKind::Requirement;
    }
    let attached = document.requirements.iter().flat_map(|requirement| &requirement.criteria);
    if attached.chain(&document.criteria).any(|criterion| is(criterion.id.as_ref())) {
        return LocationKind::Criterion;
    }
    let is_defined = document.definitions.iter().any(|definition| is(Some(&definition.id)));
    if is_defined && anchor.starts_with("EVID") {
        return LocationKind::Evidence;
    }
    LocationKind::Section
}

fn place(document: &Document, span: Span) -> Place {
    let position = document.position(span.start);
    Place {
        path: Some(document.path().to_owned()),
        line: Some(position.line),
        column: Some(position.column),
    }
}

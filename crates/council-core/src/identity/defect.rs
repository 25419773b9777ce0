//! One defect, by what shows it: the words that were quoted or looked for, and the words around them.

use std::collections::BTreeSet;

use super::words::FoldedWords;
use crate::{
    council::CouncilFinding,
    evidence::{LockedClaim, Reason, search},
    finding::{Claim, Evidence, Location, LocationKind},
    packet::{Document, Packet, Span},
    taxonomy::Subcategory,
};

/// How many words on each side of a quote are looked at.
const NEAR: usize = 8;
/// How many bytes are certain to hold them.
const NEAR_BYTES: usize = 400;
/// Below this many words a quote can stand anywhere, so what is around it or its place must agree too.
const FEW: usize = 4;
/// How many of the nearest words must agree around such a quote.
const KIN: usize = 2;
/// How many words of a place are remembered.
const PLACE: usize = 24;

/// A defect as it can be recognised in another version of the packet.
#[derive(Debug, Clone, PartialEq)]
pub struct Defect {
    subcategory: Option<Subcategory>,
    rules: BTreeSet<String>,
    marks: Vec<DefectMark>,
    location: String,
}

/// What shows a defect.
#[derive(Debug, Clone, PartialEq)]
enum DefectMark {
    /// Words that stand in the text, and the nearest words before and after them, if the text is known.
    Quoted { words: FoldedWords, near: Option<QuoteContext> },
    /// Words that do not.
    Missing {
        terms: BTreeSet<String>,
        sections: Vec<String>,
        location: Location,
        place: MissingFrom,
    },
    /// A record without evidence: what was said about the defect.
    Said(FoldedWords),
}

/// The words around a quote, the nearest first.
#[derive(Debug, Clone, PartialEq)]
struct QuoteContext {
    before: Vec<String>,
    after: Vec<String>,
}

/// Where something is missing.
#[derive(Debug, Clone, PartialEq)]
enum MissingFrom {
    /// In the whole packet or a whole document.
    Everywhere,
    /// In one place, which begins with these words if the text is known.
    Here(Option<FoldedWords>),
}

/// Whether two findings point to the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whereabouts {
    Elsewhere,
    There,
}

/// How alike two defects are; the greatest is the one that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DefectLikeness {
    is_exact: bool,
    kin: usize,
    has_rule: bool,
    whereabouts: Whereabouts,
}

/// What a text says about a defect that nobody raised again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trace {
    /// What shows it is still there, or nobody can tell.
    There,
    /// What showed it is gone, or what was missing is there.
    Gone,
}

/// A packet, ready to be searched for many defects.
#[derive(Debug)]
pub(super) struct SearchablePacket<'a> {
    packet: &'a Packet,
    documents: Vec<FoldedWords>,
}

impl Defect {
    /// Takes a finding and the packet it was found in.
    pub fn of(packet: &Packet, finding: &CouncilFinding) -> Self {
        let claims: Vec<&LockedClaim> = finding.raised().map(|raised| &raised.claim).collect();
        let claim = finding.claim();
        Self {
            subcategory: Some(claim.subcategory),
            rules: claims.iter().filter_map(|locked| locked.claim().rule.clone()).collect(),
            marks: claims.iter().map(|locked| DefectMark::of(packet, locked)).collect(),
            location: claim.location.to_string(),
        }
    }

    /// Takes one claim and the packet it was found in.
    pub fn of_claim(packet: &Packet, locked: &LockedClaim) -> Self {
        let claim = locked.claim();
        Self {
            subcategory: Some(claim.subcategory),
            rules: claim.rule.iter().cloned().collect(),
            marks: vec![DefectMark::of(packet, locked)],
            location: claim.location.to_string(),
        }
    }

    /// Takes what a record says, where the text that was reviewed is not known. Without evidence, its description has to
    /// do.
    pub fn told(
        subcategory: Option<Subcategory>,
        rule: Option<String>,
        evidence: Option<Evidence>,
        description: &str,
        location: Location,
    ) -> Self {
        let named = location.to_string();
        let mark = match evidence {
            Some(Evidence::Quote(quote)) => {
                DefectMark::Quoted { words: FoldedWords::of(&quote), near: None }
            }
            Some(Evidence::Searched { terms, sections }) => {
                let place = if is_whole(&location, &sections) {
                    MissingFrom::Everywhere
                } else {
                    MissingFrom::Here(None)
                };
                DefectMark::Missing { terms: folded(&terms), sections, location, place }
            }
            None => DefectMark::Said(FoldedWords::of(description)),
        };
        Self { subcategory, rules: rule.into_iter().collect(), marks: vec![mark], location: named }
    }

    /// Tells whether two findings are about the same defect, whatever moved around it.
    pub fn is(&self, other: &Defect) -> bool {
        self.likeness(other).is_some()
    }

    /// Returns the sort of defect; only defects of one sort can be the same.
    pub(super) fn subcategory(&self) -> Option<Subcategory> {
        self.subcategory
    }

    /// Returns how alike two defects are, if they can be the same.
    pub(super) fn likeness(&self, other: &Defect) -> Option<DefectLikeness> {
        let are_known = !self.rules.is_empty() && !other.rules.is_empty();
        let has_rule = !self.rules.is_disjoint(&other.rules);
        if self.subcategory != other.subcategory || are_known && !has_rule {
            return None;
        }
        let whereabouts = if self.location == other.location {
            Whereabouts::There
        } else {
            Whereabouts::Elsewhere
        };
        let pairs = self.marks.iter().flat_map(|one| other.marks.iter().map(move |two| (one, two)));
        let alike = pairs.filter_map(|(one, two)| one.meets(two, whereabouts)).max()?;
        Some(DefectLikeness { is_exact: alike.0, kin: alike.1, has_rule, whereabouts })
    }

    /// Looks in another version of the packet for what shows the defect.
    pub(super) fn trace(&self, text: &SearchablePacket<'_>) -> Trace {
        if self.marks.iter().all(|mark| mark.is_gone(text)) { Trace::Gone } else { Trace::There }
    }
}

impl DefectMark {
    fn of(packet: &Packet, locked: &LockedClaim) -> DefectMark {
        let Claim { location, evidence, .. } = locked.claim();
        match evidence {
            Evidence::Quote(quote) => {
                let document = packet.document(&location.path);
                let near = document.zip(locked.quote_span());
                let near = near.map(|(document, span)| QuoteContext::of(document, span));
                DefectMark::Quoted { words: FoldedWords::of(quote), near }
            }
            Evidence::Searched { terms, sections } => {
                let (location, sections) = (location.clone(), sections.clone());
                let place = if is_whole(&location, &sections) {
                    MissingFrom::Everywhere
                } else {
                    MissingFrom::Here(
                        packet
                            .find(&location)
                            .map(|(document, found)| beginning(document, found.span)),
                    )
                };
                DefectMark::Missing { terms: folded(terms), sections, location, place }
            }
        }
    }

    /// Tells whether two marks show the same thing, whether exactly, and how many words beside it agree.
    fn meets(&self, other: &DefectMark, whereabouts: Whereabouts) -> Option<(bool, usize)> {
        match (self, other) {
            (
                DefectMark::Quoted { words: one, near: near_one },
                DefectMark::Quoted { words: two, near: near_two },
            ) => {
                if one.count() > two.count() {
                    return other.meets(self, whereabouts);
                }
                let (before, after) = two.around(one)?;
                let near = near_one.as_ref().zip(near_two.as_ref());
                let kin = near.map_or(0, |(one, two)| one.kin(&two.beside(before, after)));
                let is_sure = one.count() >= FEW || kin >= KIN || whereabouts == Whereabouts::There;
                is_sure.then_some((one == two, kin))
            }
            (
                DefectMark::Missing { terms: one, place: place_one, .. },
                DefectMark::Missing { terms: two, place: place_two, .. },
            ) => {
                if one.is_disjoint(two) {
                    return None;
                }
                let kin = match (place_one, place_two) {
                    (MissingFrom::Everywhere, MissingFrom::Everywhere) => 0,
                    (MissingFrom::Here(Some(one)), MissingFrom::Here(Some(two))) => {
                        let shared = shared(one, two);
                        shared.or((whereabouts == Whereabouts::There).then_some(0))?
                    }
                    (MissingFrom::Here(_), MissingFrom::Here(_))
                        if whereabouts == Whereabouts::There =>
                    {
                        0
                    }
                    (
                        MissingFrom::Everywhere | MissingFrom::Here(_),
                        MissingFrom::Everywhere | MissingFrom::Here(_),
                    ) => {
                        return None;
                    }
                };
                Some((one == two, kin))
            }
            (DefectMark::Said(one), DefectMark::Said(two)) => {
                (!one.is_empty() && one == two).then_some((true, 0))
            }
            (
                DefectMark::Quoted { .. } | DefectMark::Missing { .. } | DefectMark::Said(_),
                DefectMark::Quoted { .. } | DefectMark::Missing { .. } | DefectMark::Said(_),
            ) => None,
        }
    }

    fn is_gone(&self, text: &SearchablePacket<'_>) -> bool {
        match self {
            DefectMark::Quoted { words, .. } => !text.holds(words),
            DefectMark::Missing { terms, sections, location, place } => {
                let terms: Vec<String> = terms.iter().cloned().collect();
                match search(text.packet, location, &terms, sections) {
                    Err(Reason::TermFound { .. }) => true,
                    Err(Reason::NoSuchPlace(_) | Reason::NoSuchSection(_)) => match place {
                        MissingFrom::Here(Some(words)) => text.lacks_no_more(words, &terms),
                        // The document has another name now; what was missing in all of it may stand anywhere.
                        MissingFrom::Everywhere => text.has(&terms),
                        MissingFrom::Here(None) => false,
                    },
                    Ok(())
                    | Err(
                        Reason::QuoteTooShort
                        | Reason::QuoteNotFound
                        | Reason::OtherQuote(_)
                        | Reason::NoTerms
                        | Reason::TermTooShort(_),
                    ) => false,
                }
            }
            DefectMark::Said(_) => false,
        }
    }
}

impl QuoteContext {
    fn of(document: &Document, span: Span) -> QuoteContext {
        let text = document.text();
        let from = text.floor_char_boundary(span.start.saturating_sub(NEAR_BYTES));
        let to = text.ceil_char_boundary(span.end.saturating_add(NEAR_BYTES).min(text.len()));
        let before = FoldedWords::of(document.slice(Span::new(from, span.start)));
        let after = FoldedWords::of(document.slice(Span::new(span.end, to)));
        QuoteContext {
            before: before.iter().rev().take(NEAR).map(str::to_owned).collect(),
            after: after.iter().take(NEAR).map(str::to_owned).collect(),
        }
    }

    /// Returns what is around a part of the quote: the rest of the quote first, then what is around the whole.
    fn beside(&self, before: &str, after: &str) -> QuoteContext {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut inner = words(before);
        inner.reverse();
        QuoteContext {
            before: inner.into_iter().chain(self.before.iter().cloned()).collect(),
            after: words(after).into_iter().chain(self.after.iter().cloned()).collect(),
        }
    }

    /// Counts the words that agree from the quote outwards, on both sides.
    fn kin(&self, other: &QuoteContext) -> usize {
        let run = |one: &[String], two: &[String]| {
            one.iter().zip(two).take_while(|(one, two)| one == two).count()
        };
        run(&self.before, &other.before) + run(&self.after, &other.after)
    }
}

impl<'a> SearchablePacket<'a> {
    /// Reads a packet.
    pub(super) fn of(packet: &'a Packet) -> Self {
        let words = packet.documents.iter().map(|document| FoldedWords::of(document.text()));
        Self { packet, documents: words.collect() }
    }

    /// Tells whether one of these terms stands anywhere.
    fn has(&self, terms: &[String]) -> bool {
        self.packet.documents.iter().any(|document| {
            let (path, kind) = (document.path().to_owned(), LocationKind::Document);
            let everywhere = Location { path, anchor: None, kind };
            let found = search(self.packet, &everywhere, terms, &[]);
            matches!(found, Err(Reason::TermFound { .. }))
        })
    }

    /// Tells whether a place that is gone by its name lacks something no more: because its words are gone too, or because
    /// the place that has its words now has one of the terms.
    fn lacks_no_more(&self, words: &FoldedWords, terms: &[String]) -> bool {
        let words = words.first(NEAR);
        if !self.holds(&words) {
            return true;
        }
        let places = self.packet.documents.iter().flat_map(|document| {
            let sections = document.sections.iter().map(|one| (one.anchor.as_str(), one.span));
            let defined = document.definitions.iter().map(|one| (one.id.as_str(), one.span));
            sections.chain(defined).map(move |(anchor, span)| (document, anchor, span))
        });
        let holding = places
            .filter(|(document, _, span)| FoldedWords::of(document.slice(*span)).holds(&words));
        let Some((document, anchor, _)) = holding.min_by_key(|(_, _, span)| span.len()) else {
            return false;
        };
        let location = Location {
            path: document.path().to_owned(),
            anchor: Some(anchor.to_owned()),
            kind: LocationKind::Section,
        };
        let sections = [location.to_string()];
        matches!(search(self.packet, &location, terms, &sections), Err(Reason::TermFound { .. }))
    }

    fn holds(&self, words: &FoldedWords) -> bool {
        self.documents.iter().any(|document| document.holds(words))
    }
}

/// Tells whether something is missing altogether, and not only where the finding points.
fn is_whole(location: &Location, sections: &[String]) -> bool {
    sections.is_empty() || location.anchor.is_none()
}

/// Returns the first words of a place, below its heading, which may be renamed.
fn beginning(document: &Document, span: Span) -> FoldedWords {
    let text = document.slice(span);
    let body = text.split_once('\n').map(|(_, body)| FoldedWords::of(body).first(PLACE));
    body.filter(|body| !body.is_empty()).unwrap_or_else(|| FoldedWords::of(text).first(PLACE))
}

/// Returns how many different words two places share, if it is half of them at least.
fn shared(one: &FoldedWords, two: &FoldedWords) -> Option<usize> {
    let (one, two): (BTreeSet<&str>, BTreeSet<&str>) = (one.iter().collect(), two.iter().collect());
    let shared = one.intersection(&two).count();
    (shared > 0 && shared * 2 >= one.union(&two).count()).then_some(shared)
}

fn folded(terms: &[String]) -> BTreeSet<String> {
    terms.iter().map(|term| term.trim().to_lowercase()).collect()
}

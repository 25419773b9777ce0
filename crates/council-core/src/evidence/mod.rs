//! The evidence lock: a claim counts only after the program has found what it rests on in the packet itself.

mod fold;
mod locate;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

use crate::{
    council::{Cast, CouncilProtocol},
    diagnostic::Place,
    finding::{Claim, Evidence, Location},
    merge::FindingId,
    packet::{Packet, Span},
};

/// A claim whose evidence the program found. There is no other way to make one than [`lock`].
#[derive(Debug, Clone, PartialEq)]
pub struct LockedClaim(Arc<Locked>);

/// What a locked claim is. It never changes, and a session refers to it from many places.
#[derive(Debug, PartialEq)]
struct Locked {
    claim: Claim,
    found: Option<Span>,
    place: Place,
    corrected: Option<Location>,
    others: Vec<Quoted>,
}

/// Where words of the packet stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted {
    /// In which document.
    pub path: String,
    /// Where in it.
    pub span: Span,
    /// The file and line to show.
    pub place: Place,
}

impl LockedClaim {
    /// Returns the claim. Its location exists in the packet and is spelled as the packet spells it.
    pub fn claim(&self) -> &Claim {
        &self.0.claim
    }

    /// Returns where in the document the quote stands; nothing for a claim that something is missing.
    pub fn quote_span(&self) -> Option<Span> {
        self.0.found
    }

    /// Returns where the other words stand that it needs.
    pub fn other_quotes(&self) -> &[Quoted] {
        &self.0.others
    }

    /// Returns everything it quotes: the document and the span of each.
    pub fn quoted(&self) -> impl Iterator<Item = (&str, Span)> {
        let path = self.claim().location.path.as_str();
        let first = self.quote_span().map(|span| (path, span));
        first.into_iter().chain(self.0.others.iter().map(|one| (one.path.as_str(), one.span)))
    }

    /// Returns the file and line to show: of the quote, or of the place where something is missing.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// Returns the location that the claim gave, where the quote stands elsewhere.
    pub fn corrected_from(&self) -> Option<&Location> {
        self.0.corrected.as_ref()
    }

    /// Returns the claim alone.
    pub fn into_claim(self) -> Claim {
        Arc::try_unwrap(self.0).map_or_else(|shared| shared.claim.clone(), |own| own.claim)
    }
}

/// A claim that the packet does not bear out, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Unlocked {
    /// The claim as it was given.
    pub claim: Claim,
    /// Why it does not count.
    pub reason: Reason,
}

/// Why a claim does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The location names no place of the packet.
    NoSuchPlace(Location),
    /// The quote says too little to be found: a few letters, punctuation, words that stand everywhere.
    QuoteTooShort,
    /// The quote stands nowhere in the packet.
    QuoteNotFound,
    /// Of several quotes, this one is too short or stands nowhere.
    OtherQuote(String),
    /// Nothing was looked for.
    NoTerms,
    /// A term says too little to be looked for.
    TermTooShort(String),
    /// A section that was looked through does not exist.
    NoSuchSection(String),
    /// What is said to be missing is there.
    TermFound {
        /// The term.
        term: String,
        /// Where it stands.
        at: Place,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoSuchPlace(location) => {
                write!(f, "`{}` is no place in the packet", shown(&location.to_string()))
            }
            Reason::QuoteTooShort => f.write_str("the quote is too short to be evidence"),
            Reason::QuoteNotFound => f.write_str("the quote stands nowhere in the packet"),
            Reason::OtherQuote(quote) => {
                write!(f, "`{}` stands nowhere in the packet", shown(quote))
            }
            Reason::NoTerms => f.write_str("no term was looked for"),
            Reason::TermTooShort(term) => {
                write!(f, "the term `{}` is too short to be looked for", shown(term))
            }
            Reason::NoSuchSection(name) => {
                write!(f, "the section `{}` that was looked through does not exist", shown(name))
            }
            Reason::TermFound { term, at } => {
                write!(f, "the term `{}` is said to be missing but stands at {at}", shown(term))
            }
        }
    }
}

/// Checks a claim against the packet.
///
/// The document of the location must exist. A quote must stand in the packet, white space and the spelling of letters
/// aside: at the location, else in its document, else anywhere; where it stands elsewhere, the location is corrected
/// and the claim says so. What it quotes besides must stand somewhere too. For something missing, the location and every section looked through must exist, and none
/// of the terms may stand in them.
pub fn lock(packet: &Packet, claim: Claim) -> Result<LockedClaim, Box<Unlocked>> {
    let checked = match &claim.evidence {
        Evidence::Quote(quote) => locate::quote(packet, &claim.location, quote),
        Evidence::Searched { terms, sections } => {
            locate::missing(packet, &claim.location, terms, sections)
        }
    };
    match checked.and_then(|found| Ok((found, others(packet, &claim)?))) {
        Ok((found, others)) => {
            let corrected = found.is_elsewhere.then(|| claim.location.clone());
            let claim = Claim { location: found.location, ..claim };
            Ok(LockedClaim(Arc::new(Locked {
                claim,
                found: found.span,
                place: found.place,
                corrected,
                others,
            })))
        }
        Err(reason) => Err(Box::new(Unlocked { claim, reason })),
    }
}

/// Finds what a claim quotes besides its first words.
fn others(packet: &Packet, claim: &Claim) -> Result<Vec<Quoted>, Reason> {
    let find = |quote: &String| {
        let found = locate::quote(packet, &claim.location, quote);
        let found = found.map_err(|_| Reason::OtherQuote(quote.clone()))?;
        let span = found.span.ok_or_else(|| Reason::OtherQuote(quote.clone()))?;
        Ok(Quoted { path: found.location.path, span, place: found.place })
    };
    claim.other_quotes.iter().map(find).collect()
}

/// Tells whether a reason cites something that can be looked up: words of the packet between quotation marks or
/// backticks, or one of these findings by its name.
fn cites<'a>(
    packet: &Packet,
    protocol: CouncilProtocol,
    reason: &str,
    findings: impl IntoIterator<Item = &'a FindingId>,
) -> bool {
    let holds = |name: &String| {
        // A longer number is another finding.
        let after = |at: usize| reason.get(at + name.len()..).and_then(|rest| rest.chars().next());
        reason.match_indices(name).any(|(at, _)| !after(at).is_some_and(char::is_alphanumeric))
    };
    let named = |id: &FindingId| {
        holds(&id.to_string()) || (protocol >= CouncilProtocol::Fifth && holds(&id.short()))
    };
    findings.into_iter().any(named)
        || quotes(reason).into_iter().any(|quote| locate::stands(packet, quote))
}

/// Returns the votes whose reason cites words of the packet or another of the findings.
pub fn cited(
    packet: &Packet,
    protocol: CouncilProtocol,
    votes: &BTreeMap<FindingId, Cast>,
    findings: &[&FindingId],
) -> BTreeSet<FindingId> {
    let is_cited = |(id, cast): &(&FindingId, &Cast)| {
        cites(
            packet,
            protocol,
            &cast.rationale,
            findings.iter().copied().filter(|other| other != id),
        )
    };
    votes.iter().filter(is_cited).map(|(id, _)| id.clone()).collect()
}

/// Returns what stands between two marks of one sort; behind a mark that nothing closes stands no quote.
fn quotes(reason: &str) -> Vec<&str> {
    let mut quotes = Vec::new();
    for (open, close) in [('"', '"'), ('`', '`'), ('\u{201c}', '\u{201d}')] {
        let mut rest = reason;
        while let Some((_, after)) = rest.split_once(open)
            && let Some((quote, after)) = after.split_once(close)
        {
            quotes.push(quote);
            rest = after;
        }
    }
    quotes
}

/// Tells whether a quote says something and stands anywhere in the packet.
pub fn stands(packet: &Packet, quote: &str) -> bool {
    locate::stands(packet, quote)
}

/// Tells whether words say enough to be evidence: without a word of their own they stand everywhere.
pub fn says_something(words: &str) -> bool {
    locate::says_something(words)
}

/// Looks for terms in sections of a packet, or in all of it: they must stand nowhere there.
pub fn search(
    packet: &Packet,
    location: &Location,
    terms: &[String],
    sections: &[String],
) -> Result<(), Reason> {
    locate::missing(packet, location, terms, sections).map(|_| ())
}

/// Shows a text from outside on one line, whatever is in it.
fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut out: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

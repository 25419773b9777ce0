//! A finding: what a seat claims, where, and what in the text shows it.

use std::fmt;

use crate::{
    journaled::journaled_as_word, mode::ModeId, severity::Severity, taxonomy::Subcategory,
};

/// A seat on the council, from 1: `SA-1`, `SA-2`, `SA-3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatId(u8);

impl SeatId {
    /// How many seats a council has.
    pub const COUNT: usize = 3;

    /// The seats of a council, in order.
    pub const ALL: [SeatId; SeatId::COUNT] = [SeatId(1), SeatId(2), SeatId(3)];

    /// Returns the seat's place in the order, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// Reads `SA-1`, `SA-2` or `SA-3`.
    pub fn read(word: &str) -> Option<SeatId> {
        SeatId::ALL.into_iter().find(|seat| seat.to_string() == word.trim())
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SA-{}", self.0)
    }
}

journaled_as_word!(SeatId, ToString::to_string, SeatId::read, "seat");

/// Where in the packet: a repo-relative path and an anchor within it, never a line number, so that a finding keeps
/// its identity when lines move.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The document.
    pub path: String,
    /// The section, requirement or key, if the finding is about less than the whole document.
    pub anchor: Option<String>,
    /// What sort of thing is there.
    pub kind: LocationKind,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        match &self.anchor {
            Some(anchor) => write!(f, "#{anchor}"),
            None => Ok(()),
        }
    }
}

/// What sort of place a location is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LocationKind {
    /// A whole document.
    Document,
    /// A section of a document.
    Section,
    /// A requirement.
    Requirement,
    /// An acceptance criterion.
    Criterion,
    /// A piece of evidence.
    Evidence,
}

impl LocationKind {
    /// Every kind.
    pub const ALL: [LocationKind; 5] = [
        LocationKind::Document,
        LocationKind::Section,
        LocationKind::Requirement,
        LocationKind::Criterion,
        LocationKind::Evidence,
    ];

    /// Returns the spelling used in files.
    pub fn word(self) -> &'static str {
        match self {
            LocationKind::Document => "DOCUMENT",
            LocationKind::Section => "SECTION",
            LocationKind::Requirement => "REQUIREMENT",
            LocationKind::Criterion => "ACCEPTANCE_CRITERION",
            LocationKind::Evidence => "EVIDENCE",
        }
    }
}

/// How sure the raiser is, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Confidence(f64);

impl Confidence {
    /// Below this a confirmed blocker or major needs a human.
    pub const LOW: Confidence = Confidence(0.5);

    /// Takes a number from 0 to 1; anything else, NaN included, is refused.
    pub fn new(number: f64) -> Option<Confidence> {
        (0.0..=1.0).contains(&number).then_some(Confidence(number))
    }

    /// Returns the number.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// What in the document shows the defect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// The words themselves.
    Quote(String),
    /// For something that is missing: what was looked for and where.
    Searched {
        /// The terms looked for.
        terms: Vec<String>,
        /// The sections looked through; empty for the whole packet.
        sections: Vec<String>,
    },
}

impl Evidence {
    /// Returns the words of the packet that it cites, if it cites any.
    pub fn quote(&self) -> Option<&str> {
        match self {
            Evidence::Quote(quote) => Some(quote),
            Evidence::Searched { .. } => None,
        }
    }
}

/// What a seat says before the program has checked anything.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The reasoning mode that led to it, if the seat reasons in modes.
    pub mode: Option<ModeId>,
    /// What is wrong.
    pub subcategory: Subcategory,
    /// How bad it is.
    pub severity: Severity,
    /// How sure the seat is.
    pub confidence: Confidence,
    /// Where it is.
    pub location: Location,
    /// What shows it.
    pub evidence: Evidence,
    /// The other words that it needs, where one place does not show it: the second half of a contradiction.
    pub other_quotes: Vec<String>,
    /// The rule that found it, for the offline reviewer.
    pub rule: Option<String>,
    /// What is wrong, in a sentence.
    pub description: String,
    /// What would mend it.
    pub remediation: String,
}

impl Claim {
    /// Returns all words of the packet that show it, the first ones first.
    pub fn quotes(&self) -> impl Iterator<Item = &str> {
        self.evidence.quote().into_iter().chain(self.other_quotes.iter().map(String::as_str))
    }
}

//! What one seat of a panel says.

use std::fmt;

use super::{CleanLine, Prose};
use crate::{finding::Confidence, journaled::journaled_as_word, severity::Severity};

/// A place on a panel, by its name in lower case with hyphens: `technical-reviewer`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PanelSeat(String);

/// The seats every panel has, in order.
const CORE: [&str; 4] =
    ["technical-reviewer", "security-reviewer", "executive-reviewer", "user-advocate"];

/// The specialists a text can call for, in order.
const SPECIALISTS: [&str; 6] = [
    "compliance-reviewer",
    "performance-reviewer",
    "accessibility-reviewer",
    "privacy-reviewer",
    "api-design-reviewer",
    "migration-reviewer",
];

const CHAIR: &str = "council-chair";

/// Who states what the rules find where somebody else fills the seat that would say so.
const BESIDE: &str = "offline-rules";

impl PanelSeat {
    /// Takes a name of lower-case words joined by hyphens, at most 64 characters.
    pub fn new(name: &str) -> Option<Self> {
        let is_word = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        (name.len() <= 64 && name.split('-').all(is_word)).then(|| Self(name.to_owned()))
    }

    /// Reads a seat from a title such as `Technical Reviewer`.
    pub fn from_title(title: &str) -> Option<Self> {
        Self::new(&title.split_whitespace().collect::<Vec<_>>().join("-").to_ascii_lowercase())
    }

    /// Returns the four seats every panel has, in order.
    pub fn core() -> [PanelSeat; 4] {
        CORE.map(|name| Self(name.to_owned()))
    }

    /// Returns the specialists, in order.
    pub fn specialists() -> [PanelSeat; 6] {
        SPECIALISTS.map(|name| Self(name.to_owned()))
    }

    /// Returns the chair, who sums up and has no vote.
    pub fn chair() -> PanelSeat {
        Self(CHAIR.to_owned())
    }

    /// Returns the rules, which sit beside the seats that others fill and have no vote.
    pub fn rules_beside() -> PanelSeat {
        Self(BESIDE.to_owned())
    }

    /// Tells whether every panel has this seat.
    pub fn is_core(&self) -> bool {
        CORE.contains(&self.as_str())
    }

    /// Tells whether this is the chair.
    pub fn is_chair(&self) -> bool {
        self.0 == CHAIR
    }

    /// Tells whether this program knows the seat without being told.
    pub fn is_known(&self) -> bool {
        self.is_core()
            || self.is_chair()
            || self.0 == BESIDE
            || SPECIALISTS.contains(&self.as_str())
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name as people write it: `Technical Reviewer`.
    pub fn title(&self) -> String {
        let words = self.0.split('-').map(|word| {
            if word == "api" {
                return "API".to_owned();
            }
            let mut letters = word.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        });
        words.collect::<Vec<String>>().join(" ")
    }
}

impl fmt::Display for PanelSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

journaled_as_word!(PanelSeat, ToString::to_string, PanelSeat::new, "seat of a panel");

/// What a seat or a whole panel says about a packet. The order is the order of strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rating {
    /// It may be built.
    Approved,
    /// It may be built, and something should be mended.
    Concerns,
    /// It must be mended first.
    Revise,
}

impl Rating {
    /// Every rating, mildest first.
    pub const ALL: [Rating; 3] = [Rating::Approved, Rating::Concerns, Rating::Revise];
}

/// How sure a seat is of a finding, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StatedCertainty {
    /// It depends on what the packet does not say.
    Low,
    /// It looks so.
    Medium,
    /// The text shows it.
    High,
}

impl StatedCertainty {
    /// Every certainty, least first.
    pub const ALL: [StatedCertainty; 3] =
        [StatedCertainty::Low, StatedCertainty::Medium, StatedCertainty::High];

    /// Returns the word for a number.
    pub fn of(confidence: Confidence) -> Self {
        match confidence.value() {
            sure if sure >= 0.8 => StatedCertainty::High,
            fairly if fairly >= 0.6 => StatedCertainty::Medium,
            _ => StatedCertainty::Low,
        }
    }
}

/// The review of one seat.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatReview {
    /// Who speaks.
    pub seat: PanelSeat,
    /// What the seat leans to, said up front so that others can weigh it.
    pub biases: Vec<CleanLine>,
    /// What the seat says about the packet.
    pub rating: Option<Rating>,
    /// What is wrong.
    pub findings: Vec<PanelFinding>,
    /// What is right.
    pub endorsements: Vec<CleanLine>,
    /// What was looked at without finding more.
    pub examined: Vec<ExaminedSections>,
    /// The review in short.
    pub summary: Prose,
}

impl SeatReview {
    /// How many entries a review has at least.
    pub const FEWEST: usize = 3;

    /// Returns the review of a seat that has not spoken yet.
    pub fn new(seat: PanelSeat) -> Self {
        Self {
            seat,
            biases: Vec::new(),
            rating: None,
            findings: Vec::new(),
            endorsements: Vec::new(),
            examined: Vec::new(),
            summary: Prose::default(),
        }
    }

    /// Returns how many entries count towards the least: findings, endorsements, and what was examined to no effect.
    pub fn entries(&self) -> usize {
        self.findings.len() + self.endorsements.len() + self.examined.len()
    }

    /// Tells whether the seat said anything at all.
    pub fn is_empty(&self) -> bool {
        self.rating.is_none()
            && self.biases.is_empty()
            && self.entries() == 0
            && self.summary.is_empty()
    }

    /// Returns the worst severity among the findings.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().filter_map(|finding| finding.severity).max()
    }
}

/// What a seat of a panel found wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PanelFinding {
    /// How bad it is; `None` where the file does not say.
    pub severity: Option<Severity>,
    /// How sure the seat is.
    pub certainty: Option<StatedCertainty>,
    /// What is wrong.
    pub text: CleanLine,
    /// The words of the packet that show it.
    pub quote: Option<CleanLine>,
    /// What would mend it.
    pub recommendation: Option<CleanLine>,
}

/// What a seat looked at without finding more: sections and the questions it asked of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExaminedSections {
    /// Where it looked.
    pub sections: CleanLine,
    /// What it asked.
    pub questions: CleanLine,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_and_a_name_are_two_spellings_of_one_seat() {
        for seat in PanelSeat::core().into_iter().chain(PanelSeat::specialists()) {
            assert_eq!(PanelSeat::from_title(&seat.title()), Some(seat));
        }
        assert_eq!(PanelSeat::specialists()[4].title(), "API Design Reviewer");
    }

    #[test]
    fn a_name_that_could_be_something_else_is_refused() {
        for name in ["", "-", "a--b", "Technical", "a b", "a/b", "tеchnical-reviewer", "a_b"] {
            assert_eq!(PanelSeat::new(name), None, "{name}");
        }
    }
}

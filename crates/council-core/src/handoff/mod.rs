//! A panel review as values: reviewers, chair, decisions, revision log, re-review.
//!
//! A handoff is filled in over time: the panel writes the reviews and the synthesis, a human decides, the packet is
//! revised, and the re-review gate closes it. So what has not happened yet is absent, never a default.

mod decision;
mod delta;
mod review;
mod substance;
mod synthesis;
mod text;
mod verdict;

use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{ident::ProjectName, series::ReviewNumber, tree::TreeEntry};

pub use decision::{
    DecisionWord, Decisions, GateDecision, HumanAct, ReReview, Rejection, Revised, RevisionLog,
};
pub use delta::LineDelta;
pub use review::{ExaminedSections, PanelFinding, PanelSeat, Rating, SeatReview, StatedCertainty};
pub use substance::{differs_in_substance, said, unsaid};
pub use synthesis::{RecommendedChange, SeatRating, Synthesis, Tier};
pub use text::{CleanLine, Prose};
pub use verdict::{PanelRuling, computed, ruling};

/// A panel review from the first word of a seat to the decision to go on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Handoff {
    /// The values at the top; `None` where they are missing or cannot be read in only one way.
    pub front: Option<Front>,
    /// What the seats said, in order.
    pub reviews: Vec<SeatReview>,
    /// What the chair made of it; `None` where the section is missing.
    pub synthesis: Option<Synthesis>,
    /// What a human decided.
    pub decisions: Decisions,
    /// What changed in the packet.
    pub revisions: RevisionLog,
    /// Whether to go on or to reconvene; `None` where the section is missing.
    pub rereview: Option<ReReview>,
}

impl Handoff {
    /// Returns the version of the packet that was read.
    pub fn reviewed_version(&self) -> Option<PacketVersion> {
        self.front.as_ref()?.version
    }

    /// Returns the version to build: the one that came of the review, else the one that was read.
    pub fn version_to_build(&self) -> Option<PacketVersion> {
        match self.revisions.after {
            Some(Revised::Version(version)) => Some(version),
            Some(Revised::Unchanged) | None => self.reviewed_version(),
        }
    }
}

/// The values at the top of a handoff. `None` is a value that is missing or not a valid one.
#[derive(Debug, Clone, PartialEq)]
pub struct Front {
    /// What the file says it is.
    pub phase: HandoffPhase,
    /// The project.
    pub project: Option<ProjectName>,
    /// Which review of the series this is.
    pub number: Option<ReviewNumber>,
    /// The day of the review.
    pub date: Option<Date>,
    /// The version of the packet that was read.
    pub version: Option<PacketVersion>,
    /// Who sat on the panel, the chair included.
    pub reviewers: Vec<PanelSeat>,
    /// The panel's verdict.
    pub verdict: Option<Rating>,
    /// Whether a human has acted on it.
    pub status: Option<HandoffStatus>,
    /// Keys this program does not know, kept as they are and without their lines.
    pub extra: Vec<TreeEntry>,
}

impl Front {
    /// Returns the front of a review in which nothing has happened yet.
    pub fn new() -> Self {
        Self {
            phase: HandoffPhase::PanelReview,
            project: None,
            number: None,
            date: None,
            version: None,
            reviewers: Vec::new(),
            verdict: None,
            status: None,
            extra: Vec::new(),
        }
    }
}

impl Default for Front {
    fn default() -> Self {
        Self::new()
    }
}

/// What a file says it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandoffPhase {
    /// A panel review.
    PanelReview,
    /// Something else, or it does not say.
    Other,
}

/// Whether a human has acted on a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HandoffStatus {
    /// Not yet.
    Pending,
    /// At least one recommendation was accepted, or there was nothing to accept.
    Accepted,
    /// The recommendations were declined and the packet goes on unchanged.
    Rejected,
}

/// A version of a packet: `v3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PacketVersion(pub u32);

impl PacketVersion {
    /// Reads `v` and a whole number without leading zeros.
    pub fn read(word: &str) -> Option<Self> {
        let number = word.strip_prefix('v')?;
        let is_plain = number.chars().all(|c| c.is_ascii_digit());
        let has_leading_zero = number.len() > 1 && number.starts_with('0');
        if !is_plain || has_leading_zero {
            return None;
        }
        number.parse().ok().map(Self)
    }

    /// Returns the version after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for PacketVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_v_and_a_whole_number() {
        assert_eq!(PacketVersion::read("v12"), Some(PacketVersion(12)));
        for word in ["", "v", "12", "V1", "v1.2", "v01", "v-1", "v+1", "undefined", "v99999999999"]
        {
            assert_eq!(PacketVersion::read(word), None, "{word}");
        }
    }
}

//! What a human decides about a panel review, what changed because of it, and whether the panel meets again.

use std::fmt;

use jiff::{Timestamp, civil::Date};

use super::{CleanLine, PacketVersion, Prose};

/// What a human decided about the recommendations.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decisions {
    /// The day of the decision.
    pub date: Option<Date>,
    /// The decision in a word.
    pub answer: Option<DecisionWord>,
    /// What will be done.
    pub accepted: Vec<CleanLine>,
    /// What will not be done, and why.
    pub rejected: Vec<Rejection>,
    /// What else was said.
    pub notes: Prose,
    /// Who decided, and who renewed a waiver after that.
    pub acts: Vec<HumanAct>,
}

/// What a human did: who, when, and on what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HumanAct {
    /// Who.
    pub by: CleanLine,
    /// When.
    pub at: Timestamp,
    /// The hash of the review as it was shown.
    pub shown: String,
}

impl HumanAct {
    /// Takes an act, its time to the second.
    pub fn new(by: CleanLine, at: Timestamp, shown: String) -> Self {
        let at = Timestamp::from_second(at.as_second()).unwrap_or(at);
        Self { by, at, shown }
    }

    /// Reads an act as a review states it: `Ada, 2026-03-03T10:00:00Z, shown 6a0f…`.
    pub fn read(text: &str) -> Option<Self> {
        let (rest, shown) = text.rsplit_once(", shown ")?;
        let (by, at) = rest.rsplit_once(", ")?;
        let is_hash = !shown.is_empty() && shown.bytes().all(|byte| byte.is_ascii_hexdigit());
        let (by, at) = (CleanLine::new(by)?, at.parse().ok()?);
        is_hash.then(|| Self { by, at, shown: shown.to_owned() })
    }
}

impl fmt::Display for HumanAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, shown {}", self.by, self.at, self.shown)
    }
}

impl Decisions {
    /// Returns the recommendations that were accepted in so many words.
    pub fn accepted(&self) -> impl Iterator<Item = &CleanLine> {
        self.accepted.iter().filter(|line| !line.is_placeholder())
    }

    /// Tells whether a decision is recorded in substance: its word, or a recommendation taken or declined.
    pub fn are_recorded(&self) -> bool {
        self.answer.is_some()
            || self.accepted().next().is_some()
            || self.rejected.iter().any(|rejection| !rejection.text.is_placeholder())
    }
}

/// A decision in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionWord {
    /// Everything is accepted.
    Accepted,
    /// Everything is declined.
    Rejected,
    /// Some of it is accepted.
    Partial,
}

/// A recommendation that was declined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The recommendation.
    pub text: CleanLine,
    /// Why it was declined.
    pub rationale: Option<CleanLine>,
}

/// What changed in the packet because of the review.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RevisionLog {
    /// The version the panel read.
    pub before: Option<PacketVersion>,
    /// What came of it.
    pub after: Option<Revised>,
    /// The changes, one by one.
    pub changes: Vec<CleanLine>,
    /// Who revised it, and when.
    pub act: Option<HumanAct>,
}

impl RevisionLog {
    /// Returns the changes that say something.
    pub fn changes(&self) -> impl Iterator<Item = &CleanLine> {
        self.changes.iter().filter(|line| !line.is_placeholder())
    }

    /// Tells whether at least one change is shown: that nothing bears out a recommendation is none.
    pub fn shows_changes(&self) -> bool {
        self.changes().any(|line| !line.as_str().contains("UNPROVEN"))
    }

    /// Tells whether at least one line is recorded.
    pub fn has_changes(&self) -> bool {
        self.changes().next().is_some()
    }
}

/// What came of the recommendations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revised {
    /// The packet stayed as it was.
    Unchanged,
    /// A new version was written.
    Version(PacketVersion),
}

/// Whether the work goes on or the panel meets again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReReview {
    /// The decision; `None` while there is none.
    pub decision: Option<GateDecision>,
    /// The day of the decision.
    pub date: Option<Date>,
    /// Why.
    pub rationale: Option<CleanLine>,
    /// What the next review looks at.
    pub next_scope: Option<CleanLine>,
    /// The file of the next review, as written; it is compared, never opened.
    pub next_file: Option<CleanLine>,
    /// Who decided.
    pub act: Option<HumanAct>,
    /// Who goes on although the panel said to revise, and why.
    pub acknowledged: Option<(HumanAct, CleanLine)>,
}

/// The decision of the re-review gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GateDecision {
    /// The work goes on.
    Proceed,
    /// The panel meets again.
    Reconvene,
}

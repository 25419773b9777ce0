//! The eighty reasoning modes, how a seat chooses five of them, and the role that follows.
//!
//! A mode is a way of reading: it brings questions of its own to a specification. The [catalogue](Mode::all) says what
//! each one does; [`select()`] gives every seat the five that a text asks for; [`validate()`] holds a selection that
//! somebody else declared against the same constraints.

mod catalogue;
mod category;
mod pattern;
mod relevance;
mod role;
mod search;
mod select;
mod signals;
mod validate;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use category::ModeCategory;
pub use pattern::Pattern;
pub use relevance::Relevance;
pub use role::{SeatTitle, cluster_signature, derivation, roles};
pub use search::{Hit, HitPlace, nearest, search};
pub use select::{
    CATEGORIES_PER_SEAT, Lens, MODES_PER_SEAT, ModeChoice, ModeReason, ModeSelection,
    OVERLAP_LIMIT, Relaxation, STRONG_PER_SEAT, SeatOverlap, rank, select, select_for,
};
pub use signals::{Fired, WordSignal};
pub use validate::{ModeViolation, validate, validate_affinities};

/// The number of a mode, from 1 to 80.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct ModeId(u8);

impl From<ModeId> for u8 {
    fn from(mode: ModeId) -> u8 {
        mode.0
    }
}

impl TryFrom<u8> for ModeId {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        ModeId::new(number).ok_or("a mode has a number from 1 to 80")
    }
}

impl ModeId {
    /// How many modes there are.
    pub const COUNT: usize = 80;

    /// Takes a number from 1 to 80.
    pub fn new(number: u8) -> Option<ModeId> {
        (1..=80).contains(&number).then_some(ModeId(number))
    }

    /// Returns the number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the family the mode belongs to.
    pub fn category(self) -> ModeCategory {
        match self.0 {
            ..=8 => ModeCategory::Formal,
            9..=19 => ModeCategory::Ampliative,
            20..=24 => ModeCategory::Uncertainty,
            25..=29 => ModeCategory::Vagueness,
            30..=36 => ModeCategory::Defaults,
            37..=43 => ModeCategory::Causal,
            44..=54 => ModeCategory::Practical,
            55..=58 => ModeCategory::Strategic,
            59..=63 => ModeCategory::Dialectical,
            64..=67 => ModeCategory::Modal,
            68..=74 => ModeCategory::Domain,
            75.. => ModeCategory::Meta,
        }
    }

    /// Tells whether the mode is about the reasoning itself: one seat of a council must hold such a mode.
    pub fn is_meta(self) -> bool {
        self.category() == ModeCategory::Meta
    }

    /// Returns the mode's page in the catalogue.
    #[expect(
        clippy::indexing_slicing,
        reason = "an id is 1 to 80 by construction and the catalogue has eighty rows by its type"
    )]
    pub fn mode(self) -> &'static Mode {
        &catalogue::ALL[self.index()]
    }

    /// Returns the mode's place in the catalogue, from 0.
    fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

impl fmt::Display for ModeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A way of reasoning about a specification.
#[derive(Debug, Clone, Copy)]
pub struct Mode {
    /// Its number.
    pub id: ModeId,
    /// Its name.
    pub name: &'static str,
    /// What it does when it reads a specification.
    pub description: &'static str,
    /// What a reviewer who holds it asks.
    pub questions: &'static [&'static str],
    /// How much it has to say about specifications in general: its affinity to a text that matches it best.
    pub base_relevance: Relevance,
    /// Its own signals, in the notation of [`WordSignal`], separated by commas.
    signals: &'static str,
}

impl Mode {
    /// Returns the catalogue, in order.
    pub fn all() -> &'static [Mode] {
        &catalogue::ALL
    }

    /// Returns the family it belongs to.
    pub fn category(&self) -> ModeCategory {
        self.id.category()
    }

    /// Returns the patterns that call for it.
    pub fn patterns(&self) -> impl Iterator<Item = &'static Pattern> {
        let id = self.id;
        Pattern::ALL.iter().filter(move |pattern| pattern.modes().any(|called| called == id))
    }

    /// Returns the signals that are its own.
    pub fn own_signals(&self) -> impl Iterator<Item = WordSignal> {
        WordSignal::list(self.signals)
    }

    /// Returns everything that makes it relevant: its own signals and those of its patterns.
    pub fn signals(&self) -> Vec<WordSignal> {
        self.own_signals().chain(self.patterns().flat_map(Pattern::signals)).collect()
    }
}

#[cfg(test)]
mod tests;

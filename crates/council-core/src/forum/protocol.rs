//! The rules that a round is held under. They got better; a round is judged by those it began with.

use serde::{Deserialize, Serialize};

/// The rules that a round is held under.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum ForumProtocol {
    /// One stance on the whole message, one challenge of each advocate, one judgement of all answers to it.
    #[default]
    First,
    /// The message is read as points. Owners take a stance on each and restate it after the challenges, advocates
    /// examine each and judge every answer, and a seat that nobody holds asks questions.
    Second,
}

impl ForumProtocol {
    /// The rules that a round of today is held under.
    pub const TODAY: ForumProtocol = ForumProtocol::Second;

    /// Tells whether it is the one that records and journals do not name.
    pub fn is_unnamed(&self) -> bool {
        *self == ForumProtocol::default()
    }

    /// Returns its number, as a record keeps it.
    pub fn number(self) -> i64 {
        match self {
            ForumProtocol::First => 1,
            ForumProtocol::Second => 2,
        }
    }

    /// Reads a number.
    pub fn read(number: i64) -> Option<Self> {
        [ForumProtocol::First, ForumProtocol::Second].into_iter().find(|one| one.number() == number)
    }
}

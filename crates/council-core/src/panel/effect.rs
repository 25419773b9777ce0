//! What a panel asks, and how it ends.

use serde::{Deserialize, Serialize};

use super::Said;
use crate::{
    council::Repair,
    flow::{self, AbortReason},
    handoff::{CleanLine, PanelSeat, SeatReview},
};

/// One thing that happened to a panel.
pub type Input = flow::Input<PanelSeat, Said>;

/// One thing the driver of a panel must do.
pub type Effect = flow::Effect<PanelQuestion, PanelWarning, PanelEnding>;

/// One pass: first the seats, who see nothing of each other, then the chair, who sees all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wave {
    /// Every seat reads, alone.
    Seats,
    /// The chair sums up.
    Chair,
}

impl Wave {
    /// The waves in order.
    pub const ALL: [Wave; 2] = [Wave::Seats, Wave::Chair];

    /// Returns the number of the wave, from 1.
    pub fn number(self) -> u8 {
        match self {
            Wave::Seats => 1,
            Wave::Chair => 2,
        }
    }
}

/// A question to a seat or to the chair.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelQuestion {
    /// Whom.
    pub seat: PanelSeat,
    /// In which wave.
    pub wave: Wave,
    /// What the seats say, for the chair; a seat is shown nothing.
    pub reviews: Vec<SeatReview>,
    /// What would be recommended, for the chair.
    pub recommendations: Vec<CleanLine>,
    /// What was wrong with the first answer, when this is the second and last try.
    pub repair: Option<Repair>,
}

/// Something a watcher should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PanelWarning {
    /// A seat was lost.
    SeatLost {
        /// Which.
        seat: PanelSeat,
        /// Why.
        reason: String,
    },
}

/// How a panel ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelEnding {
    /// Every core seat has spoken.
    Held,
    /// It was stopped before its end. There is no review to decide on.
    Aborted(AbortReason),
}

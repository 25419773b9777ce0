//! How a session goes, line by line while it goes.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// One thing that happened in a session.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SessionEvent {
    /// A seat was asked.
    Asked {
        /// The seat.
        seat: String,
        /// The number of the round.
        cycle: u8,
        /// Whether it is asked again because its answer could not be read.
        repair: bool,
    },
    /// A seat answered.
    Answered {
        /// The seat.
        seat: String,
        /// What it took.
        tokens: u64,
    },
    /// A seat is asked again after a while.
    Retrying {
        /// The seat.
        seat: String,
        /// Why.
        reason: String,
        /// After how long.
        wait_seconds: f64,
    },
    /// Something that a human should know.
    Warned {
        /// What.
        message: String,
    },
    /// What happened is on disk.
    Recorded(RecordedProgress),
    /// The session is over.
    Closed {
        /// How it ended.
        terminal_state: String,
    },
}

/// How far a session is.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct RecordedProgress {
    /// How many rounds of a council are over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles_completed: Option<usize>,
    /// The seats of a panel that have answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<Vec<String>>,
    /// How many findings there are; a forum has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<usize>,
    /// How many answers there are in a forum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<usize>,
    /// What was said last in a forum, as its record keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Value>,
    /// What it took so far.
    pub tokens: u64,
}

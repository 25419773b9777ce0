//! What the human says to the forum.

use jiff::Timestamp;
use thiserror::Error;

use super::line::TrimmedLine;

/// The message that opens a round: a question, a proposal, a direction. Kept verbatim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    text: String,
    by: TrimmedLine,
    at: Timestamp,
}

/// A message with nothing in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the message is empty, expected a question, a proposal or a direction")]
pub struct EmptyMessage;

impl Message {
    /// Takes a message that says something.
    pub fn new(
        text: impl Into<String>,
        by: TrimmedLine,
        at: Timestamp,
    ) -> Result<Self, EmptyMessage> {
        let text = text.into();
        if text.trim().is_empty() { Err(EmptyMessage) } else { Ok(Self { text, by, at }) }
    }

    /// Returns the words, verbatim.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns who sent it.
    pub fn by(&self) -> &TrimmedLine {
        &self.by
    }

    /// Returns when it was sent.
    pub fn at(&self) -> Timestamp {
        self.at
    }
}

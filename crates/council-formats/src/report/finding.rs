//! A finding in a text: a signal that knows its exact place, the line it stands on, and what programs want to know.

use council_core::{gate::Signal, packet::Position};
use serde_json::{Map, Value};

/// What was found in a text.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What is wrong, where, and what to do about it.
    pub signal: Signal,
    /// Where it ends.
    pub end: Option<Position>,
    /// The line it begins on, as written, for people.
    pub source: Option<String>,
    /// How grave it is, in a word.
    pub severity: &'static str,
    /// The object of this finding in the machine formats, without `type`.
    pub data: Map<String, Value>,
}

//! What a command says, as data: rendered late, by one small file per format.

pub mod github;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;

use council_core::gate::{Outcome, Signal};

/// The version of every JSON this program prints.
pub const SCHEMA_VERSION: &str = "1.0.0";

/// What a command found, ready for any format.
#[derive(Debug, Clone)]
pub struct Report {
    /// The command, such as `gate stage`.
    pub command: &'static str,
    /// What it looked at, such as `SPEC-PAY-001 plan`.
    pub subject: String,
    /// What it decided.
    pub outcome: Outcome,
    /// The decision in words, such as `passed with warnings`.
    pub headline: String,
    /// A few lines of what was read, as name and value.
    pub facts: Vec<(&'static str, String)>,
    /// What it noticed.
    pub signals: Vec<Signal>,
    /// What to do next.
    pub next: Vec<String>,
    /// The command's own JSON object, without the envelope.
    pub data: serde_json::Map<String, serde_json::Value>,
}

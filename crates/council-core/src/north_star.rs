//! The user's vision: phases, progress and an oath, as their own file states them. Nothing here is invented.

use serde::{Deserialize, Serialize};

/// A vision file, read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Vision {
    /// Its title.
    pub title: String,
    /// Its phases, numbered from 1 without gaps.
    pub phases: Vec<VisionPhase>,
    /// The phase the file calls the current one.
    pub current_phase: Option<u8>,
    /// The words each seat affirms, if the file has an oath.
    pub oath: Option<String>,
    /// The BLAKE3 hash of the file's text as hex digits.
    pub hash: String,
    /// What the file says, for the seats to read; empty in journals that were written before they read it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// One phase of a vision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VisionPhase {
    /// Its number, from 1.
    pub number: u8,
    /// Its name.
    pub name: String,
    /// What it is to reach, empty where the file does not say.
    pub goal: String,
    /// How far it is, from 0 to 1, if the file says so.
    pub progress: Option<f64>,
}

impl Vision {
    /// The most phases a vision can have.
    pub const MOST_PHASES: usize = 9;
}

//! The hash that a human's decision is bound to.

use std::fmt;

use serde_json::Value;

use crate::signature;

/// A BLAKE3 hash as 64 lowercase hex digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digest(String);

impl Digest {
    /// Hashes text.
    pub fn of_text(text: &str) -> Self {
        Self(blake3::hash(text.as_bytes()).to_hex().to_string())
    }

    /// Hashes JSON in its canonical form.
    pub fn of_json(value: &Value) -> Self {
        Self::of_text(&signature::canonical(value))
    }

    /// Reads a hash as it is written; a part of one is none.
    pub fn read(word: &str) -> Option<Self> {
        let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        (word.len() == 64 && word.chars().all(is_hex)).then(|| Self(word.to_owned()))
    }

    /// Returns the hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

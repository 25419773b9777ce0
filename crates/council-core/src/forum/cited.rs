//! What a new discussion says about the one before it, which a human has closed.

use super::digest::Digest;

/// A decision that closed a discussion, as the next one cites it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cited {
    /// The round that was decided.
    pub round: u32,
    /// The hash of its summary.
    pub hash: Digest,
    /// The file that was handed off.
    pub file: String,
}

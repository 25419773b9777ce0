//! Sessions and evidence bundles as they are found: one tolerant reader for every shape, and exact checks for the shape
//! the contracts define.

mod audit;
mod document;
mod found;
#[cfg(test)]
mod laws;
mod names;
mod reading;
mod scores;
mod seats;
mod words;

pub use document::tree;
pub use found::Found;
pub use names::named_at;
pub use reading::{ArtifactKind, Reading, is_artifact, read, read_tree};
pub use seats::Votes;
pub use words::verdict;

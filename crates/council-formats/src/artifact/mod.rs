//! Sessions and evidence bundles as they are found: one tolerant reader for every shape, and exact checks for the shape
//! the contracts define.

mod audit;
mod check;
mod document;
mod found;
mod keys;
#[cfg(test)]
mod laws;
mod names;
mod normal;
mod reading;
mod scores;
mod seats;
mod words;

pub use check::{check_bundle, check_session};
pub use document::tree;
pub use found::StatedFinding;
pub use names::named_at;
pub use normal::{Normalised, normalised};
pub use reading::{
    ArtifactKind, ArtifactReading, is_artifact, is_exact, is_foreign, read, read_tree,
};
pub use seats::Votes;
pub use words::verdict;

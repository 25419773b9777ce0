//! Consensus JSON: what a stage's agents leave behind, and what a review makes of it, in contract 002's spellings.
//!
//! [`name`] knows the files' names, [`read`] takes every shape found in the wild, [`render`] writes exactly one, and
//! [`review`] spells a finished review as JSON.

pub mod name;
mod read;
pub mod review;
pub mod telemetry;
mod write;

pub use read::read;
pub use write::{ConsensusShape, EvidenceShape, render};

#[cfg(test)]
mod tests;

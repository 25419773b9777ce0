//! What is reviewed: a packet of documents with their sections, requirements and references, each with its exact place.

mod span;

pub use span::{LineIndex, Position, Span};

//! The handoff Markdown of a panel review.
//!
//! Reading is tolerant and says everything it noticed; writing has one shape, rendered from the value. What members of
//! the panel and humans wrote goes in as words and cannot become structure.

mod escape;
pub mod name;
mod normal;
mod read;
pub mod tasks;
#[cfg(test)]
mod tests;
pub mod twin;
pub mod words;
mod write;

pub use normal::{NormalHandoff, canonical, normalised};
pub use read::{is_handoff, read};
pub use write::{shell, write};

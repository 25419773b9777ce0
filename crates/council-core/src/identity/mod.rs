//! What makes a finding the same finding in another version of the packet.
//!
//! A defect is recognised by its sort, its rule if it has one, and what shows it: the quoted words or the terms that
//! were looked for, with the words around them. Where it stands is a tie-breaker and never enough: lines, headings and
//! sections move. Two quotes are the same if one holds the other, because one reader quotes a clause and the next one
//! the whole sentence; a quote of very few words also needs neighbours or a place that agree.

mod defect;
mod history;
mod pair;
#[cfg(test)]
mod tests;
mod words;

pub use defect::Defect;
pub use history::{DefectStatus, Life, SessionFinding, Visit, lives};
pub use pair::pair;

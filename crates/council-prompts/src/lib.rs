//! What a seat is told and how its reply is read.
//!
//! Every reviewer answers with text, the offline rules included, so that a journal, a recording and a bug report hold
//! the same thing. [`reply::read`] is the only way from that text to an answer: closed words, duplicate keys refused,
//! every claim held against the packet. Nothing here trusts what a reviewer says.

mod fence;
pub mod forum;
pub mod panel;
pub mod prompt;
pub mod reply;
pub mod schema;
pub mod tokens;

pub use fence::weight;

//! A seat's reply: one JSON object, read into an answer or refused with the reason.

mod extract;
mod parse;
mod read;
pub mod schema;
mod shape;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use parse::parse;
pub use read::{Asked, Unreadable, read};
pub(crate) use read::{MOST_FINDINGS, bounded, claim, unknown};
pub use shape::{
    AssessmentReply, FindingReply, OpinionReply, PhaseReply, ProposalReply, RecommendationReply,
    Reply, SearchedReply, VoteReply, Word,
};
pub use write::Said;
pub(crate) use write::finding as finding_reply;
